import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Begun, playedOnTime, streak } from '../src/lib/ballotBook';
import { bundleIn, bundleOf, forLink, linkText, merged, ownBundle, readBundle, takeBundle, type Bundle } from '../src/lib/bundle';
import { myGames, noteId, type Note } from '../src/lib/games';
import { readKept } from '../src/lib/kept';
import type { Kept } from '../src/lib/keptRoom';
import { forgetStorage } from '../src/lib/settings.svelte';
import { keepToken, tokensOf } from '../src/lib/tokens';

/** Numbers that are the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed + 1;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % sides;
  };
}

const CODES = ['BBBBBB', 'CCCCCC', 'DDDDDD', 'FFFFFF'];
const CHAIRS = [0, 1].map((number) => ({ number, kind: 'person' as const, name: '', level: null, character: null }));

function room(code: string, key: string, log: string[], number = 1): Kept {
  const kept = readKept({ code, game: 'combat', options: {}, chairs: CHAIRS, terms: {}, key, log, marks: [], lesson: false, number, round: 0, shares: [0, 0], hints: [0, 0] });
  if (!kept) throw new Error('no room');
  return kept;
}
const note = (code: string, number: number, more: Partial<Note> = {}): Note => ({
  code, game: 'combat', phase: 'playing', number, names: ['Ann', 'Bo'], levels: [null, 'thumb'], owes: [0], mine: [0], forfeited: [], until: null, ballot: null, winners: null, shares: null, scores: null, at: 1, ...more,
});

/** A device's games drawn by lot: rooms that continue others, that went on differently, that had a rematch. */
function drawn(seed: number): Bundle {
  const roll = dice(seed);
  const bundle: Bundle = { hustings_games: 1, seats: {}, games: [], rooms: [], ballots: {}, puzzles: {} };
  for (const code of CODES) {
    if (roll(3) === 0) continue;
    bundle.seats[code] = [...new Set([...Array(1 + roll(2))].map(() => `token${roll(3)}`))].sort();
    const number = 1 + roll(2);
    const done = roll(2) === 0;
    if (number === 2 && roll(2) === 0) {
      bundle.rooms.push(room(`${code}.1`, `1${code.charCodeAt(0)}`, ['P1 a', 'P2 b', 'P1 end'], 1));
      bundle.games.push(note(code, 1, { phase: 'over', shares: [1, 0], winners: [0], at: roll(4) }));
    }
    const log = [...Array(1 + roll(4))].map((_, k) => (k < 2 ? `P1 move ${k}` : `P1 move ${k} ${roll(2)}`));
    bundle.rooms.push(room(code, `${number}${code.charCodeAt(0)}`, log, number));
    bundle.games.push(note(code, number, { phase: done ? 'over' : 'playing', owes: done ? [] : [0], shares: done ? [roll(2), 0] : null, at: roll(4) }));
  }
  for (let number = 1; number < 9; number++) {
    const begun: Begun = { onTime: roll(2) === 0, code: roll(2) === 0 ? 'BBBBBB' : null };
    if (roll(3) > 0) bundle.ballots[number] = roll(2) === 0 ? begun : { ...begun, share: roll(2), scores: [roll(9), roll(9)] };
  }
  for (let number = 1; number < 9; number++) {
    const [move, right] = [`P1 ${'ABC'[roll(3)] ?? ''}`, roll(2) === 0];
    if (roll(3) > 0) bundle.puzzles[number] = { move, right };
  }
  bundle.rooms.sort((x, y) => (x.code < y.code ? -1 : 1));
  bundle.games.sort((x, y) => (noteId(x) < noteId(y) ? -1 : 1));
  return bundle;
}

const SEEDS = [...Array(150).keys()];
const bookOf = ({ ballots }: Bundle): Map<number, Begun> => new Map(Object.entries(ballots).map(([number, one]) => [Number(number), one]));
const holds = (rooms: readonly Kept[], part: Kept): boolean => rooms.some((one) => one.key === part.key && part.log.every((entry, k) => one.log[k] === entry));

describe('two devices put together', () => {
  it('give the same whichever comes first', () => {
    for (const seed of SEEDS) {
      const [a, b] = [drawn(seed), drawn(seed + 1000)];
      expect(merged(b, a)).toEqual(merged(a, b));
    }
  });
  it('lose no seat, no game, no ballot, no day of a streak, no answer and no move', () => {
    for (const seed of SEEDS) {
      const [a, b] = [drawn(seed), drawn(seed + 1000)];
      const all = merged(a, b);
      const days = playedOnTime(bookOf(all));
      for (const one of [a, b]) {
        for (const [code, tokens] of Object.entries(one.seats)) expect(all.seats[code]).toEqual(expect.arrayContaining(tokens));
        for (const kept of one.rooms) expect(holds(all.rooms, kept)).toBe(true);
        for (const each of one.games) expect(all.games.map(noteId)).toContain(noteId(each));
        for (const [number, begun] of Object.entries(one.ballots)) expect(all.ballots[number]?.share !== undefined || begun.share === undefined).toBe(true);
        expect([...days]).toEqual(expect.arrayContaining([...playedOnTime(bookOf(one))]));
        expect(Object.entries(one.puzzles).filter(([number, answer]) => all.puzzles[number]?.right && !answer.right)).toEqual([]);
        expect(Object.keys(all.puzzles)).toEqual(expect.arrayContaining(Object.keys(one.puzzles)));
      }
      expect(new Set(all.rooms.map((kept) => kept.code)).size).toBe(all.rooms.length);
    }
  });
  it('change nothing when they are put together again', () => {
    for (const seed of SEEDS) {
      const [a, b] = [drawn(seed), drawn(seed + 1000)];
      const all = merged(a, b);
      expect(merged(all, b)).toEqual(all);
      expect(merged(a, all)).toEqual(all);
      expect(merged(all, all)).toEqual(all);
    }
  });
  it('keep both games where they went on differently, each with its result', () => {
    const won: Bundle = { ...drawn(0), rooms: [room('BBBBBB', '7', ['a', 'b'])], games: [note('BBBBBB', 1, { phase: 'over', shares: [1, 0], winners: [0] })] };
    const lost: Bundle = { ...won, rooms: [room('BBBBBB', '7', ['a', 'c'])], games: [note('BBBBBB', 1, { phase: 'over', shares: [0, 1], winners: [1] })] };
    const { rooms, games } = merged(won, lost);
    expect(rooms.map((kept) => kept.log.join('')).sort()).toEqual(['ab', 'ac']);
    expect(games.map((one) => one.winners?.[0]).sort()).toEqual([0, 1]);
    expect(games.map((one) => one.code).sort()).toEqual(rooms.map((kept) => kept.code).sort());
  });
  it('take the worse end of a ballot: another device is no second try', () => {
    const of = (share: number): Bundle => ({ ...drawn(0), rooms: [], games: [], ballots: { 7: { onTime: true, code: null, share, scores: [1, 2] } } });
    expect(merged(of(1), of(0)).ballots['7']?.share).toBe(0);
  });
  it('keep a streak although a ballot was played again later, and a wrong first answer', () => {
    const day: Begun = { onTime: true, code: null, share: 1, scores: [2, 1] };
    const one: Bundle = { ...drawn(0), ballots: { 6: day, 7: day, 8: day }, puzzles: { 3: { move: 'P1 a', right: false } } };
    const other: Bundle = { ...drawn(0), ballots: { 7: { ...day, onTime: false, share: 0 } }, puzzles: { 3: { move: 'P1 b', right: true } } };
    for (const all of [merged(one, other), merged(other, one)]) {
      expect(streak(playedOnTime(bookOf(all)), 8)).toBe(3);
      expect(all.puzzles).toEqual(one.puzzles);
    }
  });
});

describe('a bundle', () => {
  beforeEach(() => forgetStorage());
  afterEach(() => forgetStorage());
  const carried = drawn(3);
  it('comes back from a link and from a file as it was', async () => {
    expect(await bundleOf(`#${await linkText(carried)}`)).toEqual(carried);
    expect(bundleIn(JSON.stringify(carried))).toEqual(carried);
  });
  it('is refused when it is none', async () => {
    for (const odd of ['', '3', '[]', '{"hustings_games":2}', 'x'.repeat(9_000_000)]) expect(bundleIn(odd)).toBeNull();
    for (const odd of ['#mine/', '#mine/!!', '#mine/AAAA', `#mine/${btoa('nonsense')}`]) expect(await bundleOf(odd)).toBeNull();
  });
  it('does not unpack to any size', async () => {
    const stream = new Blob([' '.repeat(9_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw') as ReadableWritablePair<Uint8Array, Uint8Array>);
    const packed = new Uint8Array(await new Response(stream).arrayBuffer());
    expect(packed.length).toBeLessThan(20_000);
    expect(await bundleOf(`#mine/${btoa(String.fromCharCode(...packed)).replaceAll('+', '-').replaceAll('/', '_')}`)).toBeNull();
  });
  it('is read as far as it makes sense', () => {
    const odd = { hustings_games: 1, seats: { BBBBBB: ['t', 3, 'a b'], odd: ['t'], CCCCCC: 'x' }, games: [3, { code: 'x' }], rooms: [null, { code: 'BBBBBB' }], ballots: { x: 1, 4: { onTime: true } }, puzzles: { 0: { move: 'P1 a', right: true }, 2: { move: 'P1 a', right: true }, 3: 'x' } };
    expect(readBundle(odd)).toEqual({ hustings_games: 1, seats: { BBBBBB: ['t'] }, games: [], rooms: [], ballots: { 4: { onTime: true, code: null } }, puzzles: { 2: { move: 'P1 a', right: true } } });
  });
  it('fits into a QR code with ten games, two months of ballots and their puzzles', async () => {
    const roll = dice(5);
    const letter = (): string => 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'[roll(64)] ?? '';
    const token = (): string => [...Array(22)].map(letter).join('');
    const codes = [...Array(10).keys()].map((k) => `BCDFG${'HJKLMNPQRS'[k]}`);
    const ballots = Object.fromEntries([...Array(60)].map((_, k) => [125 + k, { onTime: true, code: 'BBBBBB', share: roll(2), scores: [60 + roll(40), 60 + roll(40), roll(40)] }]));
    const puzzles = Object.fromEntries([...Array(9)].map((_, k) => [8 + k, { move: `P1 choose ${letter()}${letter()}`, right: roll(2) === 0 }]));
    const whole: Bundle = {
      hustings_games: 1, rooms: [], ballots, puzzles, seats: Object.fromEntries([...codes, 'XXXXXX'].map((code) => [code, [token()]])),
      games: [...codes.map((code) => note(code, 1)), note('XXXXXX', 1, { phase: 'over' })],
    };
    const some = forLink(whole);
    expect(Object.keys(some.seats)).toEqual(codes);
    expect((await linkText(some)).length).toBeLessThan(1800);
  });
  it('is added to what is here, whose seats stay in use', () => {
    keepToken('BBBBBB', 'mine');
    const other = { ...carried, seats: { BBBBBB: ['theirs'] } };
    takeBundle(other);
    expect(tokensOf('BBBBBB')).toEqual(['mine', 'theirs']);
    expect(myGames()).toHaveLength(carried.games.length);
    expect(ownBundle().puzzles).toEqual(carried.puzzles);
    expect(merged(ownBundle(), other)).toEqual(merged(ownBundle(), ownBundle()));
  });
});
