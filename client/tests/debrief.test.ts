import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endings, LENGTHS, PARTS, PLANS, plannedSeats, secondsUntil } from '../src/classroom/lessons';
import { countOf, ruleIn, ruleKey, spanOf, total } from '../src/classroom/debrief';
import type { GameInfo, TableDebrief } from '../src/lib/protocol';
import { classes as inEnglish } from '../src/words/en/classes';
import { lessons as english } from '../src/words/en/lessons';
import { classes as inSpanish } from '../src/words/es/classes';
import { debrief as spanish } from '../src/words/es/debrief';
import { lessons as spanishLessons } from '../src/words/es/lessons';

const settings = readFileSync(new URL('../../src/hustings/rooms/settings.py', import.meta.url), 'utf8');

const COUNT = { totals: [2, 1], winners: [0], changed: false, outcome: 'same' as const, flips: [], weights: {}, parts: {} };
const rule = (key: string, facts: Record<string, number | string> = {}) => ({ key: `debrief.${key}`, facts, name: 'Name', text: 'Text', question: 'Question' });

describe('a debrief', () => {
  it('says a rule in the language shown, its facts filled in', () => {
    const told = ruleIn(rule('wyoming', { census: 2010, house: 547 }), spanish);
    expect(told.name).toContain('una Cámara de 547');
    expect(told.text).toContain('censo de 2010');
  });

  it('says what the server said where a language has no words for it', () => {
    expect(ruleIn(rule('wyoming'), {})).toEqual({ name: 'Name', text: 'Text', question: 'Question' });
  });

  it('tells rules of one name apart by their facts', () => {
    const others = [1992, 2024].map((elections) => ({ ...rule('apportionment', { elections }), ...COUNT, totals: [elections, 0] }));
    const table: TableDebrief = { number: 1, stopped: false, names: [['A'], ['B']], seats: [], played: { ...rule('played'), ...COUNT }, others, held: {}, efforts: [], rounds: [], majority: 73, needed: 0, parties: [], links: [], house: [] };
    expect(countOf(table, ruleKey(rule('apportionment', { elections: 2024 })))?.totals[0]).toBe(2024);
    expect(countOf(table, ruleKey(rule('borda')))).toBeUndefined();
  });

  it('writes the years of a span in full', () => {
    expect([spanOf('2012-20'), spanOf('1992-2000'), spanOf('1960'), spanOf('')]).toEqual([[2012, 2020], [1992, 2000], [1960, 1960], null]);
  });

  it('writes people in millions and parts of an elector to a tenth', () => {
    expect([total(19_378_102, 'en'), total(72.46, 'en'), total(270, 'en')]).toEqual(['19.4M', '72.5', '270']);
  });
});

describe('a lesson', () => {
  it.each(Object.entries(PLANS))('of %s agrees with a new class on the players of a table', (name, plan) => {
    expect(plannedSeats({ name, players: [2, 3, 4, 5, 6] } as unknown as GameInfo)).toBe(plan.size);
  });

  it.each(Object.entries(PLANS))('of %s takes the minutes it says', (_, plan) => {
    for (const length of LENGTHS) expect(PARTS.reduce((sum, part) => sum + plan.minutes[length][part], 0)).toBe(length);
  });

  it.each(Object.entries(PLANS))('of %s has room for the games it promises, however slow everybody is', (_, plan) => {
    for (const length of LENGTHS) expect(plan.games[length] * plan.longest[2]).toBeLessThanOrEqual(plan.minutes[length].play);
  });

  it.each(Object.entries(PLANS))('of %s says that the tables end by count where no game fits', (_, plan) => {
    for (const length of LENGTHS) expect(plan.games[length] === 0).toBe(plan.longest[0] > plan.minutes[length].play);
  });

  it.each(['combat', 'president', 'politics'])('of %s tells the length at its clock', (game) => {
    const plan = PLANS[game];
    expect(plan?.longest).toEqual(plan?.waits.map((waits) => Math.round((waits * plan.clock) / 60)));
  });

  it.each([['en', english, inEnglish, /“([^”]+)”/g] as const, ['es', spanishLessons, inSpanish, /«([^»]+)»/g] as const])('names buttons as they are called, in %s', (_, sheet, pages, quoted) => {
    const named = new Set<string>();
    const collect = (value: unknown): void => {
      if (typeof value === 'string') for (const [, name] of value.matchAll(quoted)) named.add(name ?? '');
      else if (typeof value === 'function') for (const games of [0, 1, 2]) collect((value as (...given: number[]) => string)(20, games, 15));
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
    };
    const { counted: _counted, ...rest } = sheet;
    collect(rest);
    const buttons = [pages.open?.more, ...Object.values(pages.teacher ?? {}), ...Object.values(pages.debrief ?? {}), ...Object.values(pages.screens ?? {})];
    expect([...named].filter((name) => !buttons.includes(name) && !settings.includes(`"${name}: `))).toEqual([]);
    expect(named.size).toBeGreaterThan(3);
  });

  it('ends at the next time a clock shows what the teacher said', () => {
    const at = new Date(2026, 10, 23, 10, 25, 30).getTime();
    expect(['10:40', '10:25', ''].map((time) => secondsUntil(time, at - 1))).toEqual([871, null, null]);
    expect(secondsUntil('00:10', new Date(2026, 10, 23, 23, 50).getTime())).toBe(1200);
    expect(endings('mudslinger')).toEqual([0, 5, 10, 15, 20, 45]);
  });
});
