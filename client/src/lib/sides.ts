/** How seats are told apart: by colour, hatching and letter, so that any one of the three is enough. */

import type { SeatInfo } from './protocol';

const MOST_SIDES = 6;

export interface Side {
  seat: number;
  name: string;
  /** Which of the six colours and hatchings. */
  ink: number;
  letter: string;
  /** Who a bot is, by key. */
  character?: string;
}

/** The letter of each seat: its name's first letter where no other seat has it, else its number. */
export function letters(names: readonly string[], numbers: readonly number[] = [...names.keys()]): string[] {
  const initials = names.map((name) => [...name.trim()][0]?.toUpperCase() ?? '');
  return initials.map((letter, seat) =>
    /\p{L}/u.test(letter) && initials.filter((other) => other === letter).length === 1 ? letter : String((numbers[seat] ?? seat) + 1),
  );
}

/** numbers: of the players, whom colors go by; else their seats. */
export function sidesOf(names: readonly string[], numbers: readonly number[] = [...names.keys()]): Side[] {
  const marks = letters(names, numbers);
  return names.map((name, seat) => ({ seat, name, ink: (numbers[seat] ?? seat) % MOST_SIDES, letter: marks[seat] ?? String(seat + 1) }));
}

/** The sides of a room; players keep their colors in a rematch. */
export function sidesIn(seats: readonly Pick<SeatInfo, 'name' | 'chair' | 'character'>[]): Side[] {
  const sides = sidesOf(seats.map((seat) => seat.name), seats.map((seat) => seat.chair));
  return sides.map((side, seat) => {
    const character = seats[seat]?.character;
    return character ? { ...side, character } : side;
  });
}
