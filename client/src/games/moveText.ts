/** Any game's moves in words, for use outside the game's own panel. */

import { moveInfo } from '../lib/moves';
import type { MoveInfo } from '../lib/protocol';
import { seatNumber, textOf } from '../lib/read';
import { briefName, sidesIn } from '../lib/sides';
import type { TableModel } from '../table/model.svelte';
import { words } from '../words';
import { moveWords as inCombat } from './combat/say';
import { moveWords as inMudslinger } from './mudslinger/say';
import { moveWords as inPolitics } from './politics/say';
import { moveWords as inPresident } from './president/say';

const SPOKEN: Readonly<Record<string, (move: MoveInfo, store: TableModel) => string>> = {
  combat: (move, store) => inCombat(move, store.deck),
  mudslinger: (move, store) =>
    move.verb === 'lobby' ? words.mudslinger.lobbyFor : inMudslinger(move, { name: (seat) => store.name(seat), deck: store.deck, pile: null, runner: runnerOf(move, store) }),
  politics: (move, store) => inPolitics(move, store.deck),
  president: (move, store) => inPresident(move, store.deck),
};

/** The player who runs, if the move is legal now; null for any other move. */
function runnerOf(move: MoveInfo, store: TableModel): { seat: number; name: string } | null {
  const now = store.legal.some((one) => one.text === move.text);
  const seat = now ? seatNumber(textOf(store.view?.['runner'])) : null;
  return seat === null ? null : { seat, name: briefName(sidesIn(store.room), seat) };
}

/** A move's notation in words. A game without words of its own gets the notation without the seat, cards by name. */
export function moveText(text: string, store: TableModel): string {
  const move = moveInfo(text);
  const said = SPOKEN[store.game?.name ?? ''];
  return said ? said(move, store) : [move.verb, ...move.args.map((token) => store.deck.get(token)?.name ?? token)].join(' ');
}
