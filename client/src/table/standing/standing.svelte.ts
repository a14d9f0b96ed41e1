/**
 * Answers a player has given beforehand, for as long as the page is open. The server knows nothing of them: what is sent
 * is a legal move it has told of, and it goes at the time a person's goes who answers at once (decision 13).
 */

import type { MoveInfo, RoomInfo } from '../../lib/protocol';
import type { TableModel } from '../model.svelte';

/** What "the rest of this" lasts for: it ends when any of it changes. */
export interface Span {
  /** Which contest it is, say. */
  readonly key: string;
  /** What concerns the viewer in it, as everybody sees it; empty where nothing does. */
  readonly stake: string;
}

/** A question that an answer given beforehand may settle. */
export interface Question {
  readonly pass: MoveInfo;
  /** Whether it concerns the viewer: told from what everybody sees, never from a hand. */
  readonly mine: boolean;
  /** Whether it is part of the span; else "the rest" does not settle it. */
  readonly within: boolean;
  /** Whether the viewer's own cards leave nothing but the pass. */
  readonly empty: boolean;
  /** Whether it would concern the viewer, but stands as they want it. */
  readonly fine?: boolean;
  /** Whether it would concern the viewer, but everybody sees that nothing is left to do. */
  readonly done?: boolean;
  /** Whether the viewer could do something, but too little is at stake. */
  readonly small?: boolean;
}

/** What a game says of the moment. */
export interface Moment {
  span: () => Span | null;
  question: () => Question | null;
  /** The move that a rule of the viewer's makes now. */
  rule: () => MoveInfo | null;
  /** Whether the viewer is asked all the same, so that they learn what would be answered for them. */
  tells?: (cause: Cause) => boolean;
}

/**
 * rest: of the span; others: it concerns others only; small: too little is at stake; fine: it stands as the viewer wants it; done: everybody sees that nothing is left to do; empty: nothing else can be done, and nobody is there to learn that;
 * rule: one of the viewer's; self: by hand, and on its way.
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
  /** Let go by whatever concerns others only. */
  others = $state(false);
  private span = $state.raw<Span | null>(null);
  /** The decision that is the viewer's own, whatever was said beforehand. */
  private kept = $state<number | null>(null);
  private pressed = $state.raw<{ decision: number | null; move: MoveInfo } | null>(null);
  private opened = { decision: -1, until: 0 };
  /** Why moves were made that were answered beforehand, by the entry of the log. */
  private readonly given = new Map<number, Cause>();

  /** At a device that is passed round nobody can say beforehand whose answer it is. */
  readonly possible = $derived.by(() => this.store.seat !== null && !this.store.room?.seats.some((seat) => seat.kind === 'device'));
  /** Whether there is something to pass for the rest of. */
  readonly offered = $derived.by(() => this.possible && !this.store.over && this.moment.span() !== null);
  /** Whether "the rest" would pass what is asked now; a button that changed nothing would mislead. */
  readonly passable = $derived.by(() => this.offered && (!this.store.myTurn || (this.moment.question()?.within ?? true)));
  readonly rest = $derived.by(() => this.offered && same(this.span, this.moment.span()));
  /** Whether the viewer is asked, and has seen what about. */
  readonly asked = $derived.by(() => this.possible && this.store.myTurn && !this.store.sent && !this.stage.busy);

  /** What answers the question, if anything was said about it beforehand. */
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
  /** Why the question would be answered, while the viewer is asked it to learn that; else null. */
  readonly told = $derived.by<Cause | null>(() => (this.found && this.moment.tells?.(this.found.cause) ? this.found.cause : null));
  /** What is about to be sent; while it is, it can be taken back. */
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

  /** Pass for the rest of the span, or no longer. */
  toggleRest(): void {
    this.span = this.rest ? null : this.moment.span();
    this.kept = null;
  }

  /** Take back what is due: the question is the viewer's own, and "the rest" is over. */
  takeBack(): void {
    if (this.due?.cause === 'rest') this.span = null;
    this.kept = this.store.decision;
    this.pressed = null;
  }

  /** A move made by hand, where it could have been made beforehand: goes no sooner than that. True where it is held. */
  delayIfEarly(move: MoveInfo): boolean {
    this.pressed = null;
    const { decision } = this.store;
    const early = this.opened.decision !== decision || performance.now() < this.opened.until;
    const alike = this.moment.question()?.pass.text === move.text || this.moment.rule()?.text === move.text;
    if (!this.asked || !early || !alike || !observed(this.store.room, this.store.seat)) return false;
    this.pressed = { decision, move };
    return true;
  }

  /** The time of a question is over: what is due goes. */
  private send(decision: number): void {
    if (!this.due || this.store.decision !== decision) return;
    if (this.due.cause !== 'self') this.given.set((this.store.log.at(-1)?.entry ?? 0) + 1, this.due.cause);
    this.store.play(this.due.move);
  }

  /** Why the viewer's move of an entry was made, if it was answered beforehand on this page; else null. */
  causeOf(entry: number): Cause | null {
    return this.given.get(entry) ?? null;
  }
}

function same(one: Span | null, other: Span | null): boolean {
  return one !== null && other !== null && one.key === other.key && one.stake === other.stake;
}
