/** Turns the viewer's cards in hands that ask for nothing else, if the viewer wants that. */

import { settings } from '../../lib/settings.svelte';
import type { TableModel } from '../../table/model.svelte';
import type { HandChoice } from './hand.svelte';
import { wildOf, type CombatView } from './view';

const PAUSE = 250; // ms in which the hand is seen before its card turns
const BY_HAND = 2; // hands of a game whose cards the viewer turns, to learn it
const STAKED = 2; // hands at the end in which cards are at stake

/** Whether nothing but turning a face-down card can be done: no wild card is in play and nothing is staked. */
export function turnsItself(view: CombatView, moves: HandChoice['moves']): boolean {
  const ordinary = view.hand > BY_HAND && view.hand <= view.hands - STAKED && wildOf(view) === null;
  return ordinary && moves.length > 0 && moves.every(({ verb }) => verb === 'turn');
}

export class Turner {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly store: TableModel,
    private readonly choice: HandChoice,
  ) {}

  /** Turn a card soon if that is all there is to do; called whenever the table changes. */
  look(view: CombatView | null): void {
    this.stop();
    const { store, choice } = this;
    const wanted = settings.turns && (store.room?.terms.autoplay ?? false) && store.myTurn && !choice.preparing;
    if (!wanted || !view || !turnsItself(view, choice.moves)) return;
    const move = choice.moves[0];
    if (move) this.timer = setTimeout(() => choice.play(move), PAUSE);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
