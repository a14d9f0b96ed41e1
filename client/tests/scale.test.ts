import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WINDOWS } from '../src/lib/viewport';

/** Each value beside the scale, by its file, with the reason for it. */
const SIZES_BESIDE: Readonly<Record<string, readonly string[]>> = {
  // Letters of a card are as wide as the card.
  'cards/Face': ['var(--card-code, 31cqw)', 'var(--card-code, 27cqw)', 'var(--card-name, max(16cqw, 0.66rem))', 'var(--card-name, max(14cqw, 0.56rem))', 'var(--card-name, max(17cqw, 0.68rem))', 'var(--card-votes, 39cqw)', 'var(--card-votes, 32cqw)', 'var(--card-word, max(13cqw, 0.6rem))'],
  'classroom/BigCode': ['min(var(--s8), 10vw)'], // the widest letters, too, are on a phone as a whole
  'classroom/Burst': ['52px'], // in a picture
  'classroom/Printed': ['var(--size)'], // on paper, in points
  'classroom/ScreenTables': ['var(--head)', 'var(--row)'], // however many tables a class has, all are on the projector
  'club/ScreenTable': ['var(--figure)'], // one of two of the scale; a column is as wide as its figures
  'games/mudslinger/board/Contest': ['0.5em', 'min(var(--s8), 40cqh - 0.5rem)'], // the percent sign is half of its number, which stands within the dial
  'games/mudslinger/board/Purses': ['0'], // for screen readers alone
  'games/president/board/Plate': ['var(--plate, 0.95rem)', 'var(--fine)', 'var(--pieces)'], // a plate is as large as the map gives it room
  'games/president/board/Stock': ['var(--stock, var(--s1))'], // pyramids
  'home/Masthead': ['clamp(var(--s5), 13vw, var(--s6))'], // the name of the game, as wide as a phone
  'lobby/Invite': ['clamp(var(--s3), 11cqi - var(--wide) * 0.6cqi, var(--s6))'], // six letters beside the QR code
  'pages/ClubScreen': ['max(16px, min(1.25vw, 2.22vh))'], // what 1rem is on a television
  'pages/ScreenPage': ['clamp(16px, min(1.45vw, 2.58vh), 36px)'], // and on a projector
  'styles/base': ['16px', 'clamp(16px, 0.55vw + 10.5px, 24px)', '700 var(--tick-size, var(--s1)) / 1.3 var(--text)'], // what 1rem is elsewhere; a tick in a corner
  'pages/TelevisionPage': ['max(1em, min(1.25vw, 2.22vh))', 'max(1em, min(1.02vw, 1.8vh))'],
  'print/PrintedCard': ['var(--card-small)', 'var(--card-text)', 'var(--card-name)'],
  'print/Reference': ['var(--reference, 10pt)'], // on paper
  'print/TextFace': ['var(--card-small, 6.5cqw)', 'var(--card-text, 6.4cqw)', 'var(--card-title, 9cqw)', 'var(--card-value, 15cqw)'],
  'table/frame/TopBar': ['0'], // for screen readers alone
  'ui/icons/SideMark': ['16.5px'], // in a picture
};
const SPACES_BESIDE: Readonly<Record<string, readonly string[]>> = {
  'cards/Face': ['var(--card-room, 7cqw) var(--card-side, 6cqw)', 'var(--card-side, 6cqw)'], // as wide as the card
  'classroom/Printed': ['var(--print-gap)'], // on paper
  'games/president/board/Plate': ['var(--near)', '0 var(--near)', 'var(--hair)', '0 var(--hair)', 'var(--hair) var(--g1)'], // as wide as the plate
  'print/PrintedCard': ['var(--card-gap)'],
  'print/TextFace': ['var(--card-gap, 3cqw)', 'var(--card-room, 7cqw)'],
  'table/frame/TableFrame': ['var(--coach)', '0 0 env(safe-area-inset-bottom)'], // the coach is pinned over it; a phone's own bar
  'ui/NewClient': ['var(--notice)'], // as high as the notice that lies there
};
/** What else a style may ask of a window or a reader; WINDOWS has the sizes. */
const ASKED = ['print', '(prefers-reduced-motion: reduce)', '(forced-colors: active)'];
/** The widths of its own box at which a component may change, and the one height. */
const OF_A_BOX = ['3.5rem', '5rem', '9.5rem', '15rem', '20rem', '34rem', '40rem', '50rem', '60rem'].map((width) => `-width: ${width}`);
const LOW_BOX = '-height: 13rem';

const bare = (css: string): string => css.replace(/\/\*[^]*?\*\//g, '');
const components = Object.entries(import.meta.glob<string>('../src/**/*.svelte', { query: '?raw', import: 'default', eager: true }))
  .map(([path, source]) => ({ name: path.replace('../src/', '').replace('.svelte', ''), source, style: bare(/<style>([^]*)<\/style>/.exec(source)?.[1] ?? '') }));
for (const name of ['base', 'forced']) components.push({ name: `styles/${name}`, source: '', style: bare(readFileSync(`src/styles/${name}.css`, 'utf8')) }); // Vitest itself reads styles as empty

/** All values of some properties, each with its file: `home/Home: 1rem`. */
function values(property: string, beside: Readonly<Record<string, readonly string[]>>): [name: string, value: string][] {
  const rule = new RegExp(`(?<![\\w-])(?:${property})\\s*:\\s*([^;}]+)`, 'g');
  return components.flatMap(({ name, style }) => [...style.matchAll(rule)].map((match): [string, string] => [name, match[1]?.trim() ?? ''])).filter(([name, value]) => !beside[name]?.includes(value));
}
const foreign = (all: readonly [string, string][], fits: (value: string) => boolean): string[] => all.filter(([, value]) => !fits(value)).map(([name, value]) => `${name}: ${value}`);

test('letters have one of eight sizes', () => {
  const all = values('font-size|font', SIZES_BESIDE);
  expect(all.length).toBeGreaterThan(50);
  expect(foreign(all, (value) => /^(var\(--(s[1-8]|title)\)( var\(--text\))?|inherit)$/.test(value))).toEqual([]);
});

test('gaps and paddings are among six spaces', () => {
  const all = values('(?:row-|column-)?gap|padding(?:-[a-z-]+)?', SPACES_BESIDE);
  expect(all.length).toBeGreaterThan(50);
  const safe = /calc\((var\(--g[1-6]\)) \+ env\([\w-]+\)\)/g; // clear of a phone's own bar
  const cards = /calc\((?:0\.5|1\.5|2) \* (var\(--cards\))\)/g; // closer or wider than usual
  expect(foreign(all, (value) => value.replace(safe, '$1').replace(cards, '$1').split(' ').every((one) => /^(0|var\(--(g[1-6]|edge|cards)\))$/.test(one)))).toEqual([]);
});

/** The conditions of all `@media` or `@container` rules, each with its file. */
const asked = (at: string): [string, string][] => components.flatMap(({ name, style }) => [...style.matchAll(new RegExp(`@${at} ([^{]+)`, 'g'))].map((match): [string, string] => [name, match[1]?.trim() ?? '']));

test('layouts change at the sizes of a window that have a name', () => {
  const all = asked('media');
  const named: readonly string[] = [...Object.values(WINDOWS), ...ASKED];
  expect(all.length).toBeGreaterThan(100);
  expect(foreign(all, (value) => value.split(', ').every((one) => named.includes(one)))).toEqual([]);
  expect(named.filter((one) => !all.some(([, value]) => value.split(', ').includes(one)))).toEqual([]);
});

test('no script states a size of a window', () => {
  const scripts = Object.entries(import.meta.glob<string>('../src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true })).map(([path, source]) => ({ path, script: source.replace(/<style>[^]*<\/style>/, '') }));
  expect(scripts.length).toBeGreaterThan(400);
  expect(scripts.filter(({ path, script }) => !path.endsWith('lib/viewport.ts') && /(?:min|max)-(?:width|height): ?\d|inner(?:Width|Height) ?[<>]/.test(script)).map(({ path }) => path)).toEqual([]);
});

test('components change at eight widths of their own box', () => {
  const all = asked('container').map(([name, value]): [string, string] => [name, /^(?:top )?\((?:max|min)([^)]+)\)$/.exec(value)?.[1] ?? value]);
  expect(foreign(all, (value) => [...OF_A_BOX, LOW_BOX].includes(value))).toEqual([]);
  expect([...OF_A_BOX, LOW_BOX].filter((one) => !all.some(([, value]) => value === one))).toEqual([]);
});

test('a size or a gap in the markup is of the scale', () => {
  const used = components.flatMap(({ name, source }) => [...source.matchAll(/(?<![\w-])(?:gap|pad|size)-\d+(?![\w-])/g)].map((match) => `${name}: ${match[0]}`));
  expect(used.length).toBeGreaterThan(100);
  const sheet = readFileSync('src/styles/primitives.css', 'utf8');
  expect(used.filter((one) => !new RegExp(`^\\.${one.split(': ')[1] ?? ''} \\{ [\\w-]+: var\\(--[gs]\\d\\); \\}$`, 'm').test(sheet))).toEqual([]);
});

test('what cannot be pressed now is no dashed box', () => {
  const primitives = { name: 'styles/primitives', style: bare(readFileSync('src/styles/primitives.css', 'utf8')) };
  const dead = [...components, primitives].flatMap(({ name, style }) => [...style.matchAll(/([^{}]*)\{([^{}]*)\}/g)].map(([, selector = '', rule = '']) => ({ name, selector: selector.trim(), rule }))).filter(({ selector }) => /(?<!:not\([^)]*)(data-dim|aria-disabled|:disabled)/.test(selector));
  expect(dead.length).toBeGreaterThan(3);
  expect(dead.filter(({ rule }) => rule.includes('dashed')).map(({ name, selector }) => `${name}: ${selector}`)).toEqual([]);
});
