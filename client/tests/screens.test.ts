import { describe, expect, it } from 'vitest';
import { countsShown, elected, firstBy, grid, headline, houseLine, houseOthers, houseStopped, howDecided, mapBy, note, question, quietRules, rightOf, tableOf, titleOf, topOf, uncounted, weighed, whatHappened, winnersOf, type ScreenPart } from '../src/classroom/debrief/screens';
import type { ClassDebrief, CountInfo, RuleInfo, ScreenInfo, TableDebrief } from '../src/lib/protocol';
import { classes as english } from '../src/words/en/classes';
import { screens as inEnglish } from '../src/words/en/screens';
import { screens as inSpanish } from '../src/words/es/screens';

const text = { name: 'Name', text: 'Text', question: 'Why?' };
const rule = (key: string, more: Partial<RuleInfo> = {}): RuleInfo => ({ key: `debrief.${key}`, facts: {}, ...text, tables: 2, turned: [], weights: {}, ...more });
const count = (key: string, more: Partial<CountInfo> = {}): CountInfo => ({ key: `debrief.${key}`, facts: {}, ...text, totals: [3, 1], winners: [0], changed: false, outcome: 'same', flips: [], weights: {}, parts: {}, ...more });
const table = (number: number, more: Partial<TableDebrief> = {}): TableDebrief => ({
  number, stopped: false, names: [['Ann'], ['Bo']], seats: [], played: count('played', { weights: { OH: 18, FL: 29 } }), others: [], held: { OH: 0, FL: null },
  efforts: [], rounds: [], majority: 73, needed: 0, parties: [], links: [], house: [], ...more,
});
const screen = (kind: ScreenInfo['kind'], more: Partial<ScreenInfo> = {}): ScreenInfo => ({ kind, table: null, rule: null, facts: {}, marked: [], ...more });
const debrief = (more: Partial<ClassDebrief> = {}): ClassDebrief => ({
  game: 'president', number: 1, duplicate: false, waiting: 0, tables: [table(1), table(2)], rules: [], caution: '', screens: [screen('result'), screen('campaigns'), screen('remember')], states: [], predictions: [], ...more,
});
const places = { OH: 'Ohio', FL: 'Florida' };
const part = (all: ClassDebrief, shown: ScreenInfo): ScreenPart => ({ all, screen: shown, say: english, places });
const ROUNDS = [{ totals: [40, 60], held: {}, leaving: [0] }, { totals: [0, 80], held: {}, leaving: [] }];

describe('a screen of a debrief', () => {
  it('shows the teacher’s table, else its own, else the first', () => {
    const all = debrief();
    expect([2, null, 9].map((chosen) => tableOf(all, screen('game', { table: 2 }), chosen)?.number)).toEqual([2, 2, 2]);
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

  it('says under a count whose states moved, and who leaves or wins', () => {
    const rounds = [{ totals: [40, 60, 45], held: { OH: 0, FL: 1 }, leaving: [0] }, { totals: [0, 80, 65], held: { OH: 1, FL: 1 }, leaving: [] }];
    const counted = table(1, { names: [['Ann'], ['Bo'], ['Cy']], rounds, needed: 73 });
    expect(whatHappened(counted, 1, english, places)).toBe('Nobody has 73. Ann is last and leaves.');
    expect(whatHappened(counted, 2, english, places)).toBe('Ohio goes to Bo. Bo has 80 and wins.');
    expect([elected(counted, 1), elected(counted, 2)]).toEqual([-1, 1]);
    const many = table(1, { rounds: [1, 2, 3, 4, 5].map(() => ROUNDS[0] ?? { totals: [], held: {}, leaving: [] }) });
    expect([countsShown(counted), countsShown(many)]).toEqual([[1, 2], [1, 2, 5]]);
  });

  it('says whom the House would choose, and at which tables', () => {
    const house = (winners: number[], outcome: CountInfo['outcome']) => ({ rounds: ROUNDS, needed: 73, played: count('played', { totals: [40, 60], weights: { OH: 18, FL: 29 } }), others: [count('elimination', { winners: [1] }), count('contingent', { winners, outcome, parts: { OH: [1, 0] } })] });
    const tables = [table(1, house([0], 'other')), table(2, house([1], 'same')), table(3, house([], 'nobody')), table(4, house([0], 'other')), table(5, { ...house([0], 'other'), played: count('played', { totals: [0, 80] }) })];
    const all = debrief({ tables, rules: [rule('contingent')] });
    const shown = screen('law', { rule: 0, facts: { states: 11, needed: 6, undecided: 4, elect: 270 } });
    const line = (k: number) => houseLine(tables[k] ?? table(9), tables[k]?.others[1], 6, english);
    expect([0, 1, 2, 4].map(line)).toEqual([
      'The House chooses Ann, not Bo.', 'The House chooses Bo, as the game did.', 'Nobody has 6, so the House votes again.', 'Bo has a majority, so the House is not asked. If nobody had one, the House would choose Ann.',
    ]);
    expect(houseOthers(all, shown, tables[0] ?? table(9), english)).toBe('Another winner at table 4, too. The same winner at table 2. At table 3 nobody has 6: the House votes again.');
    expect(question(part(all, shown), table(1))).toBe('Should Ohio weigh as much as Florida?');
    expect(headline(part(all, shown))).toBe('The law: the House chooses, one vote a state');
    const elects = screen('law', { rule: 0, facts: { ...shown.facts, undecided: 0 } });
    expect(headline(part(all, elects))).toBe('The law: 270 win, else the House chooses');
    expect(houseOthers(debrief({ tables, rules: [rule('contingent', { turned: [1, 4] })] }), elects, tables[0] ?? table(9), english)).toBe('At 2 of 5 tables it would not choose the game’s winner.');
  });

  it('says why the House has few votes at a table that was stopped', () => {
    const shown = screen('law', { facts: { needed: 23, states: 45 } });
    const said = (totals: number[], stopped: boolean) => houseStopped(table(1, { stopped }), count('contingent', { totals }), shown, english);
    expect([said([11, 9], true), said([11, 9], false), said([20, 9], true)]).toEqual(['The game was stopped: few states are held, 20 of 45.', '', '']);
  });

  it('names what the class expected only if one answer came first', () => {
    const expected = (bars: number[]) => headline(part(debrief({ game: 'combat', predictions: [{ number: 1, text: 'Which?', answers: ['Fewer', '10 to 15', 'More'], bars, ready: null }], tables: [table(1, { played: count('played', { weights: Object.fromEntries(Array.from({ length: 21 }, (_, k) => [`${k}`, 1])) }) })] }), screen('expected')), ['Which?']);
    expect([expected([0, 3, 1]), expected([2, 1, 1]), expected([1, 1, 0])]).toEqual(['Our first choice came true: 10 to 15', 'Our first choice came out otherwise: Fewer', inEnglish.headline.answers]);
  });

  it('says how a game decides, and whether that is the law', () => {
    const shown = (facts: Record<string, number>) => part(debrief(), screen('game', { facts: { counts: 0, tables: 7, needed: 270, electors: 538, short: 0, fewest: 0, ...facts } }));
    const cases: Record<string, number>[] = [{}, { short: 3 }, { needed: 0, short: 7 }, { needed: 0, fewest: 1 }, { counts: 3 }];
    expect(cases.map((facts) => headline(shown(facts)))).toEqual([
      'This game: 270 of 538 electors win', 'Without 270, the leader won 3 of 7 tables', 'This game: most votes win, majority or not', 'This game: the fewest votes win', 'This game: whoever is last leaves',
    ]);
    expect(question(shown({ short: 3 }), null)).toBe('Should the leader win without 270?');
    const ended = (totals: number[], more: Partial<TableDebrief>) => howDecided(table(1, { played: count('played', { totals }), majority: 270, needed: 270, ...more }), english);
    expect(ended([300, 238], {})).toBe('Ann: 300 votes, and 270 win: more than half of all.');
    expect(ended([234, 200], { stopped: true })).toBe('Ann wins with 234, the most. Time was up before anybody had 270; then whoever leads wins.');
    expect(ended([234, 200], { needed: 0, majority: 239 })).toBe('Ann wins with 234, the most. The game asks for no majority, which would be 239.');
    expect(ended([200, 338], { needed: 0 })).toBe('Ann: 200 votes, and the fewest votes win.');
  });

  it('says where no national vote can be counted', () => {
    expect([uncounted(debrief()), uncounted(debrief({ screens: [screen('people')] }))]).toEqual([true, false]);
  });

  it('names the method and how many tables it turns', () => {
    const all = debrief({ rules: [rule('hamilton', { name: 'Hamilton’s method' })] });
    const shown = (others: number) => headline(part(all, screen('rule', { rule: 0, facts: { others, tables: 2 } })));
    expect(shown(1)).toBe('Hamilton’s method: another winner at 1 of 2 tables');
    expect(shown(0)).toBe('Hamilton’s method: the same winner everywhere');
    expect(titleOf({ all, screen: screen('rule', { rule: 0 }), say: english })).toBe('Hamilton’s method');
  });

  const KINDS: ScreenInfo['kind'][] = ['result', 'game', 'law', 'national', 'people', 'rule', 'campaigns', 'networks', 'money', 'expected', 'remember'];
  const FACTS = { tables: 7, at_once: 2, counted: 7, others: 2, fewer: 3, early: 'FL', late: 'OH', popularity_won: 2, mud_won: 1 };

  it.each(KINDS)('has one sentence of at most nine words and one question on the screen of %s', (kind) => {
    const all = debrief({ rules: [rule('borda', { name: 'Borda count' })], predictions: [{ number: 1, text: 'Which?', answers: ['Florida', 'Ohio'], bars: [2, 1], ready: null }] });
    const shown = part(all, screen(kind, { rule: 0, facts: FACTS }));
    expect(question(shown, table(1)).split('?').length).toBe(2);
    expect(headline(shown, ['Which?'])).toMatch(/\w/);
    expect(headline(shown, ['Which?']).split(/\s+/).length).toBeLessThanOrEqual(9);
  });

  it('does not ask whether mud helped if nobody slung any', () => {
    const shown = (mud: number) => part(debrief(), screen('money', { facts: { ...FACTS, mud } }));
    expect([headline(shown(4)), question(shown(4), null)]).toEqual(['Top spenders won 2 of 7 tables, slingers 1', inEnglish.ask.money]);
    expect([headline(shown(0)), question(shown(0), null)]).toEqual(['Top spenders won 2 of 7 tables without mud', inEnglish.ask.noMud]);
  });

  it('cautions wherever ballots are counted anew, and nowhere else', () => {
    const cautioned = KINDS.filter((kind) => note(part(debrief(), screen(kind))) === inEnglish.note.caution);
    expect(cautioned).toEqual(['law', 'national', 'people', 'rule']);
  });

  it('names in one line the rules that change no winner', () => {
    const rules = [rule('borda', { name: 'Borda' }), rule('condorcet', { name: 'Condorcet', turned: [1] }), rule('apportionment', { name: 'Votes' }), rule('elimination', { name: 'Rounds' })];
    expect(quietRules(debrief({ rules }))).toEqual(['Borda']);
    expect(quietRules(debrief({ rules, screens: [screen('law', { rule: 0 })] }))).toEqual([]);
  });

  it('counts the efforts of all tables by state and week', () => {
    const effort = (state: string, step: number) => ({ step, side: 0, state, amount: 3, kind: 'large', wasted: false });
    const found = grid([table(1, { efforts: [effort('OH', 1), effort('FL', 3)] }), table(2, { efforts: [effort('FL', 3)] })]);
    expect(found).toEqual({ weeks: [1, 2, 3], most: 2, rows: [{ state: 'FL', electors: 29, cells: [0, 0, 2], sum: 2 }, { state: 'OH', electors: 18, cells: [1, 0, 0], sum: 1 }] });
  });

  it('calls a level sum a tie and an election of nobody what it is', () => {
    expect([firstBy(count('one_each', { winners: [] })), firstBy(count('condorcet', { winners: [], parts: { OH: [1, 0] } }))]).toEqual([[0, 1], []]);
    expect(winnersOf(table(1), count('one_each', { winners: [] }), english)).toBe('a tie: Ann = Bo');
    expect(winnersOf(table(1), count('condorcet', { winners: [], parts: { OH: [1, 0] } }), english)).toBe('nobody wins');
  });

  it('cuts no list in the middle of a tie', () => {
    const value = (one: number): number => one;
    expect(topOf([1, 2, 3, 2, 2], value, 3)).toEqual({ shown: [3], left: 4, next: 2 });
    expect(topOf([1, 2, 3], value, 3)).toEqual({ shown: [3, 2, 1], left: 0, next: 0 });
    expect(topOf([2, 2, 2], value, 2)).toEqual({ shown: [2, 2], left: 1, next: 2 });
  });

  it('marks the answers that the tables gave', () => {
    const asked = ['First', 'Second'];
    const right = (game: string, question: number, more: Partial<ClassDebrief>): number[] =>
      rightOf(debrief({ game, ...more }), { number: 1, text: asked[question] ?? '', answers: [], bars: [], ready: null }, asked);
    const votes = Object.fromEntries([30, 20, ...Array.from({ length: 48 }, () => 1)].map((one, k) => [`S${k}`, one]));
    expect(right('combat', 0, { tables: [table(1, { played: count('played', { weights: votes }) })] })).toEqual([0]);
    expect([2, 1, 0].map((more) => right('combat', 1, { screens: [screen('result', { facts: { more } })] }))).toEqual([[0], [1], [2]]);
    expect(right('president', 0, { screens: [screen('campaigns', { facts: { most: 'OH NV IA' } })] })).toEqual([2, 3]);
    expect(right('president', 1, { tables: [table(1, { rounds: ROUNDS, needed: 73 }), table(2, { rounds: ROUNDS, needed: 50 })] })).toEqual([1]);
    expect(right('mudslinger', 0, { screens: [screen('money', { facts: { popularity_won: 1, mud_won: 2 } })] })).toEqual([1]);
    expect(right('politics', 0, { screens: [screen('networks', { facts: { larger: 2 } })] })).toEqual([0]);
    for (const game of ['politics', 'mudslinger']) expect(right(game, 1, { screens: [screen('result', { facts: { more: 1 } })] })).toEqual([1]);
    expect(right('politics', 2, {})).toEqual([]);
  });

  it('says everything in Spanish too', () => {
    expect(Object.keys(inSpanish.headline)).toEqual(Object.keys(inEnglish.headline));
    expect(inSpanish.headline.rule('Método', 1, 2)).toContain('1 de 2 mesas');
    const { game, ...others } = inSpanish.ask;
    const asked = [...Object.values(game).map((one) => one(270)), ...Object.values(others).map((one) => (typeof one === 'string' ? one : one('Montana', 'Florida')))];
    expect(asked.every((one) => /¿[^?]+\?$/.test(one))).toBe(true);
  });
});
