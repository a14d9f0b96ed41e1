/** The cards that the viewer is choosing for a take, a pick or a stake (`add`). */

import type { MoveInfo } from '../../lib/protocol';
import { Choice } from '../../table/panel/choice.svelte';
import { stillChosen } from '../../table/panel/select';
import type { TableModel } from '../../table/model.svelte';
import { byCards, requiredIn } from './choices';
import { words } from '../../words';

const CHOOSING = ['take', 'pick', 'add'] as const;
export type Choosing = (typeof CHOOSING)[number];

export class HandChoice extends Choice {
  /** still: whether the table makes the next move for the viewer, so that nothing is offered. */
  constructor(store: TableModel, stage: { readonly busy: boolean; skip: () => void }, private readonly still: () => boolean) {
    super(store, stage);
  }

  /** Whether every card to pick lies face down. Such cards look alike, so a press picks one at once. */
  blind = $derived(this.moves.length > 0 && this.moves.every(({ verb, args }) => verb === 'pick' && /^\d+$/.test(args[0] ?? '')));
  verb = $derived<Choosing | null>(this.blind ? null : (CHOOSING.find((verb) => this.moves.some((move) => move.verb === verb)) ?? null));

  /** Cards that every legal move includes, and for a stake the highest card; they are chosen from the start. */
  required = $derived.by(() => (this.options.length > 1 ? requiredIn(this.options, (code) => this.store.deck.get(code)?.value ?? 0) : []));
  override chosen = $derived.by(() => [...this.required, ...stillChosen(this.options, this.picked).filter((token) => !this.required.includes(token))]);
  /** Chosen cards that the viewer can put back. */
  loose = $derived.by(() => this.chosen.filter((token) => !this.required.includes(token)));

  /** Whether a card is part of every move while there is still a choice between moves. */
  must(token: string): boolean {
    return this.required.includes(token);
  }

  protected override choosing(moves: readonly MoveInfo[]): readonly MoveInfo[] {
    return moves.filter((move) => move.verb === this.verb);
  }

  /** Handle a press on a card or a place. A press that turns a card needs no confirmation. */
  override press(token: string): void {
    const turned = this.turning(token);
    if (turned) this.play(turned);
    else if (this.required.includes(token)) this.store.note(words.combat.mustBe(this.store.deck.get(token)?.name ?? token));
    else super.press(token);
  }

  /** The move that a single press on this token makes, or null. */
  turned(token: string): MoveInfo | null {
    return this.still() ? null : this.turning(token);
  }

  override lit(token: string): boolean {
    return !this.still() && super.lit(token);
  }

  /** List takes by what they take: first few cards, first open ones. */
  override listed = $derived.by(() => (this.still() ? [] : byCards(this.moves)));

  private turning(token: string): MoveInfo | null {
    return this.direct('turn', token) ?? (this.blind ? this.direct('pick', token) : null);
  }

  protected override meant(token: string): string {
    if (this.verb !== null) return [this.verb, ...this.chosen, token].join(' ');
    return /^\d+$/.test(token) ? `turn ${token}` : `take ${token}`;
  }
}
