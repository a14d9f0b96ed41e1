/** The players' pyramids and points in a state, as a plate on the map shows them. */

import { valueOf, type Deck } from '../../../cards/deck';
import type { CardInfo } from '../../../lib/protocol';
import { seatNumber } from '../../../lib/read';
import type { Side } from '../../../lib/sides';
import { words } from '../../../words';
import { SIZES, statesOf, type Board } from '../view';
import type { Size, State } from '../view.types';

export interface Standing {
  side: Side;
  points: number;
  /** The size of each pyramid, the largest first. */
  pieces: Size[];
  /** Whether the player is still in the count. */
  remains: boolean;
  /** Whether the player's next pyramid in this state would be wasted. */
  full: boolean;
}

/**
 * The seats with pyramids in a state, most points first. `full`: by seat, the points at which nothing more can be
 * added.
 */
export function standingsIn(board: Board, state: State, sides: readonly Side[], full?: ReadonlyMap<number, number>): Standing[] {
  const found = sides.flatMap((side) => {
    const counts = board.placed[side.seat]?.[state];
    const pieces = SIZES.flatMap((size) => Array.from({ length: counts?.[size] ?? 0 }, () => size)).reverse();
    const points = board.points[side.seat]?.[state] ?? 0;
    return pieces.length > 0 ? [{ side, points, pieces, remains: board.remaining[side.seat] === 1, full: full?.get(side.seat) === points }] : [];
  });
  return found.sort((a, b) => b.points - a.points || a.side.seat - b.side.seat);
}

/** The side that holds a state's card; null if nobody does. */
export function holderOf(board: Board, state: State, sides: readonly Side[]): Side | null {
  return sides[seatNumber(board.holder[state]) ?? -1] ?? null;
}

/** Electors that count for a seat only on a condition. They belong to a state whose card has a note. */
export interface Pledge {
  name: string;
  code: string;
  votes: number;
  /** Whether the electors count now. */
  counts: boolean;
  /** Whether the seat has more points there than any other player left. */
  leads: boolean;
}

/** The pledge of a seat, or null. `score`: the seat's electors as the server counts them. */
export function pledgeOf(board: Board, deck: Deck, seat: number, score: number, note: (code: string) => string): Pledge | null {
  const held = statesOf(board).flatMap((state) => (seatNumber(board.holder[state]) === seat ? (deck.get(state) ?? []) : []));
  const card = held.find((one) => note(one.code) !== '');
  if (!card) return null;
  const points = board.points.map((own) => own[card.code as State] ?? 0);
  const leads = points.every((other, rival) => rival === seat || board.remaining[rival] === 0 || other < (points[seat] ?? 0));
  return { name: card.name, code: card.code, votes: card.value, counts: valueOf(held) === score, leads };
}

/** Describe a state in a sentence, for people who cannot see its plate. */
export function describeState(card: CardInfo, holder: Side | null, standings: readonly Standing[], note = ''): string {
  const said = words.president;
  const held = said.heldBy(holder?.name ?? said.aside);
  const rows = standings.map((one) => said.standing(one.side.name, one.points, said.pieces(one.pieces), one.full));
  return `${said.state(card.name, card.value)}${note && ` ${note}`}; ${held}; ${rows.length > 0 ? rows.join('; ') : said.nobodyThere}`;
}

/** A sealed ballot in the chosen language, e.g. "large FL". */
export function sealedWords(choice: string): string {
  const [size = '', state = ''] = choice.split(' ');
  return `${words.president.size(size)} ${state}`;
}
