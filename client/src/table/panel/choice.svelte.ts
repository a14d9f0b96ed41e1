/** What the viewer is choosing from the legal moves, in whichever order its parts are pressed. Knows no rule. */

import type { MoveInfo } from '../../lib/protocol';
import { words } from '../../words';
import type { TableModel } from '../model.svelte';
import type { Premove } from '../premove/premove.svelte';
import { lit, matching, stillChosen, tapped } from './select';

/** A move without its seat, as in buttons and requests. */
export function bare(move: MoveInfo): string {
  return [move.verb, ...move.args].join(' ');
}

/** The gate of all moves: none while events are shown or a move is on its way. */
export function movesNow(store: TableModel, stage: { readonly busy: boolean }): readonly MoveInfo[] {
  return stage.busy || store.sent ? [] : store.legal;
}

export class Choice {
  protected picked = $state.raw<string[]>([]);

  /** Legal moves, once the animation has caught up with them; while one is prepared, what may be legal next. */
  moves = $derived.by<readonly MoveInfo[]>(() => {
    if (this.preparing) return this.premove?.foreseen ?? [];
    return movesNow(this.store, this.stage);
  });
  /** Those of them that are put together from several things. */
  options = $derived.by(() => this.choosing(this.moves));
  chosen = $derived.by(() => stillChosen(this.options, this.picked));
  match = $derived.by(() => matching(this.options, this.chosen));

  constructor(
    protected readonly store: TableModel,
    protected readonly stage: { readonly busy: boolean; skip: () => void },
    readonly premove: Premove | null = null,
  ) {}

  /** Whether the choice is a prepared move, which is kept and not sent. */
  get preparing(): boolean {
    return this.premove?.choosing ?? false;
  }

  protected choosing(moves: readonly MoveInfo[]): readonly MoveInfo[] {
    return moves;
  }

  /** What pressing something was meant as, a move without its seat: for the server to say why it cannot be. */
  protected meant(token: string): string {
    return [this.options[0]?.verb ?? '', ...this.chosen, token].join(' ');
  }

  /** Whether something is part of a legal move. */
  lit(token: string): boolean {
    return lit(this.options, token);
  }

  /** Whether something is part of every legal move, and others are there to choose beside it. */
  must(token: string): boolean {
    return this.options.length > 1 && this.options.every((move) => move.args.includes(token));
  }

  /** The legal move that says exactly this. */
  direct(verb: string, ...args: string[]): MoveInfo | null {
    return this.moves.find((move) => move.verb === verb && move.args.join(' ') === args.join(' ')) ?? null;
  }

  /** Something is pressed: chosen, put back, or the server is asked why not. */
  press(token: string): void {
    if (this.stage.busy) return this.stage.skip();
    if (this.premove?.due) this.premove.cancel();
    const next = tapped(this.options, this.chosen, token);
    if (next) {
      this.picked = next;
      this.store.dismiss();
    } else this.unable(this.meant(token));
  }

  /** Ask the server why a move is not allowed, unless the move is being prepared. */
  protected unable(rest: string): void {
    if (this.preparing) this.store.note(words.premove.unforeseen);
    else this.store.why(rest);
  }

  /** However a move was made, what was being chosen is over with it. */
  play(move: MoveInfo, text = move.text): void {
    const { preparing } = this;
    this.clear();
    if (preparing) this.premove?.keep(move);
    else if (!this.premove?.delayIfEarly(move)) this.store.play(text);
  }

  /** Begin to prepare a move, or leave it. */
  prepare(): void {
    this.clear();
    this.premove?.toggle();
  }

  /** Prepare another move, beginning with the one that is prepared. */
  change(): void {
    const before = this.premove?.prepared;
    this.premove?.change();
    this.picked = before && this.options.some((move) => move.text === before.text) ? [...before.args] : [];
  }

  clear(): void {
    this.picked = [];
  }
}
