/**
 * Answers that a player gives beforehand, kept while the page is open. The server does not know them: the page sends a
 * legal move, after the time that a person needs for a quick answer, so that nobody learns of them (decision 13).
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

/** A question that an answer given beforehand may settle. */
export interface Question {
  readonly pass: MoveInfo;
  /** Whether it concerns the viewer, judged by public facts, never by a hand. */
  readonly mine: boolean;
  /** Whether "pass for the rest" answers it. */
  readonly within: boolean;
  /** Whether the viewer's own cards allow only a pass. */
  readonly empty: boolean;
  /** Whether it concerns the viewer, but is as they want it already. */
  readonly fine?: boolean;
  /** Whether it concerns the viewer, but everybody can see that nothing is left to do. */
  readonly done?: boolean;
  /** Whether the viewer could do something, but too little is at stake. */
  readonly small?: boolean;
}

/** What a game states about the present moment. */
export interface Moment {
  span: () => Span | null;
  question: () => Question | null;
  /** The move that a rule of the viewer's makes now. */
  rule: () => MoveInfo | null;
  /** Whether the viewer is asked nevertheless, so that they learn of the automatic answer. */
  tells?: (cause: Cause) => boolean;
}

/**
 * Why a question is answered. rest: the viewer passes for the rest; others: it concerns others only; small: too little is
 * at stake; fine: it is as the viewer wants it; done: nothing is left to do, as everybody can see; empty: only a pass is
 * possible, and nobody else is there to learn that; rule: a rule of the viewer's; self: a move made by hand, being sent.
 */
export type Cause = 'rest' | 'others' | 'small' | 'fine' | 'done' | 'empty' | 'rule' | 'self';

export interface Due {
  readonly move: MoveInfo;
  readonly cause: Cause;
}

/** In ms: as long as a quick tap, since sooner nobody answers by hand, and the whole table waits for each answer. */
const [SHORTEST, LONGEST] = [500, 900];

/** How long a question stands open at least, in ms: drawn anew for each, from nothing that anybody knows. */
export function drawnTime(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return SHORTEST + (number / 2 ** 32) * (LONGEST - SHORTEST);
}

/** Whether anybody could learn something from the time of an answer: another person or a model, or a spectator. */
export function observed(room: RoomInfo | null, seat: number | null): boolean {
  if (!room) return false;
  return room.spectators > 0 || room.seats.some((one) => one.seat !== seat && (one.kind === 'person' || one.model || one.stood_in));
}

export class Standing {
  /** Whether questions that concern only others are passed. */
  others = $state(false);
  private span = $state.raw<Span | null>(null);
  /** The decision that the viewer makes themselves, although an answer was given beforehand. */
  private kept = $state<number | null>(null);
  private pressed = $state.raw<{ decision: number | null; move: MoveInfo } | null>(null);
  private opened = { decision: -1, until: 0 };
  /** The reasons of moves that were answered beforehand, by entry of the log. */
  private readonly given = new Map<number, Cause>();

  /** Whether answers can be given beforehand; not on a device that several players share. */
  readonly possible = $derived.by(() => this.store.seat !== null && !this.store.room?.seats.some((seat) => seat.kind === 'device'));
  /** Whether the present moment has a rest to pass. */
  readonly offered = $derived.by(() => this.possible && !this.store.over && this.moment.span() !== null);
  /** Whether "pass for the rest" would answer the present question; otherwise its button is hidden. */
  readonly passable = $derived.by(() => this.offered && (!this.store.myTurn || (this.moment.question()?.within ?? true)));
  readonly rest = $derived.by(() => this.offered && same(this.span, this.moment.span()));
  /** Whether the viewer is asked, and the board has shown the question. */
  readonly asked = $derived.by(() => this.possible && this.store.myTurn && !this.store.sent && !this.stage.busy);

  /** The answer given beforehand to the present question, or null. */
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
  /** The reason of an automatic answer while the viewer is asked nevertheless; else null. */
  readonly told = $derived.by<Cause | null>(() => (this.found && this.moment.tells?.(this.found.cause) ? this.found.cause : null));
  /** The answer about to be sent, which can still be taken back. */
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
      if (this.opened.decision !== decision) this.opened = { decision, until: performance.now() + this.time() };
      if (!this.due) return;
      const timer = setTimeout(() => this.send(decision), Math.max(0, this.opened.until - performance.now()));
      return () => clearTimeout(timer);
    });
  }

  /** Begin or end passing for the rest. */
  toggleRest(): void {
    this.span = this.rest ? null : this.moment.span();
    this.kept = null;
  }

  /** Take back the answer about to be sent: the viewer decides themselves, and passing for the rest ends. */
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

  /** Send the answer: the time of the question is over. */
  private send(decision: number): void {
    if (!this.due || this.store.decision !== decision) return;
    if (this.due.cause !== 'self') this.given.set((this.store.log.at(-1)?.entry ?? 0) + 1, this.due.cause);
    this.store.play(this.due.move);
  }

  /** The reason of the viewer's move in an entry of the log, if it was answered beforehand; else null. */
  causeOf(entry: number): Cause | null {
    return this.given.get(entry) ?? null;
  }
}

function same(one: Span | null, other: Span | null): boolean {
  return one !== null && other !== null && one.key === other.key && one.stake === other.stake;
}
