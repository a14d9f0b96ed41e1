/** How seats are told apart: by colour, hatching and letter, so that any one of the three is enough. */

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
export function letters(names: readonly string[]): string[] {
  const initials = names.map((name) => [...name.trim()][0]?.toUpperCase() ?? '');
  return initials.map((letter, seat) =>
    /\p{L}/u.test(letter) && initials.filter((other) => other === letter).length === 1 ? letter : String(seat + 1),
  );
}

/** characters: by seat, who a bot is. */
export function sidesOf(names: readonly string[], characters: readonly (string | null)[] = []): Side[] {
  const marks = letters(names);
  return names.map((name, seat) => {
    const side = { seat, name, ink: seat % MOST_SIDES, letter: marks[seat] ?? String(seat + 1) };
    const character = characters[seat];
    return character ? { ...side, character } : side;
  });
}
