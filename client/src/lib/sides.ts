/** The marks of seats: a colour, a hatching and a letter. Each of the three is enough to tell the seats apart. */

import { isolated, plain } from './bidi';
import type { RoomInfo, SeatInfo } from './protocol';

const MOST_SIDES = 6;
/** Letters with another meaning on a game's board, such as a party; no seat may have them. */
const ELSEWHERE: Readonly<Record<string, string>> = { politics: 'DR' };

export interface Side {
  seat: number;
  name: string;
  /** The number of its colour and hatching, from 0 to 5. */
  ink: number;
  letter: string;
  /** The key of the bot's character. */
  character?: string;
}

/** The candidate letters of a name, the best first, if another name begins with the same letter. */
function lettersOf(name: string): string[] {
  const [first = '', ...others] = plain(name).trim().split(/\s+/);
  const letters = [...others.map((word) => [...word][0] ?? ''), ...first, ...others.join('')];
  return letters.map((letter) => letter.toUpperCase()).filter((letter) => /[\p{L}\d]/u.test(letter));
}

/**
 * The letter of each seat: the first letter of its name if no other seat has it, else a free letter of the name,
 * initials first. If there is none, the seat's number. Letters in `taken` are never used.
 */
export function letters(names: readonly string[], numbers: readonly number[] = [...names.keys()], taken = ''): string[] {
  const initials = names.map((name) => [...plain(name).trim()][0]?.toUpperCase() ?? '');
  const marks = initials.map((letter) => (/\p{L}/u.test(letter) && !taken.includes(letter) && initials.filter((other) => other === letter).length === 1 ? letter : ''));
  const numberOf = (seat: number): number => numbers[seat] ?? seat;
  for (const seat of [...names.keys()].sort((one, other) => numberOf(one) - numberOf(other))) {
    marks[seat] ||= [...lettersOf(names[seat] ?? ''), String(numberOf(seat) + 1)].find((letter) => !marks.includes(letter) && !taken.includes(letter)) ?? '?';
  }
  return marks;
}

/**
 * The sides of a table. numbers: of the players, which determine the colours; by default the seats. taken: letters that
 * no seat may have. shown: names that determine the letters, if a projector shows other names; "" means the seat's own.
 */
export function sidesOf(names: readonly string[], numbers: readonly number[] = [...names.keys()], taken = '', shown: readonly string[] = []): Side[] {
  const marks = letters(names.map((name, seat) => shown[seat] || name), numbers, taken);
  return names.map((name, seat) => ({ seat, name, ink: (numbers[seat] ?? seat) % MOST_SIDES, letter: marks[seat] ?? String(seat + 1) }));
}

/** The sides of a room; players keep their colors in a rematch. shown: as in `sidesOf`. */
export function sidesIn(room: Pick<RoomInfo, 'game'> & { seats: readonly Pick<SeatInfo, 'name' | 'chair' | 'character'>[] } | null, shown: readonly string[] = []): Side[] {
  const seats = room?.seats ?? [];
  const sides = sidesOf(seats.map((seat) => seat.name), seats.map((seat) => seat.chair), ELSEWHERE[room?.game ?? ''], shown);
  return sides.map((side, seat) => {
    const character = seats[seat]?.character;
    return character ? { ...side, character } : side;
  });
}

/**
 * The sides of a table with several players to a side joined. If the board has parties, their letters mark the sides.
 */
export function sidesAt(table: { seats: readonly (Pick<SeatInfo, 'name'> & { shown?: string })[]; sides: readonly (readonly number[])[]; parties: readonly string[] }): Side[] {
  const joined = (names: readonly string[]): string[] => table.sides.map((side) => side.map((seat) => names[seat] ?? '').join(' & '));
  const names = table.seats.map((seat) => seat.name);
  const sides = sidesOf(joined(names), undefined, '', joined(table.seats.map((seat) => seat.shown || seat.name)));
  return table.parties.length > 0 ? sides.map((side, k) => ({ ...side, letter: table.parties[k] || String(k + 1) })) : sides;
}

/** A player's first name; the whole name if somebody else has the same first name. */
export function briefName(sides: readonly Pick<Side, 'name'>[], seat: number): string {
  const name = sides[seat]?.name ?? '';
  const first = (one: string): string => isolated(plain(one).trim().split(/\s+/)[0] ?? one);
  return sides.filter((side) => first(side.name) === first(name)).length > 1 ? name : first(name);
}
