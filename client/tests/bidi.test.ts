import { describe, expect, it } from 'vitest';
import { isolated, plain, readJson, writeJson } from '../src/lib/bidi';
import { briefName, letters, sidesOf } from '../src/lib/sides';
import { fill, messageText } from '../src/words/render';

const NAME = 'מיכל לוי';
const APART = `\u2068${NAME}\u2069`;

describe('a name that runs from right to left', () => {
  it('is isolated as it comes from the server, and goes back as it was typed', () => {
    const room = readJson(JSON.stringify({ code: 'ABCDEF', seats: [{ name: NAME }, { name: 'Ann' }, { name: 'سارة' }] }));
    expect(room).toEqual({ code: 'ABCDEF', seats: [{ name: APART }, { name: 'Ann' }, { name: '\u2068سارة\u2069' }] });
    expect(JSON.parse(writeJson(room))).toEqual({ code: 'ABCDEF', seats: [{ name: NAME }, { name: 'Ann' }, { name: 'سارة' }] });
    expect(isolated(isolated(NAME))).toBe(APART);
    expect(plain(APART)).toBe(NAME);
  });

  it('is isolated inside a sentence, whether this page fills it or the server', () => {
    const naming = { seat: () => APART, cards: new Map() };
    expect(fill('{seat}: {number}', { seat: 'P1', number: 6 }, naming)).toBe(`${APART}: 6`);
    const told = readJson(JSON.stringify({ text: `${NAME}: 6 is too many`, key: 'x.unknown', facts: { name: NAME } })) as { text: string; key: string; facts: { name: string } };
    expect(messageText(told, null, naming)).toBe(`${APART}: 6 is too many`);
    expect(readJson(JSON.stringify({ error: `${NAME}: 6`, key: 'x.unknown' }))).toEqual({ error: `${NAME}: 6`, key: 'x.unknown' });
    expect(readJson(JSON.stringify({ name: 'Ann', text: NAME }))).toEqual({ name: 'Ann', text: APART });
  });

  it('gives a seat its first letter and a short name', () => {
    expect(letters([APART, 'Ann'])).toEqual(['מ', 'A']);
    expect(briefName(sidesOf([APART, 'Ann']), 0)).toBe('\u2068מיכל\u2069');
  });
});
