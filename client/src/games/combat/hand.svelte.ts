/** What the viewer is choosing at the moment: which cards for a take, a pick or an addition. */

import type { MoveInfo } from '../../lib/protocol';
import { Choice } from '../../table/panel/choice.svelte';
import { stillChosen } from '../../table/panel/select';
import { words } from '../../words';

const CHOOSING = ['take', 'pick', 'add'] as const;
export type Choosing = (typeof CHOOSING)[number];

export class HandChoice extends Choice {
  /** Whether all that can be picked lies face down: one is like another, so a press picks it. */
  blind = $derived(this.moves.length > 0 && this.moves.every(({ verb, args }) => verb === 'pick' && /^\d+$/.test(args[0] ?? '')));
  verb = $derived<Choosing | null>(this.blind ? null : (CHOOSING.find((verb) => this.moves.some((move) => move.verb === verb)) ?? null));

  /** What every move has that is put together now: it is chosen from the start. */
  private required = $derived.by(() => (this.options.length > 1 ? (this.options[0]?.args.filter((token) => this.must(token)) ?? []) : []));
  override chosen = $derived.by(() => [...this.required, ...stillChosen(this.options, this.picked).filter((token) => !this.required.includes(token))]);
  /** What of it can be put back. */
  loose = $derived.by(() => this.chosen.filter((token) => !this.required.includes(token)));

  protected override choosing(moves: readonly MoveInfo[]): readonly MoveInfo[] {
    return moves.filter((move) => move.verb === this.verb);
  }

  /** A card or a place is pressed: turned at once where that is asked for. */
  override press(token: string): void {
    const turned = this.turned(token);
    if (turned) this.play(turned);
    else if (this.required.includes(token)) this.store.note(words.combat.mustBe(this.store.deck.get(token)?.name ?? token));
    else super.press(token);
  }

  /** The move that turns a card over at once. */
  turned(token: string): MoveInfo | null {
    return this.direct('turn', token) ?? (this.blind ? this.direct('pick', token) : null);
  }

  protected override meant(token: string): string {
    if (this.verb !== null) return [this.verb, ...this.chosen, token].join(' ');
    return /^\d+$/.test(token) ? `turn ${token}` : `take ${token}`;
  }
}
