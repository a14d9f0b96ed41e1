/** Find who won which cards in the last finished hand, from its events and from where the cards lie now. */

import type { EventInfo } from '../../../lib/protocol';
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
