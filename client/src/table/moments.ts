/** Big moments, for which the table stops: events that the game declares as big, and a change of the leader. */

import type { Deck } from '../cards/deck';
import type { EventInfo, GameDetail, RoomInfo } from '../lib/protocol';
import { words } from '../words';

export type Weight = 'small' | 'plain' | 'big';

/** The weight that a game declares for an event; if it depends on votes, the votes of the event's cards decide. */
export function weightOf(event: EventInfo, weights: GameDetail['weights'], deck: Deck): Weight {
  const weight = weights[event.event];
  if (!weight) return 'plain';
  if (weight.votes === null) return weight.weight;
  const named = Object.values(event.args).flat().map((arg) => deck.get(String(arg))?.value ?? 0);
  return Math.max(0, ...named) >= weight.votes ? weight.weight : 'plain';
}

/** Watches the score for a new leader, or a player with enough votes to win. */
export class Scoreboard {
  private leader: number | null = null;
  private reached: ReadonlySet<number> = new Set();

  /** A sentence about a new leader, or a player with enough votes; "" if there is none or the viewer has missed events. */
  turn(standing: readonly number[], room: RoomInfo | null, seat: number | null, name: (seat: number) => string, missed: boolean): string {
    const scores = (room?.sides ?? []).map(([seat]) => standing[seat ?? -1] ?? 0);
    const names = (side: number): string => {
      const seats = room?.sides[side] ?? [];
      return seats.length === 1 && seats[0] === seat ? '' : words.log.list(seats.map(name));
    };
    const goal = room?.majority ?? Infinity;
    const reached = new Set(scores.flatMap((score, side) => (score >= goal ? [side] : [])));
    const first = [...reached].find((side) => !this.reached.has(side));
    const best = Math.max(...scores);
    const ahead = scores.flatMap((score, side) => (score === best ? [side] : []));
    const leader = ahead.length === 1 ? (ahead[0] ?? null) : null;
    const passed = leader !== null && leader !== this.leader ? this.leader : null;
    this.reached = reached;
    this.leader = leader ?? (scores.some((score) => score > 0) ? this.leader : null); // after a tie the old leader still leads
    if (missed) return '';
    if (first !== undefined) return words.moments.goal(names(first), goal);
    return passed !== null && leader !== null ? words.moments.lead(names(leader), names(passed), best, scores[passed] ?? 0) : '';
  }
}
