/**
 * A board as the eye is shown it: events one after the other or together, and in the end exactly the server's view.
 * None is longer than 400 ms but the few moments a game lives for. Skipping goes straight to that end. The stage is the
 * page's only clock: log, score and whose turn it is follow from what it has shown (see `Burst`).
 */

import type { EventInfo } from '../lib/protocol';
import { cue, type Cue } from '../lib/cues';
import { nextFrame, shared, still } from '../lib/frames.svelte';
import { settings, type Speed } from '../lib/settings.svelte';
import type { Burst } from './model.svelte';

const FULL = 400;
const LONG = 1600; // what is looked at for more ms than this keeps its time also in a long run
const BRISK = 2400; // what would take more ms than this runs in half its time
const USUAL = 0.5;
const FILM = 4000; // and what waits to be shown is over in so many ms, however much it is
const OPENED = 1000; // ms until what is revealed can be read

/** How long events are looked at, as a part of their usual time, and for how many ms a big moment stops the table. */
const SPEEDS: Readonly<Record<Speed, { part: number; stop: number }>> = {
  calm: { part: 1.6, stop: 1600 },
  normal: { part: 1, stop: 1000 },
  fast: { part: 0.5, stop: 0 },
};


/**
 * How many ms moves that play themselves take: until one that is explained or the first of all, the first of a run, each
 * of them; all runs of a game until something ends them, and after that; each and all of what is left over.
 */
const RUN = { explained: 2400, start: 1200, card: 500, before: 5000, after: 6500, rest: 40, end: 900 };

/** A run of the viewer's moves that play themselves: the one that is shown now, and what nobody has time to look at. */
export interface Run {
  events: readonly EventInfo[];
  /** Which of the runs at this table, and which move of it, from 0. */
  number: number;
  move: number;
  /** How many moves were played too fast to read. */
  more: number;
}

/** How a game is shown: B is what events change, V the whole view, which is a board too. */
export interface Staging<B, V extends B> {
  /** What a view lacks; `before`: what was shown last. */
  read?: (view: V, before: B | null) => V;
  after: (board: B, event: EventInfo, view: V) => B;
  /** What is looked at before an event, or before the view a burst ends in (null): things that leave the table, say. */
  before?: (board: B, event: EventInfo | null, view: V) => readonly B[];
  /** Events that are looked at for a moment; the others only change the board. */
  shown: readonly string[];
  /** What is heard with an event, where sound is on. */
  cues?: Readonly<Record<string, Cue>>;
  /** Those that are looked at for more or less than 400 ms. */
  lengths?: Readonly<Record<string, number>>;
  /** For how many ms an event stays in sight at least, whatever the speed and however much waits. */
  least?: (event: EventInfo) => number;
  /** Events that happen at once when they follow each other. */
  together?: readonly string[];
  /** Events shown with the event that follows; the caption has only the latter. */
  leads?: readonly string[];
  /** Events that are looked at but leave the caption as it was: it says what came of the decisions before. */
  quiet?: readonly string[];
  /** Whether a long run of events takes all the time a film has, rather than half of its own. */
  unhurried?: boolean;
  /** Events that are looked at first and change the board then; log and caption have them once they can be read. */
  revealed?: readonly string[];
  /** Moves that play themselves are shown as a run, which each of these events ends. */
  runs?: readonly string[];
  /** An event that stays in sight until the viewer goes on. */
  waits?: (event: EventInfo) => boolean;
  /** An event that is explained when it plays itself for the first time, which takes longer. */
  explains?: string;
  /** From this event on nothing is shown here: how the game ended comes later. */
  until?: string;
}

/** A burst cut into what is shown together. */
export function groupsOf(events: readonly EventInfo[], together: readonly string[], until?: string, leads: readonly string[] = []): EventInfo[][] {
  const groups: EventInfo[][] = [];
  for (const event of events) {
    if (event.event === until) break;
    const last = groups.at(-1);
    const joins = together.includes(event.event) && together.includes(last?.[0]?.event ?? '');
    if (last && (joins || leads.includes(last.at(-1)?.event ?? ''))) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

export class Stage<B, V extends B> {
  view = $state.raw<V | null>(null);
  board = $state.raw<B | null>(null);
  busy = $state(false);
  /** What is being shown: for the marks on the board. */
  news = $state.raw<readonly EventInfo[]>([]);
  /** What came into the log last: for the line under the board. */
  heard = $state.raw<readonly EventInfo[]>([]);
  /** A big moment that stops the table: its events, and how the score stands then. */
  moment = $state.raw<{ events: readonly EventInfo[]; turn: string } | null>(null);

  /** What is being shown stays until the viewer goes on. */
  waiting = $state(false);
  /** The run of moves that play themselves, while the viewer has nothing to decide. */
  run = $state.raw<Run | null>(null);

  /** How many ms of events this table has had to show so far, at its own pace; whether they were shown or left out. */
  film = $state(0);

  private queue: Burst[] = [];
  private running: Generator<number> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private skipping = false;
  /** Whether also what ends a run is left out. */
  private whole = false;
  /** Whether `Staging.explains` has played itself here. */
  private explained = false;
  /** For how many ms what is shown now stays in sight at least. */
  private floor = 0;
  /** The speed at which what is shown now is. */
  private speed = SPEEDS.normal;
  /** The decision that the run follows, the number of runs so far, and for how many ms more runs may be shown. */
  private decided: number | null = null;
  private started = 0;
  private left = RUN.before;
  /** Whether what was too fast to look at is being summed up. */
  private summing = false;
  /** Whether the viewer wants to see no more of the run. */
  private hushed = false;

  constructor(private readonly staging: Staging<B, V>) {}

  receive = (burst: Burst): void => {
    if (burst.jump) this.drop();
    const hushed = this.hushed && burst.decided === this.decided && !burst.events.some((event) => this.endsRun(event));
    if (burst.jump || this.view === null || still() || hushed) {
      this.skip(true);
      this.atOnce(burst);
      return;
    }
    this.queue.push(burst);
    if (this.running) return;
    this.running = this.play();
    this.advance();
  };

  /** To the end of everything that waits, or to what ends a run of moves: that is seen first, unless it is left out too. */
  skip(whole = false): void {
    if (this.waiting && !whole) return this.next();
    if (this.run) this.hushed = true;
    if (!this.running) return;
    this.skipping = true;
    this.whole = whole;
    clearTimeout(this.timer);
    this.advance();
  }

  /** Look no longer at what is being shown. */
  next(): void {
    if (!this.running || !this.busy) return;
    clearTimeout(this.timer);
    this.advance();
  }

  private advance(): void {
    const { running } = this;
    if (!running) return;
    this.waiting = false;
    for (let next = running.next(); !next.done; next = running.next()) {
      if (this.skipping) continue;
      const ms = next.value;
      const go = (): void => {
        if (this.running === running && !this.skipping) this.advance();
      };
      this.waiting = ms === Infinity;
      if (this.waiting) this.busy = true;
      else if (ms > 0) {
        this.busy = true;
        this.timer = setTimeout(go, ms);
      } else void nextFrame().then(go);
      return;
    }
    this.drop();
  }

  /** Leave what was still to be shown. */
  private drop(): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.running = null;
    this.moment = null;
    this.floor = 0;
    this.busy = this.skipping = this.waiting = false;
  }

  private atOnce(burst: Burst): void {
    this.follow(burst);
    const groups = this.groups(burst.events);
    this.settle(burst);
    if (!burst.jump) this.film += this.lasting(burst, this.pace([burst]));
    const seen = groups.filter((group) => this.looked(group)).at(-1);
    if (seen || burst.jump) this.news = seen ?? [];
    const heard = groups.filter((group) => this.looked(group) && !this.quiet(group)).at(-1);
    if (heard || burst.jump) this.heard = heard ?? [];
    this.moment = !burst.jump && burst.turn !== '' ? { events: seen ?? [], turn: burst.turn } : null;
    if (!burst.jump) this.sound(burst.events);
    burst.decide();
  }

  private groups(events: readonly EventInfo[]): EventInfo[][] {
    return groupsOf(events, this.staging.together ?? [], this.staging.until, this.staging.leads);
  }

  /** The events of a group for the caption: without those that only lead there. */
  private main(group: readonly EventInfo[]): readonly EventInfo[] {
    const main = group.filter((event) => !this.staging.leads?.includes(event.event));
    return main.length > 0 ? main : group;
  }

  private quiet(group: readonly EventInfo[]): boolean {
    return group.every((event) => this.staging.quiet?.includes(event.event));
  }

  private looked(group: readonly EventInfo[]): boolean {
    return this.length(group) > 0;
  }

  /** Everything that waits, one after the other; yields how long each board is looked at, in ms, 0 for a frame. */
  private *play(): Generator<number> {
    for (let burst = this.queue.shift(); burst; burst = this.queue.shift()) {
      this.speed = SPEEDS[settings.speed];
      this.moment = null;
      this.follow(burst);
      const pace = this.pace([burst, ...this.queue]);
      this.film += this.lasting(burst, pace);
      // What nobody looks at happens together with what follows, in one frame.
      for (const ms of this.frames(burst, this.read(burst))) yield Math.max(1, this.floor, this.timed(ms, pace));
      if (this.queue.length === 0) yield* this.rest();
      this.settle(burst);
      if (burst.turn !== '') yield* this.stop([], burst.turn);
      if (this.queue.length > 0) continue;
      // Only a frame later what can be done now is lit: neither frame has then much to do.
      if (burst.events.length > 0 && !burst.over) yield 0;
      if (this.queue.length === 0) burst.decide();
    }
  }

  /** Show the groups of a burst one after the other; how long each board is looked at, in ms. */
  private *frames(burst: Burst, end: V): Generator<number> {
    let told = 0;
    const tell = (group: readonly EventInfo[]): void => {
      burst.tell((told += group.length));
      if (this.looked(group) && !this.quiet(group)) this.heard = this.main(group);
    };
    for (const group of this.groups(burst.events)) {
      this.moment = null;
      if (group.some((event) => this.endsRun(event))) {
        yield* this.rest();
        this.endRun(burst.decided);
        this.left = RUN.after;
        if (!this.whole) this.skipping = false;
      }
      yield* this.lead(group[0] ?? null, end);
      if (this.looked(group) && burst.forced(group)) yield* this.announce(group);
      if (!this.skipping) this.sound(group);
      const revealed = this.staging.revealed?.includes(group[0]?.event ?? '') ?? false;
      if (!revealed) {
        this.change(group, end);
        tell(group);
      }
      const ms = this.length(group);
      const big = group.filter((event) => burst.big(event));
      const long = !revealed && Math.max(ms, this.least(group)) >= this.speed.stop; // what is looked at so long is a stop already
      if (big.length > 0 && long) this.moment = { events: big, turn: '' };
      if (ms > 0) {
        this.news = group;
        const closed = revealed ? Math.min(OPENED * this.speed.part, ms) : 0;
        if (closed > 0) yield closed;
        if (revealed) tell(group);
        this.floor = this.least(group);
        if (group.some((event) => this.staging.waits?.(event))) yield Infinity;
        else if (ms > closed) yield ms - closed;
        this.floor = 0;
      } else if (revealed) tell(group);
      if (revealed) this.change(group, end);
      if (big.length > 0 && !long) yield* this.stop(big, '');
    }
    yield* this.lead(null, end);
  }

  /** A burst after another decision than the run's ends the run. */
  private follow(burst: Burst): void {
    if (burst.jump || burst.decided !== this.decided) this.endRun(burst.decided);
    if (burst.jump) this.left = RUN.before;
  }

  private endRun(decided: number | null): void {
    this.decided = decided;
    this.run = null;
    this.hushed = false;
  }

  private endsRun(event: EventInfo): boolean {
    return this.staging.runs?.includes(event.event) ?? false;
  }

  /** Runs have taken all the time they have. */
  private get late(): boolean {
    return this.run !== null && this.left <= 0;
  }

  /** Announce a move that plays itself, before the board changes; the first for longer. */
  private *announce(events: readonly EventInfo[]): Generator<number> {
    if (!this.staging.runs) return;
    const { run } = this;
    const explained = !this.explained && events.some((event) => event.event === this.staging.explains);
    this.explained ||= explained;
    if (!run) this.started += 1;
    this.run = { events, number: this.started, move: run ? run.move + 1 : 0, more: (run?.more ?? 0) + Number(this.late) };
    this.news = events;
    if (!this.late) yield (explained || (!run && this.started === 1) ? RUN.explained : run ? RUN.card : RUN.start) * this.speed.part;
  }

  /** How many moves were too many to look at, at the end of a run. */
  private *rest(): Generator<number> {
    if (!this.run || this.run.more === 0) return;
    this.summing = true;
    yield RUN.end * this.speed.part;
    this.summing = false;
  }

  /** A big moment: nothing moves for about a second. */
  private *stop(events: readonly EventInfo[], turn: string): Generator<number> {
    this.moment = { events, turn };
    if (this.speed.stop > 0) yield this.speed.stop;
  }

  /** How long the events of a burst are looked at, in ms. */
  private lasting(burst: Burst, pace: number): number {
    const { stop } = this.speed;
    const looks = this.groups(burst.events).map((group) => {
      const ms = this.length(group);
      return Math.max(this.least(group), this.paced(ms, pace)) + (group.some(burst.big) && ms < stop ? stop : 0);
    });
    return looks.reduce((sum, one) => sum + one, burst.turn === '' ? 0 : stop);
  }

  /** How long one board is looked at, in ms; within a run nothing else counts than how long that takes. */
  private timed(ms: number, pace: number): number {
    if (!this.run) return this.staging.runs && ms > FULL * this.speed.part ? ms : this.paced(ms, pace);
    const brief = ms < LONG * this.speed.part;
    const shown = this.late && !this.summing && brief ? Math.min(ms, RUN.rest) : ms;
    this.left -= shown / this.speed.part;
    return shown;
  }

  /** The few long moments keep their time, unless more waits than a film is long. */
  private paced(ms: number, pace: number): number {
    return ms > FULL * this.speed.part && pace >= USUAL ? ms : ms * pace;
  }

  /** What part of its time each event is shown for: the more there is to show, the less. */
  private pace(waiting: readonly Burst[]): number {
    const lengths = waiting.flatMap((burst) => this.groups(burst.events).map((group) => Math.min(FULL, this.length(group))));
    const ms = lengths.reduce((sum, one) => sum + one, 0);
    const film = (FILM * this.speed.part) / ms;
    if (this.staging.unhurried) return Math.min(1, film);
    return ms <= BRISK * this.speed.part ? 1 : Math.min(USUAL, film);
  }

  private change(group: readonly EventInfo[], end: V): void {
    this.board = group.reduce<B | null>((board, event) => board && this.staging.after(board, event, end), this.board);
  }

  private sound(events: readonly EventInfo[]): void {
    const heard = events.map((event) => this.staging.cues?.[event.event]).find((one) => one !== undefined);
    if (heard) cue(heard);
  }

  private *lead(event: EventInfo | null, end: V): Generator<number> {
    for (const board of (this.board && this.staging.before?.(this.board, event, end)) ?? []) {
      this.board = board;
      yield FULL * this.speed.part;
    }
  }

  private least(group: readonly EventInfo[]): number {
    return Math.max(0, ...group.map((event) => this.staging.least?.(event) ?? 0));
  }

  /** How long a group is looked at, in ms; what ends a run is to be read, at any speed. */
  private length(group: readonly EventInfo[]): number {
    const part = group.some((event) => this.endsRun(event)) ? Math.max(1, this.speed.part) : this.speed.part;
    const looked = group.filter((event) => this.staging.shown.includes(event.event));
    return Math.max(0, ...looked.map((event) => this.staging.lengths?.[event.event] ?? FULL)) * part;
  }

  private read(burst: Burst): V {
    const view = burst.view as V; // what the server sends is as its schema says
    return this.staging.read?.(view, this.board) ?? view;
  }

  private settle(burst: Burst): void {
    this.view = shared(this.view, this.read(burst));
    this.board = shared(this.board, this.view) as V;
    burst.settle();
  }
}
