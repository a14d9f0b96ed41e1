/** How a hand is shown: laid, turned, won card by card, and cleared away once all of it has been seen. */

import type { EventInfo } from '../../lib/protocol';
import { numberOf, rows, textOf } from '../../lib/read';
import { Stage } from '../../table/stage.svelte';
import { holderOf, NOTHING, readView, type Board, type CombatView, type Place } from './view';

export type CombatStage = Stage<Board, CombatView>;

const [SHORT, FLIP] = [220, 360];
const TURNS = ['turned', 'wild', 'second_wild', 'turned_up', 'collected'];

export function combatStage(): CombatStage {
  return new Stage<Board, CombatView>({
    read: readView,
    after,
    before: cleared,
    shown: [...TURNS, 'laid', 'added', 'tied', 'took', 'got', 'called', 'right', 'wrong', 'compared', 'counted', 'sealed', 'threw', 'won_all'],
    lengths: { turned: FLIP, turned_up: FLIP, collected: FLIP, took: SHORT, got: SHORT, won_all: SHORT, sealed: SHORT },
  });
}

export function after(board: Board, event: EventInfo): Board {
  const { seat, args } = event;
  const each = (change: (place: Place, number: number) => Place): Board => ({ places: board.places.map((place, k) => change(place, k + 1)) });
  if (event.event === 'laid' || event.event === 'hand_over') {
    const laid = event.event === 'laid' ? numberOf(args['count']) : 0;
    return each((old, number) => ({ ...NOTHING, serial: old.serial + 1, ...(number <= laid ? { lies: 'down', from: seat } : {}) }));
  }
  if (TURNS.includes(event.event)) {
    const owner = event.event === 'turned_up' || event.event === 'collected' ? seat : null;
    return each((place, number) => (number === args['place'] ? { ...place, lies: 'up', card: textOf(args['card']), owner: owner ?? place.owner } : place));
  }
  if (event.event === 'took' || event.event === 'got') {
    const [cards, places] = [rows(args['cards']), rows(args['places'])];
    return each((place, number) => ((place.lies === 'up' ? cards.includes(place.card) : places.includes(number)) ? { ...place, owner: seat } : place));
  }
  return event.event === 'won_all' ? each((place) => (place.lies === 'empty' ? place : { ...place, owner: seat })) : board;
}

/** Let go what no longer lies there: at the end of a hand everything, shown once more with who won it; else what the view has taken away. */
export function cleared({ places }: Board, event: EventInfo | null, end: CombatView): Board[] {
  const all = event?.event === 'laid' || event?.event === 'hand_over';
  if (event !== null && !all) return [];
  const stays = (place: Place, k: number): boolean => {
    const now = end.places[k] ?? NOTHING;
    return place.lies === 'empty' || (!all && now.lies !== 'empty' && (place.lies !== 'up' || now.card === place.card));
  };
  if (places.every(stays)) return [];
  const won = places.map((place, k) => (stays(place, k) || place.card === null ? place : { ...place, owner: place.owner ?? holderOf(end.where[place.card]) }));
  const gone = won.map((place, k) => (stays(place, k) ? place : { ...place, leaving: true }));
  return (all ? [won, gone] : [gone]).map((shown) => ({ places: shown }));
}
