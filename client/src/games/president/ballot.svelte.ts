/** The ballot being filled in: a size and a state, in whichever order they are chosen. */

import { Choice } from '../../table/panel/choice.svelte';
import { matching } from '../../table/panel/select';
import type { PresidentStage } from './stage';

export class Ballot extends Choice {
  protected declare readonly stage: PresidentStage;
  size = $derived(this.chosen.find((token) => this.sizes.includes(token)) ?? null);
  state = $derived(this.chosen.find((token) => !this.sizes.includes(token)) ?? null);

  private get sizes(): readonly string[] {
    return this.stage.view?.sizes ?? [];
  }

  /** A pyramid is dropped on a state. */
  drop(size: string, state: string): void {
    if (this.stage.busy) return this.stage.skip();
    if (matching(this.moves, [size, state])) this.picked = [size, state];
    else this.store.why(`place ${size} ${state}`);
  }

  protected override meant(token: string): string {
    const [anySize, anyState] = [this.size ?? this.sizes[0], this.state ?? this.stage.view?.states[0]];
    return `place ${this.sizes.includes(token) ? `${token} ${anyState}` : `${anySize} ${token}`}`;
  }
}
