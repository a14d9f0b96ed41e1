import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EventInfo } from '../src/lib/protocol';
import { placeFor, overlap, type Box } from '../src/table/speech/place';
import { framing, lineOf, speeches, type Cause } from '../src/table/speech/speeches';
import { people as cast } from '../src/ui/people/cast';
import { drawn } from '../src/ui/people/face';
import { LANGUAGES } from '../src/words/language';
import type { Occasion, People } from '../src/words/entries';

const OCCASIONS: readonly Occasion[] = ['begin', 'gain', 'loss', 'close', 'won', 'lost'];
const GAMES = new URL('../src/games/', import.meta.url);
const causesOf = (game: string): Cause[] => JSON.parse(readFileSync(new URL(`${game}/occasions.json`, GAMES), 'utf8')) as Cause[];
const words = await Promise.all(Object.entries(LANGUAGES).map(async ([code, { people }]): Promise<[string, People]> => [code, (await people()).people]));

describe.each(words)('what people say in %s', (code, people) => {
  it('is said by everybody, on every occasion, shortly enough for a bubble', () => {
    expect(Object.keys(people).sort()).toEqual(cast.map((one) => one.key).sort());
    for (const { manner, lines } of Object.values(people)) {
      expect(manner === undefined).toBe(code === 'en'); // the server's
      expect(Object.keys(lines).sort()).toEqual([...OCCASIONS].sort());
      for (const line of Object.values(lines).flat()) expect(line).toMatch(/^.{2,60}[.!?]$/);
      expect(lines.gain.length).toBeGreaterThan(1);
      expect(lines.loss.length).toBeGreaterThan(1);
    }
  });

  it('is never said by two', () => {
    const all = Object.values(people).flatMap(({ lines }) => [...new Set(Object.values(lines).flat())]); // one person may repeat a line
    expect(all.filter((line, k) => all.indexOf(line) !== k)).toEqual([]);
  });
});

describe('portraits', () => {
  it('are all unlike, small, and made of known parts only', () => {
    const drawings = cast.map((one) => drawn(one.face));
    expect(new Set(drawings).size).toBe(cast.length);
    for (const drawing of drawings) {
      expect(drawing).not.toMatch(/undefined|NaN|fill=""/);
      expect(drawing.length).toBeLessThan(6000);
      expect(drawing.match(/<g\b/g)?.length).toBe(drawing.match(/<\/g>/g)?.length);
    }
  });

  it.each(['hair', 'hat', 'glasses', 'beard', 'marks', 'ears'] as const)('change with every %s that is named', (part) => {
    for (const { face, name } of cast) if (face[part] && face[part] !== 'bald') expect(drawn({ ...face, [part]: 'none' }), `${name} ${part}`).not.toBe(drawn(face));
  });
});

const event = (entry: number, name: string, seat: number | null, args: Record<string, unknown> = {}): EventInfo => ({ entry, event: name, seat, args });
const bots = [false, true, true];

describe('who speaks', () => {
  const log = Array.from({ length: 200 }, (_, k) => event(k + 1, k % 2 ? 'led' : 'sealed', k % 3, { points: 4, next: 0, from: `P${((k + 1) % 3) + 1}`, state: 'OH' }));
  const said = speeches(log, causesOf('president'), bots, 'ab12');

  it('is one of the people, now and then, the same on every screen', () => {
    expect(said.length).toBeGreaterThan(3);
    expect(said.every((one) => bots[one.seat])).toBe(true);
    expect(said.slice(1).every((one, k) => one.entry - (said[k]?.entry ?? 0) >= 12)).toBe(true);
    expect(speeches(structuredClone(log), causesOf('president'), [...bots], 'ab12')).toEqual(said);
    expect(speeches(log, causesOf('president'), bots, 'cd34')).not.toEqual(said);
  });

  it('does not hang on what only a seat is told: its log says what a spectator’s says', () => {
    const own = log.flatMap((one) => (one.entry % 4 ? [one] : [event(one.entry, 'dealt', 0, { state: 'CA' }), one, event(one.entry, 'saw_state', 1)]));
    expect(speeches(own, causesOf('president'), bots, 'ab12')).toEqual(said);
  });

  it('says the same while the log grows', () => {
    for (let length = 1; length <= log.length; length++) {
      const sofar = speeches(log.slice(0, length), causesOf('president'), bots, 'ab12');
      expect(sofar).toEqual(said.slice(0, sofar.length));
    }
  });

  it('speaks as a winner only who has won', () => {
    const occasions = new Set(Array.from({ length: 40 }, (_, k) => framing([1], bots, `k${k}`)).map((one) => `${one?.seat} ${one?.occasion}`));
    expect([...occasions].sort()).toEqual(['1 won', '2 lost']);
    expect(framing(null, bots, 'ab12')?.occasion).toBe('begin');
    expect(framing(null, [false, false], 'ab12')).toBeNull();
  });

  it('takes its lines by turns', () => {
    const speech = { entry: 1, seat: 1, occasion: 'gain' as const, turn: 3 };
    expect(lineOf(speech, ['a', 'b'])).toBe('b');
    expect(lineOf(speech, [])).toBe('');
    expect(lineOf(speech, undefined)).toBe('');
  });

  it('hears of a close call by the numbers of the event', () => {
    const many = (rating: number): string[] => {
      const log = Array.from({ length: 300 }, (_, k) => event(k, 'won', 1, { sum: 9, rating, state: 'OH', points: 4 }));
      return [...new Set(speeches(log, causesOf('mudslinger'), bots, 'k').map((one) => one.occasion))];
    };
    expect(many(9)).toEqual(['close']);
    expect(many(11)).toEqual(['gain']);
  });
});

describe('the games’ occasions', () => {
  const games = readdirSync(GAMES, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== 'plain').map((entry) => entry.name);
  it.each(games)('name events there are: %s', (game) => {
    const served = JSON.parse(readFileSync(new URL(`../../src/hustings/games/${game}/words.en.json`, import.meta.url), 'utf8')) as { events: Record<string, unknown> };
    const causes = causesOf(game);
    expect(causes.length).toBeGreaterThan(0);
    for (const cause of causes) expect(Object.keys(served.events)).toContain(cause.event);
  });
});

describe('a bubble', () => {
  const screen = { width: 360, height: 740 };
  const size = { width: 180, height: 40 };
  const speaker: Box = { left: 20, top: 80, width: 28, height: 32 };

  it('stands beside its speaker where that is free, else below or above, else nowhere', () => {
    expect(placeFor(speaker, size, screen, [])).toEqual({ left: 54, top: 80, ...size });
    const beside: Box = { left: 60, top: 78, width: 100, height: 34 };
    expect(placeFor(speaker, size, screen, [beside])).toEqual({ left: 20, top: 118, ...size });
    const below: Box = { left: 0, top: 116, width: 360, height: 600 };
    expect(placeFor(speaker, size, screen, [beside, below])).toEqual({ left: 20, top: 34, ...size });
    expect(placeFor(speaker, size, screen, [{ left: 0, top: 0, ...screen }])).toBeNull();
  });

  it('slides to the nearest free place, for it is on a phone that every side is taken', () => {
    // Four campaigns stand close: six pixels lack below the speaker, who stands in the middle.
    const middle: Box = { left: 130, top: 69, width: 24, height: 27 };
    const wide = { width: 223, height: 49 };
    const bar: Box = { left: 0, top: 0, width: 360, height: 44 };
    const board: Box = { left: 0, top: 146, width: 360, height: 594 };
    expect(placeFor(middle, wide, screen, [bar, board])).toEqual({ left: 130, top: 96, ...wide });
  });

  it('never covers what can be pressed, wherever that is', () => {
    for (let k = 0; k < 400; k++) {
      const taken = Array.from({ length: 12 }, (_, n): Box => ({ left: (k * 37 + n * 91) % 340, top: (k * 53 + n * 71) % 700, width: 44, height: 44 }));
      const at = placeFor({ ...speaker, top: (k * 17) % 700 }, size, screen, taken);
      if (at) expect(taken.filter((other) => overlap(at, other))).toEqual([]);
      if (at) expect(at.left >= 0 && at.top >= 0 && at.left + at.width <= 360 && at.top + at.height <= 740).toBe(true);
    }
  });
});
