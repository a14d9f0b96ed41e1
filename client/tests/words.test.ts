import { describe, expect, it } from 'vitest';
import { glossary as english, words as en } from '../src/words/en';
import { glossary as spanish, words as es } from '../src/words/es';
import { merged } from '../src/words/merge';

/** A board that is new may still speak English; everything else is said in every language. */
const BOARDS = ['combat', 'mudslinger', 'politics', 'president'];
type Fields = Readonly<Record<string, unknown>>;

function missing(base: Fields, own: Fields, path = ''): string[] {
  return Object.entries(base).flatMap(([key, value]) => {
    const there = own[key];
    if (there === undefined) return [path + key];
    if (typeof there !== typeof value) return [`${path}${key} is a ${typeof there}`];
    return typeof value === 'object' && value !== null ? missing(value as Fields, there as Fields, `${path}${key}.`) : [];
  });
}

describe('Spanish', () => {
  it('has every word of the client', () => {
    const untold = BOARDS.filter((board) => !(board in es));
    expect(missing(en, es).filter((path) => !untold.includes(path))).toEqual([]);
    expect(untold).not.toContain('combat');
  });

  it('has no words that English does not know', () => {
    expect(missing(es, en)).toEqual([]);
  });

  it('says sentences, not English ones', () => {
    const said = merged(en, es) as typeof en;
    expect(said.table.waitingBoth(['Ana', 'Bo'])).toBe('Esperando a Ana y Bo');
    expect(said.combat.votes(1)).toBe('1 voto');
    expect(said.combat.throwName('rock')).toBe('Sacar piedra');
    expect(said.president.line('small', 'Ohio')).toBe('pirámide pequeña en Ohio');
    expect(said.log.faceDown([2])).toBe('la carta tapada del lugar 2');
  });

  it('falls back to English where it is silent', () => {
    expect(merged({ a: 'one', b: { c: 'two', d: 'three' } }, { b: { c: 'dos' } })).toEqual({ a: 'one', b: { c: 'dos', d: 'three' } });
  });
});

describe('the glossary', () => {
  it('explains each word once, shortly, and as many in each language', () => {
    expect(spanish.length).toBe(english.length);
    for (const list of [english, spanish]) {
      expect(new Set(list.map((entry) => entry.term)).size).toBe(list.length);
      for (const entry of list) expect(entry.text.length).toBeLessThan(190);
      for (const entry of list) expect(entry.text).toMatch(/[.]$/);
    }
  });
});
