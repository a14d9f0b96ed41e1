/** Find who won which cards in the last finished hand, and why the viewer had nothing to choose in it. */

import type { EventInfo } from '../../../lib/protocol';
import { numberOf } from '../../../lib/read';
import { holderOf, type CombatView } from '../view';

const PLAYED = ['wild', 'second_wild'];
const SHOWING = ['turned', 'turned_up', 'collected', 'wild', 'second_wild'];

/** The cards that each seat has won in a hand, up to one of its events. */
export function broughtBy(log: readonly EventInfo[], last: EventInfo, holder: (code: string) => number | null): string[][] {
  const events = log.slice(0, log.lastIndexOf(last) + 1);
  const from = events.map((event) => event.event).lastIndexOf('laid');
  const codes = new Set(events.slice(from + 1).flatMap((event) => (SHOWING.includes(event.event) ? [String(event.args['card'])] : [])));
  return [0, 1].map((seat) => [...codes].filter((code) => holder(code) === seat));
}

export interface LastHand {
  hand: number;
  cards: { code: string; seat: number | null; staked: boolean }[];
  /** The wild cards that were played. */
  wilds: string[];
  /** The seat that had put cards at stake. */
  staker: number | null;
}

export function cardsOfLastHand(log: readonly EventInfo[], view: CombatView): LastHand | null {
  const ends = log.flatMap((event, k) => (event.event === 'hand_over' ? [k] : []));
  const end = ends.at(-1);
  if (end === undefined) return null;
  const from = (ends.at(-2) ?? -1) + 1;
  const events = log.slice(from, end);
  const added = events.find((event) => event.event === 'added');
  const stake = (added?.args['cards'] as string[] | undefined) ?? [];
  const codes = events
    .filter((event) => SHOWING.includes(event.event))
    .map((event) => String(event.args['card']));
  const again = log.slice(end).find((event) => event.event === 'added'); // cards of the pile that the next hand's layer stakes
  const staked = (again?.args['cards'] as string[] | undefined) ?? [];
  const cards = [...new Set(codes)].map((code) => ({ code, seat: staked.includes(code) ? (again?.seat ?? null) : holderOf(view, code), staked: stake.includes(code) }));
  const wilds = events.flatMap((event) => (PLAYED.includes(event.event) ? [String(event.args['card'])] : []));
  return { hand: Number(log[end]?.args['hand'] ?? 0), cards, wilds, staker: added?.seat ?? null };
}

/** Why a player had nothing to choose: a wild card decided, the tie-breaker did, or the rival's card was higher. stop: why no campaign stop helped. */
export type Why = { wild: string; second: boolean } | { tied: true } | { high: string; low: string; stop: 'none' | 'spent' | 'slight' | 'idle' };

/** The last finished hands in a row without a choice of a seat. gained: each seat's votes in them; votes: each seat's at their end. */
export interface Unchosen {
  why: Why;
  hands: number[];
  gained: number[];
  votes: number[];
}

const CHOICES = ['took', 'called', 'sealed', 'campaigned', 'added', 'stood'];

/**
 * The hands without a choice that end with the last finished hand; null if the seat chose something in it.
 * stops: whether players have campaign stops; slight: whether the table let the cards stand for the seat in a hand.
 */
export function unchosen(log: readonly EventInfo[], seat: number, stops: boolean, slight: (hand: number) => boolean): Unchosen | null {
  const ends = log.flatMap((event, k) => (event.event === 'hand_over' ? [k] : []));
  const votesAt = (k: number): number[] => ['first', 'second'].map((name) => numberOf(log[ends[k] ?? -1]?.args[name]));
  const reasons: { hand: number; why: Why }[] = [];
  let k = ends.length - 1;
  for (; k >= 0; k -= 1) {
    const end = ends[k] ?? 0;
    const hand = numberOf(log[end]?.args['hand']);
    const before = log.slice(0, end);
    const why = whyIn(log.slice((ends[k - 1] ?? -1) + 1, end), seat, slight(hand), !stops ? 'none' : before.some(({ event, seat: by, args }) => event === 'campaigned' && by === seat && args['left'] === 0) ? 'spent' : 'idle');
    if (!why) break;
    reasons.push({ hand, why });
  }
  const [last] = reasons;
  const [votes, start] = [votesAt(ends.length - 1), votesAt(k)];
  return last ? { why: last.why, hands: reasons.map(({ hand }) => hand).reverse(), gained: votes.map((now, one) => now - (start[one] ?? 0)), votes } : null;
}

/** Why a seat had nothing to choose in a hand; null if it chose something. */
function whyIn(events: readonly EventInfo[], seat: number, slight: boolean, stop: 'none' | 'spent' | 'idle'): Why | null {
  const wild = events.filter(({ event }) => PLAYED.includes(event)).at(-1);
  const shared = wild?.event === 'wild' && wild.args['card'] === 'CELEB'; // shares the cards out without a choice
  if (events.some(({ event, seat: by }) => by === seat && CHOICES.includes(event) && !(shared && event === 'took') && !(slight && event === 'stood'))) return null;
  if (wild) return { wild: String(wild.args['card']), second: wild.event === 'second_wild' };
  if (events.some(({ event }) => event === 'tied')) return { tied: true };
  const best = (by: (one: number | null) => boolean): EventInfo | undefined =>
    events.filter((event) => event.event === 'turned' && by(event.seat)).sort((one, other) => numberOf(other.args['votes']) - numberOf(one.args['votes']))[0];
  const [own, high] = [best((one) => one === seat), best((one) => one !== seat)];
  return own && high ? { high: String(high.args['card']), low: String(own.args['card']), stop: slight ? 'slight' : stop } : null;
}
