/**
 * The viewer's choice among the legal moves, made by pressing its parts in any order. It contains no rule of a game.
 */

import type { MoveInfo } from '../../lib/protocol';
import { WHY_HINT } from '../../ui/hints';
import { words } from '../../words';
import type { TableModel } from '../model.svelte';
import { Premove } from '../premove/premove.svelte';
import { lit, matching, stillChosen, tapped } from './select';

/** A move without its seat, as in buttons and requests. */
export function bare(move: MoveInfo): string {
  return [move.verb, ...move.args].join(' ');
}

export class Choice {
  protected picked = $state.raw<string[]>([]);

  /**
   * The legal moves, once the board has shown all events. While a move is prepared: the moves that may become legal.
   */
  moves = $derived.by<readonly MoveInfo[]>(() => {
    if (this.preparing) return this.premove?.foreseen ?? [];
    return this.stage.busy || this.store.sent ? [] : this.store.legal;
  });
  /** The moves in the order in which a list shows them. */
  listed = $derived.by(() => this.ordered(this.moves));
  /** The moves that consist of several parts, such as cards and a place. */
  options = $derived.by(() => this.choosing(this.moves));
  chosen = $derived.by(() => stillChosen(this.options, this.picked));
  match = $derived.by(() => matching(this.options, this.chosen));

  /** Create it while a table's component is created. premove: null if no move can be prepared. */
  constructor(
    protected readonly store: TableModel,
    protected readonly stage: { readonly busy: boolean; skip: () => void },
    readonly premove: Premove | null = new Premove(store, stage),
  ) {}

  /** Whether the choice is a prepared move, which is kept and not sent. */
  get preparing(): boolean {
    return this.premove?.choosing ?? false;
  }

  protected choosing(moves: readonly MoveInfo[]): readonly MoveInfo[] {
    return moves;
  }

  protected ordered(moves: readonly MoveInfo[]): readonly MoveInfo[] {
    return moves;
  }

  /** The move that pressing a thing would lead to, without its seat; the server explains why it is illegal. */
  protected meant(token: string): string {
    return [this.options[0]?.verb ?? '', ...this.chosen, token].join(' ');
  }

  /** Whether a thing is part of a legal move. */
  lit(token: string): boolean {
    return lit(this.options, token);
  }

  /** Whether a thing is chosen. */
  holds(token: string): boolean {
    return this.chosen.includes(token);
  }

  /** The attributes of a thing's button: whether the thing can be chosen, and whether it is. */
  button(token: string) {
    const lit = this.lit(token);
    return {
      type: 'button',
      'aria-pressed': lit ? this.holds(token) : undefined,
      'aria-describedby': lit ? undefined : WHY_HINT,
      'data-dim': !lit,
      'data-token': token,
      onclick: () => this.press(token),
    } as const;
  }

  /** The legal move with exactly this verb and these arguments, or null. */
  direct(verb: string, ...args: string[]): MoveInfo | null {
    return this.moves.find((move) => move.verb === verb && move.args.join(' ') === args.join(' ')) ?? null;
  }

  /** Press a thing: choose it, put it back, or ask the server why it cannot be chosen. */
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

  /** Make a move, by whichever button, and clear the choice. */
  play = (move: MoveInfo, text = move.text): void => {
    const { preparing } = this;
    this.clear();
    if (preparing) this.premove?.keep(move);
    else if (!this.waits(move)) this.store.play(text);
  };

  /** Delay a move made by hand as long as an automatic one; return true if it is delayed. */
  protected waits(move: MoveInfo): boolean {
    return this.premove?.delayIfEarly(move) ?? false;
  }

  /** Begin or stop preparing a move. */
  prepare(): void {
    this.clear();
    this.premove?.toggle();
  }

  /** Prepare another move; the choice starts with the move prepared before. */
  change(): void {
    const before = this.premove?.prepared;
    this.premove?.change();
    this.picked = before && this.options.some((move) => move.text === before.text) ? [...before.args] : [];
  }

  clear(): void {
    this.picked = [];
  }
}
