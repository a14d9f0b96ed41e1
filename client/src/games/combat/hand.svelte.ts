/** What the viewer is choosing at the moment: which cards for a take, a pick or an addition. */

import type { MoveInfo } from '../../lib/protocol';
import { lit, matching, stillChosen, tapped } from '../../table/panel/select';
import type { TableModel } from '../../table/model.svelte';
import type { Stage } from './stage.svelte';

const CHOOSING = ['take', 'pick', 'add'] as const;
export type Choosing = (typeof CHOOSING)[number];

/** A move without its seat, as data-move and the questions to the server say it. */
export function bare(move: MoveInfo): string {
  return [move.verb, ...move.args].join(' ');
}

export class HandChoice {
  private picked = $state.raw<string[]>([]);

  /** Legal moves, once the animation has caught up with them. */
  moves = $derived.by(() => (this.stage.busy || this.store.sent ? [] : this.store.legal));
  verb = $derived<Choosing | null>(CHOOSING.find((verb) => this.moves.some((move) => move.verb === verb)) ?? null);
  options = $derived(this.moves.filter((move) => move.verb === this.verb));
  chosen = $derived(stillChosen(this.options, this.picked));
  match = $derived(matching(this.options, this.chosen));

  constructor(
    private readonly store: TableModel,
    private readonly stage: Stage,
  ) {}

  lit(token: string): boolean {
    return this.verb !== null && lit(this.options, token);
  }

  direct(verb: string, ...args: string[]): MoveInfo | null {
    return this.moves.find((move) => move.verb === verb && move.args.join(' ') === args.join(' ')) ?? null;
  }

  /** A card or a place is pressed: turned, chosen, put back, or the server is asked why not. */
  press(token: string): void {
    if (this.stage.busy) return this.stage.skip();
    const turn = this.direct('turn', token);
    if (turn) return this.play(turn);
    if (this.verb === null) return this.store.why(/^\d+$/.test(token) ? `turn ${token}` : `take ${token}`);
    const next = tapped(this.options, this.chosen, token);
    if (next) this.picked = next;
    else this.store.why([this.verb, ...this.chosen, token].join(' '));
  }

  /** The confirm button: play the choice, or ask what is wrong with it. */
  confirm(): void {
    if (this.match) this.play(this.match);
    else if (this.verb && this.chosen.length > 0) this.store.why([this.verb, ...this.chosen].join(' '));
  }

  /** However a move was made, what was being chosen is over with it. */
  play(move: MoveInfo): void {
    this.picked = [];
    this.store.play(move);
  }

  clear(): void {
    this.picked = [];
  }
}
