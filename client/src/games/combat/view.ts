/** Combat's view, read from the server's JSON into the shape the board draws. */

import { valueOf, type Deck } from '../../cards/deck';
import { fieldsOf, numberOf, rows, seatNumber, textOf, texts, truth } from '../../lib/read';
import type { Side } from '../../lib/sides';
import type { CardInfo } from '../../lib/protocol';

export type Lies = 'empty' | 'down' | 'up';
export type Task = 'turn' | 'take' | 'call' | 'throw' | 'pick' | 'add';

/** One of the five places of a hand, as it is shown. */
export interface Place {
  lies: Lies;
  card: string | null;
  /** Who has won it, while it still lies there. */
  owner: number | null;
  /** On its way off the table: to a pile, or out of the game. */
  leaving: boolean;
  /** Who laid it. */
  from: number | null;
  /** A new number for every card, so that a new card is never an old one turned back. */
  serial: number;
}

export const NOTHING: Place = { lies: 'empty', card: null, owner: null, leaving: false, from: null, serial: 0 };

export interface Board {
  places: Place[];
}

export interface CombatView extends Board {
  hands: number;
  hand: number;
  layer: number | null;
  stack: number[];
  where: Record<string, string>;
  task: Task | null;
  first: string | null;
  wild: string | null;
  wildSeat: number | null;
  thrown: boolean[];
  ownThrow: (string | null)[];
}

const TASKS: readonly Task[] = ['turn', 'take', 'call', 'throw', 'pick', 'add'];
const WILD_FRAMES = ['fake news', 'celebrity', 'recount', 'swing state', 'collusion'];

export function readView(raw: Record<string, unknown>, before: Board | null = null): CombatView {
  const where = Object.entries(fieldsOf(raw['where'])).map(([code, place]) => [code, String(place)]);
  const wildFrame = texts(raw['frame']).findIndex((frame) => frame !== null && WILD_FRAMES.includes(frame));
  return {
    hands: numberOf(raw['hands']),
    hand: numberOf(raw['hand']),
    layer: seatNumber(raw['layer']),
    stack: rows(raw['stack']).map(numberOf),
    where: Object.fromEntries(where) as Record<string, string>,
    places: rows(raw['lies']).map((lies, k) => settled(before?.places[k] ?? NOTHING, lies, textOf(rows(raw['card'])[k]))),
    task: TASKS.find((task) => task === raw['task']) ?? null,
    first: textOf(raw['first']),
    wild: wildFrame >= 0 ? textOf(raw['wild']) : null,
    wildSeat: wildFrame >= 0 ? seatNumber(rows(raw['frame_seat'])[wildFrame]) : null,
    thrown: rows(raw['thrown']).map(truth),
    ownThrow: texts(raw['throw']),
  };
}

/** A place as the view has it: the card that was shown there before, or a new one. */
function settled(before: Place, now: unknown, card: string | null): Place {
  const lies = now === 'up' || now === 'down' ? now : 'empty';
  if (before.lies === lies && before.card === card && !before.leaving) return { ...before, owner: null };
  const turned = before.lies === 'down' && lies === 'up';
  return { ...NOTHING, serial: before.serial + (turned ? 0 : 1), lies, card };
}

/** The seat whose pile a card lies in. */
export function holderOf(where: string | undefined): number | null {
  const pile = where === undefined ? null : /^pile (\d+)$/.exec(where);
  return pile ? Number(pile[1]) - 1 : null;
}

export interface Pile {
  side: Side;
  cards: CardInfo[];
  votes: number;
}

/** Both piles, the highest card first. */
export function pilesOf(view: CombatView, deck: Deck, sides: readonly Side[]): Pile[] {
  return sides.map((side) => {
    const cards = [...deck.values()].filter((card) => holderOf(view.where[card.code]) === side.seat);
    cards.sort((a, b) => b.value - a.value || (a.code < b.code ? -1 : 1));
    return { side, cards, votes: valueOf(cards) };
  });
}

/** What whoever lays has added from his pile to the hand being played: known, though nobody knows where it lies. */
export function addedOf(view: CombatView, deck: Deck, seat: number): CardInfo[] {
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
