/** Any game's moves in words, for use outside the game's own panel. */

import { moveInfo } from '../lib/moves';
import type { MoveInfo } from '../lib/protocol';
import { seatNumber } from '../lib/read';
import { briefName, sidesIn } from '../lib/sides';
import type { TableModel } from '../table/model.svelte';
import { wordFor } from '../words/render';
import { moveWords as inCombat } from './combat/say';
import { moveWords as inMudslinger } from './mudslinger/say';
import { topOf } from './mudslinger/view';
import type { MudslingerView } from './mudslinger/view.types';
import { moveWords as inPolitics } from './politics/say';
import { moveWords as inPresident } from './president/say';

const SPOKEN: Readonly<Record<string, (move: MoveInfo, store: TableModel, beside: readonly string[]) => string>> = {
  combat: (move, store, beside) => inCombat(move, store.deck, [...beside, ...store.legal.map((one) => one.text)].some((text) => text.endsWith(' stand'))),
  mudslinger: (move, store) => {
    const view = store.legal.some((one) => one.text === move.text) ? (store.view as MudslingerView | null) : null; // null unless the move is legal now
    const seat = seatNumber(view?.runner);
    const runner = seat === null ? null : { seat, name: briefName(sidesIn(store.room), seat) };
    return inMudslinger(move, { name: (one) => store.name(one), deck: store.deck, pile: view && topOf(view), runner });
  },
  politics: (move, store) => inPolitics(move, store.deck),
  president: (move, store) => inPresident(move, store.deck),
};

/**
 * A move in words. A game without words of its own gets its notation without the seat, with names for its words.
 * beside: other moves of the same decision, if it is not the present one.
 */
export function moveText(text: string, store: TableModel, beside: readonly string[] = []): string {
  const move = moveInfo(text);
  const said = SPOKEN[store.game?.name ?? ''];
  if (said) return said(move, store, beside);
  const named = [move.verb, ...move.args].map((token) => wordFor(token, store.naming).replaceAll('_', ' ')).join(' ');
  return named.charAt(0).toUpperCase() + named.slice(1);
}
