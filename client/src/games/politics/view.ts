/** The view of Politics, and what its events do to what is shown. The server judges; here it is only drawn. */

import type { Deck } from '../../cards/deck';
import type { CardInfo, EventInfo } from '../../lib/protocol';
import type { Side } from '../../lib/sides';
import type { Holding, Link, Territory } from '../../map/holdings';
import { fieldsOf, numberOf, rows, seatNumber, textOf, texts, truth } from '../../lib/read';
import { words } from '../../words';

export type Party = 'R' | 'D';
export type Task = 'side' | 'nominate' | 'play' | 'pass';

/** What lies open. Sides count from 0; partners sit alternately (PO-1). */
export interface Board {
  where: Record<string, number | null>;
  tally: number[];
  states: number[];
  stock: number;
  held: number[];
  /** The first state of each side, and who runs there. */
  nominee: (string | null)[];
}

export interface PoliticsView extends Board {
  seats: number;
  party: (Party | null)[];
  /** Who holds which card, as far as the viewer knows. */
  holder: Record<string, number | null>;
  task: Task | null;
  mover: number | null;
  fresh: boolean;
  redealt: boolean;
  winner: number | null;
  finished: boolean;
}

export const SIDES = 2;
const TASKS: readonly Task[] = ['side', 'nominate', 'play', 'pass'];

export function sideOf(seat: number): number {
  return seat % SIDES;
}

function sideNumber(value: unknown): number | null {
  const label = typeof value === 'string' ? /^side (\d+)$/.exec(value) : null;
  return label ? Number(label[1]) - 1 : null;
}

export function partyOf(value: unknown): Party | null {
  return value === 'R' || value === 'D' ? value : null;
}

export function readView(raw: Record<string, unknown>): PoliticsView {
  const where = Object.entries(fieldsOf(raw['where'])).filter(([, place]) => place !== 'absent');
  const holder = Object.entries(fieldsOf(raw['holder']));
  return {
    seats: numberOf(raw['seats']),
    where: Object.fromEntries(where.map(([code, place]) => [code, sideNumber(place)])),
    holder: Object.fromEntries(holder.map(([code, who]) => [code, seatNumber(who)])),
    tally: rows(raw['tally']).map(numberOf),
    states: rows(raw['states']).map(numberOf),
    stock: numberOf(raw['stock']),
    held: rows(raw['held']).map(numberOf),
    party: rows(raw['party']).map(partyOf),
    nominee: texts(raw['nominee']),
    task: TASKS.find((task) => task === raw['task']) ?? null,
    mover: seatNumber(raw['mover']),
    fresh: truth(raw['fresh']),
    redealt: truth(raw['redealt']),
    winner: sideNumber(raw['winner']),
    finished: truth(raw['finished']),
  };
}

function plus(list: readonly number[], at: number, more: number): number[] {
  return list.map((one, k) => (k === at ? one + more : one));
}

/** The board after an event; the same board where the event moves nothing. */
export function after(board: Board, event: EventInfo): Board {
  const { seat, args } = event;
  if (event.event === 'drew' && seat !== null) {
    return { ...board, stock: numberOf(args['stock']), held: plus(board.held, seat, 1) };
  }
  if ((event.event !== 'played' && event.event !== 'nominated') || seat === null) return board;
  const [side, code] = [sideOf(seat), String(args['card'])];
  return {
    ...board,
    where: { ...board.where, [code]: side },
    tally: board.tally.map((one, k) => (k === side ? numberOf(args['total'] ?? args['votes']) : one)),
    states: plus(board.states, side, 1),
    held: plus(board.held, seat, -1),
    nominee: event.event === 'nominated' ? board.nominee.map((one, k) => (k === side ? code : one)) : board.nominee,
  };
}

/** The two sides as the map shows them: named and lettered by their party once they have one. */
export function teamsOf(party: readonly (Party | null)[]): Side[] {
  return Array.from({ length: SIDES }, (_, seat) => {
    const own = party[seat] ?? null;
    return { seat, ink: seat, name: own ? words.politics.party[own] : words.politics.openSide(seat + 1), letter: own ?? String(seat + 1) };
  });
}

/** Every pair of neighbours on one side: what makes its network. */
export function linksOf(board: Board, deck: Deck, teams: readonly Side[]): Link[] {
  return [...deck.values()].flatMap((card) => {
    const owner = board.where[card.code] ?? null;
    const side = owner === null ? undefined : teams[owner];
    if (!side) return [];
    const near = texts(card.facts['borders']).filter((code) => code !== null && card.code < code && board.where[code] === owner);
    return near.map((code) => ({ from: card.code, to: String(code), side }));
  });
}

export function holdingsOf(board: Board, deck: Deck, teams: readonly Side[]): Holding[] {
  return [...deck.values()].map((card) => {
    const owner = board.where[card.code] ?? null;
    const side = owner === null ? null : (teams[owner] ?? null);
    return { code: card.code, name: card.name, votes: card.value, side, open: false, star: board.nominee.includes(card.code) };
  });
}

/** Who runs for a side: the name given with the nomination, else the one on the card. */
export function nomineeName(log: readonly EventInfo[], side: number): string | null {
  const event = log.find((one) => one.event === 'nominated' && one.seat !== null && sideOf(one.seat) === side);
  return event ? textOf(event.args['text']) || textOf(event.args['nominee']) : null;
}

/** A hand as it is held: what can be played first, then by votes. */
export function handOf(view: PoliticsView, seat: number | null, deck: Deck, lit: (code: string) => boolean): CardInfo[] {
  const own = [...deck.values()].filter((card) => seat !== null && view.holder[card.code] === seat);
  return own.sort((a, b) => Number(lit(b.code)) - Number(lit(a.code)) || b.value - a.value || (a.code < b.code ? -1 : 1));
}

/** Land without a card in 1904, and the line between Oklahoma and the Indian Territory. */
export function territories(): Territory[] {
  const part = 'M498 344V353.100L493.500 360L486.800 364.100L486.600 382.900L476.800 389.700L461.100 392.800L460.700 411';
  return Object.entries(words.politics.territories).map(([code, name]) => (code === 'OK' ? { code, name, part } : { code, name }));
}

/** The clause to open the rules at. */
export function clauseInPlay(view: PoliticsView): string {
  const tasks: Record<Task, string> = { side: 'PO-2', nominate: 'PO-3', play: 'PO-5', pass: 'PO-6' };
  if (view.finished) return 'PO-8';
  return view.task ? tasks[view.task] : 'PO-5';
}
