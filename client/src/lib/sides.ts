/** The marks of seats: a colour, a hatching and a letter, each of which is enough to tell the seats apart. */

import { isolated, plain } from './bidi';
import type { RoomInfo, SeatInfo } from './protocol';

const MOST_SIDES = 6;
/** Letters that mark something else on a game's board: the parties, which are not the seats' initials. */
const ELSEWHERE: Readonly<Record<string, string>> = { politics: 'DR' };

export interface Side {
  seat: number;
  name: string;
  /** Which of the six colours and hatchings. */
  ink: number;
  letter: string;
  /** Who a bot is, by key. */
  character?: string;
}

/** The letters a name may be marked by, the best first, if another name begins with the same one. */
function lettersOf(name: string): string[] {
  const [first = '', ...others] = plain(name).trim().split(/\s+/);
  const letters = [...others.map((word) => [...word][0] ?? ''), ...first, ...others.join('')];
  return letters.map((letter) => letter.toUpperCase()).filter((letter) => /[\p{L}\d]/u.test(letter));
}

/**
 * The letter of each seat: its name's first where no other seat has it, else the first of its other names or another of its
 * letters that is free, so that a letter always belongs to a name. A seat without any has its number. No seat has one of the
 * `taken` letters.
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
 * numbers: of the players, whom colors go by; else their seats. taken: letters that no seat may have. shown: the names that
 * letters go by, where a projector shows others; "" for the seat's own.
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

/** The sides of a table, several players to a side joined; lettered by their parties if its board marks them so. */
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
