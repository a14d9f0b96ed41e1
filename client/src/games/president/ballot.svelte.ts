/** The ballot being filled in: a size and a state, chosen in any order. */

import { Choice } from '../../table/panel/choice.svelte';
import { matching } from '../../table/panel/select';
import type { PresidentStage } from './stage';
import { SIZES, statesOf } from './view';

const isSize = (token: string): boolean => SIZES.some((size) => size === token);

export class Ballot extends Choice {
  protected declare readonly stage: PresidentStage;
  size = $derived(this.chosen.find(isSize) ?? null);
  state = $derived(this.chosen.find((token) => !isSize(token)) ?? null);

  /** Handle a pyramid that was dropped on a state. */
  drop(size: string, state: string): void {
    if (this.stage.busy) return this.stage.skip();
    if (this.premove?.due) this.premove.cancel();
    if (matching(this.moves, [size, state])) this.picked = [size, state];
    else this.unable(`place ${size} ${state}`);
  }

  protected override meant(token: string): string {
    const { board } = this.stage;
    return `place ${isSize(token) ? `${token} ${this.state ?? (board && statesOf(board)[0])}` : `${this.size ?? SIZES[0]} ${token}`}`;
  }
}
