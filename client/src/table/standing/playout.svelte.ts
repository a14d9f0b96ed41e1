/** Offer a viewer to let a bot make their last moves, once the game is decided or nothing is left to choose. */

import type { MoveInfo } from '../../lib/protocol';
import type { TableModel } from '../model.svelte';
import { isPossible } from './standing.svelte';

/** How the viewer's game stands, by the server's previews: it can no longer be won, or lost; hardly won; or none of these. */
export type Hope = 'gone' | 'faint' | 'safe' | 'open';

/** The viewer's hope. verbs: those whose previews tell of it. Null if no legal move has such a verb. */
export function hopeIn({ legal, previews }: Pick<TableModel, 'legal' | 'previews'>, verbs: readonly string[]): Hope | null {
  const telling = legal.filter((move) => verbs.includes(move.verb));
  if (telling.length === 0) return null;
  const found = (effect: string): number => Math.max(...telling.map((move) => previews[move.text]?.[effect] ?? 0));
  return found('beaten') === 1 ? 'gone' : found('beaten') === 2 ? 'faint' : found('safe') === 1 ? 'safe' : 'open';
}

/** The move with the highest value among those with the first of the verbs that a legal move has; null without one. */
export function lastMove(moves: readonly MoveInfo[], verbs: readonly string[], value: (code: string) => number): MoveInfo | null {
  const verb = verbs.find((one) => moves.some((move) => move.verb === one));
  const found = moves.filter((move) => move.verb === verb);
  return found.sort((one, other) => value(other.args[0] ?? '') - value(one.args[0] ?? ''))[0] ?? null;
}

export class Playout {
  /** The viewer's hope at their last decision; it stays while the game plays itself. */
  hope = $state<Hope>('open');
  /** Whether the viewer may let a bot finish the game. */
  readonly ends = $derived.by(() => !this.store.over && isPossible(this.store) && (this.also() || this.hope !== 'open'));
  /** Whether a bot finishes the game. */
  out = $state(false);

  /** Create it while a table's component is created. also: whether the game may be finished for another reason. */
  constructor(
    private readonly store: TableModel,
    stage: { readonly busy: boolean; skip: () => void },
    verbs: readonly string[],
    private readonly also: () => boolean,
  ) {
    let ended = false;
    $effect(() => {
      if (ended && !store.over) [this.hope, this.out] = ['open', false]; // a rematch
      ended = store.over;
    });
    $effect(() => {
      const now = hopeIn(store, verbs);
      if (now !== null && !(this.out && now === 'open')) this.hope = now;
    });
    $effect(() => {
      if (!this.ends && !store.over) this.out = false;
    });
    $effect(() => {
      if (!this.out || !stage.busy) return; // the rest of such a game is not animated, only its election night
      const timer = setTimeout(() => stage.skip());
      return () => clearTimeout(timer);
    });
  }
}
