/** Mudslinger's view and how each event changes it until the next view arrives. */

import type { Deck } from '../../cards/deck';
import type { CardInfo, EventInfo, NightInfo } from '../../lib/protocol';
import { changed, fieldsOf, keysOf, labelOf, numberOf, seatNumber, textOf, texts } from '../../lib/read';
import { words } from '../../words';
import type { Transfer } from '../../table/lookup/transfers';
import type { Action, Frame, Lies, MudslingerEvent, MudslingerView, SeatLabel, State } from './view.types';

/** Remove old dice: the view keeps the last roll, which belongs to this contest only after its own roll. */
export function read(view: MudslingerView): MudslingerView {
  return view.frame.some((what) => what === 'roll' || what === 'settled') ? view : { ...view, dice: [] };
}

export interface Situation {
  what: Frame | null;
  seat: number | null;
  /** The seat that played the card in question, and the card. */
  by: number | null;
  kind: Action | null;
}

/** The situation on top of the stack (`frame`), which is the one to resolve now. */
export function situationOf(view: MudslingerView): Situation {
  const top = Math.max(0, view.depth - 1);
  return { what: view.frame[top] ?? null, seat: seatNumber(view.frame_seat[top]), by: seatNumber(view.frame_by[top]), kind: view.frame_kind[top] ?? null };
}

/** A key for the current contest, unique in a game: turn and state. */
export function contestKey({ turn, contest }: MudslingerView): string {
  return `${turn} ${contest}`;
}

export function sumOf(view: MudslingerView): number {
  return view.dice.reduce((total, pips) => total + pips, 0);
}

/** The states that are in the given place, e.g. open or held. */
export function statesThat(view: MudslingerView, lie: Lies): State[] {
  return keysOf(view.lies).filter((state) => view.lies[state] === lie);
}

/** The states that are still face down. A state put under the deck has been seen and comes last (MS-14). */
export function faceDown(view: MudslingerView): State[] {
  return [...statesThat(view, 'deck'), ...statesThat(view, 'under the deck')];
}

/** The states that nobody holds yet. */
export function statesLeft(view: MudslingerView): State[] {
  return [...statesThat(view, 'open'), ...faceDown(view)];
}

/** The holder of each state, as far as the viewer knows. */
export function holdersIn(view: MudslingerView): Record<string, number> {
  const known = keysOf(view.lies).map((state) => [state, seatNumber(view.holder[state]) ?? seatNumber(view.displayed[state])] as const);
  return Object.fromEntries(known.flatMap(([state, seat]) => (seat === null ? [] : [[state, seat]])));
}

/** The states that a seat holds, as far as the viewer knows. */
export function knownStates(view: MudslingerView, seat: number): string[] {
  return Object.entries(holdersIn(view)).flatMap(([state, holder]) => (holder === seat ? [state] : []));
}

/** The points of a seat's states; null unless the viewer knows all of them. */
export function pointsOf(view: MudslingerView, deck: ReadonlyMap<string, CardInfo>, seat: number): number | null {
  const known = knownStates(view, seat);
  return known.length < (view.won[seat] ?? 0) ? null : known.reduce((sum, state) => sum + (deck.get(state)?.value ?? 0), 0);
}

/**
 * Whether the runner leads or shares the lead after winning the contest, or the defender loses the lead. If not all
 * points are public, the numbers of states count instead.
 */
export function isForTheLead(view: MudslingerView, deck: Deck): boolean {
  const [runner, defender] = [seatNumber(view.runner), seatNumber(view.defender)];
  if (runner === null || view.contest === null) return false;
  const points = Array.from({ length: view.seats }, (_, seat) => pointsOf(view, deck, seat));
  const open = points.every((one) => one !== null);
  const [before, stake] = open ? [points, deck.get(view.contest)?.value ?? 0] : [Array.from(view.won), 1];
  const after = before.map((one, seat) => one + (seat === runner ? stake : seat === defender ? -stake : 0));
  const leads = (all: readonly number[], seat: number | null): boolean => all[seat ?? -1] === Math.max(...all);
  return leads(after, runner) || (leads(before, defender) && !leads(after, defender));
}

/**
 * The largest state face down, which a win may open for the next player. Null if it is not large, or not larger
 * than the states that the viewer can win now.
 */
export function largestHidden(view: MudslingerView, deck: Deck, large: number): CardInfo | null {
  const largest = (codes: readonly string[]): CardInfo | null => codes.flatMap((code) => deck.get(code) ?? []).sort((one, other) => other.value - one.value)[0] ?? null;
  const hidden = largest(faceDown(view));
  const now = largest(view.contest === null ? statesThat(view, 'open') : [view.contest])?.value ?? 0;
  return view.defender === null && hidden && hidden.value >= large && hidden.value > now ? hidden : null;
}

/** What could still change who leads. */
export interface Race {
  /** The points that nobody holds yet. */
  readonly left: number;
  /** Whether all points are public. */
  readonly open: boolean;
  /** The leader; null if the viewer shares the lead. */
  readonly leader: number | null;
  /** The points by which the viewer is behind the leader, or the second is behind the viewer. */
  readonly gap: number;
  /** The fewest of the largest states left that turn the gap, open ones first; empty if all together do not. */
  readonly turns: readonly CardInfo[];
  /** The states left that turn the gap alone. */
  readonly alone: readonly CardInfo[];
}

export function raceOf(view: MudslingerView, deck: Deck, viewer: number | null): Race {
  const open = statesThat(view, 'open') as readonly string[];
  const states = statesLeft(view).flatMap((code) => deck.get(code) ?? []).sort((one, other) => other.value - one.value);
  const points = Array.from({ length: view.seats }, (_, seat) => pointsOf(view, deck, seat));
  const [first = 0, second = 0] = points.flatMap((one) => one ?? []).sort((a, b) => b - a);
  const behind = first - (points[viewer ?? -1] ?? first);
  const gap = behind > 0 ? behind : first - second;
  const sums = states.map((_, k) => states.slice(0, k + 1).reduce((sum, card) => sum + card.value, 0));
  const turns = states.slice(0, sums.findIndex((sum) => sum > gap) + 1).sort((one, other) => Number(open.includes(other.code)) - Number(open.includes(one.code)));
  const leader = behind > 0 || first > second ? points.indexOf(first) : null;
  return { left: sums.at(-1) ?? 0, open: points.every((one) => one !== null), leader, gap, turns, alone: states.filter((card) => card.value > gap) };
}

export interface Staff {
  mate: { name: string; worth: number } | null;
  /** The rating that running mate and managers add to each of the seat's campaigns at the start. */
  all: number;
}

/** A seat's staff, and the rating that it adds according to the cards. */
export function staffOf(view: MudslingerView, deck: ReadonlyMap<string, CardInfo>, seat: number): Staff {
  const worth = (code: string): number => numberOf(fieldsOf(deck.get(code)?.facts['worth'])[view.party[seat] ?? '']);
  const mate = view.mate[seat] ?? null;
  const all = keysOf(view.where).filter((code) => view.where[code] === labelOf(seat)).reduce((sum, code) => sum + worth(code), 0);
  return { mate: mate === null ? null : { name: deck.get(mate)?.name ?? mate, worth: worth(mate) }, all };
}

/** The rating at which a seat starts in a state, by the cards on the table (MS-9); null before the seat has a party. */
export function startOf(view: MudslingerView, deck: Deck, seat: number, card: CardInfo): number | null {
  const party = view.party[seat] ?? null;
  return party === null ? null : Math.min(Number(view.cap), influenceOf(card, party) + staffOf(view, deck, seat).all);
}

/** The rating that the staff adds to each start, and its parts: the running mate by name, then the managers. */
export function staffWords(view: MudslingerView, deck: ReadonlyMap<string, CardInfo>, seat: number): string {
  const [said, { mate, all }, managers] = [words.mudslinger, staffOf(view, deck, seat), view.managers[seat] ?? 0];
  const people = [mate ? said.adds(said.mate(mate.name), mate.worth) : '', managers > 0 ? said.adds(said.managers(managers), all - (mate?.worth ?? 0)) : ''];
  return said.staff(all, people.filter((one) => one !== ''));
}

/** The card on top of the discard pile. */
export function topOf(view: MudslingerView): string | null {
  return view.pile[view.pile_size - 1] ?? null;
}

/** A seat's action cards by kind, as far as the viewer may see them. */
export function handIn(view: MudslingerView, seat: number | null): [kind: Action, copies: number][] {
  const hand = view.hand[seat ?? -1];
  return hand ? keysOf(hand).flatMap((kind) => (hand[kind] > 0 ? [[kind, hand[kind]]] : [])) : [];
}

/**
 * The view after an event: rating, dice and contested states change at once; dollars and the rest with the next view.
 */
export function after(view: MudslingerView, info: EventInfo): MudslingerView {
  const event = info as MudslingerEvent;
  switch (event.event) {
    case 'turn': {
      const { turn, money } = event.args;
      const runner = event.seat === null ? null : (labelOf(event.seat) as SeatLabel);
      return { ...view, runner, turn, contest: null, dice: [], money: changed(view.money, event.seat, money) };
    }
    case 'campaigns':
      return contest(view, event.args.state, event.args.base, null);
    case 'attacks':
      return contest(view, event.args.state, event.args.base, event.args.owner);
    case 'spent':
    case 'slung':
      return { ...view, rating: event.args.rating };
    case 'rated':
      return { ...view, rating: event.args.rating, base_rating: event.args.base };
    case 'rolled':
      return { ...view, dice: [event.args.first, event.args.second, event.args.third], rating: event.args.rating };
    case 'opened':
      return { ...view, lies: { ...view.lies, [event.args.state]: 'open' } };
    case 'won':
      return { ...view, lies: { ...view.lies, [event.args.state]: 'held' } };
    default:
      return view;
  }
}

function contest(view: MudslingerView, state: State, base: number, defender: SeatLabel | null): MudslingerView {
  return { ...view, contest: state, base_rating: base, rating: base, dice: [], defender };
}

/** The holder of each state at the end of the game. Until then players keep their states secret (MS-18). */
export function heldIn({ calls }: NightInfo): Record<string, number> {
  return Object.fromEntries(calls.map(({ state, side }) => [state, side]));
}

/** The parties in their order on the political spectrum, as the state cards list them. */
export function spectrumOf(deck: Deck): string[] {
  const state = [...deck.values()].find((card) => card.kind === 'state');
  return state ? Object.keys(fieldsOf(state.facts['influence'])) : [];
}

export function partyName(code: string | null): string {
  const names: Readonly<Record<string, string>> = words.mudslinger.parties;
  return code === null ? words.mudslinger.noParty : (names[code] ?? code);
}

/** A short name of a party, which fits a column of a state card. */
export function partyShort(code: string): string {
  const names: Readonly<Record<string, string>> = words.mudslinger.partiesShort;
  return names[code] ?? code;
}

/** The parties of groups that can join the end of a chain, according to the cards (MS-5). */
export function fittingAt(deck: Deck, chain: readonly string[], party: string | null): string[] {
  const end = textOf(deck.get(chain.at(-1) ?? '')?.facts['party']) || party;
  return texts(deck.get(end ?? '')?.facts['next']).filter((code) => code !== null);
}

export function influenceOf(card: CardInfo, party: string | null): number {
  return party === null ? 0 : numberOf(fieldsOf(card.facts['influence'])[party]);
}

/** The state that an event gives to a seat or puts back into the deck. Everybody sees who wins a state. */
export function transferOf(info: EventInfo): Transfer | null {
  const event = info as MudslingerEvent;
  if (event.event === 'won') return { codes: [event.args.state], side: event.seat };
  return event.event === 'swapped' ? { codes: [event.args.state], side: null } : null;
}
