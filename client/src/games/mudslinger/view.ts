/** The view of Mudslinger, read from the server's JSON, and what its events do to what is shown until the next view. */

import type { Deck } from '../../cards/deck';
import type { CardInfo, EventInfo } from '../../lib/protocol';
import { fieldsOf, numberOf, rows, seatNumber, textOf, texts, truth } from '../../lib/read';
import { words } from '../../words';

export type Question = keyof typeof words.mudslinger.questions;

export interface Frame {
  what: string | null;
  seat: number | null;
  /** The card it is about: whose, and which. */
  by: number | null;
  kind: string | null;
}

export interface MudView {
  turn: number;
  seats: number;
  runner: number | null;
  money: number[];
  income: number[];
  candidate: (string | null)[];
  party: (string | null)[];
  chain: string[][];
  mate: (string | null)[];
  managers: number[];
  cards: number[];
  won: number[];
  /** The viewer's own action cards, by kind. */
  hand: Record<string, number>[];
  open: string[];
  held: string[];
  unseen: number;
  /** Who holds which state, as far as the viewer knows. */
  holder: Record<string, number>;
  deck: number;
  pile: string | null;
  contest: string | null;
  defender: number | null;
  base: number;
  rating: number;
  cap: number;
  gagged: boolean[];
  dice: number[];
  offerer: number | null;
  offeredTo: number | null;
  gives: string | null;
  wants: string | null;
  frame: Frame;
  finished: boolean;
}

function counts(value: unknown): Record<string, number> {
  const found = Object.entries(fieldsOf(value)).filter(([, n]) => numberOf(n) > 0);
  return Object.fromEntries(found.map(([code, n]) => [code, numberOf(n)]));
}

function codes(value: unknown): string[] {
  return texts(value).filter((code) => code !== null);
}

function frameOf(raw: Record<string, unknown>): Frame {
  const top = Math.max(0, numberOf(raw['depth']) - 1);
  return {
    what: textOf(rows(raw['frame'])[top]),
    seat: seatNumber(rows(raw['frame_seat'])[top]),
    by: seatNumber(rows(raw['frame_by'])[top]),
    kind: textOf(rows(raw['frame_kind'])[top]),
  };
}

/** The view keeps the last roll; it belongs to this contest only once its dice have fallen. */
function rolled(raw: Record<string, unknown>): boolean {
  return texts(raw['frame']).some((what) => what === 'roll' || what === 'settled');
}

export function readView(raw: Record<string, unknown>): MudView {
  const lies = Object.entries(fieldsOf(raw['lies']));
  const seats = numberOf(raw['seats']);
  const holder: Record<string, number> = {};
  for (const field of ['displayed', 'holder'])
    for (const [code, who] of Object.entries(fieldsOf(raw[field]))) {
      const seat = seatNumber(who);
      if (seat !== null) holder[code] = seat;
    }
  const perSeat = (field: string): number[] => rows(raw[field]).map(numberOf);
  return {
    turn: numberOf(raw['turn']),
    seats,
    runner: seatNumber(raw['runner']),
    money: perSeat('money'),
    income: perSeat('income'),
    candidate: texts(raw['candidate']),
    party: texts(raw['party']),
    chain: rows(raw['chain']).map(codes),
    mate: texts(raw['mate']),
    managers: perSeat('managers'),
    cards: perSeat('cards'),
    won: perSeat('won'),
    hand: rows(raw['hand']).map(counts),
    open: lies.filter(([, where]) => where === 'open').map(([code]) => code),
    held: lies.filter(([, where]) => where === 'held').map(([code]) => code),
    unseen: numberOf(raw['unseen']),
    holder,
    deck: numberOf(raw['deck']),
    pile: textOf(rows(raw['pile'])[numberOf(raw['pile_size']) - 1]),
    contest: textOf(raw['contest']),
    defender: seatNumber(raw['defender']),
    base: numberOf(raw['base_rating']),
    rating: numberOf(raw['rating']),
    cap: Number(textOf(raw['cap']) ?? 0),
    gagged: Array.from({ length: seats }, (_, seat) => ((numberOf(raw['gagged']) >> seat) & 1) === 1),
    dice: rolled(raw) ? perSeat('dice').filter((pips) => pips > 0) : [],
    offerer: seatNumber(raw['offerer']),
    offeredTo: seatNumber(raw['offered_to']),
    gives: textOf(raw['gives']),
    wants: textOf(raw['wants']),
    frame: frameOf(raw),
    finished: truth(raw['finished']),
  };
}

function put<T>(list: readonly T[], at: number | null, value: T): T[] {
  return list.map((one, k) => (k === at ? value : one));
}

/** What is shown after an event: rating, dice and states in dispute; the rest, dollars too, waits for the view. */
export function after(view: MudView, event: EventInfo): MudView {
  const { seat, args } = event;
  const at = (name: string): number => numberOf(args[name]);
  const state = textOf(args['state']) ?? '';
  switch (event.event) {
    case 'turn':
      return { ...view, runner: seat, turn: at('turn'), contest: null, dice: [], money: put(view.money, seat, at('money')) };
    case 'campaigns':
    case 'attacks':
      return { ...view, contest: state, base: at('base'), rating: at('base'), dice: [], defender: seatNumber(args['owner']) };
    case 'spent':
    case 'slung':
      return { ...view, rating: at('rating') };
    case 'rated':
      return { ...view, rating: at('rating'), base: at('base') };
    case 'rolled':
      return { ...view, dice: [at('first'), at('second'), at('third')], rating: at('rating') };
    case 'opened':
      return view.open.includes(state) ? view : { ...view, open: [...view.open, state] };
    case 'won':
      return { ...view, open: view.open.filter((code) => code !== state) };
    default:
      return view;
  }
}

/** Who holds which state at the end, as everybody saw it won; until then players keep it to themselves (MS-18). */
export function wonIn(log: readonly EventInfo[]): Record<string, number> {
  const holder: Record<string, number> = {};
  for (const event of log) {
    const state = textOf(event.args['state']);
    if (event.event === 'won' && state !== null && event.seat !== null) holder[state] = event.seat;
  }
  return holder;
}

/** The parties from one end of the spectrum to the other, as the state cards list them. */
export function spectrumOf(deck: Deck): string[] {
  const state = [...deck.values()].find((card) => card.kind === 'state');
  return state ? Object.keys(fieldsOf(state.facts['influence'])) : [];
}

export function partyName(code: string | null): string {
  const names: Readonly<Record<string, string>> = words.mudslinger.parties;
  return code === null ? words.mudslinger.noParty : (names[code] ?? code);
}

export function influenceOf(card: CardInfo, party: string | null): number {
  return party === null ? 0 : numberOf(fieldsOf(card.facts['influence'])[party]);
}

/** What the viewer is asked, where there are words for it. */
export function questionOf(view: MudView): Question | null {
  const known = Object.keys(words.mudslinger.questions) as Question[];
  return known.find((one) => one === view.frame.what) ?? null;
}

const CLAUSES: Readonly<Record<string, string>> = {
  choose: 'MS-1', party: 'MS-1', 'first roll': 'MS-1', opening: 'MS-1', card: 'MS-3', replace: 'MS-7', attempt: 'MS-8', again: 'MS-14',
  bidding: 'MS-10', roll: 'MS-13', settled: 'MS-12', answer: 'MS-15', take: 'MS-14', want: 'MS-17', offer: 'MS-17', debate: 'MS-14',
};

/** The clause to open the rules at. */
export function clauseInPlay(view: MudView): string {
  return view.finished ? 'MS-20' : (CLAUSES[view.frame.what ?? ''] ?? 'MS-2');
}
