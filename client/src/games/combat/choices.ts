/** Describe the viewer's choices by what the legal moves have in common, without knowing the rules. */

import type { EventInfo, MoveInfo } from '../../lib/protocol';
import { numberOf, seatNumber } from '../../lib/read';

/** One way to take cards: a card that is certain to be taken, and the number and kind of the other cards. */
export interface Way {
  card: string;
  others: number;
  /** Whether all other cards lie face down. */
  hidden: boolean;
}

const isPlace = (token: string): boolean => /^\d+$/.test(token);

/** Group the legal takes by their number of cards, each with the open card that all takes of the group include. */
export function waysOf(moves: readonly MoveInfo[]): Way[] {
  const lengths = [...new Set(moves.map((move) => move.args.length))].sort((a, b) => a - b);
  return lengths.flatMap((length) => {
    const taken = moves.filter((move) => move.verb === 'take' && move.args.length === length).map((move) => move.args);
    const card = taken[0]?.find((token) => !isPlace(token) && taken.every((args) => args.includes(token)));
    if (card === undefined) return [];
    return [{ card, others: length - 1, hidden: taken.every((args) => args.every((token) => token === card || isPlace(token))) }];
  });
}

/** The card that every legal stake (`add`) includes, or null. */
export function stakedFor(moves: readonly MoveInfo[]): string | null {
  const added = moves.filter((move) => move.verb === 'add').map((move) => move.args);
  return added[0]?.find((token) => added.every((args) => args.includes(token))) ?? null;
}

/** The events of the hand being played. */
function handOf(log: readonly EventInfo[]): readonly EventInfo[] {
  return log.slice(log.map((event) => event.event).lastIndexOf('hand_over') + 1);
}

/** Whether the cards of the hand being played are tied. */
export function tiedIn(log: readonly EventInfo[]): boolean {
  return handOf(log).some((event) => event.event === 'tied');
}

/** The cards staked in the hand being played, the seat that staked them, and the hand's number. */
export function stakeIn(log: readonly EventInfo[]): { seat: number | null; codes: string[]; hand: number } | null {
  const events = handOf(log);
  const added = events.find((event) => event.event === 'added');
  const hand = numberOf(events.find((event) => event.event === 'stakes')?.args['hand']);
  return added ? { seat: added.seat, codes: (added.args['cards'] as string[] | undefined) ?? [], hand } : null;
}

/** The seat that will stake cards after the hand being played; null if none does. */
export function nextStaker(log: readonly EventInfo[]): number | null {
  return seatNumber(handOf(log).find((event) => event.event === 'stakes')?.args['next']);
}

/** Whether the hand being played can no longer change the result. */
export function decidedIn(log: readonly EventInfo[]): boolean {
  return handOf(log).some((event) => event.event === 'decided');
}

/** The seat that has reached the winning votes; `secured` after its staked hand or once the game is decided. */
export function passedBy(log: readonly EventInfo[], tally: readonly number[], goal: number | null): { event: 'passed' | 'secured'; seat: number } | null {
  const seat = goal === null ? -1 : tally.findIndex((votes) => votes >= goal);
  if (seat < 0) return null;
  const staked = log.findIndex((event) => event.event === 'added' && event.seat === seat);
  const settled = staked >= 0 && log.slice(staked).some((event) => event.event === 'hand_over');
  return { event: settled || decidedIn(log) ? 'secured' : 'passed', seat };
}
