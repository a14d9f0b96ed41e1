import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const primitives = readFileSync('src/styles/primitives.css', 'utf8'); // Vitest itself reads styles as empty
const components = import.meta.glob<string>('../src/**/*.svelte', { query: '?raw', import: 'default', eager: true });
const CLASS = /\.([a-zA-Z][\w-]*)/g;
/** Primitives to which a component adds something on purpose. */
const ADDED = ['all-columns', 'lettering', 'scrolls-x', 'stacked', 'boxed', 'on-call', 'badge', 'line-above'];

/** The classes that stand alone in a selector, as those of a component's own parts do. */
function classesIn(css: string): string[] {
  const selectors = [...css.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{/g)].flatMap((match) => (match[1] ?? '').split(','));
  return selectors.map((selector) => [...selector.replace(/:global\([^)]*\)/g, '').matchAll(CLASS)].map((match) => match[1] ?? '')).flatMap((names) => (names.length === 1 ? names : []));
}
const styleOf = (source: string): string => /<style>([^]*)<\/style>/.exec(source)?.[1] ?? '';

test('no part of a component has the name of a primitive by accident', () => {
  const names = new Set(classesIn(primitives));
  expect(names).toContain('framed');
  const shared = Object.entries(components).flatMap(([file, source]) => classesIn(styleOf(source)).filter((name) => names.has(name) && !ADDED.includes(name)).map((name) => `${file}: .${name}`));
  expect(shared).toEqual([]);
});
