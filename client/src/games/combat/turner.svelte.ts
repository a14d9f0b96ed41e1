/** Turns the viewer's cards automatically in hands without any other choice, if the viewer has enabled this. */

import { settings } from '../../lib/settings.svelte';
import type { TableModel } from '../../table/model.svelte';
import type { HandChoice } from './hand.svelte';
import { wildOf, type CombatView } from './view';

const PAUSE = 250; // ms to look at the hand before its card turns
const BY_HAND = 2; // number of first hands in which the viewer turns the cards, to learn the game
const STAKED = 2; // number of last hands, in which cards are at stake

/** Whether the only choice is to turn a face-down card: no wild card is in play and nothing is staked. */
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

  /** Turn a card after a pause if there is nothing else to do. Called whenever the table changes. */
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
