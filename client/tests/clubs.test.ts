import { afterEach, describe, expect, it, vi } from 'vitest';
import { standing, sidesAt, whyText, pointsText } from '../src/club/tables';
import { ClubStream } from '../src/club/stream.svelte';
import { pageOf } from '../src/lib/router.svelte';
import { clubs as say } from '../src/words/en/clubs';
import type { ClubSeat, ClubTable, MessageInfo } from '../src/lib/protocol';
import type { SocketLike } from '../src/session/env';
import { testEnv } from './env';

/** Scores that no line break parts. */
const scores = (text: string): string => text.replaceAll('–', '\u2060–\u2060');

const seat = (member: number | null, name: string | null, score: number): ClubSeat => ({ member, name, score, owes: false, level: member === null ? 'thumb' : null, number: null, points: null, alike: null });
const table = (scores: readonly number[], more: Partial<ClubTable> = {}): ClubTable => ({
  number: 1, room: 'ABCDEF', seats: ['Ana', 'Ben', 'Cy'].slice(0, scores.length).map((name, k) => seat(k + 1, name, scores[k] ?? 0)), sides: scores.map((_, k) => [k]), now: '', over: false, finish: null, why: [], ...more,
});

describe('the addresses of a club', () => {
  it('are those of its pages alone', () => {
    expect(pageOf('/club')).toEqual({ kind: 'club', code: null, part: 'member', number: null });
    expect(pageOf('/club/kwmbtr')).toEqual({ kind: 'club', code: 'KWMBTR', part: 'member', number: null });
    expect(pageOf('/club/KWMBTR/table')).toMatchObject({ part: 'table' });
    expect(pageOf('/club/KWMBTR/screen')).toMatchObject({ part: 'screen' });
    expect(pageOf('/club/KWMBTR/evening/12')).toMatchObject({ part: 'evening', number: 12 });
    for (const path of ['/club/KWMBTR/evening', '/club/KWMBTR/evening/0', '/club/KWMBTR/evening/1/2', '/club/KWMBTR/screen/1', '/club/KWMBTR/other']) expect(pageOf(path)).toEqual({ kind: 'missing' });
  });
});

describe('how the own table stands', () => {
  it('is said from the member’s side, the own score first', () => {
    expect(standing(table([48, 41, 22], { now: 'Week 8 of 12' }), say, 1)).toBe(scores('You lead Ben and Cy, 48–41–22 · Week 8 of 12.'));
    expect(standing(table([48, 41, 22]), say, 2)).toBe(scores('Ana leads, 41–48–22.'));
    expect(standing(table([48, 48, 22]), say, 2)).toBe(scores('You are level with Ana, 48–48–22.'));
    expect(standing(table([48, 41, 22]), say, 9)).toBe('');
  });

  it('is said as a result once the table is counted', () => {
    const over = (winners: number[]): ClubTable => table([48, 48, 22], { over: true, finish: { scores: [48, 48, 22], winners, stopped: false } });
    expect(standing(over([0]), say, 1)).toBe(scores('You won, 48–48–22.'));
    expect(standing(over([0, 1]), say, 1)).toBe(scores('You share the win, 48–48–22.'));
    expect(standing(over([0]), say, 3)).toBe(scores('Ana won, 22–48–48.'));
    expect(standing(over([]), say, 3)).toBe(scores('It is a draw, 22–48–48.'));
    expect(standing(over([0, 1, 2]), say, 3)).toBe(scores('It is a draw, 22–48–48.'));
  });

  it('names partners together and former members as such', () => {
    const pairs = { ...table([7, 5]), seats: [seat(1, 'Ana', 7), seat(2, null, 5), seat(3, 'Cy', 7), seat(4, 'Dot', 5)], sides: [[0, 2], [1, 3]] };
    expect(sidesAt(pairs, say, 3).map((row) => [row.side.name, row.score, row.mine])).toEqual([['Ana & You', 7, true], ['former member & Dot', 5, false]]);
  });
});

describe('why a table is as it is', () => {
  it('is said in sentences, of pairs who meet again with their names', () => {
    const why: MessageInfo[] = [{ key: 'club.again', facts: { members: ['Ana', 'Ben', 'Ben', null] } }, { key: 'club.near', facts: {} }, { key: 'club.unknown', facts: {} }];
    expect(whyText(why, table([1, 2, 3]), say, 1)).toBe('You and Ben and Ben and former member meet again: no other seating has fewer repeats. Your points are close.');
  });

  it('has words for every reason of the pairing', () => {
    expect(Object.keys(say.reasons).sort()).toEqual(['again', 'bots', 'drawn', 'even', 'larger', 'near', 'new', 'smaller'].map((key) => `club.${key}`));
  });
});

it('points have two decimals at most', () => {
  expect([3, 4.5, 1.33].map(pointsText)).toEqual(['3', '4.5', '1.33']);
});

afterEach(() => vi.unstubAllGlobals());

it('a stream shows the club to a claimant, then to the member, and says farewell', () => {
  const quiet = { addEventListener: () => undefined, visibilityState: 'visible' };
  vi.stubGlobal('document', quiet);
  vi.stubGlobal('window', quiet);
  const sent: unknown[] = [];
  const wire: SocketLike = { readyState: 1, onopen: null, onmessage: null, onclose: null, onerror: null, send: (text: string) => void sent.push(JSON.parse(text)), close: () => undefined };
  const stream = new ClubStream('KWMBTR', 'member', testEnv({ socket: () => wire }));
  stream.open();
  wire.onopen?.();
  expect(sent[0]).toEqual({ hello: { role: 'member', token: null, looking: true } });
  const says = (message: unknown): void => wire.onmessage?.({ data: JSON.stringify(message) });
  says({ type: 'club', seq: 1, info: {}, me: null, claiming: 'Ana', gone: null, round: null });
  expect(stream.all?.claiming).toBe('Ana');
  says({ type: 'club', seq: 2, info: {}, me: { member: 1 }, claiming: '', gone: null, round: { tables: [table([1, 2])] } });
  expect([stream.all?.me?.member, stream.all?.claiming]).toEqual([1, '']);
  says({ type: 'club', seq: 3, info: {}, me: null, claiming: '', gone: 'removed', round: null });
  expect(stream.all?.gone).toBe('removed');
  stream.close();
});
