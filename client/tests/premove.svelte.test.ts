import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { moveInfo } from '../src/lib/moves';
import type { MoveInfo, RoomInfo } from '../src/lib/protocol';
import type { TableModel } from '../src/table/model.svelte';
import { Choice } from '../src/table/panel/choice.svelte';
import { Premove } from '../src/table/premove/premove.svelte';

const room = (...kinds: string[]): RoomInfo =>
  ({ spectators: 0, seats: kinds.map((kind, seat) => ({ seat, kind, model: kind === 'model', forfeited: false })) }) as unknown as RoomInfo;
const FLORIDA = 'P1 place large FL';
const OHIO = 'P1 place small OH';
const ALL = [FLORIDA, OHIO].map(moveInfo);
const LONG = 60_000; // ms

/** A table at which the viewer, the first seat, waits for the second. */
class Table {
  seat = $state(0);
  room = $state.raw(room('person', 'person'));
  over = $state(false);
  generation = $state(1);
  sent = $state.raw<{ play: string } | null>(null);
  view = $state.raw<Record<string, unknown>>({});
  owes = $state.raw([1]);
  decision = $state(0);
  legal = $state.raw<readonly MoveInfo[]>([]);
  foreseen = $state.raw<readonly MoveInfo[]>(ALL);
  readonly log: readonly { entry: number }[] = [];
  answer: unknown = null;
  note(text: string): void {
    this.answer = text;
  }
  played: string[] = [];
  get myTurn(): boolean {
    return this.owes.includes(this.seat);
  }
  playsItself(): void {}
  play(one: MoveInfo | string): void {
    const play = typeof one === 'string' ? one : one.text;
    this.played.push(play);
    this.sent = { play };
    flushSync();
  }
  dismiss(): void {
    this.played = [...this.played];
  }
  why(rest: string): void {
    this.played.push(`why ${rest}`);
  }
  /** The viewer is asked. */
  ask(...legal: string[]): void {
    this.decision += 1;
    this.legal = legal.map(moveInfo);
    this.owes = [0, 1];
    this.sent = null;
    flushSync();
  }
  /** The others are asked. */
  wait(): void {
    this.decision += 1;
    this.legal = [];
    this.owes = [1];
    this.sent = null;
    flushSync();
  }
}

class Scene {
  table = new Table();
  stage = new (class {
    busy = $state(false);
    skip(): void {
      this.busy = false;
    }
  })();
  premove!: Premove;
  choice!: Choice;
  stop: () => void;

  constructor() {
    this.stop = $effect.root(() => {
      const store = this.table as unknown as TableModel;
      this.premove = new Premove(store, this.stage, () => 1000);
      this.choice = new Choice(store, this.stage, this.premove);
    });
    flushSync();
  }

  /** Prepare a move as a hand does: its parts, then what confirms them. */
  prepare(text: string): void {
    this.choice.prepare();
    for (const token of moveInfo(text).args) this.choice.press(token);
    const { match } = this.choice;
    if (match) this.choice.play(match);
    flushSync();
  }

  get kept(): string | undefined {
    return this.premove.prepared?.text;
  }
}

let scene: Scene;
beforeEach(() => {
  vi.useFakeTimers();
  scene = new Scene();
});
afterEach(() => {
  scene.stop();
  vi.useRealTimers();
});

describe('a prepared move', () => {
  it('is put together like any other, and kept', () => {
    expect([scene.premove.offered, scene.premove.choosing, scene.choice.moves]).toEqual([true, false, []]);
    scene.choice.prepare();
    expect([scene.premove.choosing, scene.choice.moves]).toEqual([true, ALL]);
    scene.choice.press('FL');
    expect([scene.choice.chosen, scene.choice.match]).toEqual([['FL'], null]);
    scene.choice.press('large');
    scene.choice.play(scene.choice.match as MoveInfo);
    expect([scene.kept, scene.premove.choosing, scene.premove.offered]).toEqual([FLORIDA, false, false]);
  });

  it('is told to nobody, not even in asking why something cannot be prepared', () => {
    scene.choice.prepare();
    scene.choice.press('TX');
    expect([scene.table.played, scene.table.answer !== null]).toEqual([[], true]);
    scene.choice.prepare();
    scene.choice.press('TX');
    expect(scene.table.played).toEqual(['why  TX']);
  });

  it('is never sent before it is asked for', () => {
    scene.prepare(FLORIDA);
    vi.advanceTimersByTime(LONG);
    scene.table.wait();
    vi.advanceTimersByTime(LONG);
    expect([scene.table.played, scene.kept, scene.premove.due]).toEqual([[], FLORIDA, false]);
  });

  it('goes by itself once it is legal and its time is over, counted from when the board has been shown', () => {
    scene.prepare(FLORIDA);
    scene.stage.busy = true;
    scene.table.ask(FLORIDA, OHIO);
    vi.advanceTimersByTime(LONG);
    expect([scene.table.played, scene.kept]).toEqual([[], FLORIDA]);
    scene.stage.busy = false;
    flushSync();
    expect(scene.premove.due).toBe(true);
    vi.advanceTimersByTime(999);
    expect(scene.table.played).toEqual([]);
    vi.advanceTimersByTime(1);
    expect([scene.table.played, scene.kept]).toEqual([[FLORIDA], undefined]);
    scene.table.wait();
    scene.table.ask(FLORIDA, OHIO);
    vi.advanceTimersByTime(LONG);
    expect(scene.table.played).toEqual([FLORIDA]);
  });

  it('is dropped with a sentence where it is not legal, and nothing is sent', () => {
    scene.prepare(FLORIDA);
    scene.table.ask(OHIO);
    expect([scene.kept, scene.premove.due, scene.premove.lost]).toEqual([undefined, false, { move: moveInfo(FLORIDA), why: 'illegal' }]);
    vi.advanceTimersByTime(LONG);
    expect(scene.table.played).toEqual([]);
    scene.choice.play(moveInfo(OHIO));
    flushSync();
    expect([scene.table.played, scene.premove.lost]).toEqual([[OHIO], null]);
  });

  it('waits through decisions of another kind', () => {
    scene.table.view = { task: 'place' };
    scene.prepare(FLORIDA);
    scene.table.view = { task: 'answer' };
    scene.table.ask('P1 pass');
    expect([scene.kept, scene.premove.due, scene.premove.lost]).toEqual([FLORIDA, false, null]);
    scene.choice.play(moveInfo('P1 pass'));
    scene.table.view = { task: 'place' }; // which is told before the move counts as made
    flushSync();
    scene.table.wait();
    expect(scene.kept).toBe(FLORIDA);
    scene.table.ask(FLORIDA);
    vi.advanceTimersByTime(LONG);
    expect(scene.table.played).toEqual(['P1 pass', FLORIDA]);
  });

  it('is dropped with a sentence as soon as something else is foreseen', () => {
    scene.prepare(FLORIDA);
    scene.table.foreseen = [];
    flushSync();
    expect(scene.kept).toBe(FLORIDA);
    scene.table.foreseen = [moveInfo(OHIO)];
    flushSync();
    expect([scene.kept, scene.premove.lost]).toEqual([undefined, { move: moveInfo(FLORIDA), why: 'illegal' }]);
  });

  it('can be put back, before it is asked for and while it is about to go', () => {
    scene.prepare(FLORIDA);
    scene.premove.cancel();
    flushSync();
    expect([scene.kept, scene.premove.offered]).toEqual([undefined, true]);
    scene.prepare(OHIO);
    scene.table.ask(FLORIDA, OHIO);
    vi.advanceTimersByTime(500);
    scene.premove.cancel();
    vi.advanceTimersByTime(LONG);
    expect([scene.table.played, scene.kept, scene.premove.lost]).toEqual([[], undefined, null]);
  });

  it('can be changed, and does not go while it is', () => {
    scene.prepare(FLORIDA);
    scene.choice.change();
    expect([scene.kept, scene.premove.choosing, scene.choice.chosen]).toEqual([undefined, true, ['large', 'FL']]);
    scene.table.ask(FLORIDA, OHIO);
    vi.advanceTimersByTime(LONG);
    expect([scene.table.played, scene.premove.choosing, scene.choice.match?.text]).toEqual([[], false, FLORIDA]);
  });

  it('gives way to a hand on the board', () => {
    scene.prepare(FLORIDA);
    scene.table.ask(FLORIDA, OHIO);
    scene.choice.press('OH');
    vi.advanceTimersByTime(LONG);
    expect([scene.table.played, scene.kept]).toEqual([[], undefined]);
  });

  it('goes when it would have gone if it is made by hand too, and another goes at once', () => {
    scene.prepare(FLORIDA);
    scene.table.ask(FLORIDA, OHIO);
    scene.choice.play(moveInfo(FLORIDA));
    expect(scene.table.played).toEqual([]);
    vi.advanceTimersByTime(1200);
    expect(scene.table.played).toEqual([FLORIDA]);
    scene.table.wait();
    scene.prepare(FLORIDA);
    scene.table.ask(FLORIDA, OHIO);
    scene.choice.play(moveInfo(OHIO));
    expect([scene.table.played, scene.kept]).toEqual([[FLORIDA, OHIO], undefined]);
  });

  it('can be put back too where it was made by hand and is held', () => {
    scene.prepare(FLORIDA);
    scene.table.ask(FLORIDA, OHIO);
    scene.choice.play(moveInfo(FLORIDA));
    scene.premove.cancel();
    vi.advanceTimersByTime(LONG);
    expect([scene.table.played, scene.kept]).toEqual([[], undefined]);
  });

  it('is gone with a sentence after a takeback, and without one at the end and on another seat', () => {
    scene.prepare(FLORIDA);
    scene.table.generation += 1;
    flushSync();
    expect([scene.kept, scene.premove.lost]).toEqual([undefined, { move: moveInfo(FLORIDA), why: 'elsewhere' }]);
    scene.table.ask(FLORIDA, OHIO);
    vi.advanceTimersByTime(LONG);
    expect(scene.table.played).toEqual([]);
    scene.table.wait();
    scene.prepare(FLORIDA);
    expect(scene.premove.lost).toBeNull();
    scene.table.over = true;
    flushSync();
    expect([scene.kept, scene.premove.lost]).toEqual([undefined, null]);
    scene.table.over = false;
    flushSync();
    scene.prepare(FLORIDA);
    scene.table.seat = 1;
    flushSync();
    expect([scene.kept, scene.premove.lost]).toEqual([undefined, null]);
  });
});

describe('preparing', () => {
  const offered = (): boolean => {
    flushSync();
    return scene.premove.offered;
  };

  it('is offered while the server foresees a move', () => {
    expect(offered()).toBe(true);
    scene.table.foreseen = [];
    expect(offered()).toBe(false);
    scene.choice.prepare();
    expect(scene.premove.choosing).toBe(false);
  });

  it('is not possible where a device is passed round, while something is shown or sent, and in one\'s own turn', () => {
    scene.table.room = room('device', 'device');
    expect(offered()).toBe(false);
    scene.table.room = room('person', 'person');
    scene.stage.busy = true;
    expect(offered()).toBe(false);
    scene.stage.busy = false;
    scene.table.sent = { play: OHIO };
    expect(offered()).toBe(false);
    scene.table.ask(FLORIDA);
    expect(offered()).toBe(false);
  });

  it('is left without a trace', () => {
    scene.choice.prepare();
    scene.choice.press('FL');
    scene.choice.prepare();
    scene.table.ask(FLORIDA, OHIO);
    expect([scene.choice.chosen, scene.kept, scene.premove.choosing]).toEqual([[], undefined, false]);
  });
});
