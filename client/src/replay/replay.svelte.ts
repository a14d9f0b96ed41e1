/** A finished game as a table: the board can show any point of the game, and no moves are possible. */

import type { EventInfo, GameDetail, PointInfo, ReplayInfo } from '../lib/protocol';
import { failure } from '../session/api';
import { roomApi } from '../session/roomApi';
import { moveText } from '../games/moveText';
import type { Slip } from '../table/context';
import { fitting, gistOf } from '../table/log/narration';
import { NOTHING, TableModel } from '../table/model.svelte';
import { words } from '../words';
import { changedIn } from '../words/clauses';
import { ReviewQuery } from './review/query.svelte';
import { verdictOf } from './review/review.svelte';
import { stepsOf, stopAt, stopBeside, stopsOf } from './bookmarks';

const PACE = 1300; // ms for each point during automatic play

export class Replay extends TableModel {
  /** `at`: the entry to show. `shown`: the entry that is shown now. */
  at = $state(0);
  shown = $state(-1);
  playing = $state(false);
  problem = $state<string | null>(null);
  readonly review: ReviewQuery;
  readonly sent = null;
  readonly retrying = false;
  readonly marks = null; // only a live table has marks
  readonly hints = null;
  readonly length: number;
  readonly whole: readonly EventInfo[];
  readonly stops: readonly number[];
  /** The stops of the buttons and of automatic play. */
  readonly steps: readonly number[];

  private byEntry = new Map<number, EventInfo[]>();
  private points = new Map<number, Promise<PointInfo>>();
  private fetching = false;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    code: string,
    readonly info: ReplayInfo,
    game: GameDetail,
    seat: number,
    /** Whether to open at the first turning point once it is known, unless the viewer has moved to another point. */
    readonly seeksTurn: boolean,
    /** Whether this is the room's last game, whose result the room shows. */
    readonly last: boolean,
  ) {
    super(code);
    this.room = { ...info.room, seats: info.room.seats.map((one) => ({ ...one, connected: true })) };
    this.game = game;
    this.seat = Math.min(seat, info.room.seats.length - 1);
    this.length = info.log.length;
    this.state = { ...NOTHING, night: info.night };
    this.whole = info.events;
    this.stops = stopsOf(info.events, this.length);
    this.steps = stepsOf(info.events, this.length);
    this.review = new ReviewQuery(code, info.game);
    for (const event of info.events) this.byEntry.set(event.entry, [...this.eventsAt(event.entry), event]);
  }

  get opening(): string {
    return words.replay.opening(this.info.room.seats.map((_, seat) => this.name(seat)), this.game?.title ?? '');
  }

  get terms(): string {
    const changed = changedIn(this.game, this.info.room.options);
    return `${words.rules.forThis} ${changed.length > 0 ? changed.join('; ') : words.brief.usual}.`;
  }

  /** All events of an entry. */
  eventsAt(entry: number): readonly EventInfo[] {
    return this.byEntry.get(entry) ?? [];
  }

  /** All events of an entry in words; "" without events. */
  linesAt(entry: number): string {
    return this.eventsAt(entry).map(this.line).join(' ');
  }

  /** The main events of the shown point, as far as the board has shown them: whole sentences in about `room` letters. */
  caption(room: number): string {
    if (this.at === 0) return this.opening;
    const gist = gistOf(this.log.filter((event) => event.entry === this.at), this.weight);
    return fitting(gist.map(this.line), room, words.replay.more);
  }

  slip(entry: number): Slip | null {
    const decision = this.review.slip(entry);
    return decision?.slip ? { word: words.review.slips[decision.slip], why: verdictOf(decision, (move) => moveText(move, this, [decision.move, decision.best, decision.runner_up])) } : null;
  }

  /** Show a point: the last stop at or before an entry. */
  go(entry: number): void {
    this.halt();
    this.at = stopAt(this.stops, entry);
    void this.fetch();
  }

  step(steps: number): void {
    const at = stopAt(this.steps, this.at);
    this.go(stopBeside(this.steps, at, steps < 0 && at < this.at ? steps + 1 : steps));
  }

  run(): void {
    this.halt();
    if (this.at >= this.length) this.at = 0;
    this.playing = true;
    this.tick();
  }

  pause(): void {
    this.halt();
  }

  /** Show the table as another seat sees it. */
  look(seat: number): void {
    this.seat = seat;
    this.showAgain(...this.boards);
  }

  close(): void {
    this.halt();
    this.review.chances.close();
    this.review.close();
  }

  play(): void {
    this.why();
  }

  why(): void {
    this.note(words.replay.still);
  }

  odds(): Promise<null> {
    return Promise.resolve(null);
  }

  private halt(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.playing = false;
  }

  private tick(): void {
    void this.fetch();
    if (this.at >= this.length) return this.halt();
    this.timer = setTimeout(() => {
      this.at = stopBeside(this.steps, this.at, 1);
      this.tick();
    }, PACE);
  }

  /**
   * Load and show the wanted point, one request at a time. If it changed meanwhile, as with a slider, only the newest
   * is shown.
   */
  private async fetch(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    try {
      while (this.shown !== this.at) this.showPoint(await this.point(this.at));
      this.problem = null;
      if (this.at < this.length) void this.point(stopBeside(this.steps, this.at, 1)).catch(() => undefined);
    } catch (error) {
      this.problem = failure(error);
    } finally {
      this.fetching = false;
    }
  }

  private point(entry: number): Promise<PointInfo> {
    let known = this.points.get(entry);
    if (!known) {
      known = roomApi.point(this.code, this.info.game, entry);
      known.catch(() => this.points.delete(entry));
      this.points.set(entry, known);
    }
    return known;
  }

  private showPoint(point: PointInfo): void {
    const forward = this.shown >= 0 && [this.stops, this.steps].some((stops) => point.entry === stopBeside(stops, this.shown, 1));
    const since = this.shown;
    this.shown = point.entry;
    this.known = this.whole.filter((event) => event.entry <= point.entry);
    const events = forward ? this.known.filter((event) => event.entry > since) : [];
    const { view, standing, owes } = point;
    this.present({ state: { ...NOTHING, night: this.night, view, standing, owes }, events, jump: !forward });
  }
}
