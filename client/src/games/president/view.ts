/** The view of U.S. President, and what its events do to what is shown. The server judges; here it is only drawn. */

import { valueOf, type Deck } from '../../cards/deck';
import type { EventInfo } from '../../lib/protocol';
import { fieldsOf, numberOf, rows, seatNumber, texts, truth } from '../../lib/read';

/** What stands on the map, and who has what. Seats count from 0; sizes are those of the view, the smallest first. */
export interface Board {
  week: number;
  /** By seat, then by size. */
  stock: number[][];
  /** By state, then by seat, then by size. */
  placed: Record<string, number[][]>;
  points: Record<string, number[]>;
  holder: Record<string, number | null>;
  removed: number[];
  sealed: boolean[];
  remaining: boolean[];
  electors: number[];
}

export interface PresidentView extends Board {
  weeks: number;
  sizes: string[];
  states: string[];
  /** Sealed choices that the viewer may see: his own. */
  choice: (string | null)[];
  counts: number;
  winner: number | null;
  finished: boolean;
}

function flags(value: unknown): boolean[] {
  return rows(value).map(truth);
}

export function readView(raw: Record<string, unknown>): PresidentView {
  const stock = rows(raw['stock']).map(fieldsOf);
  const sizes = Object.keys(stock[0] ?? {});
  const holder: Record<string, number | null> = {};
  for (const [code, who] of Object.entries(fieldsOf(raw['holder']))) if (who !== 'absent') holder[code] = seatNumber(who);
  const states = Object.keys(holder);
  const placed = rows(raw['placed']).map(fieldsOf);
  const points = rows(raw['points']).map(fieldsOf);
  const bySize = (counts: unknown): number[] => sizes.map((size) => numberOf(fieldsOf(counts)[size]));
  return {
    weeks: numberOf(raw['weeks']),
    week: numberOf(raw['week']),
    sizes,
    states,
    stock: stock.map(bySize),
    placed: Object.fromEntries(states.map((code) => [code, placed.map((seat) => bySize(seat[code]))])),
    points: Object.fromEntries(states.map((code) => [code, points.map((seat) => numberOf(seat[code]))])),
    holder,
    removed: rows(raw['removed']).map(numberOf),
    sealed: flags(raw['sealed']),
    choice: texts(raw['choice']),
    remaining: flags(raw['remaining']),
    counts: numberOf(raw['counts']),
    electors: rows(raw['electors']).map(numberOf),
    winner: seatNumber(raw['winner']),
    finished: truth(raw['finished']),
  };
}

function changed<T>(list: readonly T[], at: number, value: T): T[] {
  return list.map((one, k) => (k === at ? value : one));
}

/** The board after an event; the same board where the event moves nothing. */
export function after(board: Board, event: EventInfo, sizes: readonly string[]): Board {
  const { seat, args } = event;
  const state = typeof args['state'] === 'string' ? args['state'] : '';
  const size = sizes.indexOf(String(args['size']));
  const holding = (who: number | null): Board => ({ ...board, holder: { ...board.holder, [state]: who } });
  switch (event.event) {
    case 'dealt':
    case 'led':
    case 'inherited':
    case 'claimed':
      return holding(seat);
    case 'aside':
    case 'laid_aside':
      return holding(null);
    case 'sealed':
      return seat === null ? board : { ...board, sealed: changed(board.sealed, seat, true) };
    case 'placed':
    case 'removed':
      return seat === null || size < 0 ? board : put(board, seat, size, state, event);
    case 'week':
      return { ...board, week: numberOf(args['week']) };
    case 'counted':
      return seat === null ? board : { ...board, electors: changed(board.electors, seat, numberOf(args['electors'])) };
    case 'left':
      return seat === null ? board : { ...board, remaining: changed(board.remaining, seat, false) };
    default:
      return board;
  }
}

function put(board: Board, seat: number, size: number, state: string, event: EventInfo): Board {
  const left = board.stock[seat] ?? [];
  const next: Board = {
    ...board,
    stock: changed(board.stock, seat, changed(left, size, (left[size] ?? 0) - 1)),
    sealed: changed(board.sealed, seat, false),
  };
  if (event.event === 'removed') return { ...next, removed: changed(board.removed, seat, (board.removed[seat] ?? 0) + 1) };
  const there = board.placed[state] ?? [];
  const own = there[seat] ?? [];
  next.placed = { ...board.placed, [state]: changed(there, seat, changed(own, size, (own[size] ?? 0) + 1)) };
  next.points = { ...board.points, [state]: changed(board.points[state] ?? [], seat, numberOf(event.args['points'])) };
  return next;
}

/** The board as it was before the first event of a whole log that ends in `view`. */
export function beginning(view: PresidentView, log: readonly EventInfo[]): Board {
  const none = view.stock.map(() => view.sizes.map(() => 0));
  const used = view.stock.map((left) => [...left]);
  for (const event of log) {
    const stock = event.seat === null || !['placed', 'removed'].includes(event.event) ? null : used[event.seat];
    const size = view.sizes.indexOf(String(event.args['size']));
    if (stock && size >= 0) stock[size] = (stock[size] ?? 0) + 1;
  }
  return {
    week: 1,
    stock: used,
    placed: Object.fromEntries(view.states.map((code) => [code, none])),
    points: Object.fromEntries(view.states.map((code) => [code, none.map(() => 0)])),
    holder: Object.fromEntries(view.states.map((code) => [code, null])),
    removed: none.map(() => 0),
    sealed: none.map(() => false),
    remaining: none.map(() => true),
    electors: none.map(() => 0),
  };
}

/** The board after the first `count` events of a whole log. */
export function boardAt(view: PresidentView, log: readonly EventInfo[], count: number): Board {
  return log.slice(0, count).reduce((board, event) => after(board, event, view.sizes), beginning(view, log));
}

/** What is printed on the cards a seat holds, added up. */
export function printed(board: Board, deck: Deck, seat: number): number {
  return valueOf(Object.entries(board.holder).flatMap(([code, who]) => (who === seat ? (deck.get(code) ?? []) : [])));
}

/** The clause to open the rules at. */
export function clauseInPlay(view: PresidentView): string {
  if (!view.finished) return 'UP-3';
  return view.counts > 1 ? 'UP-11' : 'UP-9';
}
