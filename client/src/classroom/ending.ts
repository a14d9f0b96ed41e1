/** The end of a table as one of its players sees it: each side's place, and who won. */

import type { ClassTable } from '../lib/protocol';
import { sidesAt, type Side } from '../lib/sides';
import type { Tile } from '../map/holdings';

export interface Line {
  place: number;
  name: string;
  /** The side with the mark that the map shows. */
  side: Side;
  score: number;
  mine: boolean;
  won: boolean;
}

/** The sides of a finished table in order; tied sides share a place. own: the seat of the phone's owner. */
export function standing(table: ClassTable, own: number | null): Line[] {
  const { finish, sides } = table;
  if (!finish) return [];
  const marks = sidesAt(table);
  const lines = sides.map((side, k) => ({
    name: marks[k]?.name ?? '',
    side: marks[k] ?? { seat: k, name: '', ink: k, letter: '' },
    score: finish.scores[side[0] ?? 0] ?? 0,
    mine: own !== null && side.includes(own),
    won: side.some((seat) => finish.winners.includes(seat)),
  }));
  const ahead = (one: (typeof lines)[number], other: (typeof lines)[number]): boolean => (one.won === other.won ? one.score > other.score : one.won);
  return lines
    .map((line) => ({ ...line, place: 1 + lines.filter((other) => ahead(other, line)).length }))
    .sort((a, b) => a.place - b.place);
}

/** The map of a finished table: each state has the size of its votes and the colour of its holder. */
export function mapOf(table: ClassTable): Tile[] {
  const most = Math.max(1, ...Object.values(table.votes));
  return Object.entries(table.held).map(([code, side]) => {
    const votes = table.votes[code] ?? 0;
    return { code, name: code, size: votes / most, parts: side === null ? [] : [{ ink: side, share: 1 }], text: String(votes) };
  });
}
