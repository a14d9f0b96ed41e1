/** Combat's view, read from the server's JSON into the shape the board draws. */

import type { Deck } from '../../cards/deck';
import { labelOf, numberOf, seatNumber } from '../../lib/read';
import type { Side } from '../../lib/sides';
import { fraction, type Chances } from '../../lib/odds';
import type { CardInfo, EventInfo } from '../../lib/protocol';
import type { Transfer } from '../../table/lookup/transfers';
import type { CombatEvent, CombatView as Schema, Frame, Lies, State, Where, Wild } from './view.types';

export type Code = State | Wild;

/** One of the five places of a hand, as the board shows it. */
export interface Place {
  lies: Lies;
  card: Code | null;
  /** The seat that has won the card while the card still lies on the table. */
  owner: number | null;
  /** The seat that turned the card in the hand being played. */
  turner: number | null;
  /** Whether the card is leaving the table, to a pile or out of the game. */
  leaving: boolean;
  /** Whether the card is about to be turned. */
  tense: boolean;
  /** Whether a won card is still being turned over; until it lies open, it counts for nobody. */
  turning: boolean;
  /** The seat that laid the card. */
  from: number | null;
  /** Increases with each card laid here, so that a new card is not animated as a flip of the old one. */
  serial: number;
}

/** Number of first hands in which the viewer turns the cards, to learn the game. */
export const BY_HAND = 2;
/** Number of last hands, in which cards are at stake. */
export const STAKED = 2;
export const NOTHING: Place = { lies: 'empty', card: null, owner: null, turner: null, leaving: false, tense: false, turning: false, from: null, serial: 0 };

export interface Board {
  places: Place[];
}

/** The server's view together with the cards on the table. */
export type CombatView = Schema & Board;

const WILD_FRAMES: readonly (Frame | null)[] = ['fake news', 'celebrity', 'recount', 'swing state', 'collusion'];

export function read(view: Schema, before: Board | null): CombatView {
  return { ...view, places: view.lies.map((lies, k) => settled(before?.places[k] ?? NOTHING, lies, view.card[k] ?? null, seatNumber(view.turner[k]))) };
}

/** The wild card in play, and the seat that plays it. */
export function wildOf({ frame, frame_seat: seats, wild }: Schema): { card: string; seat: number | null } | null {
  const at = frame.findIndex((one) => WILD_FRAMES.includes(one));
  return at < 0 || wild === null ? null : { card: wild, seat: seatNumber(seats[at]) };
}

/** The wild card whose effects the table explains: the last one played in this hand. */
export function wildTold(log: readonly EventInfo[]): { card: string; seat: number | null; place: number; second: boolean } | null {
  const last = log.filter(({ event }) => ['laid', 'stakes', 'added', 'wild', 'second_wild'].includes(event)).at(-1);
  return last && !['laid', 'stakes', 'added'].includes(last.event) ? { card: String(last.args['card']), seat: last.seat, place: numberOf(last.args['place']), second: last.event === 'second_wild' } : null;
}

/** The place after a new view: either the same card, possibly turned over, or a new card. */
function settled(before: Place, lies: Lies, card: Code | null, turner: number | null): Place {
  if (before.lies === lies && before.card === card && !before.leaving) return { ...before, owner: null, turner, tense: false, turning: false };
  const turned = before.lies === 'down' && lies === 'up';
  return { ...NOTHING, serial: before.serial + (turned ? 0 : 1), lies, card, turner };
}

/** The seat whose pile a card lies in. */
export function holderOf({ where }: Schema, code: string): number | null {
  const place = where[code as Code];
  return place === 'pile 1' ? 0 : place === 'pile 2' ? 1 : null;
}

/** The seat that has a card in its pile, or has won it on the board, where it lies open. */
export function winnerOf(view: Schema, board: Board | null, code: string): number | null {
  return holderOf(view, code) ?? board?.places.find((place) => place.card === code && !place.turning)?.owner ?? null;
}

/** Each seat's votes, with those that it has won on the board. */
export function countedOf(view: Schema, board: Board | null, deck: Deck): number[] {
  const won = (board?.places ?? []).flatMap(({ card, owner, turning }) => (card !== null && owner !== null && !turning && holderOf(view, card) === null ? [{ owner, votes: deck.get(card)?.value ?? 0 }] : []));
  return view.tally.map((votes, seat) => won.reduce((sum, one) => (one.owner === seat ? sum + one.votes : sum), votes));
}

/**
 * The chances of each card to lie on one face-down place: those that nobody has seen are equally likely, and staked
 * cards lie among them for sure.
 */
export function chancesOf({ where }: Schema, board: Board): Chances {
  const down = board.places.filter(({ lies }) => lies === 'down').length;
  const open = board.places.map(({ card }) => card);
  const lying = (place: Where): Code[] => (Object.keys(where) as Code[]).filter((code) => where[code] === place && !open.includes(code));
  const [staked, unseen] = [lying('added'), lying('unseen')];
  const weigh = (codes: readonly Code[], weight: [number, number]): [string, [number, number]][] => codes.map((code) => [code, weight]);
  return down < 1 ? {} : Object.fromEntries([...weigh(staked, [1, down]), ...(down > staked.length ? weigh(unseen, [down - staked.length, down * unseen.length]) : [])]);
}

/** What the winner of a throw takes: one of the cards left, the best open one or a face-down one with its expected votes (0 if none is left). */
export function prizeOf(view: Schema, board: Board, votes: (code: string) => number): { left: number; card: Code | null; hidden: number } {
  const lying = board.places.filter(({ lies, owner }) => lies !== 'empty' && owner === null);
  const [card = null] = lying.flatMap((place) => place.card ?? []).sort((one, other) => votes(other) - votes(one));
  const hidden = Object.entries(chancesOf(view, board)).reduce((sum, [code, pair]) => sum + votes(code) * fraction(pair), 0);
  return { left: lying.length, card, hidden };
}

/** Whether votes that a seat has won in a hand bring it to the goal. */
export const crosses = (votes: number, won: number, goal: number): boolean => votes >= goal && votes - won < goal;

/** Whether a seat that reaches the goal in this hand has won: it stakes nothing more. */
export const decides = ({ hand, hands, layer, task }: Schema, seat: number): boolean => (hand === hands || (hand === hands - 1 && layer === labelOf(seat))) && !(task === 'add' && layer === labelOf(seat));

/** The number of the hand in which a seat stakes cards, while that hand is still to come; else 0. */
export const lastOf = ({ hand, hands }: Schema, seat: number): number => (hand > hands - STAKED + seat ? 0 : hands - STAKED + seat + 1);

export interface Pile {
  side: Side;
  cards: CardInfo[];
  votes: number;
}

/** Both piles, the highest card first. */
export function pilesOf(view: CombatView, deck: Deck, sides: readonly Side[]): Pile[] {
  return sides.map((side) => {
    const cards = [...deck.values()].filter((card) => holderOf(view, card.code) === side.seat);
    cards.sort((a, b) => b.value - a.value || (a.code < b.code ? -1 : 1));
    return { side, cards, votes: view.tally[side.seat] ?? 0 };
  });
}

/** Whether a staked card still lies face down in the hand. */
export function isAdded({ where }: Schema, code: string): boolean {
  return where[code as Code] === 'added';
}

/** The cards that the laying player added from their pile to this hand. Everybody knows these cards, but not their places. */
export function addedOf(view: CombatView, deck: Deck, seat: number): CardInfo[] {
  return view.layer === labelOf(seat) ? [...deck.values()].filter((card) => isAdded(view, card.code)) : [];
}

/** The cards that an event gives to a seat or takes from it. A seat holds the cards in its pile. */
export function transferOf(info: EventInfo): Transfer | null {
  const event = info as CombatEvent;
  switch (event.event) {
    case 'took':
    case 'got':
      return { codes: event.args.cards, side: event.seat };
    case 'turned_up':
    case 'collected':
      return { codes: [event.args.card], side: event.seat };
    case 'added':
      return { codes: event.args.cards, side: null, before: event.seat };
    default:
      return null;
  }
}
