/** Odds on request: while they are shown, the page asks the server for the odds of the chosen move. */

import { untrack } from 'svelte';
import type { Foretold } from '../../lib/odds';
import type { MoveInfo } from '../../lib/protocol';
import type { TableModel } from '../model.svelte';

export class OddsQuery {
  /** Whether the viewer has asked for odds. */
  wanted = $state(false);
  /** The answer; null while it is awaited. */
  answer = $state.raw<Foretold | null>(null);
  readonly offered = $derived.by(() => this.move() !== null);
  readonly question = $derived.by(() => (this.wanted ? (this.move()?.text ?? null) : null));

  /** Create it while a component is created, since it registers effects. move: the chosen move, or null. */
  constructor(
    private readonly store: TableModel,
    private readonly move: () => MoveInfo | null,
  ) {
    // Close the odds when the viewer has decided, or another decision comes.
    $effect(() => {
      void [store.sent, store.decision];
      untrack(() => (this.wanted = false));
    });
    // Close the odds when the viewer asks for hints, which use the same place.
    $effect(() => {
      if (store.hints?.shown || store.hints?.waiting) untrack(() => (this.wanted = false));
    });
    $effect(() => {
      this.answer = null;
      const asked = this.question;
      if (asked === null) return;
      void store.odds(asked).then((found) => {
        if (asked === this.question) this.answer = found ?? { chances: {}, kinds: {} };
      });
    });
  }

  /** Show the odds and hide hints, or close the odds. */
  toggle(): void {
    this.store.hints?.hide();
    this.wanted = !this.wanted;
  }
}
