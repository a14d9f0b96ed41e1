import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MoveInfo } from '../src/lib/protocol';
import { drawnTime, observed, Standing, type Moment, type Span } from '../src/table/standing/standing.svelte';
import type { TableModel } from '../src/table/model.svelte';
import { move, PASS, room, Table } from './asking.svelte';

class Scene {
  table = new Table();
  stage = new (class {
    busy = $state(false);
  })();
  span = $state.raw<Span | null>({ key: 'GA', stake: '' });
  mine = $state(false);
  within = $state(true);
  empty = $state(false);
  fine = $state(false);
  ruled = $state.raw<MoveInfo | null>(null);
  standing!: Standing;
  stop: () => void;

  constructor(ms = 1000) {
    const moment: Moment = {
      span: () => this.span,
      question: () => ({ pass: PASS, mine: this.mine, within: this.within, empty: this.empty, fine: this.fine }),
      rule: () => this.ruled,
    };
    this.stop = $effect.root(() => {
      this.standing = new Standing(this.table as unknown as TableModel, this.stage, moment, () => ms);
    });
    flushSync();
  }
}

let scene: Scene;
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  scene.stop();
  vi.useRealTimers();
});

describe('answers given beforehand', () => {
  it('asks where nothing was said', () => {
    scene = new Scene();
    vi.advanceTimersByTime(60_000);
    expect([scene.standing.due, scene.table.played]).toEqual([null, []]);
  });

  it('lets what concerns others go by after its time, and can be taken back until then', () => {
    scene = new Scene();
    scene.standing.others = true;
    flushSync();
    expect(scene.standing.due).toEqual({ move: PASS, cause: 'others' });
    vi.advanceTimersByTime(999);
    expect(scene.table.played).toEqual([]);
    scene.table.log = [{ entry: 6 }];
    vi.advanceTimersByTime(1);
    expect(scene.table.played).toEqual(['P1 pass']);
    expect([6, 7, 8].map((entry) => scene.standing.causeOf(entry))).toEqual([null, 'others', null]);
    scene.table.next();
    scene.standing.takeBack();
    flushSync();
    vi.advanceTimersByTime(60_000);
    expect([scene.standing.due, scene.table.played]).toEqual([null, ['P1 pass']]);
    scene.table.next(); // only that one question was taken back
    expect(scene.standing.due?.cause).toBe('others');
    scene.fine = true;
    flushSync();
    expect(scene.standing.due?.cause).toBe('fine');
    scene.table.next();
    scene.mine = true;
    flushSync();
    expect(scene.standing.due).toBeNull();
  });

  it('answers at once at a table of bots, where nobody could learn anything from the time', () => {
    scene = new Scene();
    scene.table.room = room('person', 'bot', 'bot');
    scene.standing.others = true;
    scene.table.next();
    flushSync();
    vi.advanceTimersByTime(200);
    expect(scene.table.played).toEqual(['P1 pass']);
  });

  it('passes what only a pass can answer, unless somebody could learn that from its time', () => {
    scene = new Scene();
    Object.assign(scene, { mine: true, empty: true });
    flushSync();
    expect(scene.standing.due).toBeNull(); // every move is asked for
    scene.standing.others = true;
    flushSync();
    expect(scene.standing.due).toBeNull(); // another person sits there
    scene.table.room = room('person', 'bot', 'bot');
    flushSync();
    expect(scene.standing.due).toEqual({ move: PASS, cause: 'empty' });
    scene.empty = false;
    flushSync();
    expect(scene.standing.due).toBeNull();
  });

  it('offers the rest only where it passes what is asked now', () => {
    scene = new Scene();
    expect(scene.standing.passable).toBe(true);
    scene.within = false; // their own roll
    flushSync();
    expect([scene.standing.passable, scene.standing.offered]).toEqual([false, true]);
    scene.table.myTurn = false;
    flushSync();
    expect(scene.standing.passable).toBe(true);
  });

  it('passes for the rest of a contest until it is over, or the viewer is concerned', () => {
    scene = new Scene();
    scene.standing.toggleRest();
    flushSync();
    expect(scene.standing.due?.cause).toBe('rest');
    scene.within = false; // a card is aimed at the viewer
    flushSync();
    expect([scene.standing.due, scene.standing.rest]).toEqual([null, true]);
    scene.within = true;
    scene.span = { key: 'GA', stake: '9 9' }; // their own rating has changed
    flushSync();
    expect([scene.standing.due, scene.standing.rest]).toEqual([null, false]);
    scene.standing.toggleRest();
    scene.span = null;
    flushSync();
    scene.span = { key: 'GA', stake: '9 9' }; // another contest for the same state
    flushSync();
    expect(scene.standing.rest).toBe(false);
    scene.standing.toggleRest();
    flushSync();
    scene.standing.takeBack(); // ends it
    flushSync();
    expect([scene.standing.rest, scene.standing.due]).toEqual([false, null]);
  });

  it('waits until the board has shown what the question is about', () => {
    scene = new Scene();
    scene.stage.busy = true;
    scene.standing.others = true;
    flushSync();
    vi.advanceTimersByTime(60_000);
    expect(scene.table.played).toEqual([]);
    scene.stage.busy = false;
    flushSync();
    vi.advanceTimersByTime(1100);
    expect(scene.table.played).toEqual(['P1 pass']);
  });

  it('holds the same answer by hand as long, where somebody could tell the two apart', () => {
    scene = new Scene();
    expect(scene.standing.delayIfEarly(move('P1 spend 3'))).toBe(false);
    expect(scene.standing.delayIfEarly(PASS)).toBe(true);
    flushSync();
    expect(scene.standing.due?.cause).toBe('self');
    vi.advanceTimersByTime(999);
    expect(scene.table.played).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(scene.table.played).toEqual(['P1 pass']);
    scene.table.next();
    vi.advanceTimersByTime(1100);
    expect(scene.standing.delayIfEarly(PASS)).toBe(false); // a person who took longer
    scene.table.next();
    scene.table.room = room('person', 'bot', 'bot');
    flushSync();
    expect(scene.standing.delayIfEarly(PASS)).toBe(false); // there is nobody to tell
  });

  it('sends by itself at the very moment it sends by hand', () => {
    const sentAt = (prepare: (one: Scene) => void): number => {
      scene = new Scene(1234);
      prepare(scene);
      flushSync();
      let ms = 0;
      for (; scene.table.played.length === 0 && ms < 5000; ms += 1) vi.advanceTimersByTime(1);
      scene.stop();
      return ms;
    };
    const byHand = sentAt((one) => one.standing.delayIfEarly(PASS));
    expect(sentAt((one) => (one.standing.others = true))).toBe(byHand);
    expect(sentAt((one) => one.standing.toggleRest())).toBe(byHand);
    expect(sentAt((one) => (one.ruled = PASS))).toBe(byHand);
    expect(byHand).toBe(1234);
  });

  it('is off where a device is passed round', () => {
    scene = new Scene();
    scene.table.room = room('person', 'device');
    scene.standing.others = true;
    flushSync();
    expect([scene.standing.possible, scene.standing.offered, scene.standing.due]).toEqual([false, false, null]);
  });

  it('draws its time anew, within bounds', () => {
    const drawn = Array.from({ length: 200 }, drawnTime);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...drawn)).toBeLessThan(900);
    expect(new Set(drawn).size).toBeGreaterThan(150);
  });

  it('knows who could tell', () => {
    expect(observed(room('person', 'bot', 'bot'), 0)).toBe(false);
    expect(observed({ ...room('person', 'bot'), spectators: 1 }, 0)).toBe(true);
    expect(observed(room('person', 'person'), 0)).toBe(true);
  });
});
