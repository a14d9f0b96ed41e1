/** What the viewer is choosing at the moment: which cards for a take, a pick or an addition. */

import type { MoveInfo } from '../../lib/protocol';
import { Choice } from '../../table/panel/choice.svelte';

const CHOOSING = ['take', 'pick', 'add'] as const;
export type Choosing = (typeof CHOOSING)[number];

export class HandChoice extends Choice {
  verb = $derived<Choosing | null>(CHOOSING.find((verb) => this.moves.some((move) => move.verb === verb)) ?? null);

  protected override choosing(moves: readonly MoveInfo[]): readonly MoveInfo[] {
    return moves.filter((move) => move.verb === this.verb);
  }

  /** A card or a place is pressed: turned at once where that is asked for. */
  override press(token: string): void {
    const turn = this.direct('turn', token);
    if (turn) this.play(turn);
    else super.press(token);
  }

  protected override meant(token: string): string {
    if (this.verb !== null) return [this.verb, ...this.chosen, token].join(' ');
    return /^\d+$/.test(token) ? `turn ${token}` : `take ${token}`;
  }
}
