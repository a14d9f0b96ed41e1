/** The ballot being filled in: a size and a state, in whichever order they are chosen. */

import type { MoveInfo } from '../../lib/protocol';
import { lit, matching, stillChosen, tapped } from '../../table/panel/select';
import type { TableModel } from '../../table/model.svelte';
import type { PresidentStage } from './stage';

export class Ballot {
  private picked = $state.raw<string[]>([]);

  /** Legal moves, once the animation has caught up with them. */
  moves = $derived.by<readonly MoveInfo[]>(() => (this.stage.busy || this.store.sent ? [] : this.store.legal));
  chosen = $derived(stillChosen(this.moves, this.picked));
  match = $derived(matching(this.moves, this.chosen));
  size = $derived(this.chosen.find((token) => this.sizes.includes(token)) ?? null);
  state = $derived(this.chosen.find((token) => !this.sizes.includes(token)) ?? null);

  constructor(
    private readonly store: TableModel,
    private readonly stage: PresidentStage,
  ) {}

  private get sizes(): readonly string[] {
    return this.stage.view?.sizes ?? [];
  }

  lit(token: string): boolean {
    return lit(this.moves, token);
  }

  /** A pyramid or a state is pressed: chosen, put back, or the server is asked why not. */
  press(token: string): void {
    if (this.stage.busy) return this.stage.skip();
    const next = tapped(this.moves, this.chosen, token);
    if (next) this.picked = next;
    else this.ask(token);
  }

  /** A pyramid is dropped on a state. */
  drop(size: string, state: string): void {
    if (this.stage.busy) return this.stage.skip();
    if (matching(this.moves, [size, state])) this.picked = [size, state];
    else this.store.why(`place ${size} ${state}`);
  }

  private ask(token: string): void {
    const view = this.stage.view;
    const [anySize, anyState] = [this.size ?? view?.sizes[0], this.state ?? view?.states[0]];
    const question = this.sizes.includes(token) ? [token, anyState] : [anySize, token];
    this.store.why(`place ${question.join(' ')}`);
  }

  seal(): void {
    if (!this.match) return;
    this.store.play(this.match);
    this.picked = [];
  }

  clear(): void {
    this.picked = [];
  }
}
