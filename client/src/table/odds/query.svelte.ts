/** Odds on request: while they are wanted, the server is asked for those of the chosen move. */

import { untrack } from 'svelte';
import type { Foretold } from '../../lib/odds';
import type { MoveInfo } from '../../lib/protocol';
import type { TableModel } from '../model.svelte';

export class OddsQuery {
  /** Whether the viewer wants to know. */
  wanted = $state(false);
  /** The answer; null while it is awaited. */
  answer = $state.raw<Foretold | null>(null);
  readonly question = $derived.by(() => (this.wanted ? (this.move()?.text ?? null) : null));

  /** To be made while a component is; move: the chosen one, null for none. */
  constructor(
    private readonly store: TableModel,
    private readonly move: () => MoveInfo | null,
  ) {
    // One decision's odds: with the next the panel has its place again.
    $effect(() => {
      void store.decision;
      untrack(() => (this.wanted = false));
    });
    // Hints asked for later take the place of odds.
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

  /** Show the odds in place of a hint, or close them. */
  toggle(): void {
    this.store.hints?.hide();
    this.wanted = !this.wanted;
  }
}
