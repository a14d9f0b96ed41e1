/** Who stands how in a state: what a plate on the map shows. */

import type { CardInfo } from '../../lib/protocol';
import type { Side } from '../../lib/sides';
import { words } from '../../words';
import type { Board } from './view';

export interface Standing {
  side: Side;
  points: number;
  /** The size of each pyramid, the largest first. */
  pieces: number[];
  /** Still in the count. */
  remains: boolean;
}

/** The seats that have anything in a state, the most points first. */
export function standingsIn(board: Board, code: string, sides: readonly Side[]): Standing[] {
  const found = sides.flatMap((side) => {
    const counts = board.placed[code]?.[side.seat] ?? [];
    const pieces = counts.flatMap((count, size) => Array.from({ length: count }, () => size)).reverse();
    const points = board.points[code]?.[side.seat] ?? 0;
    return pieces.length > 0 ? [{ side, points, pieces, remains: board.remaining[side.seat] ?? true }] : [];
  });
  return found.sort((a, b) => b.points - a.points || a.side.seat - b.side.seat);
}

/** A state in a sentence, for those who cannot see its plate. */
export function describeState(card: CardInfo, holder: Side | null, standings: readonly Standing[], sizes: readonly string[]): string {
  const said = words.president;
  const held = holder ? said.heldBy(holder.name) : said.aside;
  const rows = standings.map((one) =>
    said.standing(one.side.name, one.points, said.pieces(one.pieces.map((size) => sizes[size] ?? ''))),
  );
  return `${said.state(card.name, card.value)}; ${held}; ${rows.length > 0 ? rows.join('; ') : said.nobodyThere}`;
}

/** A sealed choice in short, "large FL" in the chosen language. */
export function sealedWords(choice: string): string {
  const [size = '', state = ''] = choice.split(' ');
  return `${words.president.size(size)} ${state}`;
}
