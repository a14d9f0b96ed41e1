/** Automatic bids: an order that holds a rating in one contest up to a sum of dollars, and "Skip small states". */

import type { Deck } from '../../cards/deck';
import type { EventInfo, MoveInfo } from '../../lib/protocol';
import { seatNumber } from '../../lib/read';
import { bidsIn } from './say';
import { contestIn } from './contest';
import { contestKey, isForTheLead, situationOf, statesLeft, statesThat } from './view';
import type { MudslingerView } from './view.types';

export interface Order {
  /** The contest, by its key. */
  readonly contest: string;
  /** The rating to hold: the runner keeps the rating at least as high, a rival at least as low. */
  readonly rating: number;
  /** The most dollars to spend in this contest. */
  readonly most: number;
  /** The number of cards played in the contest so far. After another card the player decides again. */
  readonly cards: number;
}

export function cardsPlayed(log: readonly EventInfo[]): number {
  return contestIn(log).filter((one) => one.event === 'played').length;
}

/** The dollars that a seat has bid in the current contest. */
export function dollarsBid(log: readonly EventInfo[], seat: number | null): number {
  return contestIn(log).reduce((sum, one) => sum + (one.seat === seat && (one.event === 'spent' || one.event === 'slung') ? one.args.dollars : 0), 0);
}

/**
 * The move that an order makes now; null if the player must decide: another contest, another card, or too few dollars.
 */
export function ordered(order: Order | null, view: MudslingerView, seat: number | null, moves: readonly MoveInfo[], log: readonly EventInfo[], after: (move: MoveInfo) => number | null): MoveInfo | null {
  if (!order || order.contest !== contestKey(view) || situationOf(view).what !== 'bidding' || cardsPlayed(log) !== order.cards) return null;
  const own = seatNumber(view.runner) === seat;
  if (own ? view.rating >= order.rating : view.rating <= order.rating) return moves.find((move) => move.verb === 'pass') ?? null;
  const left = order.most - dollarsBid(log, seat);
  const reached = (move: MoveInfo): boolean => {
    const rating = after(move);
    return rating !== null && (own ? rating >= order.rating : rating <= order.rating);
  };
  return bidsIn(moves, own ? 'spend' : 'sling').find((bid) => bid.dollars <= left && reached(bid.move))?.move ?? null;
}

/** When this number of states or fewer is left, each state matters to all players. */
export const LAST = 5;
/**
 * "Skip small states" settles contests below this number of points. In the viewer's own contest it bids up to this
 * rating, with at most this part of their dollars (one tenth).
 */
export const SMALL = { below: 15, rating: 13, part: 10 } as const;
const SKIPPED = ['bidding', 'roll', 'answer', 'again'];

/** A game with more states than this is long enough to skip small ones. */
const SHORT = 20;

/** Whether the game is long enough to offer "Skip small states". */
export const isLong = (view: MudslingerView): boolean => Object.keys(view.lies).length - statesThat(view, 'not in play').length > SHORT;

/** Whether "Skip small states" settles the latest contest. */
export function isSmall(view: MudslingerView, log: readonly EventInfo[], deck: Deck): boolean {
  const begun = contestIn(log)[0];
  const small = (begun?.event === 'campaigns' || begun?.event === 'attacks') && begun.args.points < SMALL.below;
  return small && statesLeft(view).length > LAST && isLong(view) && !isForTheLead(view, deck);
}

/** The move that "Skip small states" makes now; null if the contest is large, or a card is aimed at the viewer. */
export function skipped(view: MudslingerView, seat: number | null, moves: readonly MoveInfo[], log: readonly EventInfo[], deck: Deck, after: (move: MoveInfo) => number | null): MoveInfo | null {
  const { what, by, kind } = situationOf(view);
  if (what === null || !SKIPPED.includes(what) || !isSmall(view, log, deck)) return null;
  const aimed = what === 'answer' && by !== seat && kind !== 'GERRY' && view.frame_target[Math.max(0, view.depth - 1)] === seat;
  if (aimed) return null;
  const pass = moves.find((move) => move.verb === 'pass') ?? null;
  if (what !== 'bidding' || seat === null || seatNumber(view.runner) !== seat || view.rating >= SMALL.rating) return pass;
  const paid = dollarsBid(log, seat);
  const left = Math.floor(((view.money[seat] ?? 0) + paid) / SMALL.part) - paid;
  const bids = bidsIn(moves, 'spend').filter((bid) => bid.dollars <= left);
  return (bids.find((bid) => (after(bid.move) ?? 0) >= SMALL.rating) ?? bids.at(-1))?.move ?? pass;
}
