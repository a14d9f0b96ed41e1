/**
 * Answers that a player gives in advance, kept while the page is open. The server does not know them: the page sends an
 * ordinary legal move after the time of a quick human answer, so that others cannot notice (decision 13).
 */

import type { MoveInfo, RoomInfo } from '../../lib/protocol';
import type { TableModel } from '../model.svelte';

/** The span of "pass for the rest": it ends when one of these fields changes. */
export interface Span {
  /** The occasion, such as a contest. */
  readonly key: string;
  /** The viewer's public stake in it; empty if the viewer has none. */
  readonly stake: string;
}

/** A question that an answer given in advance may settle. */
export interface Question {
  readonly pass: MoveInfo;
  /** Whether the question concerns the viewer, judged by public facts only, never by a hand of cards. */
  readonly mine: boolean;
  /** Whether "pass for the rest" answers the question. */
  readonly within: boolean;
  /** Whether the viewer's own cards allow only a pass. */
  readonly empty: boolean;
  /** Whether the question concerns the viewer, but the result already is what they want. */
  readonly fine?: boolean;
  /** Whether the question concerns the viewer, but nothing is left to do, as everybody can see. */
  readonly done?: boolean;
  /** Whether the viewer could do something, but too little is at stake. */
  readonly small?: boolean;
}

/** The facts that a game provides about the present moment. */
export interface Moment {
  span: () => Span | null;
  question: () => Question | null;
  /** The move that the viewer's own standing rule makes now, or null. */
  rule: () => MoveInfo | null;
  /** Whether the rest of the game plays itself. Then all answers are sent at once, so their timing reveals nothing. */
  finishes?: () => boolean;
  /** Whether to ask the viewer anyway, so that they notice the automatic answer. */
  tells?: (cause: Cause) => boolean;
}

/**
 * The reason for an automatic answer. rest: the viewer passes for the rest. others: it concerns others only. small: too
 * little is at stake. fine: the result is what the viewer wants. done: nothing is left to do, as everybody can see.
 * empty: only a pass is possible, and nobody else could learn that. rule: a standing rule of the viewer's. self: a move
 * made by hand that is being sent.
 */
export type Cause = 'rest' | 'others' | 'small' | 'fine' | 'done' | 'empty' | 'rule' | 'self';

export interface Due {
  readonly move: MoveInfo;
  readonly cause: Cause;
}

/** In ms, about as long as a quick tap: no person answers faster, and the whole table waits for each answer. */
const [SHORTEST, LONGEST] = [500, 900];

/** The time in ms before an answer that nobody can observe is sent; long enough to see it. */
const UNOBSERVED = 200;

/** The least time in ms before an answer is sent, drawn at random for each question so that it reveals nothing. */
export function drawnTime(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return SHORTEST + (number / 2 ** 32) * (LONGEST - SHORTEST);
}

/** Whether anybody could learn from the timing of an answer: another person, a language model, or a spectator. */
export function observed(room: RoomInfo | null, seat: number | null): boolean {
  if (!room) return false;
  return room.spectators > 0 || room.seats.some((one) => one.seat !== seat && (one.kind === 'person' || one.model || one.stood_in));
}

/** Whether answers can be given in advance; not on a device that several players share. */
export function isPossible({ seat, room }: Pick<TableModel, 'seat' | 'room'>): boolean {
  return seat !== null && !room?.seats.some((one) => one.kind === 'device');
}

export class Standing {
  /** Whether questions that concern only others are passed. */
  others = $state(false);
  private span = $state.raw<Span | null>(null);
  /** The decision that the viewer makes by hand although there is an answer given in advance. */
  private kept = $state<number | null>(null);
  private pressed = $state.raw<{ decision: number | null; move: MoveInfo } | null>(null);
  private opened = { decision: -1, until: 0 };
  /** The reasons of the automatic answers, by log entry. */
  private readonly given = new Map<number, Cause>();

  readonly possible = $derived.by(() => isPossible(this.store));
  /** Whether the game offers "pass for the rest" now. */
  readonly offered = $derived.by(() => this.possible && !this.store.over && this.moment.span() !== null);
  /** Whether "pass for the rest" would answer the present question; otherwise its button is hidden. */
  readonly passable = $derived.by(() => this.offered && (!this.store.myTurn || (this.moment.question()?.within ?? true)));
  readonly rest = $derived.by(() => this.offered && same(this.span, this.moment.span()));
  /** Whether the viewer has to answer, and the board has shown the question. */
  readonly asked = $derived.by(() => this.possible && this.store.myTurn && !this.store.sent && !this.stage.busy);

  /** The answer given in advance to the present question, or null. */
  private readonly found = $derived.by<Due | null>(() => {
    if (!this.asked) return null;
    const { decision } = this.store;
    if (this.pressed !== null && this.pressed.decision === decision) return { move: this.pressed.move, cause: 'self' };
    if (this.kept === decision) return null;
    const rule = this.moment.rule();
    if (rule) return { move: rule, cause: 'rule' };
    const question = this.moment.question();
    if (!question) return null;
    if (this.rest && question.within) return { move: question.pass, cause: 'rest' };
    if (!this.others) return null;
    if (!question.mine) return { move: question.pass, cause: question.done ? 'done' : question.fine ? 'fine' : question.small ? 'small' : 'others' };
    return question.empty && !observed(this.store.room, this.store.seat) ? { move: question.pass, cause: 'empty' } : null;
  });
  /** The reason of an automatic answer if the viewer is asked anyway; else null. */
  readonly told = $derived.by<Cause | null>(() => (this.found && this.moment.tells?.(this.found.cause) ? this.found.cause : null));
  /** The answer about to be sent; the viewer can still take it back. */
  readonly due = $derived.by<Due | null>(() => (this.told === null ? this.found : null));

  constructor(
    private readonly store: TableModel,
    private readonly stage: { readonly busy: boolean },
    private readonly moment: Moment,
    private readonly time: () => number = drawnTime,
  ) {
    $effect(() => {
      const now = this.moment.span();
      if (this.span !== null && this.span.key !== now?.key) this.span = null;
    });
    $effect(() => {
      const { decision } = this.store;
      if (!this.asked || decision === null) return;
      if (this.opened.decision !== decision) this.opened = { decision, until: performance.now() + (observed(this.store.room, this.store.seat) ? this.time() : UNOBSERVED) };
      if (!this.due) return;
      const timer = setTimeout(() => this.send(decision), this.moment.finishes?.() ? 0 : Math.max(0, this.opened.until - performance.now()));
      return () => clearTimeout(timer);
    });
  }

  /** Begin or end passing for the rest. */
  toggleRest(): void {
    this.span = this.rest ? null : this.moment.span();
    this.kept = null;
  }

  /** Take back the answer about to be sent; the viewer decides by hand, and "pass for the rest" ends. */
  takeBack(): void {
    if (this.due?.cause === 'rest') this.span = null;
    this.kept = this.store.decision;
    this.pressed = null;
  }

  /** Delay a move made by hand as long as an automatic one; return true if it is delayed. */
  delayIfEarly(move: MoveInfo): boolean {
    this.pressed = null;
    const { decision } = this.store;
    const early = this.opened.decision !== decision || performance.now() < this.opened.until;
    const alike = this.moment.question()?.pass.text === move.text || this.moment.rule()?.text === move.text;
    if (!this.asked || !early || !alike || !observed(this.store.room, this.store.seat)) return false;
    this.pressed = { decision, move };
    return true;
  }

  /** Send the answer when its delay is over. */
  private send(decision: number): void {
    if (!this.due || this.store.decision !== decision) return;
    if (this.due.cause !== 'self') {
      this.given.set((this.store.log.at(-1)?.entry ?? 0) + 1, this.due.cause);
      this.store.playsItself(this.moment.finishes?.());
    }
    this.store.play(this.due.move);
  }

  /** The reason of the viewer's move in a log entry, if it was automatic; else null. */
  causeOf(entry: number): Cause | null {
    return this.given.get(entry) ?? null;
  }
}

function same(one: Span | null, other: Span | null): boolean {
  return one !== null && other !== null && one.key === other.key && one.stake === other.stake;
}
