/** Who is to sit on the chairs beside one's own, as a room is opened. */

import type { MakeRoom } from './protocol';

export type Rival = 'friend' | 'bot' | 'device';

export interface Chair {
  kind: Rival;
  /** Of somebody on this device. */
  name: string;
}

/** So many chairs, as chosen before, or as the usual one. */
export function chairsFor(count: number, before: readonly Chair[]): Chair[] {
  return Array.from({ length: count }, (_, k) => before[k] ?? { kind: 'friend', name: '' });
}

export function seatsOf(chairs: readonly Chair[], level: string, unnamed: (seat: number) => string): MakeRoom['seats'] {
  const seat = ({ kind, name }: Chair, k: number): MakeRoom['seats'][number] => {
    if (kind === 'bot') return { kind, level };
    return kind === 'device' ? { kind, name: name.trim() || unnamed(k + 2) } : { kind };
  };
  return [{ kind: 'me' }, ...chairs.map(seat)];
}
