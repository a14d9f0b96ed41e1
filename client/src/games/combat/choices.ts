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

const ENDED = ['wild', 'took', 'got', 'won_all'];

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

/** Order takes by the number of their cards, then by their face-down cards; all others keep their order. */
export function byCards(moves: readonly MoveInfo[]): readonly MoveInfo[] {
  const size = ({ verb, args }: MoveInfo): number => (verb === 'take' ? args.length * 10 + args.filter(isPlace).length : 0);
  return [...moves].sort((one, other) => size(one) - size(other));
}

/** The cards that every move includes; of stakes (`add`) that share none, one of the equally high highest cards. */
export function requiredIn(moves: readonly MoveInfo[], votes: (code: string) => number): string[] {
  const shared = (moves[0]?.args ?? []).filter((token) => moves.every(({ args }) => args.includes(token)));
  const staked = moves.flatMap(({ verb, args }) => (verb === 'add' ? args : []));
  return shared.length > 0 ? shared : [...new Set(staked)].sort((one, other) => votes(other) - votes(one)).slice(0, 1);
}

/** Whether a seat has chosen what to take in the hand being played. */
export function choseIn(log: readonly EventInfo[], seat: number | null): boolean {
  return handOf(log).some((event) => event.event === 'took' && event.seat === seat);
}

/** The events of the hand being played. */
function handOf(log: readonly EventInfo[]): readonly EventInfo[] {
  return log.slice(log.map((event) => event.event).lastIndexOf('hand_over') + 1);
}

/** Whether the cards of the hand being played are tied. */
export function tiedIn(log: readonly EventInfo[]): boolean {
  return handOf(log).some((event) => event.event === 'tied');
}

/** The entry of the first tied throw about the present card; null while no throw about it was a tie. */
export function tiedThrow(log: readonly EventInfo[]): number | null {
  const tie = ({ event, args }: EventInfo): boolean => event === 'threw' && args['winner'] === null;
  const since = log.map((event) => tie(event) || event.event === 'sealed').lastIndexOf(false);
  return log.slice(since + 1).find(tie)?.entry ?? null;
}

/** The card that the next card of an ordinary hand has to beat, or that has beaten the other; the seat that turns or chooses. */
export interface Duel {
  card: string;
  seat: number;
  won: boolean;
}

/** The duel of the hand being played; null before its first card, under a wild card and once cards are taken. */
export function duelIn(log: readonly EventInfo[], opener: number | null): Duel | null {
  const events = handOf(log);
  const turned = events.filter((event) => event.event === 'turned');
  const [first, second] = turned;
  if (!first || first.seat === null || opener === null || events.some(({ event, args }) => ENDED.includes(event) || (event === 'turned' && args['votes'] === 0))) return null; // a wild card has no votes
  const card = String(first.args['card']);
  if (!second || second.seat === null) return { card, seat: 1 - first.seat, won: false };
  if (first.args['votes'] === second.args['votes']) return turned.length > 2 ? null : { card, seat: opener, won: false };
  const best = turned.reduce((one, other) => (numberOf(other.args['votes']) > numberOf(one.args['votes']) ? other : one)); // of equal cards the first leads
  return { card: String(best.args['card']), seat: best.seat ?? 0, won: true };
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
