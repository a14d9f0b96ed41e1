import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finished, forgetGame, gameOf, myGames, noteGame, outcome, readNote, running, unseenEnds, type Note } from '../src/lib/games';
import { storedRoom, storeRoom } from '../src/lib/kept';
import type { Kept } from '../src/lib/keptRoom';
import { keptRoom } from '../src/local/kept';
import type { Snapshot } from '../src/lib/protocol';
import { recordOf } from '../src/lib/record';
import { forgetStorage, isForgetting, remember, rememberedUnder } from '../src/lib/settings.svelte';
import { addTokens, gatherings, keepToken, seatedRooms, tokenOf, tokensOf } from '../src/lib/tokens';

const LEVELS = ['random', 'thumb', 'alderman'];
const game = (code: string, more: Partial<Note> = {}): Note => ({
  code, game: 'combat', phase: 'playing', number: 1, names: ['Ann', 'Bo'], levels: [null, null], owes: [], mine: [0], forfeited: [], until: null, ballot: null, winners: null, shares: null, scores: null, at: 1, ...more,
});
const over = (code: string, won: boolean, level = 'thumb', more: Partial<Note> = {}): Note =>
  game(code, { phase: 'over', levels: [null, level], winners: [won ? 0 : 1], shares: won ? [1, 0] : [0, 1], scores: [9, 8], ...more });
const codeAt = (k: number): string => `BCDF${String.fromCharCode(65 + Math.floor(k / 26))}${String.fromCharCode(65 + (k % 26))}`;

beforeEach(() => forgetStorage());
afterEach(() => forgetStorage());

describe('the games of this device', () => {
  it('are kept by the hundred, the last change first', () => {
    for (let k = 0; k < 400; k++) noteGame(over(codeAt(k), k % 2 === 0), k);
    expect(myGames()).toHaveLength(400);
    expect(myGames()[0]?.code).toBe(codeAt(399));
    expect(finished(myGames())).toHaveLength(400);
  });
  it('begin with those that wait for this device', () => {
    noteGame(game('BBBBBB', { owes: [1] }), 3);
    noteGame(game('CCCCCC', { owes: [0] }), 2);
    noteGame(over('DDDDDD', true), 4);
    noteGame(game('FFFFFF', { phase: 'lobby', number: 0 }), 5);
    expect(running(myGames()).map((one) => one.code)).toEqual(['CCCCCC', 'FFFFFF', 'BBBBBB']);
  });
  it('come by deadline among those that wait, and those over days before the others', () => {
    noteGame(game('BBBBBB', { owes: [0], until: 200 }), 3);
    noteGame(game('CCCCCC', { owes: [0], until: 100 }), 2);
    noteGame(game('DDDDDD', { owes: [0] }), 4);
    noteGame(game('FFFFFF', { owes: [1], until: 50 }), 5);
    expect(running(myGames()).map((one) => one.code)).toEqual(['CCCCCC', 'BBBBBB', 'DDDDDD', 'FFFFFF']);
  });
  it('change only with what is noted, and a waiting room gives way to its game', () => {
    noteGame(game('BBBBBB', { phase: 'lobby', number: 0 }), 1);
    noteGame(game('BBBBBB'), 2);
    noteGame(game('BBBBBB'), 3);
    expect(myGames().map(({ number, at }) => [number, at])).toEqual([[1, 2]]);
  });
  it('show that a room has gone on without this device', () => {
    noteGame(game('BBBBBB'), 1);
    noteGame(game('BBBBBB', { number: 2 }), 2);
    expect(running(myGames()).map((one) => one.number)).toEqual([2]);
    expect(unseenEnds(myGames()).map((one) => one.number)).toEqual([1]);
    forgetGame({ code: 'BBBBBB', number: 1 });
    expect(unseenEnds(myGames())).toEqual([]);
  });
  it('are read from storage as far as they make sense', () => {
    for (const odd of [null, 3, 'x', [], { code: 'BBBBBB' }, game('bbbbbb'), game('BBBBBB', { phase: 'odd' as never })]) expect(readNote(odd)).toBeNull();
    expect(readNote({ ...game('BBBBBB'), names: [3, 'Bo'], owes: 'x', scores: 5, at: null })).toEqual(game('BBBBBB', { names: ['', 'Bo'], at: 0 }));
    remember('game.BBBBBB.1', '{');
    expect(myGames()).toEqual([]);
  });
  it('ended for one player, not for several at one device', () => {
    expect([over('A', true), over('A', false), over('A', true, 'thumb', { winners: [] }), over('A', true, 'thumb', { mine: [0, 1] }), over('A', true, 'thumb', { forfeited: [0] })].map(outcome)).toEqual(['won', 'lost', 'tied', null, 'lost']);
  });
});

describe('a game that ends', () => {
  it('is noted with the scores of the table, not with those of the result', () => {
    const seats = [0, 1, 2].map((seat) => ({ seat, name: `P${seat + 1}`, kind: seat === 0 ? 'person' : 'bot', level: seat === 0 ? null : 'thumb' }));
    const room = { code: 'BBBBBB', game: 'president', phase: 'over', seats, series: { number: 1 }, host: 0, days: null, ballot: null };
    const result = { winners: ['P2'], shares: [0, 1, 0], scores: [3, 145, 49] };
    const end = { room, seat: 0, owes: [], over: true, result, standing: [0, 145, 0] } as unknown as Snapshot;
    expect(gameOf(end)).toMatchObject({ winners: [1], shares: [0, 1, 0], scores: [0, 145, 0] });
    expect(gameOf({ ...end, result: null }).scores).toBeNull();
  });
});

describe('the record', () => {
  it('counts a game that was given up as lost, although a bot then won it', () => {
    const given = [...Array(4)].map(() => over('BBBBBB', true, 'thumb', { forfeited: [0] }));
    expect(recordOf('combat', given, LEVELS)).toMatchObject({ levels: [{ level: 'thumb', played: 4, won: 0, even: 0 }], stands: null });
  });

  const games = (won: number, lost: number, level: string): Note[] => [...Array(won + lost)].map((_, k) => over('BBBBBB', k < won, level));
  it('stands at the strongest level against which the games are even', () => {
    const notes = [...games(4, 0, 'random'), ...games(3, 3, 'thumb'), ...games(1, 4, 'alderman')];
    expect(recordOf('combat', notes, LEVELS)).toEqual({
      game: 'combat', played: 15, stands: 'thumb',
      levels: [{ level: 'random', played: 4, won: 4, even: 8 }, { level: 'thumb', played: 6, won: 3, even: 6 }, { level: 'alderman', played: 5, won: 1, even: 2 }],
    });
  });
  it('says nothing after a few games, and less than the weakest when all are lost', () => {
    expect(recordOf('combat', games(3, 0, 'thumb'), LEVELS).stands).toBeUndefined();
    expect(recordOf('combat', games(0, 4, 'thumb'), LEVELS).stands).toBeNull();
  });
  it('counts games against bots alone, by the strongest of them', () => {
    const three = over('BBBBBB', true, 'thumb', { names: ['Ann', 'Bo', 'Cy'], levels: [null, 'alderman', 'thumb'], shares: [0.5, 0.5, 0] });
    const friend = over('BBBBBB', true, 'thumb', { levels: [null, null] });
    const unknown = over('BBBBBB', true, 'odd');
    const other = over('BBBBBB', true, 'thumb', { game: 'politics' });
    expect(recordOf('combat', [three, friend, unknown, other, game('CCCCCC')], LEVELS).levels).toEqual([{ level: 'alderman', played: 1, won: 1, even: 1.5 }]);
  });
});

describe('the tokens of a room', () => {
  it('are used one after the other', () => {
    addTokens('BBBBBB', ['one']);
    addTokens('BBBBBB', ['two', 'one']);
    expect(tokensOf('BBBBBB')).toEqual(['one', 'two']);
    keepToken('BBBBBB', 'three');
    expect(tokenOf('BBBBBB')).toBe('three');
    keepToken('BBBBBB', null);
    keepToken('BBBBBB', null);
    expect(tokenOf('BBBBBB')).toBe('two');
    keepToken('BBBBBB', null);
    expect(tokenOf('BBBBBB')).toBeNull();
  });
  it('are not those of a class or a club', () => {
    remember('class.person.DDDDDD', 'pupil');
    remember('club.member.FFFFFF', 'member');
    keepToken('BBBBBB', 'pupil');
    keepToken('CCCCCC', 'own');
    keepToken('GGGGGG', 'member');
    expect(seatedRooms()).toEqual(['CCCCCC']);
    expect(gatherings()).toEqual(['DDDDDD', 'FFFFFF']);
  });
});

describe('the storage', () => {
  const chairs = ['', ''].map((name, number) => ({ number, kind: 'person' as const, name, level: null, character: null }));
  it('keeps whole games, and when it is full the oldest finished ones give way', () => {
    const items = new Map<string, string>();
    let most = Infinity;
    const room = (code: string) => ({ ...keptRoom(code, 'combat', {}, chairs, {} as Kept['terms']), log: ['x'.repeat(400)] });
    const size = (): number => [...items].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      removeItem: (key: string) => void items.delete(key),
      setItem: (key: string, value: string) => {
        const before = items.get(key);
        items.set(key, value);
        if (size() <= most) return;
        if (before === undefined) items.delete(key);
        else items.set(key, before);
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const known = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
    Object.defineProperty(globalThis, 'localStorage', { value: new Proxy(storage, { ownKeys: () => [...items.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }), configurable: true });
    try {
      noteGame(over('BBBBBB', true), 1);
      noteGame(over('CCCCCC', true), 2);
      noteGame(game('DDDDDD'), 3);
      for (const code of ['BBBBBB', 'CCCCCC', 'DDDDDD']) storeRoom(room(code));
      most = size() + 100;
      storeRoom(room('FFFFFF'));
      expect(['BBBBBB', 'CCCCCC', 'DDDDDD', 'FFFFFF'].map((code) => storedRoom(code) !== null)).toEqual([false, true, true, true]);
      expect(items.has('hustings.room.FFFFFF')).toBe(true);
      expect(finished(myGames())).toHaveLength(2);
    } finally {
      if (known) Object.defineProperty(globalThis, 'localStorage', known);
      else delete (globalThis as { localStorage?: unknown }).localStorage;
    }
  });
  it('forgets everything, and says so to other windows', () => {
    noteGame(game('BBBBBB'), 1);
    keepToken('BBBBBB', 'one');
    remember('name', 'Ann');
    forgetStorage();
    expect(rememberedUnder('')).toEqual([]);
    expect([isForgetting({ key: 'hustings.forgotten', newValue: '3' }), isForgetting({ key: 'hustings.forgotten', newValue: null }), isForgetting({ key: 'hustings.name', newValue: null })]).toEqual([true, false, false]);
  });
});
