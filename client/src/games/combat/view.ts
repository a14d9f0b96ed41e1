/** Combat's view, read from the server's JSON into the shape the board draws. */

import { sidesOf, type Side } from '../../lib/sides';
import type { CardInfo, GameDetail, RoomInfo } from '../../lib/protocol';

export type Lies = 'empty' | 'down' | 'up';
export type Task = 'turn' | 'take' | 'call' | 'throw' | 'pick' | 'add';

export interface CombatView {
  hands: number;
  hand: number;
  layer: number | null;
  stack: number[];
  where: Record<string, string>;
  lies: Lies[];
  card: (string | null)[];
  task: Task | null;
  first: string | null;
  wild: string | null;
  wildSeat: number | null;
  thrown: boolean[];
  ownThrow: (string | null)[];
  finished: boolean;
}

const TASKS: readonly Task[] = ['turn', 'take', 'call', 'throw', 'pick', 'add'];
const WILD_FRAMES = ['fake news', 'celebrity', 'recount', 'swing state', 'collusion'];

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** "P2" as a seat from 0. */
export function seatNumber(value: unknown): number | null {
  const label = typeof value === 'string' ? /^P(\d+)$/.exec(value) : null;
  return label ? Number(label[1]) - 1 : null;
}

export function readView(raw: Record<string, unknown>): CombatView {
  const where: Record<string, string> = {};
  if (typeof raw['where'] === 'object' && raw['where'] !== null)
    for (const [code, place] of Object.entries(raw['where'])) where[code] = String(place);
  const frames = list(raw['frame']).map(text);
  const wildFrame = frames.findIndex((frame) => frame !== null && WILD_FRAMES.includes(frame));
  return {
    hands: number(raw['hands']),
    hand: number(raw['hand']),
    layer: seatNumber(raw['layer']),
    stack: list(raw['stack']).map(number),
    where,
    lies: list(raw['lies']).map((lies) => (lies === 'up' || lies === 'down' ? lies : 'empty')),
    card: list(raw['card']).map(text),
    task: TASKS.find((task) => task === raw['task']) ?? null,
    first: text(raw['first']),
    wild: wildFrame >= 0 ? text(raw['wild']) : null,
    wildSeat: wildFrame >= 0 ? seatNumber(list(raw['frame_seat'])[wildFrame]) : null,
    thrown: list(raw['thrown']).map((sealed) => sealed === 1 || sealed === true),
    ownThrow: list(raw['throw']).map(text),
    finished: raw['finished'] === 1 || raw['finished'] === true,
  };
}

/** The seat whose pile a card lies in. */
export function holderOf(where: string | undefined): number | null {
  const pile = where === undefined ? null : /^pile (\d+)$/.exec(where);
  return pile ? Number(pile[1]) - 1 : null;
}

/** The deck with the votes this table plays with. */
export function deckOf(game: GameDetail, options: Record<string, string>): Map<string, CardInfo> {
  const votes = options['votes'] ?? '';
  return new Map(game.cards.map((card) => [card.code, { ...card, value: card.values[votes] ?? card.value }]));
}

export interface Pile {
  side: Side;
  cards: CardInfo[];
  votes: number;
}

/** Both piles, the highest card first. */
export function pilesOf(view: CombatView, deck: ReadonlyMap<string, CardInfo>, room: RoomInfo): Pile[] {
  return sidesOf(room.seats.map((seat) => seat.name)).map((side) => {
    const cards = [...deck.values()].filter((card) => holderOf(view.where[card.code]) === side.seat);
    cards.sort((a, b) => b.value - a.value || (a.code < b.code ? -1 : 1));
    return { side, cards, votes: cards.reduce((sum, card) => sum + card.value, 0) };
  });
}

/** What whoever lays has added from his pile to the hand being played: known, though nobody knows where it lies. */
export function addedOf(view: CombatView, deck: ReadonlyMap<string, CardInfo>, seat: number): CardInfo[] {
  return view.layer === seat ? [...deck.values()].filter((card) => view.where[card.code] === 'added') : [];
}

/** The clause to open the rules at. */
export function clauseInPlay(view: CombatView, options: Record<string, string>): string {
  const illustrated = options['edition'] === 'illustrated';
  const wilds: Record<string, string> = {
    FAKE: 'EC-11',
    CELEB: 'EC-12',
    RECOUNT: illustrated ? 'EC-14' : 'EC-13',
    SWING: 'EC-15',
    RUSSIA: 'EC-16',
  };
  if (view.wild) return wilds[view.wild] ?? 'EC-9';
  const tasks: Record<Task, string> = { turn: 'EC-4', take: 'EC-6', call: 'EC-11', throw: 'EC-17', pick: 'EC-16', add: 'EC-19' };
  return view.task ? tasks[view.task] : 'EC-21';
}
