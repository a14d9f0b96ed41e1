/** One order for a contest: hold the chance where a bid has put it, for so many dollars in all. It is settled by ordinary bids. */

import type { EventInfo, MoveInfo } from '../../lib/protocol';
import { seatNumber } from '../../lib/read';
import { bidsIn } from './say';
import { contestIn } from './contest';
import { contestKey, faceDown, situationOf, statesThat } from './view';
import type { MudslingerView } from './view.types';

export interface Order {
  /** Which contest, by its key. */
  readonly contest: string;
  /** The rating to hold: the runner keeps it up, a rival keeps it down. */
  readonly rating: number;
  /** The most dollars in this contest. */
  readonly most: number;
  /** How many cards had been played in it: with another card the player decides anew. */
  readonly cards: number;
}

export function cardsPlayed(log: readonly EventInfo[]): number {
  return contestIn(log).filter((one) => one.event === 'played').length;
}

/** The dollars that a seat has bid in the contest that goes on. */
export function dollarsBid(log: readonly EventInfo[], seat: number | null): number {
  return contestIn(log).reduce((sum, one) => sum + (one.seat === seat && (one.event === 'spent' || one.event === 'slung') ? one.args.dollars : 0), 0);
}

/** The move that an order makes now; null if the player must decide: no contest of theirs, another card, too few dollars. */
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

/** With so few states left every one of them concerns everybody. */
export const LAST = 5;
/** "Skip small states": contests below so many points settle themselves, the viewer's own by bids for this rating, up to this part of their dollars. */
export const SMALL = { below: 15, rating: 13, part: 10 } as const;
const SKIPPED = ['bidding', 'roll', 'answer', 'again'];

/** A game with more states than this is long enough to skip some. */
const SHORT = 20;

/** Whether "Skip small states" is offered: in the long game. In the short one it would save no time. */
export const isLong = (view: MudslingerView): boolean => Object.keys(view.lies).length - statesThat(view, 'not in play').length > SHORT;

/** Whether the latest contest is one of those that "Skip small states" settles. */
export function isSmall(view: MudslingerView, log: readonly EventInfo[]): boolean {
  const begun = contestIn(log)[0];
  const left = statesThat(view, 'open').length + faceDown(view).length;
  return (begun?.event === 'campaigns' || begun?.event === 'attacks') && begun.args.points < SMALL.below && left > LAST && isLong(view);
}

/** The move that "Skip small states" makes now; null if the contest is large, or a card is aimed at the viewer. */
export function skipped(view: MudslingerView, seat: number | null, moves: readonly MoveInfo[], log: readonly EventInfo[], after: (move: MoveInfo) => number | null): MoveInfo | null {
  const { what, by, kind } = situationOf(view);
  if (what === null || !SKIPPED.includes(what) || !isSmall(view, log)) return null;
  const aimed = what === 'answer' && by !== seat && kind !== 'GERRY' && view.frame_target[Math.max(0, view.depth - 1)] === seat;
  if (aimed) return null;
  const pass = moves.find((move) => move.verb === 'pass') ?? null;
  if (what !== 'bidding' || seat === null || seatNumber(view.runner) !== seat || view.rating >= SMALL.rating) return pass;
  const paid = dollarsBid(log, seat);
  const left = Math.floor(((view.money[seat] ?? 0) + paid) / SMALL.part) - paid;
  const bids = bidsIn(moves, 'spend').filter((bid) => bid.dollars <= left);
  return (bids.find((bid) => (after(bid.move) ?? 0) >= SMALL.rating) ?? bids.at(-1))?.move ?? pass;
}
