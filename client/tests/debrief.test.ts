import { describe, expect, it } from 'vitest';
import { LENGTHS, minutesOf, PARTS, PLANS } from '../src/classroom/lessons';
import { countOf, ruleIn, ruleKey, total } from '../src/classroom/debrief';
import type { TableDebrief } from '../src/lib/protocol';
import { debrief as spanish } from '../src/words/es/debrief';

const COUNT = { totals: [2, 1], winners: [0], changed: false, flips: [] };
const rule = (key: string, facts: Record<string, number | string> = {}) => ({ key: `debrief.${key}`, facts, name: 'Name', text: 'Text', question: 'Question' });

describe('a debrief', () => {
  it('says a rule in the language shown, its facts filled in', () => {
    const told = ruleIn(rule('wyoming', { census: 2010, house: 547 }), spanish);
    expect(told.name).toBe('Una Cámara de 547');
    expect(told.text).toContain('censo de 2010');
  });

  it('says what the server said where a language has no words for it', () => {
    expect(ruleIn(rule('wyoming'), {})).toEqual({ name: 'Name', text: 'Text', question: 'Question' });
  });

  it('tells rules of one name apart by their facts', () => {
    const others = [1992, 2024].map((elections) => ({ ...rule('apportionment', { elections }), ...COUNT, totals: [elections, 0] }));
    const table: TableDebrief = { number: 1, stopped: false, names: [['A'], ['B']], seats: [], played: { ...rule('played'), ...COUNT }, others };
    expect(countOf(table, ruleKey(rule('apportionment', { elections: 2024 })))?.totals[0]).toBe(2024);
    expect(countOf(table, ruleKey(rule('borda')))).toBeUndefined();
  });

  it('writes people in millions and parts of an elector to a tenth', () => {
    expect([total(19_378_102, 'en'), total(72.46, 'en'), total(270, 'en')]).toEqual(['19.4M', '72.5', '270']);
  });
});

describe('a lesson', () => {
  it.each(Object.entries(PLANS))('of %s takes the minutes it says', (_, plan) => {
    for (const length of LENGTHS) expect(PARTS.reduce((sum, part) => sum + plan.minutes[length][part], 0)).toBe(length);
  });

  it.each(['combat', 'president', 'politics'])('has room for a whole game of %s, at twenty seconds a move', (game) => {
    const plan = PLANS[game];
    expect(minutesOf(plan?.waits[2] ?? Infinity, 20)).toBeLessThanOrEqual(plan?.minutes[45].play ?? 0);
  });
});
