/** The card being chosen from the hand, or by its state on the map, and the name that goes with a nomination. */

import type { MoveInfo } from '../../lib/protocol';
import type { TableModel } from '../../table/model.svelte';
import type { PoliticsStage } from './stage';

const LAYING = ['nominate', 'play'];

export class CardChoice {
  private picked = $state<string | null>(null);
  name = $state('');

  /** Legal moves, once the animation has caught up with them. */
  moves = $derived.by<readonly MoveInfo[]>(() => (this.stage.busy || this.store.sent ? [] : this.store.legal));
  laying = $derived(this.moves.filter((move) => LAYING.includes(move.verb)));
  match = $derived(this.laying.find((move) => move.args[0] === this.picked) ?? (this.laying.length === 1 ? this.laying[0] : null) ?? null);
  chosen = $derived(this.match?.args[0] ?? null);
  nominating = $derived(this.laying.some((move) => move.verb === 'nominate'));
  draw = $derived(this.moves.find((move) => move.verb === 'draw') ?? null);
  parties = $derived(this.moves.filter((move) => move.verb === 'side'));

  constructor(
    private readonly store: TableModel,
    private readonly stage: PoliticsStage,
  ) {}

  lit(code: string): boolean {
    return this.laying.some((move) => move.args[0] === code);
  }

  /** A card or a state is pressed: chosen, put back, or the server is asked why not. */
  press = (code: string): void => {
    if (this.stage.busy) return this.stage.skip();
    if (this.lit(code)) {
      this.picked = this.picked === code ? null : code;
      this.name = '';
    } else this.store.why(`${this.stage.view?.task === 'nominate' ? 'nominate' : 'play'} ${code}`);
  };

  /** A card is dropped on the map, wherever. */
  drop(code: string): void {
    if (this.picked !== code) this.press(code);
  }

  /** Lay the chosen card open; a name given with a nomination rides along. */
  confirm(): void {
    if (!this.match) return;
    const name = this.name.replace(/["\\]/g, '').trim();
    this.play(this.match, name !== '' && this.match.verb === 'nominate' ? `${this.match.text} "${name}"` : this.match.text);
  }

  play(move: MoveInfo, text = move.text): void {
    this.store.play(text);
    this.clear();
  }

  clear(): void {
    this.picked = null;
    this.name = '';
  }
}
