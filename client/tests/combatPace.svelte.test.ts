/** How long a hand of Combat takes in which the viewer chooses nothing, in virtual time. */

import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CardInfo, EventInfo } from '../src/lib/protocol';
import { settings } from '../src/lib/settings.svelte';
import { combatStage } from '../src/games/combat/stage';
import { countedOf } from '../src/games/combat/view';
import { Turner } from '../src/games/combat/turner.svelte';
import type { Burst } from '../src/table/model.svelte';

const PAUSE = 100; // before the viewer's own card turns
const CHOOSING = 1400; // the longest time for which a bot seems to think about what to take
const LONGEST = 4000;
const REACHED = 1800; // ms longer for a hand that brings a player to the goal
const LOOKED = 1000; // more for a card of at least 29 votes that is won
const LAST = 2000; // at least, for the cards of the game's last hand
/** A view in which these cards lie open, on the first places, and the others face down. */
const view = (...card: string[]): Record<string, unknown> => ({ hand: 3, hands: 12, stack: [13, 13], where: {}, tally: [0, 0], turner: [], card: [...card, null, null, null, null, null].slice(0, 5), lies: Array.from({ length: 5 }, (_, k) => (k < card.length ? 'up' : 'down')) });

const event = (name: string, seat: number | null, args: Record<string, unknown> = {}): EventInfo => ({ entry: 1, event: name, seat, args });

/** A hand in which the rival turns the higher card and takes the highest of all; another leader follows from it. */
const HAND: { wait: number; view: Record<string, unknown>; events: EventInfo[]; turn?: string }[] = [
  { wait: 0, view: view(), events: [event('laid', 1, { count: 5 })] },
  { wait: PAUSE, view: view('CA'), events: [event('turned', 1, { place: 1, card: 'CA', votes: 55 })] },
  { wait: PAUSE, view: view('CA', 'ID'), events: [event('turned', 0, { place: 2, card: 'ID', votes: 4 })] },
  {
    wait: CHOOSING,
    view: view(),
    events: [event('took', 1, { cards: ['CA'], places: [3] }), event('got', 0, { cards: ['ID'], places: [4, 5] }), event('turned_up', 1, { place: 3, card: 'TX', votes: 38 }), event('collected', 0, { place: 4, card: 'FAKE' }), event('turned_up', 0, { place: 5, card: 'OH', votes: 18 }), event('hand_over', null, { hand: 3, first: 280, second: 100 }), event('laid', 0, { count: 5 })],
    turn: 'Rufus takes the lead!',
  },
];

/** Show a hand; a server's answer comes its wait after the one before it or, for the viewer's move, after the board. */
async function shown(votes: (code: string) => number, goal: number | null = null): Promise<{ ms: number; led: number }> {
  const stage = combatStage(votes, () => goal);
  const seen: number[] = [];
  const burst = (events: EventInfo[], now: Record<string, unknown>, turn: string, jump = false): Burst => ({
    events, view: now, jump, over: false, turn, decided: null, forced: () => false,
    big: ({ event: name, args }) => name !== 'laid' && name !== 'hand_over' && ['CA', 'TX'].some((code) => JSON.stringify(args).includes(code)),
    tell: () => undefined, count: () => undefined, settle: () => undefined, decide: () => undefined,
  });
  stage.receive(burst([], { ...view(), lies: Array(5).fill('empty') }, '', true));
  let passed = 0;
  const pass = async (time: number): Promise<void> => {
    for (let k = 0; k < time; k += 10) {
      await vi.advanceTimersByTimeAsync(10);
      passed += 10;
      if (stage.moment?.turn) seen.push(passed);
    }
  };
  for (const { wait, view: now, events, turn = '' } of HAND) {
    if (wait === CHOOSING) await pass(wait);
    else {
      while (stage.busy) await pass(10);
      await pass(wait);
    }
    stage.receive(burst(events, now, turn));
  }
  while (stage.board?.places.every(({ from }) => from !== 0)) await pass(10);
  const ms = passed;
  while (stage.busy) await pass(10);
  return { ms, led: (seen.at(-1) ?? 0) - (seen[0] ?? 0) };
}

describe('the pace of Combat', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  test('a hand without a choice takes at most 4 seconds, and its new leader is named for one of them', async () => {
    const { ms, led } = await shown(() => 10);
    expect(ms).toBeGreaterThan(2500);
    expect(ms).toBeLessThanOrEqual(LONGEST);
    expect(led).toBeGreaterThanOrEqual(900);
    expect((await shown((code) => (code === 'CA' ? 55 : 10))).ms).toBe(ms + LOOKED);
    expect((await shown(() => 10, 270)).ms).toBe(ms + REACHED);
    expect((await shown(() => 10, 240)).ms).toBe(ms); // reached before
  });
  test('a won card counts only when it has been turned over, and its hand counts once', async () => {
    const TURNED = 400; // ms in which a card's face comes into sight
    const deck = new Map(['CA', 'TX', 'ID', 'OH'].map((code) => [code, { code, value: 10 } as CardInfo]));
    for (const hand of [5, 11]) {
      const stage = combatStage(() => 10, () => null);
      const now = { ...view('CA', 'ID'), hand, tally: [100, 100] };
      const burst = { over: false, turn: '', decided: null, forced: () => false, big: () => false, tell: () => undefined, count: () => undefined, settle: () => undefined, decide: () => undefined };
      const events = [...(HAND[3]?.events.slice(0, 5) ?? []), event('hand_over', null, { hand, first: 120, second: 120 }), event('stakes', 0, { hand: 11, next: 1 })];
      stage.receive({ ...burst, view: now, events: [], jump: true });
      stage.receive({ ...burst, view: { ...now, hand: hand + 1, lies: Array(5).fill('empty'), card: Array(5).fill(null), tally: [120, 120] }, events, jump: false });
      const lain = new Map<string, number>();
      const totals = new Set<number>();
      for (; stage.busy; await vi.advanceTimersByTimeAsync(10)) {
        for (const { lies, card } of stage.board?.places ?? []) if (lies === 'up' && card) lain.set(card, (lain.get(card) ?? 0) + 10);
        const open = [...lain].filter(([card, ms]) => ms > TURNED || card === 'CA' || card === 'ID').reduce((sum, [card]) => sum + (deck.get(card)?.value ?? 0), 0);
        const total = stage.view ? countedOf(stage.view, stage.board, deck).reduce((sum, votes) => sum + votes, 0) : 0;
        expect(total).toBeLessThanOrEqual(200 + open);
        totals.add(total);
      }
      expect([...totals]).toEqual(hand === 5 ? [210, 220, 240] : [210, 220, 230, 240]);
    }
  });
  test('both hands of a throw are shown together before a line tells the winner, the longer the more votes it is about', async () => {
    const times = async (value: number): Promise<{ told: number; all: number }> => {
      const stage = combatStage(() => value, () => null);
      const now = { ...view('CA'), card: ['CA', null, null, null, null], lies: ['up', 'empty', 'empty', 'empty', 'empty'], frame: ['hand', 'collusion', 'throw', null] };
      const burst = { over: false, turn: '', decided: null, forced: () => false, big: () => false, tell: () => undefined, count: () => undefined, settle: () => undefined, decide: () => undefined };
      stage.receive({ ...burst, view: now, events: [], jump: true });
      stage.receive({ ...burst, view: now, events: [event('sealed', 0), event('sealed', 1), event('threw', null, { first: 'rock', second: 'paper', winner: 'P2' })], jump: false });
      let [told, all] = [0, 0];
      for (; stage.busy; await vi.advanceTimersByTimeAsync(10)) {
        all += 10;
        if (stage.news.some(({ event: name }) => name === 'threw') && stage.heard.length === 0) told += 10;
      }
      return { told, all };
    };
    const [small, large] = [await times(4), await times(40)];
    expect(small.told).toBeGreaterThanOrEqual(800);
    expect(small.all).toBeLessThanOrEqual(1550); // with both seals
    expect(large.all - small.all).toBeGreaterThanOrEqual(700);
  });
  test('cards turn by themselves only after the player has been asked', async () => {
    const played: string[] = [];
    const now = { ...view(), hand: 3, hands: 12, frame: [null], frame_seat: [null], wild: null };
    const choice = { preparing: false, moves: [{ verb: 'turn', text: 'P1 turn 1' }], play: ({ text }: { text: string }) => played.push(text) };
    const store = { seat: 0, myTurn: true, room: { terms: { autoplay: true } }, playsItself: () => undefined };
    let turner: Turner | undefined;
    const stop = $effect.root(() => {
      turner = new Turner(store as never, choice as never, () => now as never, () => false);
    });
    const seen = async (): Promise<unknown[]> => {
      flushSync();
      await vi.advanceTimersByTimeAsync(2 * PAUSE);
      return [turner?.asks, turner?.films, played.length];
    };
    expect(await seen()).toEqual([true, false, 0]);
    settings.setTurns(true);
    expect(await seen()).toEqual([false, true, 1]);
    settings.setTurns(false);
    expect(await seen()).toEqual([false, false, 1]);
    stop();
  });
  test('the cards of a last hand are won one by one, and stay before the result at any speed', async () => {
    settings.speed = 'fast';
    const stage = combatStage(() => 10, () => null);
    const won: number[] = [];
    let passed = 0;
    const now = { ...view('CA', 'ID'), hand: 12, hands: 12 };
    const events = [...(HAND[3]?.events.slice(0, 5) ?? []), event('hand_over', null, { hand: 12 }), event('game_over', null)];
    const burst = { over: false, turn: '', decided: null, forced: () => false, big: () => false, tell: () => undefined, count: () => undefined, settle: () => undefined, decide: () => undefined };
    stage.receive({ ...burst, view: now, events: [], jump: true });
    stage.receive({ ...burst, view: { ...now, lies: Array(5).fill('empty') }, events, jump: false, over: true });
    for (; stage.busy; passed += 10) {
      const count = stage.board?.places.filter(({ owner, lies }) => owner !== null && lies === 'up').length ?? 0;
      if (count !== won.at(-1)) {
        won.push(count);
        passed = 0;
      }
      await vi.advanceTimersByTimeAsync(10);
    }
    settings.speed = 'normal';
    expect(won).toEqual([1, 2, 3, 4, 5]);
    expect(passed).toBeGreaterThanOrEqual(LAST);
  });
  test('the last hand waits before each card, and longest before the one that decides the election', async () => {
    const stage = combatStage(() => 10, () => 275);
    const now = { ...view('CA', 'ID'), hand: 12, hands: 12, tally: [230, 260] };
    const burst = { over: false, turn: '', decided: null, forced: () => false, big: () => false, tell: () => undefined, count: () => undefined, settle: () => undefined, decide: () => undefined };
    stage.receive({ ...burst, view: now, events: [], jump: true });
    stage.receive({ ...burst, view: { ...now, lies: Array(5).fill('empty') }, events: HAND[3]?.events.slice(0, 5) ?? [], jump: false, over: true });
    const tense = [0, 0, 0, 0, 0];
    for (; stage.busy; await vi.advanceTimersByTimeAsync(10)) stage.board?.places.forEach((place, k) => place.tense && (tense[k] = (tense[k] ?? 0) + 10));
    expect(tense.slice(0, 2)).toEqual([0, 0]);
    expect(tense[2]).toBeGreaterThanOrEqual(2200);
    for (const other of tense.slice(3)) expect(other).toBeGreaterThanOrEqual(900);
    for (const other of tense.slice(3)) expect(other).toBeLessThan(1200);
  });
  test('the score, the map and the stops move with the cards of each hand', async () => {
    const stage = combatStage(() => 10, () => null);
    const now = { ...view('CA', 'ID'), hand: 11, hands: 12, tally: [100, 100], stops_left: [1, 1], stack: [3, 3], where: {} };
    const won = (hand: number, first: number): EventInfo[] => [event('won_all', 0), event('hand_over', null, { hand, first, second: 100 })];
    const events = [...won(11, 120), event('laid', 1, { hand: 12, count: 3 }), event('turned', 0, { place: 1, card: 'TX', votes: 10 }), event('campaigned', 1, { place: 2, left: 0 }), event('turned', 1, { place: 2, card: 'NV', votes: 10 }), ...won(12, 140), event('game_over', null)];
    const seen: string[] = [];
    let told = 0;
    const burst = { over: false, turn: '', decided: null, forced: () => false, big: () => false, tell: (count: number) => void (told = count), count: () => undefined, settle: () => undefined, decide: () => undefined };
    stage.receive({ ...burst, view: now, events: [], jump: true });
    const end = { ...now, hand: 12, lies: Array(5).fill('empty'), card: Array(5).fill(null), tally: [140, 100], stops_left: [1, 0], stack: [3, 0], where: { CA: 'pile 1', ID: 'pile 1', TX: 'pile 1', NV: 'pile 1' } };
    stage.receive({ ...burst, view: end, events, jump: false, over: true });
    for (; stage.busy; await vi.advanceTimersByTimeAsync(10)) {
      const { tally, stops_left: stops, where } = stage.view ?? now;
      const shown = `${tally[0]} ${stops[1]} ${Object.keys(where).length}`;
      if (shown !== seen.at(-1)) seen.push(shown);
      if (told < events.length - 3) expect(tally[0]).toBeLessThan(140);
    }
    expect(seen).toEqual(['100 1 0', '120 1 2', '120 0 2', '140 0 4']);
  });
  test('the result of the first hands and of a hand with campaign stops stays in sight', async () => {
    const lasts = async (hand: number, stop: boolean): Promise<number> => {
      const stage = combatStage(() => 10, () => null);
      const now = { ...view('CA', 'ID'), hand, stops_left: [1, 1] };
      const burst = { over: false, turn: '', decided: null, forced: () => false, big: () => false, tell: () => undefined, count: () => undefined, settle: () => undefined, decide: () => undefined };
      const spent = stop ? [event('campaigned', 1, { place: 3, left: 0 })] : [];
      stage.receive({ ...burst, view: now, events: [], jump: true });
      stage.receive({ ...burst, view: { ...now, lies: Array(5).fill('empty') }, events: [...spent, event('won_all', 0), event('hand_over', null, { hand, first: 20, second: 0 })], jump: false });
      let stood = 0;
      for (; stage.busy; await vi.advanceTimersByTimeAsync(10)) if (stage.board?.places.some(({ owner, leaving }) => owner !== null && !leaving)) stood += 10;
      return stood;
    };
    expect(await lasts(2, false)).toBeGreaterThanOrEqual(LAST);
    expect(await lasts(5, true)).toBeGreaterThanOrEqual(LAST);
    expect(await lasts(5, false)).toBeLessThan(LAST);
  });
});
