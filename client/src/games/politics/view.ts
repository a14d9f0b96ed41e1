/** The board of Politics and how each event changes it, for drawing only; the server applies the rules. */

import type { Deck } from '../../cards/deck';
import type { CardInfo, EventInfo, RoomInfo, SeatInfo } from '../../lib/protocol';
import { changed, keysOf, labelOf, texts } from '../../lib/read';
import type { Side } from '../../lib/sides';
import type { Holding, Link, Territory } from '../../map/holdings';
import { words } from '../../words';
import type { TransferOf } from '../../table/lookup/transfers';
import type { Party, PoliticsEvent, PoliticsView, State, Where, Winner } from './view.types';

/** The seats of each side, as the server sends them. */
export type SideSeats = RoomInfo['sides'];

/** The part of the view that events change. Sides count from 0. */
export type Board = Pick<PoliticsView, 'where' | 'tally' | 'states' | 'stock' | 'held' | 'holder' | 'nominee' | 'taker'>;

/** The side a seat plays for; -1 before sides are known. */
export function sideOf(sides: SideSeats, seat: number): number {
  return sides.findIndex((seats) => seats.includes(seat));
}

/** The side named by a card's place or by the result, counted from 0; null if it is no side. */
export function sideNumber(side: Where | Winner | null | undefined): number | null {
  return side === 'side 1' ? 0 : side === 'side 2' ? 1 : null;
}

export function partyOf(value: unknown): Party | null {
  return value === 'R' || value === 'D' ? value : null;
}

/**
 * The board after an event; the same object if the event moves nothing. `end` is the view after all events of the same
 * message; it has the number of cards in each hand.
 */
export function after(board: Board, info: EventInfo, sides: SideSeats, end: Board = board): Board {
  const event = info as PoliticsEvent;
  const seat = event.seat ?? 0;
  if (event.event === 'drew') return { ...board, stock: event.args.stock, held: plus(board.held, seat, 1) };
  if (event.event === 'third_party') return { ...board, held: board.held.map((_, at) => event.args.each + Number(at < event.args.more)), holder: heldAfter(board.holder, () => null), taker: heldAfter(board.taker, () => null) };
  if (event.event === 'got' || event.event === 'drew_card') return { ...board, holder: heldAfter(board.holder, (card, now) => (card === event.args.card ? labelOf(seat) : now)) };
  if (event.event === 'opened') return { ...board, stock: event.args.stock, where: { ...board.where, [event.args.card]: 'open' } };
  if (event.event === 'took') {
    const { card } = event.args;
    const label = labelOf(seat);
    return {
      ...board,
      where: { ...board.where, [card]: 'unplayed' },
      held: plus(board.held, seat, 1),
      holder: heldAfter(board.holder, (one, now) => (one === card ? label : now)),
      taker: heldAfter(board.taker, (one, now) => (one === card ? label : now)),
    };
  }
  if (event.event !== 'played' && event.event !== 'nominated') return board;
  const side = sideOf(sides, seat);
  return {
    ...board,
    where: { ...board.where, [event.args.card]: `side ${side + 1}` },
    tally: changed(board.tally, side, event.event === 'played' ? event.args.total : event.args.votes),
    states: plus(board.states, side, 1),
    held: board.stock > 0 || (board.held[seat] ?? 0) > (end.held[seat] ?? 0) ? plus(board.held, seat, -1) : board.held,
    holder: heldAfter(board.holder, (card, now) => (card === event.args.card ? null : now)),
    taker: heldAfter(board.taker, (card, now) => (card === event.args.card ? null : now)),
    nominee: event.event === 'nominated' ? changed(board.nominee, side, event.args.card) : board.nominee,
  };
}

type Holders = Board['holder'];

/** A copy of the holders, with `now` applied to each card. */
function heldAfter(holder: Holders, now: (card: string, held: Holders[State]) => string | null): Holders {
  return Object.fromEntries(keysOf(holder).map((card) => [card, now(card, holder[card])])) as Holders;
}

function plus(list: readonly number[], at: number, more: number): number[] {
  return changed(list, at, (list[at] ?? 0) + more);
}

/** The side that has played a card; null if no side has. */
export function ownerOf(board: Board, code: string): number | null {
  return sideNumber(board.where[code as State]);
}

/** The two sides as the map shows them, in the colours of `inks`; named and lettered by party once it is chosen. */
export function teamsOf(party: readonly (Party | null)[], inks: readonly number[] = [0, 1]): Side[] {
  return party.map((own, seat) => {
    return { seat, ink: inks[seat] ?? seat, name: own ? words.politics.party[own] : words.politics.openSide(seat + 1), letter: own ?? String(seat + 1) };
  });
}

/** The colour of each side: that of its player with the lowest chair, so that a rematch keeps it. */
export function inksOf(sides: SideSeats, seats: readonly Pick<SeatInfo, 'chair'>[]): number[] {
  return sides.map((side) => Math.min(...side.map((seat) => seats[seat]?.chair ?? seat)) % 2);
}

/** Pairs of neighbouring states on the same side; the map draws them as links. */
export function linksOf(board: Board, deck: Deck, teams: readonly Side[]): Link[] {
  return [...deck.values()].flatMap((card) => {
    const owner = ownerOf(board, card.code);
    const side = owner === null ? undefined : teams[owner];
    if (!side) return [];
    const near = texts(card.facts['borders']).filter((code) => code !== null && card.code < code && ownerOf(board, code) === owner);
    return near.map((code) => ({ from: card.code, to: String(code), side }));
  });
}

/**
 * The free states whose cards these seats are known to hold. If all cards that the viewer does not see fit into their
 * hands, nobody else holds any of them.
 */
export function keptBy(board: Board, seats: readonly number[]): string[] {
  const labels: readonly unknown[] = seats.map(labelOf);
  const free = keysOf(board.where).filter((card) => board.where[card] === 'unplayed');
  const holders = new Map(free.map((card) => [card, board.holder[card] ?? board.taker[card]]));
  const known = free.filter((card) => labels.includes(holders.get(card)));
  const unseen = free.filter((card) => !holders.get(card));
  return known.length + unseen.length === seats.reduce((sum, seat) => sum + (board.held[seat] ?? 0), 0) ? [...known, ...unseen] : known;
}

/** The states bordering a state. */
export function bordersOf(deck: Deck, code: string | null): string[] {
  return texts(deck.get(code ?? '')?.facts['borders']).flatMap((near) => (near !== null && deck.has(near) ? [near] : []));
}

/** The votes of cards together. */
export function votesOf(deck: Deck, cards: readonly string[]): number {
  return cards.reduce((sum, code) => sum + (deck.get(code)?.value ?? 0), 0);
}

/** `kept`: the cards known to be in the hands of each side. */
export function holdingsOf(board: Board, deck: Deck, teams: readonly Side[], kept: readonly (readonly string[])[] = []): Holding[] {
  return [...deck.values()].map((card) => {
    const side = teams[ownerOf(board, card.code) ?? -1] ?? null;
    const holder = side === null ? teams.find((team) => kept[team.seat]?.includes(card.code)) : undefined;
    return { code: card.code, name: card.name, votes: card.value, side, open: false, star: board.nominee.includes(card.code as State), ...(holder && { kept: holder, note: words.politics.keptBy(holder.name) }) };
  });
}

/** The name of a side's nominee: the name given with the nomination, or else the one on the card. */
export function nomineeName(log: readonly EventInfo[], seats: readonly number[]): string | null {
  const event = (log as readonly PoliticsEvent[]).find((one) => one.event === 'nominated' && one.seat !== null && seats.includes(one.seat));
  return event?.event === 'nominated' ? event.args.text || event.args.nominee : null;
}

/** A hand in display order: the dealt cards by votes, then each further one as it came (`arrivals`), so that no card moves. */
export function handOf(view: Pick<Board, 'holder'>, seat: number | null, deck: Deck, arrivals: ReadonlyMap<string, number> = new Map()): CardInfo[] {
  const own = [...deck.values()].filter((card) => seat !== null && view.holder[card.code as State] === labelOf(seat));
  const came = (card: CardInfo): number => arrivals.get(card.code) ?? 0;
  return own.sort((a, b) => came(a) - came(b) || b.value - a.value || (a.code < b.code ? -1 : 1));
}

/** The extra cards that lie open, by votes. */
export function openCards(board: Pick<Board, 'where'>, deck: Deck): CardInfo[] {
  return [...deck.values()].filter((card) => board.where[card.code as State] === 'open').sort((a, b) => b.value - a.value || (a.code < b.code ? -1 : 1));
}

/** Territories, which had no card in 1904, and the border between Oklahoma and the Indian Territory. */
export function territories(): Territory[] {
  const part = 'M498 344V353.100L493.500 360L486.800 364.100L486.600 382.900L476.800 389.700L461.100 392.800L460.700 411';
  return Object.entries(words.politics.territories).map(([code, name]) => (code === 'OK' ? { code, name, part } : { code, name }));
}

/** The card that an event plays, and for which side. */
export function transfersFor(sides: SideSeats): TransferOf {
  return (info: EventInfo) => {
    const event = info as PoliticsEvent;
    if (event.event !== 'nominated' && event.event !== 'played') return null;
    return { codes: [event.args.card], side: event.seat === null ? null : sideOf(sides, event.seat) };
  };
}
