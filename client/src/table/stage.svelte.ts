/**
 * Shows events on a board one by one, or together, until the board equals the server's view. Most events take up to 400
 * ms; a few important ones take longer. Skipping shows the server's view at once. The stage sets the pace of the page:
 * log, score and turn follow the events that the stage has shown (see `Burst`).
 */

import type { EventInfo } from '../lib/protocol';
import { cue, type Cue } from '../lib/cues';
import { nextFrame, shared, still } from '../lib/frames.svelte';
import { settings, type Speed } from '../lib/settings.svelte';
import type { Burst } from './model.svelte';

const FULL = 400;
const BRISK = 2400; // ms; if the waiting events would take longer, they are shown in half their time
const USUAL = 0.5;
const FILM = 4000; // ms in which all waiting events are shown, however many they are
const OPENED = 1000; // ms until a revealed card can be read

/** part: a factor for the time of each event. stop: ms for which a big moment stops the table. */
const SPEEDS: Readonly<Record<Speed, { part: number; stop: number }>> = {
  calm: { part: 1.6, stop: 1600 },
  normal: { part: 1, stop: 1000 },
  fast: { part: 0.5, stop: 0 },
};

/**
 * Times in ms of the film of moves that the table makes for the viewer (a run). Before the board changes, the first
 * move is announced: explained: of the first run, or a move that is explained; start: of any other run. card: the first
 * event; each further one takes `faster` times as long as the one before it, but at least `least`.
 */
const RUN = { explained: 1200, start: 600, card: 350, faster: 0.88, least: 80 };

/** A run of moves that the table makes for the viewer, and the move of it that is shown now. */
export interface Run {
  events: readonly EventInfo[];
  /** number: of the run at this table, from 1; move: of the move in the run, from 0. */
  number: number;
  move: number;
}

/** How a game's events are shown. B: the board, which events change; V: the server's view, which is also a board. */
export interface Staging<B, V extends B> {
  /** Add to a view the facts that only the board before it has. before: the board shown last. */
  read?: (view: V, before: B | null) => V;
  after: (board: B, event: EventInfo, view: V) => B;
  /** Boards to show before an event, or before the final view (null), for example with cards that leave the table. */
  before?: (board: B, event: EventInfo | null, view: V) => readonly B[];
  /** Events that get time on the screen; all others change the board at once. */
  shown: readonly string[];
  /** The sound of an event. */
  cues?: Readonly<Record<string, Cue>>;
  /** Times in ms of events that differ from the usual 400. */
  lengths?: Readonly<Record<string, number>>;
  /** The least ms for which an event stays in sight, at any speed and with any number of events waiting. */
  least?: (event: EventInfo) => number;
  /** Events that are shown at the same time if they follow each other. */
  together?: readonly string[];
  /** Whether those events are shown one by one at this view. */
  apart?: (view: V) => boolean;
  /** The least ms for which the board before an event stays in sight, at any speed. */
  stands?: (event: EventInfo, board: B, view: V) => number;
  /** Events that are shown together with the next event; the caption mentions only the next event. */
  leads?: readonly string[];
  /** Events without a caption; the caption before them stays. */
  quiet?: readonly string[];
  /** Events that take half their time, such as the viewer's own choice. */
  brief?: (event: EventInfo) => boolean;
  /** Whether many events take up to `FILM` ms, instead of half their usual time. */
  unhurried?: boolean;
  /** Events that are shown before they change the board; log and caption get them once the card can be read. */
  revealed?: readonly string[];
  /** Events that end a run; if there are none, moves that the table makes are not shown as runs. */
  runs?: readonly string[];
  /** An event that stays in sight until the viewer goes on. */
  waits?: (event: EventInfo) => boolean;
  /** An event that is explained, and so takes longer, the first time the table causes it for the viewer. */
  explains?: string;
  /** The event before which the score and a new leader are shown, while cards leave the table; nothing stops for them. */
  counts?: string;
  /** The view after an event, as far as the page shows it; without this, the score jumps to the last view. */
  follows?: (view: V, event: EventInfo, board: B) => V;
  /** A factor for the time for which a big moment stops the table. */
  stops?: number;
  /** The event that ends the game; it and all later events are shown elsewhere. */
  until?: string;
}

/** Split events into groups that are shown together. */
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
  /** The events being shown, which the board marks. */
  news = $state.raw<readonly EventInfo[]>([]);
  /** The events that came into the log last, for the line under the board. */
  heard = $state.raw<readonly EventInfo[]>([]);
  /** A big moment, which stops the table. events: its events; turn: a sentence about a new leader, or "". */
  moment = $state.raw<{ events: readonly EventInfo[]; turn: string } | null>(null);

  /** Whether the event being shown stays until the viewer goes on. */
  waiting = $state(false);
  /** The run being shown; null while the viewer has something to decide. */
  run = $state.raw<Run | null>(null);

  /** The ms that all events so far take at this table's pace, also those that the viewer skipped. */
  film = $state(0);

  private queue: Burst[] = [];
  private running: Generator<number> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private skipping = false;
  /** Whether skipping also skips the event that ends a run. */
  private whole = false;
  /** Whether the event `Staging.explains` has been explained. */
  private explained = false;
  /** The least ms for which the group shown now stays in sight. */
  private floor = 0;
  /** The speed of the burst shown now. */
  private speed = SPEEDS.normal;
  /** decided: the decision before the run. started: the number of runs so far. */
  private decided: number | null = null;
  private started = 0;
  /** How many events the film of the run has shown; null while the viewer still has something to decide. */
  private filmed: number | null = null;
  /** Whether the viewer has skipped the rest of the run. */
  private hushed = false;

  constructor(private readonly staging: Staging<B, V>) {}

  /** The event that ends the game. */
  get end(): string | undefined {
    return this.staging.until;
  }

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

  /** Skip to the end of all waiting events. An event that ends a run is shown first, unless that is skipped too. */
  skip(whole = false): void {
    if (this.waiting && !whole) return this.next();
    if (this.run) this.hushed = true;
    if (!this.running) return;
    this.skipping = true;
    this.whole = whole;
    clearTimeout(this.timer);
    this.advance();
  }

  /** Go on to the next event. */
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

  /** Drop all events that wait. */
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
    const apart = this.view !== null && (this.staging.apart?.(this.view) ?? false);
    return groupsOf(events, apart ? [] : (this.staging.together ?? []), this.staging.until, this.staging.leads);
  }

  /** The events of a group that the caption mentions: all except those that only lead to others (`leads`). */
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

  /** Show all waiting bursts; yields for each board its time in ms, 0 for one frame. */
  private *play(): Generator<number> {
    for (let burst = this.queue.shift(); burst; burst = this.queue.shift()) {
      this.speed = SPEEDS[settings.speed];
      this.moment = null;
      this.follow(burst);
      const pace = this.pace([burst, ...this.queue]);
      this.film += this.lasting(burst, pace);
      // Events without time of their own change the board in the same frame as the next event.
      for (const ms of this.frames(burst, this.read(burst))) yield Math.max(1, this.floor, this.timed(ms, pace));
      this.settle(burst);
      const counted = burst.events.some((event) => this.counts(event));
      if (burst.turn !== '' && this.filmed === null && !counted) yield* this.stop([], burst.turn);
      if (this.queue.length > 0) continue;
      // Light the possible moves one frame later, so that no frame draws both the board and the lights.
      if (burst.events.length > 0 && !burst.over) yield 0;
      if (this.queue.length === 0) burst.decide();
    }
  }

  /** Show the groups of a burst one after the other; yields the time of each board in ms. */
  private *frames(burst: Burst, end: V): Generator<number> {
    let told = 0;
    const last = burst.events.filter((event) => this.counts(event)).at(-1);
    const tell = (group: readonly EventInfo[]): void => {
      burst.tell((told += group.length));
      if (this.looked(group) && !this.quiet(group)) this.heard = this.main(group);
    };
    for (const group of this.groups(burst.events)) {
      if (!this.moment?.turn || !this.quiet(group)) this.moment = null;
      if (group.some((event) => this.endsRun(event))) {
        this.endRun(burst.decided);
        this.filmed = 0;
        if (!this.whole) this.skipping = false;
      }
      const { view, board } = this;
      const { follows } = this.staging;
      if (view && board && follows) this.view = group.reduce<V>((now, event) => follows(now, event, board), view);
      if (group.some((event) => event === last)) {
        if (!follows) this.view = shared(this.view, end);
        burst.count();
        if (burst.turn !== '') this.moment = { events: [], turn: burst.turn };
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
      const long = !revealed && Math.max(ms, this.least(group)) >= this.stopping; // the event itself lasts as long as a stop
      if (big.length > 0 && long) this.moment = { events: big, turn: '' };
      if (ms > 0) {
        this.news = group;
        const closed = revealed ? Math.min(OPENED * this.speed.part, ms) : 0;
        if (closed > 0) yield closed;
        if (revealed) tell(group);
        this.floor = this.least(group);
        if (group.some((event) => this.staging.waits?.(event))) {
          yield Infinity;
          this.started ||= 1; // the viewer has read what the table does
        } else if (ms > closed) yield ms - closed;
        this.floor = 0;
      } else if (revealed) tell(group);
      if (revealed) this.change(group, end);
      if (big.length > 0 && !long) yield* this.stop(big, '');
    }
    yield* this.lead(null, end);
  }

  /** End the run if the viewer has made another decision since it began. */
  private follow(burst: Burst): void {
    if (burst.jump || burst.decided !== this.decided) this.endRun(burst.decided);
  }

  private endRun(decided: number | null): void {
    this.decided = decided;
    this.run = this.filmed = null;
    this.hushed = false;
  }

  /** The ms for which a big moment stops the table. */
  private get stopping(): number {
    return this.speed.stop * (this.staging.stops ?? 1);
  }

  private counts(event: EventInfo): boolean {
    return event.event === this.staging.counts;
  }

  private endsRun(event: EventInfo): boolean {
    return this.staging.runs?.includes(event.event) ?? false;
  }

  /** Begin or continue the film of moves that the table makes for the viewer, and announce its first move. */
  private *announce(events: readonly EventInfo[]): Generator<number> {
    if (!this.staging.runs) return;
    const { run } = this;
    const explained = !this.explained && events.some((event) => event.event === this.staging.explains);
    this.explained ||= explained;
    this.filmed ??= 0;
    if (!run) this.started += 1;
    this.run = { events, number: this.started, move: run ? run.move + 1 : 0 };
    this.news = events;
    if (run && !explained) return;
    this.floor = (explained || this.started === 1 ? RUN.explained : RUN.start) * this.speed.part;
    yield this.floor;
    this.floor = 0;
  }

  /** Stop the table for a big moment, for about a second. */
  private *stop(events: readonly EventInfo[], turn: string): Generator<number> {
    this.moment = { events, turn };
    if (this.stopping > 0) yield this.stopping;
  }

  /** The ms that the events of a burst take. */
  private lasting(burst: Burst, pace: number): number {
    const stop = this.stopping;
    const looks = this.groups(burst.events).map((group) => {
      const ms = this.length(group);
      return Math.max(this.least(group), this.paced(ms, pace)) + (group.some(burst.big) && ms < stop ? stop : 0);
    });
    return looks.reduce((sum, one) => sum + one, burst.turn === '' ? 0 : stop);
  }

  /** The ms that one board takes; a film becomes faster with each event, except for the long ones. */
  private timed(ms: number, pace: number): number {
    if (this.staging.runs && ms > FULL * this.speed.part) return ms;
    if (this.filmed === null) return this.paced(ms, pace);
    return Math.max(RUN.least, RUN.card * RUN.faster ** this.filmed++) * this.speed.part;
  }

  /** Multiply a time by the pace; long events keep their time unless all waiting events together exceed `FILM` ms. */
  private paced(ms: number, pace: number): number {
    return ms > FULL * this.speed.part && pace >= USUAL ? ms : ms * pace;
  }

  /** The factor for the time of each event, from 0 to 1; it falls as more events wait. */
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
    this.floor = (event && this.board && this.staging.stands?.(event, this.board, end)) ?? 0;
    for (const board of (this.board && this.staging.before?.(this.board, event, end)) ?? []) {
      this.board = board;
      yield FULL * this.speed.part;
      this.floor = 0;
    }
  }

  private least(group: readonly EventInfo[]): number {
    return Math.max(0, ...group.map((event) => this.staging.least?.(event) ?? 0));
  }

  /** The ms that a group takes; an event that ends a run takes its usual time at least, at any speed. */
  private length(group: readonly EventInfo[]): number {
    const part = group.some((event) => this.endsRun(event)) ? Math.max(1, this.speed.part) : this.speed.part;
    const looked = group.filter((event) => this.staging.shown.includes(event.event));
    const ms = (event: EventInfo): number => (this.staging.lengths?.[event.event] ?? FULL) * (this.staging.brief?.(event) ? 0.5 : 1);
    return Math.max(0, ...looked.map(ms)) * part;
  }

  private read(burst: Burst): V {
    const view = burst.view as V; // the server sends views of this game's schema
    return this.staging.read?.(view, this.board) ?? view;
  }

  private settle(burst: Burst): void {
    this.view = shared(this.view, this.read(burst));
    this.board = shared(this.board, this.view) as V;
    burst.settle();
  }
}
