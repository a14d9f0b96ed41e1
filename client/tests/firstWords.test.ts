import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { words } from '../src/words/en';
import { atTable } from '../src/words/en/atTable';

const ROOT = resolve(import.meta.dirname, '../src');
const IMPORT = /^\s*(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?['"](\.[^'"]+)['"]/gm;
const WORDS = /\bwords\.(\w+)/g;

/** The files that come with a page's first script, none of those fetched later. */
function together(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const base = resolve(dirname(file), path);
    const at = [base, `${base}.ts`, `${base}/index.ts`].find((one) => /\.(ts|svelte)$/.test(one) && existsSync(one));
    if (at) together(at, found);
  }
  return found;
}

/** What a program but the words themselves says. */
const said = (files: readonly string[]): Set<string> => new Set(files.filter((file) => !file.startsWith(`${ROOT}/words/`)).flatMap((file) => [...readFileSync(file, 'utf8').matchAll(WORDS)].map(([, key = '']) => key)));

test('the first screen and what stands in for a lost server say only the words that come with it', () => {
  const files = together(`${ROOT}/main.ts`);
  const keys = said([...files, ...together(`${ROOT}/pages/Unreached.svelte`), ...together(`${ROOT}/home/MyGames.svelte`)]);
  expect(files).toContain(`${ROOT}/home/Home.svelte`);
  expect(keys).toContain('home');
  expect([...keys].filter((key) => !Object.hasOwn(words, key))).toEqual([]);
});

test('no word is in both halves', () => {
  expect(Object.keys(words).filter((key) => Object.hasOwn(atTable, key))).toEqual([]);
});
