/** The board of U.S. President and how each event changes it, for drawing only; the server applies the rules. */

import { changed, keysOf, labelOf } from '../../lib/read';
import type { EventInfo } from '../../lib/protocol';
import type { Contest } from '../../table/night/outcome';
import type { Transfer } from '../../table/lookup/transfers';
import type { Holder, PresidentEvent, PresidentView, Size, State } from './view.types';

/** The part of the view that events change. */
export type Board = Pick<PresidentView, 'week' | 'stock' | 'placed' | 'points' | 'holder' | 'removed' | 'sealed' | 'remaining' | 'electors'>;

/** The sizes of pyramids, smallest first. */
export const SIZES: readonly Size[] = ['small', 'medium', 'large'];

/** The states in play at this table. */
export function statesOf({ holder }: Board): State[] {
  return keysOf(holder).filter((state) => holder[state] !== 'absent');
}

/** The board after an event; the same object if the event moves nothing. */
export function after(board: Board, info: EventInfo): Board {
  const event = info as PresidentEvent;
  const seat = event.seat ?? -1;
  const moved = transferOf(info);
  if (moved) {
    const holder = moved.side === null ? null : (labelOf(moved.side) as Holder);
    return { ...board, holder: { ...board.holder, [moved.codes[0] as State]: holder } };
  }
  switch (event.event) {
    case 'sealed':
      return { ...board, sealed: changed(board.sealed, seat, 1) };
    case 'removed':
      return { ...used(board, seat, event.args.size), removed: changed(board.removed, seat, (board.removed[seat] ?? 0) + 1) };
    case 'placed':
      return put(used(board, seat, event.args.size), seat, event.args);
    case 'week':
      return { ...board, week: event.args.week };
    case 'count': // a seat that is out of the count has no electors
      return { ...board, electors: board.electors.map((own, k) => (board.remaining[k] ? own : 0)) };
    case 'counted':
      return { ...board, electors: changed(board.electors, seat, event.args.electors) };
    case 'left':
      return { ...board, remaining: changed(board.remaining, seat, 0) };
    default:
      return board;
  }
}

/** The board after a seat has used a pyramid: its stock shrinks and its sealed ballot is open. */
function used(board: Board, seat: number, size: Size): Board {
  return { ...board, stock: more(board.stock, seat, size, -1), sealed: changed(board.sealed, seat, 0) };
}

function put(board: Board, seat: number, { size, state, points }: { size: Size; state: State; points: number }): Board {
  const placed = board.placed.map((own, k) => (k === seat ? { ...own, [state]: { ...own[state], [size]: own[state][size] + 1 } } : own));
  return { ...board, placed, points: board.points.map((own, k) => (k === seat ? { ...own, [state]: points } : own)) };
}

function more(stock: Board['stock'], seat: number | null, size: Size, by: number): Board['stock'] {
  return stock.map((own, k) => (k === seat ? { ...own, [size]: own[size] + by } : own));
}

/** The board before the first event of a complete log that ends in `view`. */
export function beginning(view: PresidentView, log: readonly EventInfo[]): Board {
  const none = view.stock.map(() => 0);
  const nowhere = <T>(value: T): Record<State, T> => Object.fromEntries(keysOf(view.holder).map((state) => [state, value])) as Record<State, T>;
  const pyramids = log.filter(({ event }) => event === 'placed' || event === 'removed');
  return {
    week: 1,
    stock: pyramids.reduce((stock, { seat, args }) => more(stock, seat, args['size'] as Size, 1), view.stock),
    placed: none.map(() => nowhere({ small: 0, medium: 0, large: 0 })),
    points: none.map(() => nowhere(0)),
    holder: { ...view.holder, ...Object.fromEntries(statesOf(view).map((state) => [state, null])) },
    removed: none,
    sealed: none,
    remaining: none.map(() => 1),
    electors: none,
  };
}

/** The board after the first `count` events of a complete log. */
export function boardAt(view: PresidentView, log: readonly EventInfo[], count: number): Board {
  return log.slice(0, count).reduce(after, beginning(view, log));
}

/** The seats whose next pyramid in a state would be wasted, with their points there, read from the log's placements. */
export function fullIn(log: readonly EventInfo[]): ReadonlyMap<State, ReadonlyMap<number, number>> {
  const full = new Map<State, Map<number, number>>();
  for (const info of log) {
    const event = info as PresidentEvent;
    if (event.event !== 'placed' || event.args.free > 0 || event.seat === null) continue;
    full.set(event.args.state, new Map(full.get(event.args.state)).set(event.seat, event.args.points));
  }
  return full;
}

/** Whether a state's electors do not count, by the newest event about them in a count. */
export function voidIn(log: readonly EventInfo[], code: string): boolean {
  let empty = false;
  for (const info of log) {
    const event = info as PresidentEvent;
    if (event.event === 'florida_void') empty = true;
    else if (event.event === 'florida_counts') empty = false;
    else if (event.event === 'counted' && event.args.states.some((state) => state === code)) empty = false;
    else if (event.event === 'inherited' && event.args.state === code) empty = true; // until a later event counts them
  }
  return empty;
}

/** The seat that received each state's electors in the last count of a log. */
export function countedIn(log: readonly EventInfo[]): Map<State, number> {
  let counted = new Map<State, number>();
  for (const info of log) {
    const event = info as PresidentEvent;
    if (event.event === 'count') counted = new Map();
    if (event.event === 'counted') for (const state of event.args.states) counted.set(state, event.seat ?? -1);
  }
  return counted;
}

/** The last count between at least two players, and who dropped out; null if one count was enough. */
export function contestIn(log: readonly EventInfo[], players: number): Contest | null {
  const counts: Map<number, number>[] = [];
  const out: number[] = [];
  const had = new Map<number, number>();
  for (const info of log) {
    const { event, seat, args } = info as PresidentEvent;
    if (event === 'count') counts.push(new Map());
    if (event === 'counted') {
      counts.at(-1)?.set(seat ?? -1, args.electors);
      had.set(seat ?? -1, args.electors);
    }
    if (event === 'left') out.push(seat ?? -1);
  }
  const last = counts.filter((one) => one.size > 1).at(-1);
  if (counts.length < 2 || !last) return null;
  const seats = Array.from({ length: players }, (_, seat) => seat);
  return { votes: seats.map((seat) => last.get(seat) ?? 0), out, dropped: seats.map((seat) => (last.has(seat) ? null : (had.get(seat) ?? 0))) };
}

/** The state card that an event gives to a seat or puts beside the map. */
export function transferOf(info: EventInfo): Transfer | null {
  const event = info as PresidentEvent;
  switch (event.event) {
    case 'dealt':
    case 'led':
    case 'inherited':
    case 'claimed':
    case 'unopposed':
      return { codes: [event.args.state], side: event.seat };
    case 'aside':
    case 'laid_aside':
      return { codes: [event.args.state], side: null };
    default:
      return null;
  }
}
