/** One order for a contest: hold the chance where a bid has put it, for so many dollars in all. It is settled by ordinary bids. */

import type { EventInfo, MoveInfo } from '../../lib/protocol';
import { seatNumber } from '../../lib/read';
import { bidsIn } from './say';
import { contestIn } from './contest';
import { contestKey, situationOf } from './view';
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
