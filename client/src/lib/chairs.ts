/** The other chairs of a room that is being opened, and who will sit on each. */

import type { MakeRoom } from './protocol';

export type Rival = 'friend' | 'bot' | 'device';

export interface Chair {
  kind: Rival;
  /** The name of a player who shares this device. */
  name: string;
}

/** The settings of this many chairs: those chosen before, and else the given kind. */
export function chairsFor(count: number, before: readonly Chair[], kind: Rival = 'friend'): Chair[] {
  return Array.from({ length: count }, (_, k) => before[k] ?? { kind, name: '' });
}

export function seatsOf(chairs: readonly Chair[], level: string, unnamed: (seat: number) => string): MakeRoom['seats'] {
  const seat = ({ kind, name }: Chair, k: number): MakeRoom['seats'][number] => {
    if (kind === 'bot') return { kind, level };
    return kind === 'device' ? { kind, name: name.trim() || unnamed(k + 2) } : { kind };
  };
  return [{ kind: 'me' }, ...chairs.map(seat)];
}
