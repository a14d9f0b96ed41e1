/** One clock: nothing on the page runs ahead of what the board has shown. */

import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventInfo, GameDetail, RoomInfo } from '../src/lib/protocol';
import { settings } from '../src/lib/settings.svelte';
import { NOTHING, TableModel, type Shown } from '../src/table/model.svelte';
import { Stage } from '../src/table/stage.svelte';

type View = Record<string, unknown>;
const event = (name: string, entry = 1, args = {}): EventInfo => ({ entry, event: name, seat: 0, args });

class Table extends TableModel {
  readonly sent = null;
  readonly retrying = false;
  readonly marks = null;
  readonly hints = null;
  play(): void {}
  why(): void {}
  odds(): Promise<null> {
    return Promise.resolve(null);
  }

  arrive(events: readonly EventInfo[], { jump = false, ...state }: Partial<Shown> & { jump?: boolean } = {}): void {
    this.known = [...this.known, ...events];
    this.present({ events, jump, state: { ...NOTHING, view: { n: this.known.length }, standing: [this.known.length, 2], owes: [1], ...state } });
  }

  get lines(): string[] {
    return this.log.map((one) => one.event);
  }
}

function begin(more: string[] = []): { table: Table; stage: Stage<View, View> } {
  const table = new Table('CODE');
  table.room = { seats: [{ name: 'Ann' }, { name: 'Ben' }], sides: [[0], [1]], majority: 6 } as unknown as RoomInfo;
  table.game = { weights: { wild: { weight: 'big', votes: 0 } }, cards: [], words: {} } as unknown as GameDetail;
  const stage = new Stage<View, View>({ after: (board, one) => ({ ...board, [one.event]: true }), least: (one) => (one.event === 'kept' ? 2000 : 0), shown: ['laid', 'kept', 'opened', 'wild', ...more], revealed: ['opened'], lengths: { opened: 1700 }, until: 'ended', quiet: ['sealed'], runs: ['again'], waits: (one) => one.event === 'asked' });
  table.show(stage.receive);
  table.arrive([], { jump: true, standing: [0, 2] });
  return { table, stage };
}

describe('a table as its board shows it', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { visibilityState: 'visible' });
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16));
    settings.speed = 'normal';
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('counts a move that the page made for the viewer as no decision of theirs', () => {
    const { table } = begin();
    table.show(() => undefined);
    const decide = (decided: number | null): number | null => {
      table.arrive([], { jump: true, decided });
      return table.since;
    };
    expect(decide(3)).toBe(3);
    table.playsItself();
    expect([decide(3), decide(7)]).toEqual([3, 3]);
    expect(table.decided).toBe(7);
    expect(decide(9)).toBe(9);
    table.playsItself();
    expect([decide(null), decide(1)]).toEqual([null, 1]);
  });
  it('tells each event with the board, then the score, then who is asked', async () => {
    const { table, stage } = begin();
    table.arrive([event('laid'), event('quiet'), event('laid')]);
    expect([table.lines, table.standing[0], table.owes]).toEqual([['laid'], 0, [1]]);
    table.owes = [0];
    await vi.advanceTimersByTimeAsync(450);
    expect([table.lines, table.standing[0], table.owes]).toEqual([['laid', 'quiet', 'laid'], 0, [0]]);
    await vi.advanceTimersByTimeAsync(400);
    expect(table.standing[0]).toBe(3);
    await vi.advanceTimersByTimeAsync(1100);
    expect([table.owes, stage.busy]).toEqual([[1], false]);
  });

  it('keeps the viewer\'s own results in sight at any speed', async () => {
    settings.speed = 'fast';
    const { table, stage } = begin();
    table.arrive([event('kept'), event('laid')]);
    await vi.advanceTimersByTimeAsync(1900);
    expect([table.lines, stage.busy]).toEqual([['kept'], true]);
    await vi.advanceTimersByTimeAsync(200);
    expect(table.lines).toEqual(['kept', 'laid']);
  });

  it('leaves the caption as it was at what is quiet, whether it is looked at or skipped', async () => {
    const { table, stage } = begin(['sealed']);
    table.arrive([event('laid'), event('sealed')]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(stage.heard.map((one) => one.event)).toEqual(['laid']);
    table.arrive([event('kept'), event('sealed')]);
    stage.skip();
    await vi.advanceTimersByTimeAsync(2000);
    expect([stage.heard.map((one) => one.event), stage.news.map((one) => one.event)]).toEqual([['kept'], ['sealed']]);
  });

  it('tells what envelopes hold once they are open', async () => {
    const { table, stage } = begin();
    table.arrive([event('opened')]);
    await vi.advanceTimersByTimeAsync(900);
    expect([table.lines, stage.heard, stage.board?.['opened']]).toEqual([[], [], undefined]);
    await vi.advanceTimersByTimeAsync(200);
    expect([table.lines, stage.board?.['opened']]).toEqual([['opened'], undefined]);
    await vi.advanceTimersByTimeAsync(700);
    expect(stage.board).toMatchObject({ n: 1 });
  });

  it('announces once that moves play themselves, and shows each faster than the one before', async () => {
    const { table, stage } = begin();
    table.seat = 0;
    table.arrive([event('laid', 1), event('laid', 2), event('laid', 4)], { decided: 0 });
    await vi.advanceTimersByTimeAsync(450);
    expect([stage.run?.move, table.lines]).toEqual([0, ['laid']]); // the first is the viewer's own choice
    await vi.advanceTimersByTimeAsync(1100);
    expect(table.lines).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(table.lines).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(340);
    expect([table.lines.length, stage.run?.move]).toEqual([3, 1]);
    await vi.advanceTimersByTimeAsync(340);
    expect(stage.busy).toBe(false);
    table.arrive([event('laid', 70), event('laid', 71), event('laid', 72)], { decided: 69 });
    await vi.advanceTimersByTimeAsync(500);
    stage.skip();
    table.arrive([event('laid', 73)], { decided: 69 });
    expect([table.lines.length, stage.busy]).toEqual([7, false]);
  });

  it('shows the film of any number of moves in six seconds, and stops there for no new leader', async () => {
    const { table, stage } = begin();
    table.seat = 0;
    const film = async (count: number, from: number, ...before: EventInfo[]): Promise<number> => {
      const begun = Date.now();
      table.arrive([...before, ...Array.from({ length: count }, (_, k) => event('laid', from + 2 + k))], { decided: from, standing: [from % 2, 1 - (from % 2)] });
      while (stage.busy) await vi.advanceTimersByTimeAsync(20);
      return Date.now() - begun;
    };
    expect(await film(5, 100)).toBeGreaterThan(2400); // the first film explains itself
    const [few, many, all] = [await film(5, 201), await film(15, 300), await film(45, 401)];
    expect([few < many, many < all, all < 6000], String([few, many, all])).toEqual([true, true, true]);
    expect(await film(15, 500, event('again', 501))).toBeLessThanOrEqual(many + 100); // the last deal is a film too
  });

  it('holds the end of the game until it is told', async () => {
    const { table } = begin();
    table.arrive([event('laid'), event('ended')], { over: true });
    await vi.advanceTimersByTimeAsync(390);
    expect([table.lines, table.over]).toEqual([['laid'], false]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([table.lines, table.over, table.closed]).toEqual([['laid', 'ended'], true, true]);
    table.held = 1; // the states come in
    flushSync();
    expect([table.lines, table.closed]).toEqual([['laid'], false]);
  });

  it('has everything at once when skipped, when still, and after a break', async () => {
    const { table, stage } = begin();
    table.arrive([event('laid'), event('wild')]);
    stage.skip();
    expect([table.lines, table.standing[0], table.owes, stage.busy]).toEqual([['laid', 'wild'], 2, [1], false]);
    table.arrive([event('laid')]);
    table.arrive([event('wild')], { jump: true });
    expect([table.lines.length, table.standing[0], stage.busy]).toEqual([4, 4, false]);
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    table.arrive([event('laid'), event('wild')]);
    expect([table.lines.length, table.standing[0], stage.busy]).toEqual([6, 6, false]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(stage.view).toEqual({ n: 6 });
  });

  it('skips no further than what ends a run of moves', () => {
    const { table, stage } = begin(['again']);
    table.arrive([event('laid'), event('again'), event('laid')]);
    stage.skip();
    expect(table.lines).toEqual(['laid', 'again']);
    stage.skip();
    expect(table.lines).toHaveLength(3);
  });

  it('stays at what the viewer reads until they go on, or leave', async () => {
    const { table, stage } = begin(['asked']);
    table.arrive([event('laid'), event('asked'), event('laid')]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([table.lines, stage.busy, stage.waiting]).toEqual([['laid', 'asked'], true, true]);
    stage.skip();
    expect([table.lines.length, stage.waiting]).toEqual([3, false]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(stage.busy).toBe(false);
    table.arrive([event('asked'), event('laid')]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(stage.waiting).toBe(true);
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    table.arrive([event('laid')]);
    expect([table.lines.length, stage.busy, stage.waiting]).toEqual([6, false, false]);
  });

  it('stops for a second at what the game calls big, and not where the viewer wants it fast', async () => {
    const { table, stage } = begin();
    table.arrive([event('laid'), event('wild'), event('laid')]);
    await vi.advanceTimersByTimeAsync(850);
    expect([stage.moment?.events[0]?.event, table.lines]).toEqual(['wild', ['laid', 'wild']]);
    await vi.advanceTimersByTimeAsync(900);
    expect(table.lines).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(table.lines).toHaveLength(3);
    stage.skip();
    settings.speed = 'fast';
    table.arrive([event('wild'), event('laid')]);
    await vi.advanceTimersByTimeAsync(210);
    expect(table.lines).toHaveLength(5);
  });

  it('says who takes the lead and who has the votes that decide, with the score', async () => {
    const { table, stage } = begin();
    table.arrive([event('laid')], { standing: [4, 2] });
    await vi.advanceTimersByTimeAsync(300);
    expect(stage.moment).toBeNull();
    await vi.advanceTimersByTimeAsync(110);
    expect(stage.moment?.turn).toBe('Ann takes the lead from Ben, 4 to 2!');
    await vi.advanceTimersByTimeAsync(1100);
    expect(stage.moment).toBeNull();
    table.arrive([event('laid')], { standing: [6, 2] });
    await vi.advanceTimersByTimeAsync(410);
    expect(stage.moment?.turn).toBe('Ann has 6!');
  });

  it('measures a big card by its votes', () => {
    const { table } = begin();
    table.game = { weights: { took: { weight: 'big', votes: 27 } }, cards: [{ code: 'CA', value: 55, values: {} }, { code: 'VT', value: 3, values: {} }], words: {} } as unknown as GameDetail;
    expect([table.weight(event('took', 1, { cards: ['VT', 'CA'] })), table.weight(event('took', 1, { cards: ['VT'] })), table.weight(event('laid'))]).toEqual(['big', 'plain', 'plain']);
  });
});
