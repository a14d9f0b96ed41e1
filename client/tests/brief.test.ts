import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GameDetail } from '../src/lib/protocol';
import { briefOf } from '../src/rules/brief';
import { combat } from '../src/words/es/games/combat';
import { mudslinger } from '../src/words/es/games/mudslinger';
import { politics } from '../src/words/es/games/politics';
import { president } from '../src/words/es/games/president';
import type { BriefLine } from '../src/words/merge';

const OTHERS = { combat, mudslinger, politics, president };
const PARTS = ['goal', 'turn', 'win'] as const;
const NAMES: Readonly<Record<string, readonly string[]>> = { en: ['two', 'three', 'four', 'five', 'six'], es: ['dos', 'tres', 'cuatro', 'cinco', 'seis'] };

const english = (name: string): Record<string, readonly BriefLine[]> =>
  (JSON.parse(readFileSync(new URL(`../../src/hustings/games/${name}/words.en.json`, import.meta.url), 'utf8')) as { brief: Record<string, readonly BriefLine[]> }).brief;
const textOf = (line: BriefLine): string => (typeof line === 'string' ? line : line.text);
const whenOf = (line: BriefLine): unknown => (typeof line === 'string' ? {} : line.when);
const numbers = (line: BriefLine, language: string): string[] =>
  [...textOf(line).toLowerCase().matchAll(/\p{L}+|\d+|\{\w+\}/gu)]
    .map(([word]) => ((NAMES[language] ?? []).includes(word) ? String((NAMES[language] ?? []).indexOf(word) + 2) : word))
    .filter((word) => /^\d|^\{/.test(word))
    .sort();

describe('an introduction in another language', () => {
  it.each(Object.entries(OTHERS))('has the lines, conditions and numbers of the English one: %s', (name, { brief }) => {
    for (const part of PARTS) {
      const [own, other] = [english(name)[part] ?? [], brief?.[part] ?? []];
      expect(other.map(whenOf)).toEqual(own.map(whenOf));
      expect(other.map((line) => numbers(line, 'es'))).toEqual(own.map((line) => numbers(line, 'en')));
    }
  });
});

describe('an introduction', () => {
  const option = (name: string, usual: string) => ({ name, usual, default: usual, label: '', help: '', values: [], labels: {} });
  const game = (name: string, ...options: ReturnType<typeof option>[]) => ({ options, words: { brief: english(name) } }) as unknown as GameDetail;

  it('follows the options, also inside a line', () => {
    const mudslinging = game('mudslinger', option('cap', '16'), option('hot_streak', 'off'), option('truces', 'no'));
    expect(briefOf(mudslinging, null, null)?.turn.join()).toContain('up to 16');
    expect(briefOf(mudslinging, { cap: '15', hot_streak: 'on' }, 3)?.turn.join()).toMatch(/a roll of 3, 4 or 5.*up to 15/);
  });

  it('follows the number of players; without one it tells all', () => {
    const elections = game('politics', option('must_play', 'yes'), option('waters', 'no'));
    expect(briefOf(elections, { must_play: 'no' }, 2)?.turn.join()).not.toMatch(/the table can do it|The sides take turns/);
    expect(briefOf(elections, null, 4)?.turn.join()).not.toContain('your home state');
    expect(briefOf(elections, null, null)?.turn.join()).toMatch(/your home state.*The first player of each side/);
  });

  it('is missing where a game has none', () => {
    expect(briefOf({ options: [], words: {} } as unknown as GameDetail, null, null)).toBeNull();
  });
});
