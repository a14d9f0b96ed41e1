/** The card being chosen, in the hand or by its state on the map, and the name given to a nominee. */

import type { MoveInfo } from '../../lib/protocol';
import { Choice } from '../../table/panel/choice.svelte';
import type { PoliticsStage } from './stage';

const LAYING = ['nominate', 'play', 'take'];

export class CardChoice extends Choice {
  protected declare readonly stage: PoliticsStage;
  name = $state('');

  /** The move to confirm: the chosen one, or the only possible one. */
  laid = $derived(this.match ?? (this.options.length === 1 ? (this.options[0] ?? null) : null));
  card = $derived(this.laid?.args[0] ?? null);
  nominating = $derived(this.options.some((move) => move.verb === 'nominate'));
  taking = $derived(this.laid?.verb === 'take');
  draw = $derived(this.direct('draw'));
  parties = $derived(this.moves.filter((move) => move.verb === 'side'));

  protected override choosing(moves: readonly MoveInfo[]): readonly MoveInfo[] {
    return moves.filter((move) => LAYING.includes(move.verb));
  }

  protected override meant(token: string): string {
    const open = Object.entries(this.stage.view?.where ?? {}).some(([code, where]) => code === token && where === 'open');
    return `${this.stage.view?.task === 'nominate' ? 'nominate' : open ? 'take' : 'play'} ${token}`;
  }

  override holds(token: string): boolean {
    return this.card === token;
  }

  override press(token: string): void {
    if (this.lit(token)) this.name = '';
    super.press(token);
  }

  /** Choose a card that was dropped anywhere on the map. */
  drop(code: string): void {
    if (!this.chosen.includes(code)) this.press(code);
  }

  /** Play a card. A nomination also sends the nominee's name, if the viewer gave one. */
  lay(move: MoveInfo): void {
    const name = this.name.replace(/["\\]/g, '').trim();
    this.play(move, name !== '' && move.verb === 'nominate' ? `${move.text} "${name}"` : move.text);
  }

  override clear(): void {
    super.clear();
    this.name = '';
  }
}
