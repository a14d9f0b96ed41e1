/** Turns the viewer's cards automatically in hands without any other choice, if the viewer has enabled this. */

import type { MoveInfo } from '../../lib/protocol';
import { settings } from '../../lib/settings.svelte';
import type { TableModel } from '../../table/model.svelte';
import type { HandChoice } from './hand.svelte';
import { BY_HAND, STAKED, wildOf, type CombatView } from './view';

const PAUSE = 100; // ms in which a click can still choose the card

/** Whether a hand is one in which cards can turn by themselves: no wild card is in play and nothing is staked. */
export function ordinary(view: CombatView): boolean {
  return view.hand > BY_HAND && view.hand <= view.hands - STAKED && wildOf(view) === null;
}

/** Whether the only choice is to turn a face-down card in an ordinary hand. */
export function turnsItself(view: CombatView, moves: HandChoice['moves']): boolean {
  return ordinary(view) && moves.length > 0 && moves.every(({ verb }) => verb === 'turn');
}

export class Turner {
  /** The move that the table could make for the viewer now, or null. */
  private readonly found = $derived.by<MoveInfo | null>(() => {
    const [{ store, choice }, view] = [this, this.view()];
    const free = view !== null && store.myTurn && !choice.preparing && this.on;
    return free && turnsItself(view, choice.moves) ? (choice.moves[0] ?? null) : null;
  });
  /** Whether the viewer is asked, once on each device, if their cards may turn by themselves. */
  readonly asks = $derived(this.found !== null && !settings.turnsAsked);
  /** The move that the table makes for the viewer now, or null. */
  readonly move = $derived(settings.turnsAsked ? this.found : null);
  /** Whether the viewer's cards turn by themselves in the hand being played. */
  readonly films = $derived.by(() => {
    const view = this.view();
    return view !== null && this.store.seat !== null && this.on && settings.turnsAsked && ordinary(view);
  });

  /** Create it while a component is created, since it registers an effect. view: the view that the stage shows. */
  constructor(
    private readonly store: TableModel,
    private readonly choice: HandChoice,
    private readonly view: () => CombatView | null,
  ) {
    $effect(() => {
      const { move } = this;
      if (!move) return;
      const timer = setTimeout(() => {
        store.playsItself();
        choice.play(move);
      }, PAUSE);
      return () => clearTimeout(timer);
    });
  }

  private get on(): boolean {
    return settings.turns && (this.store.room?.terms.autoplay ?? false);
  }
}
