/** Animation of a hand: its cards are laid, turned, won one by one and then cleared away. */

import type { EventInfo } from '../../lib/protocol';
import { numberOf } from '../../lib/read';
import { Stage } from '../../table/stage.svelte';
import { BY_HAND, crosses, holderOf, NOTHING, prizeOf, read, STAKED, type Board, type CombatView, type Place } from './view';
import type { CombatEvent } from './view.types';

export type CombatStage = Stage<Board, CombatView>;

const [SHORT, DEAL, FLIP, SHOWN, SWEPT, BIG, RULE] = [160, 240, 300, 500, 1000, 1200, 2400]; // in ms; RULE leaves time to read a wild card's rule
const [RICH, LINGERS] = [15, 1000]; // votes that one throw can bring, and ms for which its hands then stay longer
/** Votes of a card that decides a hand; the board stands longer for it. */
export const LARGE = 29;
const [SUM, LOOKED, LASTS] = [600, 1600, 2000]; // ms for which the cards of a hand stand: usually, with a large card, in a hand to look at
const [TENSE, DECIDING] = [900, 2200]; // ms before a card of the last hand, and before the one that decides the election
const [TURNS, WON] = [['turned', 'wild', 'second_wild'], ['turned_up', 'collected']];
const READ = ['wild', 'second_wild', 'wild_shown', 'decided']; // each is shown only once and is easy to miss

/** votes: of a card. goal: the votes that win; null if fewer votes win. The last hand takes longer before each card, and longest before the one that decides. */
export function combatStage(votes: (code: string) => number, goal: () => number | null): CombatStage {
  /** Whether the cards of a hand bring one of the players to the goal. */
  const reached = (tallies: readonly unknown[], places: readonly Place[]): boolean =>
    tallies.some((tally, seat) => {
      const won = places.reduce((sum, { card, owner }) => (card !== null && owner === seat ? sum + votes(card) : sum), 0);
      return crosses(numberOf(tally), won, goal() ?? Infinity);
    });
  let campaigned = false; // whether a campaign stop was spent in the hand being shown
  let [last, single, deciding] = [false, false, false]; // whether it is the last hand; whether its won cards turn one by one; whether the next event decides the election
  let rich = false; // whether the throw being shown is about many votes
  const decisive = ({ tally }: CombatView, { places }: Board, { event, seat, args }: EventInfo): boolean => {
    if (!WON.includes(event) || seat === null) return false;
    const before = places.reduce((sum, { card, owner }) => (card !== null && owner === seat ? sum + votes(card) : sum), numberOf(tally[seat]));
    const value = votes(String(args['card']));
    return crosses(before + value, value, goal() ?? Infinity);
  };
  return new Stage<Board, CombatView>({
    read,
    after: (board, event) => after(single ? landed(board) : board, event),
    before: (board, event, end) => [...held(board, event, last), ...cleared(board, event, end)],
    shown: ['stakes', 'turned', 'wild', 'second_wild', 'wild_shown', 'turned_up', 'collected', 'laid', 'added', 'tied', 'took', 'got', 'called', 'right', 'wrong', 'compared', 'counted', 'sealed', 'threw', 'won_all', 'decided', 'campaigned', 'stood'],
    cues: { laid: 'card', turned: 'card', turned_up: 'card', collected: 'card', wild: 'stamp', second_wild: 'stamp', wild_shown: 'stamp', sealed: 'seal', threw: 'stamp', campaigned: 'stamp' },
    quiet: ['sealed', 'got', 'hand_over', 'laid'],
    together: ['turned_up', 'collected'],
    apart,
    stands: ({ event, args }, { places }, { hands }) => {
      if (event !== 'hand_over') return deciding ? DECIDING : last && (TURNS.includes(event) || WON.includes(event)) ? TENSE : 0;
      if (args['hand'] === hands || Number(args['hand']) <= BY_HAND || campaigned) return LASTS;
      if (reached([args['first'], args['second']], places)) return RULE;
      return places.some(({ card }) => card !== null && votes(card) >= LARGE) ? LOOKED : SUM;
    },
    counts: 'hand_over',
    follows: (view, event, board) => {
      if (event.event === 'laid' || event.event === 'campaigned') campaigned = event.event === 'campaigned';
      [last, single] = [view.hand === view.hands, apart(view)];
      deciding = last && decisive(view, board, event);
      if (event.event === 'threw') {
        const { card, hidden } = prizeOf(view, board, votes);
        rich = !view.frame.includes('collusion') || Math.max(hidden, card ? votes(card) : 0) >= RICH; // any other throw is for the whole hand
      }
      return follows(view, event, board, votes);
    },
    stops: 0, // a big card is part of a hand of a few seconds
    until: 'game_over',
    revealed: ['threw'], // the hands open before line and log tell it
    least: ({ event }) => (READ.includes(event) ? RULE : event === 'threw' && rich ? LINGERS : 0),
    lengths: { wild: RULE, second_wild: RULE, turned: FLIP, turned_up: SHOWN, collected: SHOWN, took: SHORT, got: SHORT, won_all: SWEPT, tied: SHORT, stakes: BIG, added: BIG, sealed: SHORT, threw: BIG, laid: DEAL, right: SWEPT, wrong: SWEPT, compared: SWEPT, counted: SWEPT, campaigned: SWEPT, stood: SHOWN },
  });
}

/** Whether the won cards of a hand are turned up one by one. */
const apart = ({ hand, hands }: CombatView): boolean => hand > hands - STAKED;

/** The board on which every won card has been turned over. */
const landed = ({ places }: Board): Board => ({ places: places.map((place) => (place.turning ? { ...place, turning: false } : place)) });

/** The board after an event; the same object if the event moves nothing. */
export function after(board: Board, info: EventInfo): Board {
  const event = info as CombatEvent;
  const { seat } = event;
  const each = (change: (place: Place, number: number) => Place): Board => ({ places: board.places.map((place, k) => change(place, k + 1)) });
  const turn = ({ place, card }: { place: number; card: Place['card'] }, owner: number | null): Board =>
    each((old, number) => (number === place ? { ...old, lies: 'up', tense: false, card, owner: owner ?? old.owner, turner: owner === null ? seat : old.turner, turning: owner !== null } : old));
  switch (event.event) {
    case 'hand_over':
      return each(({ serial }) => ({ ...NOTHING, serial: serial + 1 }));
    case 'laid':
      return each(({ serial }, number) => ({ ...NOTHING, serial: serial + 1, ...(number <= event.args.count ? { lies: 'down', from: seat } : {}) }));
    case 'turned':
    case 'wild':
    case 'second_wild':
      return turn(event.args, null);
    case 'turned_up':
    case 'collected':
      return turn(event.args, seat);
    case 'took':
    case 'got': {
      const { cards, places } = event.args;
      return each((place, number) => ((place.lies === 'up' && place.card ? cards.includes(place.card) : places.includes(number)) ? { ...place, owner: seat } : place));
    }
    case 'won_all':
      return each((place) => (place.lies === 'empty' ? place : { ...place, owner: seat }));
    default:
      return board;
  }
}

/** The view after an event: stops, stakes, piles and votes move with the cards. board: the board before the event. */
export function follows(view: CombatView, info: EventInfo, board: Board, votes: (code: string) => number): CombatView {
  const { event, seat, args } = info as CombatEvent;
  const where = { ...view.where };
  const changed = (each: readonly number[], by: (old: number) => number): number[] => each.map((old, k) => (k === seat ? by(old) : old));
  switch (event) {
    case 'campaigned':
      return { ...view, stops_left: changed(view.stops_left, () => args.left) };
    case 'laid':
      return { ...view, wild: null, hand: args.hand, layer: seat === 0 ? 'P1' : 'P2', stack: changed(view.stack, (old) => old - args.count + Object.values(where).filter((one) => one === 'added').length) };
    case 'added':
      for (const code of args.cards) where[code] = 'added';
      return { ...view, wild: null, where, tally: changed(view.tally, (old) => args.cards.reduce((sum, code) => sum - votes(code), old)) };
    case 'hand_over':
      for (const { card, owner } of board.places) if (card !== null && owner !== null) where[card] = owner === 0 ? 'pile 1' : 'pile 2';
      return { ...view, where, tally: [args.first, args.second] };
    default:
      return view;
  }
}

/** The board on which a card is about to be turned beside an open one, so that all wait for it; `last`: in the last hand. */
export function held(board: Board, info: EventInfo | null, last = false): Board[] {
  const event = info as CombatEvent | null;
  if (!event || !('place' in event.args) || !(TURNS.includes(event.event) || (last && WON.includes(event.event)))) return [];
  if (!last && !board.places.some((place) => place.lies === 'up')) return [];
  const { place: number } = event.args;
  return [{ places: landed(board).places.map((place, k) => (k + 1 === number ? { ...place, tense: true } : place)) }];
}

/**
 * Boards on which cards leave the table. At the end of a hand all cards leave, shown with their winners; otherwise only
 * cards that are no longer in the view.
 */
export function cleared(board: Board, event: EventInfo | null, end: CombatView): Board[] {
  const all = event?.event === 'laid' || event?.event === 'hand_over';
  if (event !== null && !all) return [];
  const stays = (place: Place, k: number): boolean => {
    const now = end.places[k] ?? NOTHING;
    return place.lies === 'empty' || (!all && now.lies !== 'empty' && (place.lies !== 'up' || now.card === place.card));
  };
  if (board.places.every(stays)) return [];
  const won = landed(board).places.map((place, k) => (stays(place, k) || place.card === null ? place : { ...place, owner: place.owner ?? holderOf(end, place.card) }));
  const gone = won.map((place, k) => (stays(place, k) ? place : { ...place, leaving: true }));
  const last = event?.event === 'hand_over' && event.args['hand'] === end.hands; // its cards stay until the result
  return (all ? (last ? [won] : [won, gone]) : [gone]).map((shown) => ({ places: shown }));
}
