import { describe, expect, it } from 'vitest';
import { elected, firstBy, headline, mapBy, note, predictionsFor, question, rightOf, roundOf, rulesShown, tableOf, titleOf, topOf, weighed, winnersOf, type ScreenPart } from '../src/classroom/debrief/screens';
import type { ClassDebrief, CountInfo, RuleInfo, ScreenInfo, TableDebrief } from '../src/lib/protocol';
import { classes as english } from '../src/words/en/classes';
import { screens as inEnglish } from '../src/words/en/screens';
import { screens as inSpanish } from '../src/words/es/screens';

const text = { name: 'Name', text: 'Text', question: 'Why?' };
const rule = (key: string, more: Partial<RuleInfo> = {}): RuleInfo => ({ key: `debrief.${key}`, facts: {}, ...text, tables: 2, turned: [], weights: {}, ...more });
const count = (key: string, more: Partial<CountInfo> = {}): CountInfo => ({ key: `debrief.${key}`, facts: {}, ...text, totals: [3, 1], winners: [0], changed: false, outcome: 'same', flips: [], weights: {}, parts: {}, ...more });
const table = (number: number, more: Partial<TableDebrief> = {}): TableDebrief => ({
  number, stopped: false, names: [['Ann'], ['Bo']], seats: [], played: count('played', { weights: { OH: 18, FL: 29 } }), others: [], held: { OH: 0, FL: null },
  efforts: [], rounds: [], needed: 0, parties: [], links: [], ...more,
});
const screen = (kind: ScreenInfo['kind'], more: Partial<ScreenInfo> = {}): ScreenInfo => ({ kind, table: null, rule: null, count: null, facts: {}, marked: [], ...more });
const debrief = (more: Partial<ClassDebrief> = {}): ClassDebrief => ({
  game: 'president', number: 1, duplicate: false, waiting: 0, tables: [table(1), table(2)], rules: [], caution: '', screens: [screen('result'), screen('states'), screen('all')], states: [], predictions: [], ...more,
});
const places = { OH: 'Ohio', FL: 'Florida' };
const part = (all: ClassDebrief, shown: ScreenInfo): ScreenPart => ({ all, screen: shown, say: english, places });
const ROUNDS = [{ totals: [40, 60], held: {}, leaving: [0] }, { totals: [0, 80], held: {}, leaving: [] }];

describe('a screen of a debrief', () => {
  it('shows the teacher’s table, else its own, else the first', () => {
    const all = debrief();
    expect([2, null, 9].map((chosen) => tableOf(all, screen('weeks', { table: 2 }), chosen)?.number)).toEqual([2, 2, 2]);
    expect(tableOf(all, screen('result'), null)?.number).toBe(1);
  });

  it('draws a state as large as what it counts, in its holder’s colour', () => {
    const [ohio, florida] = weighed({ OH: 1, FL: null }, { OH: 10, FL: 20 }, places, 'en');
    expect(ohio).toMatchObject({ name: 'Ohio', size: 0.5, parts: [{ ink: 1, share: 1 }], text: '10' });
    expect(florida).toMatchObject({ size: 1, parts: [] });
  });

  it('divides a state by a rule that divides its electors', () => {
    const shared = table(1, { others: [count('proportional', { parts: { OH: [12, 6], FL: [29, 0] } })] });
    const [ohio, florida] = mapBy(shared, rule('proportional'), places, 'en');
    expect(ohio?.parts).toEqual([{ ink: 0, share: 12 }, { ink: 1, share: 6 }]);
    expect([ohio?.size, florida?.size]).toEqual([18 / 29, 1]);
  });

  it('says a count in one sentence, of a table with fewer counts the last', () => {
    const all = debrief();
    const counted = table(1, { rounds: ROUNDS, needed: 73 });
    expect(headline(part(all, screen('round', { count: 1 })), counted)).toBe('Count 1: nobody has 73 electors.');
    expect(headline(part(all, screen('round', { count: 3 })), counted)).toBe('Count 2: Bo wins with 80 electors; 73 are a majority.');
    expect([roundOf(counted, screen('round', { count: 3 })), elected(counted, 1), elected(counted, 2)]).toEqual([2, -1, 1]);
  });

  it('names the method and how many tables it turns', () => {
    const all = debrief({ rules: [rule('hamilton', { name: 'Hamilton’s method' })] });
    const shown = (others: number, level: number, nobody = 0) => headline(part(all, screen('rule', { rule: 0, facts: { others, level, nobody, tables: 2 } })), null);
    expect(shown(1, 0)).toBe('Hamilton’s method: somebody else wins at 1 of 2 tables.');
    expect(shown(0, 0, 2)).toBe('Hamilton’s method: nobody wins at all 2 tables.');
    expect(shown(0, 2)).toBe('Hamilton’s method: a tie at all 2 tables.');
    expect(shown(1, 1)).toBe('Hamilton’s method: somebody else wins at 1 of 2 tables, a tie at 1.');
    expect(shown(0, 0)).toBe('Hamilton’s method: the same result at every table.');
    expect(titleOf({ all, screen: screen('rule', { rule: 0 }), say: english })).toBe('Hamilton’s method');
  });

  it('asks one question, whichever it is', () => {
    const all = debrief({ rules: [rule('hamilton')] });
    const kinds: ScreenInfo['kind'][] = ['result', 'winners', 'round', 'people', 'rule', 'weeks', 'states', 'together', 'networks', 'money', 'parties', 'all'];
    for (const kind of kinds) {
      const asked = question(part(all, screen(kind, { rule: 0, count: 1 })), table(1, { rounds: ROUNDS, needed: 73 }));
      expect(asked.split('?').length, kind).toBe(2);
      expect(headline(part(all, screen(kind, { rule: 0, count: 1, facts: { tables: 2, R: 1, D: 0 } })), table(1, { rounds: ROUNDS, needed: 73 })), kind).toMatch(/\w/);
    }
  });

  it('stands beside the predictions that it answers; the others stand on the first', () => {
    const predictions = ['Which state?', 'Anything else?'].map((one, k) => ({ number: k + 1, text: one, answers: ['Yes', 'No'], bars: [1, 2], ready: null }));
    const all = debrief({ predictions });
    const shown = all.screens.map((one) => predictionsFor(all, one, ['Which state?']).map((each) => each.number));
    expect(shown).toEqual([[2], [1], []]);
  });

  it('calls a level sum a tie and an election of nobody what it is', () => {
    expect([firstBy(count('one_each', { winners: [] })), firstBy(count('condorcet', { winners: [], parts: { OH: [1, 0] } }))]).toEqual([[0, 1], []]);
    expect(winnersOf(table(1), count('one_each', { winners: [] }), english)).toBe('a tie: Ann = Bo');
    expect(winnersOf(table(1), count('condorcet', { winners: [], parts: { OH: [1, 0] } }), english)).toBe('nobody wins');
  });

  it('has every rule that had a screen in the last grid', () => {
    const all = debrief({ rules: [rule('apportionment', { facts: { elections: '1960' } }), rule('apportionment', { facts: { elections: '1964-68' } }), rule('borda')], screens: [screen('rule', { rule: 1 })] });
    expect(rulesShown(all)).toEqual([all.rules[1], all.rules[2]]);
  });

  it('cuts no list in the middle of a tie', () => {
    const value = (one: number): number => one;
    expect(topOf([1, 2, 3, 2, 2], value, 3)).toEqual({ shown: [3], left: 4, next: 2 });
    expect(topOf([1, 2, 3], value, 3)).toEqual({ shown: [3, 2, 1], left: 0, next: 0 });
    expect(topOf([2, 2, 2], value, 2)).toEqual({ shown: [2, 2], left: 1, next: 2 });
  });

  it('says of the first of several counts that its winner leads', () => {
    const all = debrief({ tables: [table(1, { played: count('first_count'), others: [count('elimination', { changed: true })] }), table(2)] });
    const shown = screen('result', { facts: { fewer: 0, tables: 2 } });
    expect(headline(part(all, shown), null)).toBe('Nobody holds more states than the leader of the first count.');
    expect(note(part(all, shown), null)).toBe('Counting again made somebody else win at table 1.');
    expect(note(part(debrief(), shown), null)).toBe('');
  });

  it('names all states that are level, a few by name', () => {
    const facts = { most: 'FL', chosen: 9, least: 'OH NV', fewest: 3 };
    expect(headline(part(debrief(), screen('states', { facts })), null)).toBe('Most pyramids: Florida, 9. Fewest: Ohio and NV, 3.');
    expect(headline(part(debrief(), screen('winners', { facts: { state: 'A B C D', won: 1, tables: 2 } })), null)).toBe('The winner holds 4 states each at 1 of 2 tables.');
  });

  it('marks the answers that the tables gave', () => {
    const asked = ['First', 'Second'];
    const right = (game: string, question: number, more: Partial<ClassDebrief>): number[] =>
      rightOf(debrief({ game, ...more }), { number: 1, text: asked[question] ?? '', answers: [], bars: [], ready: null }, asked);
    const votes = Object.fromEntries([30, 20, ...Array.from({ length: 48 }, () => 1)].map((one, k) => [`S${k}`, one]));
    expect(right('combat', 0, { tables: [table(1, { played: count('played', { weights: votes }) })] })).toEqual([0]);
    expect([2, 1, 0].map((more) => right('combat', 1, { screens: [screen('result', { facts: { more } })] }))).toEqual([[0], [1], [2]]);
    expect(right('president', 0, { screens: [screen('states', { facts: { most: 'OH NV IA' } })] })).toEqual([2, 3]);
    expect(right('president', 1, { tables: [table(1, { rounds: ROUNDS, needed: 73 }), table(2, { rounds: ROUNDS, needed: 50 })] })).toEqual([1]);
    expect(right('mudslinger', 0, { screens: [screen('money', { facts: { popularity_won: 1, mud_won: 2 } })] })).toEqual([1]);
    expect(right('politics', 0, { screens: [screen('networks', { facts: { larger: 2 } })] })).toEqual([0]);
    for (const game of ['politics', 'mudslinger']) expect(right(game, 1, { screens: [screen('result', { facts: { more: 1 } })] })).toEqual([1]);
    expect(right('politics', 2, {})).toEqual([]);
  });

  it('says everything in Spanish too', () => {
    expect(Object.keys(inSpanish.headline)).toEqual(Object.keys(inEnglish.headline));
    expect(inSpanish.headline.rule('Método', 1, 0, 0, 2)).toContain('1 de 2 mesas');
    expect(Object.values(inSpanish.ask).every((one) => one.startsWith('¿'))).toBe(true);
  });
});
