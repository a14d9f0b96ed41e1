/**
 * A move that the viewer prepares while others move. It stays in this page until it is legal, and is then sent after
 * the same delay as other automatic answers (decision 13).
 */

import { untrack } from 'svelte';
import type { MoveInfo } from '../../lib/protocol';
import { textOf } from '../../lib/read';
import { drawnTime, Standing } from '../standing/standing.svelte';
import type { TableModel } from '../model.svelte';

/** Why a prepared move was dropped: it is not legal, or the game has changed. */
export type Loss = 'illegal' | 'elsewhere';

export class Premove {
  /** The prepared move, or null. */
  prepared = $state.raw<MoveInfo | null>(null);
  /** The prepared move that was dropped, until the viewer has read why. */
  lost = $state.raw<{ move: MoveInfo; why: Loss } | null>(null);
  private opened = $state(false);
  private last: { generation: number; seat: number | null } | null = null;
  /** The task of the others when the move was prepared; the move answers the viewer's next decision of this kind. */
  private meant: string | null = null;
  private readonly standing: Standing;

  private readonly waits = $derived.by(() => {
    const { store } = this;
    const playing = !store.over && !store.myTurn && !store.sent && !this.stage.busy;
    return playing && this.standing.possible && !store.room?.seats[store.seat ?? -1]?.forfeited;
  });
  /** The moves that can be prepared now, as the server expects them. */
  readonly foreseen = $derived.by<readonly MoveInfo[]>(() => (this.waits ? this.store.foreseen : []));
  readonly offered = $derived.by(() => this.foreseen.length > 0 && this.prepared === null);
  /** Whether the viewer prepares a move: choices are kept instead of sent. */
  readonly choosing = $derived.by(() => this.opened && this.foreseen.length > 0);
  /** Whether the prepared move is about to be sent. */
  readonly due = $derived.by(() => this.prepared !== null && this.standing.due !== null);

  /** Create it while a table's component is created. */
  constructor(
    private readonly store: TableModel,
    private readonly stage: { readonly busy: boolean },
    time: () => number = drawnTime,
  ) {
    this.standing = new Standing(store, stage, { span: () => null, question: () => null, rule: () => this.legal() }, time);
    $effect(() => {
      const { generation, seat, over } = store;
      untrack(() => this.follow(generation, seat, over));
    });
    $effect(() => {
      if (!this.prepared) return;
      if (store.sent?.play === this.prepared.text) this.prepared = null;
      else if (this.passed(this.prepared)) this.lose('illegal');
      else if (this.standing.asked && this.task() === this.meant && !this.legal()) this.lose('illegal');
    });
    $effect(() => {
      if (store.sent) this.lost = null;
    });
    $effect(() => {
      if (store.myTurn) this.opened = false;
    });
  }

  /** Begin or stop preparing a move. */
  toggle(): void {
    this.opened = !this.choosing;
    this.lost = null;
  }

  keep(move: MoveInfo): void {
    this.prepared = move;
    this.meant = this.task();
    this.opened = false;
  }

  /** Drop the prepared move, also if it is about to be sent. */
  cancel(): void {
    if (this.due) this.standing.takeBack();
    this.prepared = null;
  }

  /** Replace the prepared move. */
  change(): void {
    this.cancel();
    this.opened = this.foreseen.length > 0;
  }

  /**
   * Handle a move made by hand: another move drops the prepared one, the prepared move itself waits. Return true if it
   * waits.
   */
  delayIfEarly(move: MoveInfo): boolean {
    if (this.standing.delayIfEarly(move)) return true;
    if (this.due) this.cancel();
    return false;
  }

  /** The present task, of any seat; null in games with only one task. */
  private task(): string | null {
    return textOf(this.store.view?.['task']);
  }

  /** Whether the move can no longer be prepared, because the foreseen moves have changed. */
  private passed({ text }: MoveInfo): boolean {
    return this.foreseen.length > 0 && this.foreseen.every((move) => move.text !== text);
  }

  private legal(): MoveInfo | null {
    return this.store.legal.find((move) => move.text === this.prepared?.text) ?? null;
  }

  /** Drop everything when a new game begins, a move is taken back or the seat changes. */
  private follow(generation: number, seat: number | null, over: boolean): void {
    const { last } = this;
    this.last = { generation, seat };
    if (over || last?.seat !== seat) this.prepared = this.lost = null;
    else if (last.generation !== generation) this.lose('elsewhere');
    else return;
    this.opened = false;
  }

  private lose(why: Loss): void {
    if (this.prepared) this.lost = { move: this.prepared, why };
    this.prepared = null;
  }
}
