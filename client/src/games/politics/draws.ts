/** Read draws and the re-deal from the log: whether a drawn card was played, and which hand was replaced. */

import type { EventInfo } from '../../lib/protocol';
import { seatNumber } from '../../lib/read';
import type { SideSeats } from './view';
import type { PoliticsEvent } from './view.types';

export interface Draw {
  seat: number;
  /** The drawn card; null if only its owner has seen it. */
  card: string | null;
  played: boolean;
}

/**
 * The viewer's last draw and the last draw of another seat, since the viewer's last choice or the re-deal. `now` is a
 * card that the viewer has drawn and has neither played nor kept yet.
 */
export function drawsSince(log: readonly EventInfo[], viewer: number | null): { own: Draw | null; other: Draw | null; now: string | null } {
  let drawn = null as Draw | null;
  let own = null as Draw | null;
  let other = null as Draw | null;
  const done = (draw: Draw): void => {
    if (draw.seat === viewer) own = draw;
    else other = draw;
  };
  for (const event of log as readonly PoliticsEvent[]) {
    const { seat } = event;
    if ((event.event === 'drew' && seat === viewer) || event.event === 'third_party') own = other = null;
    if (event.event === 'drew') drawn = { seat: seat ?? -1, card: null, played: false };
    else if (event.event === 'drew_card' && drawn) drawn = { ...drawn, card: event.args.card };
    else if (event.event === 'kept' && drawn) done(drawn);
    else if (event.event === 'played' || event.event === 'nominated') {
      const fresh = drawn !== null && drawn.seat === seat && event.event === 'played';
      other = null;
      if (fresh) done({ seat: seat ?? -1, card: event.args.card, played: true });
      else if (seat === viewer) own = null;
    }
    if (!['drew', 'drew_card', 'no_more_extra'].includes(event.event)) drawn = null;
  }
  return { own, other, now: drawn?.seat === viewer ? drawn.card : null };
}

/**
 * A move that the table made for a seat: the card played, the card drawn, and whether the re-deal came before (`last`).
 */
export interface Forced {
  played: string | null;
  drawn: string | null;
  last: boolean;
  /** Whether the seat had never drawn before. */
  firstDraw: boolean;
}

/** Read a forced move from its events. `known` is the log up to these events. */
export function forcedIn(events: readonly EventInfo[], known: readonly EventInfo[], seat: number | null): Forced {
  const own = (known as readonly PoliticsEvent[]).filter((one) => one.seat === seat || one.event === 'third_party');
  const done = (events as readonly PoliticsEvent[]).find((one) => one.seat === seat && ['played', 'kept', 'passed'].includes(one.event));
  const at = own.findIndex((one) => one.entry === done?.entry && one.event === done.event);
  const before = own[at - 1];
  const draws = own.slice(0, at).filter((one) => one.event === 'drew');
  const drew = before?.event === 'drew_card' && done?.event !== 'passed' ? before.args.card : null;
  return { played: done?.event === 'played' ? done.args.card : null, drawn: drew, last: own.some((one) => one.event === 'third_party' && one.entry < (done?.entry ?? 0)), firstDraw: drew !== null && draws.length === 1 };
}

/** When each drawn or taken card came into a seat's hand, as the number of its log entry; dealt cards are absent. */
export function arrivalsIn(log: readonly EventInfo[], seat: number | null): Map<string, number> {
  const came = new Map<string, number>();
  for (const event of log as readonly PoliticsEvent[]) {
    if (event.event === 'third_party') came.clear();
    else if (event.seat === seat && (event.event === 'drew_card' || event.event === 'took')) came.set(event.args.card, event.entry);
  }
  return came;
}

/** The card that a seat took into its hand with its last move; null if that move was another one. */
export function takenIn(log: readonly EventInfo[], seat: number | null): string | null {
  const last = (log as readonly PoliticsEvent[]).filter((event) => event.event === 'third_party' || (event.seat === seat && event.event !== 'got')).at(-1);
  return last?.event === 'took' ? last.args.card : null;
}

/** For each side, whether it is walled in (no free state borders it), and whether it was before the last deal. */
export function wallsIn(log: readonly EventInfo[], sides: SideSeats): { walled: boolean; early: boolean }[] {
  const events = log as readonly PoliticsEvent[];
  const dealt = events.findIndex((one) => one.event === 'third_party');
  return sides.map((seats) => {
    const at = events.findIndex((one) => one.event === 'walled_in' && one.args.seats.some((label) => seats.includes(seatNumber(label) ?? -1)));
    return { walled: at >= 0, early: at >= 0 && at < dealt };
  });
}

export interface Redeal {
  event: EventInfo;
  /** The cards that the seat lost in the re-deal. */
  gone: string[];
  /** The cards that the seat was dealt in the re-deal. */
  dealt: string[];
}

/** The re-deal; null if the log has not reached it. `known`: all events that the server has sent. */
export function redealIn(log: readonly EventInfo[], known: readonly EventInfo[], seat: number | null): Redeal | null {
  const held = new Set<string>();
  for (const [at, event] of (log as readonly PoliticsEvent[]).entries()) {
    if (event.event === 'third_party') {
      const dealt: string[] = (known as readonly PoliticsEvent[]).slice(at).flatMap((one) => (one.event === 'got' && one.seat === seat ? [one.args.card] : []));
      return { event, gone: [...held].filter((card) => !dealt.includes(card)), dealt };
    }
    if (event.seat !== seat) continue;
    if (event.event === 'got' || event.event === 'drew_card' || event.event === 'took') held.add(event.args.card);
    else if (event.event === 'played' || event.event === 'nominated') held.delete(event.args.card);
  }
  return null;
}

/** The cards and votes that each side has played since the re-deal, and the cards left; null without a re-deal. */
export function lastDeal(log: readonly EventInfo[], sides: SideSeats): { gains: { votes: number; cards: string[] }[]; left: number } | null {
  const events = log as readonly PoliticsEvent[];
  const at = events.findIndex((one) => one.event === 'third_party');
  const dealt = events[at];
  if (dealt?.event !== 'third_party') return null;
  const plays = events.slice(at).flatMap((one) => (one.event === 'played' ? [one] : []));
  const gains = sides.map((seats) => {
    const own = plays.filter((one) => seats.includes(one.seat ?? -1));
    return { votes: own.reduce((sum, one) => sum + one.args.votes, 0), cards: own.map((one) => one.args.card) };
  });
  return { gains, left: dealt.args.cards - plays.length };
}

/** The play with which a side took the lead for good; null if the side led from its first state on. */
export function decidingIn(log: readonly EventInfo[], sides: SideSeats, winner: number): { card: string; votes: number } | null {
  let lead = 0;
  let found = null as { card: string; votes: number } | null;
  for (const event of log as readonly PoliticsEvent[]) {
    if (event.event !== 'played' && event.event !== 'nominated') continue;
    const before = lead;
    lead += (sides[winner]?.includes(event.seat ?? -1) ? 1 : -1) * event.args.votes;
    if (event.event === 'played' && before <= 0 && lead > 0) found = { card: event.args.card, votes: event.args.votes };
  }
  return found;
}

/**
 * The cards that the winner laid from the hand after the last extra card, and their votes; null unless several of them
 * brought the lead for good. A last deal replaces all hands, so that nothing was kept.
 */
export function laidDown(log: readonly EventInfo[], sides: SideSeats, winner: number): { cards: number; votes: number } | null {
  const events = log as readonly PoliticsEvent[];
  const last = events.map(({ event }) => event === 'took' || event === 'drew').lastIndexOf(true);
  const plays = events.slice(last + 1).flatMap((one) => (one.event === 'played' && one.entry !== events[last]?.entry && sides[winner]?.includes(one.seat ?? -1) ? [one] : []));
  const deciding = decidingIn(log, sides, winner);
  if (last < 0 || plays.length < 2 || !plays.some(({ args }) => args.card === deciding?.card) || events.some(({ event }) => event === 'third_party')) return null;
  return { cards: plays.length, votes: plays.reduce((sum, one) => sum + one.args.votes, 0) };
}

/** The forced moves of a seat: cards played, cards kept (the viewer's only), and the number of cards drawn. */
export interface Since {
  seat: number;
  cards: string[];
  kept: string[];
  drew: number;
}

/**
 * The cards that each seat has played or drawn since the viewer's last decision. Empty unless the viewer has had a
 * forced turn since then and has played or kept more than one card. `decided`: the log's length before that decision.
 */
export function playedSince(log: readonly EventInfo[], viewer: number | null, decided: number | null): Since[] {
  const done = new Map<number, Since>();
  let drawn = '';
  let chosen = false;
  let forced = false;
  for (const event of log as readonly PoliticsEvent[]) {
    if (decided === null || event.entry <= decided || event.seat === null) continue;
    const own = event.seat === viewer;
    const choice: boolean = own && !chosen && (event.event === 'played' || event.event === 'nominated');
    chosen ||= choice;
    forced ||= own && !choice && ['played', 'kept', 'passed'].includes(event.event);
    const one = done.get(event.seat) ?? { seat: event.seat, cards: [], kept: [], drew: 0 };
    if (event.event === 'drew_card') drawn = event.args.card;
    else if (event.event === 'played' && !choice) one.cards.push(event.args.card);
    else if (event.event === 'drew') one.drew += 1;
    else if (event.event === 'kept' && own) one.kept.push(drawn);
    if (one.cards.length + one.drew > 0) done.set(event.seat, one);
  }
  const now = [...done.values()].map((one) => ({ ...one, kept: one.kept.filter((card) => !one.cards.includes(card)) }));
  const all = now.sort((one, other) => Number(other.seat === viewer) - Number(one.seat === viewer));
  return forced && (all.flatMap((one) => one.cards).length > 1 || all.some((one) => one.kept.length > 1)) ? all : [];
}
