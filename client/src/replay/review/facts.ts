/** Facts of a game that moved the chances towards some players and away from others. */

import type { EventInfo, Turn } from '../../lib/protocol';

/** A fact: its event and state in the log, how much it is worth, and its sentence. */
export interface Fact {
  event: EventInfo;
  code: string;
  weight: number;
  text: string;
}

const CHANGE = 0.02; // the least change of a player's chance that a fact may explain

/** Whether a seat's chance rose, which seats that helped and which it hurt, and the events of the turning point. */
export function movedIn(turn: Turn, seat: number, events: readonly EventInfo[]): { rises: boolean; helped: (one: number | null) => boolean; hurt: (one: number | null) => boolean; within: EventInfo[] } {
  const change = turn.after.map((share, k) => share - (turn.before[k] ?? 0));
  const rises = (change[seat] ?? 0) >= 0;
  const moved = change.flatMap((by, k) => (k !== seat && (rises ? by <= -CHANGE : by >= CHANGE) ? [k] : []));
  const [up, down] = rises ? [[seat], moved] : [moved, [seat]];
  const among = (seats: readonly number[]) => (one: number | null): boolean => one !== null && seats.includes(one);
  return { rises, helped: among(up), hurt: among(down), within: events.filter((one) => one.entry > turn.since && one.entry <= turn.entry) };
}
