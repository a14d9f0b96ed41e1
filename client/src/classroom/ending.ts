/** The end of a table as one of its players sees it: every side's place, and who won. */

import type { OwnTable } from '../lib/protocol';
import { languagePack } from '../words';
import type { LanguagePack } from '../words/merge';
import { sideName } from './debrief';
import { seatIn } from './seats';

export interface Line {
  place: number;
  name: string;
  score: number;
  mine: boolean;
  won: boolean;
}

/** The sides of a finished table, the first place first; sides that are level share a place. */
export function standing(table: OwnTable, pack: LanguagePack = languagePack()): Line[] {
  const { finish, seats, sides } = table;
  if (!finish) return [];
  const lines = sides.map((side) => ({
    name: sideName(side.map((seat) => { const one = seats[seat]; return one ? seatIn(one, pack).name : ''; })),
    score: finish.scores[side[0] ?? 0] ?? 0,
    mine: table.seat !== null && side.includes(table.seat),
    won: side.some((seat) => finish.winners.includes(seat)),
  }));
  const ahead = (one: (typeof lines)[number], other: (typeof lines)[number]): boolean => (one.won === other.won ? one.score > other.score : one.won);
  return lines
    .map((line) => ({ ...line, place: 1 + lines.filter((other) => ahead(other, line)).length }))
    .sort((a, b) => a.place - b.place);
}
