/**
 * A move prepared while others are asked. It is kept in this page alone, and nothing of it leaves before it can be made:
 * then it goes at the time of every answer given beforehand, if the server has it among the legal moves (decision 13).
 */

import { untrack } from 'svelte';
import type { MoveInfo } from '../../lib/protocol';
import { textOf } from '../../lib/read';
import { drawnTime, Standing } from '../standing/standing.svelte';
import type { TableModel } from '../model.svelte';

/** Why a prepared move is gone: it cannot be made now, or the game is not where it was. */
export type Loss = 'illegal' | 'elsewhere';

export class Premove {
  /** The move that waits for its turn. */
  prepared = $state.raw<MoveInfo | null>(null);
  /** The last one that is gone although nobody put it back, until the viewer goes on. */
  lost = $state.raw<{ move: MoveInfo; why: Loss } | null>(null);
  private opened = $state(false);
  private last: { generation: number; seat: number | null } | null = null;
  /** What was asked of others when it was prepared: it is for the viewer's next decision of that kind. */
  private meant: string | null = null;
  private readonly standing: Standing;

  private readonly waits = $derived.by(() => {
    const { store } = this;
    const playing = !store.over && !store.myTurn && !store.sent && !this.stage.busy;
    return playing && this.standing.possible && !store.room?.seats[store.seat ?? -1]?.forfeited;
  });
  /** What can be prepared now, as the server foresees it. */
  readonly foreseen = $derived.by<readonly MoveInfo[]>(() => (this.waits ? this.store.foreseen : []));
  readonly offered = $derived.by(() => this.foreseen.length > 0 && this.prepared === null);
  /** Whether the viewer is preparing: what they choose is kept instead of sent. */
  readonly choosing = $derived.by(() => this.opened && this.foreseen.length > 0);
  /** Whether the prepared move is about to be sent. */
  readonly due = $derived.by(() => this.prepared !== null && this.standing.due !== null);

  /** To be made while a table's component is. */
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

  /** Begin to prepare a move, or leave it. */
  toggle(): void {
    this.opened = !this.choosing;
    this.lost = null;
  }

  keep(move: MoveInfo): void {
    this.prepared = move;
    this.meant = this.task();
    this.opened = false;
  }

  /** Put the prepared move back; what is about to be sent stays here. */
  cancel(): void {
    if (this.due) this.standing.takeBack();
    this.prepared = null;
  }

  /** Prepare another in its place. */
  change(): void {
    this.cancel();
    this.opened = this.foreseen.length > 0;
  }

  /** A move made by hand: any but the prepared one replaces it; that one goes when it would have gone. True where it is held. */
  delayIfEarly(move: MoveInfo): boolean {
    if (this.standing.delayIfEarly(move)) return true;
    if (this.due) this.cancel();
    return false;
  }

  /** What is asked now, whomever; null in games that ask one thing only. */
  private task(): string | null {
    return textOf(this.store.view?.['task']);
  }

  /** Whether something else is foreseen by now. */
  private passed({ text }: MoveInfo): boolean {
    return this.foreseen.length > 0 && this.foreseen.every((move) => move.text !== text);
  }

  private legal(): MoveInfo | null {
    return this.store.legal.find((move) => move.text === this.prepared?.text) ?? null;
  }

  /** Nothing outlives the game as it stands, nor the viewer's seat. */
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
