import { describe, expect, it } from 'vitest';
import { ASKED_IN, nextStep, PARTS, PLANS, plannedOptions, readyQuestions, ticketStep } from '../src/classroom/lessons';
import { ownSide } from '../src/classroom/seats';
import type { ClassInfo, ClassTable, ClassView, GameInfo, QuestionInfo } from '../src/lib/protocol';
import { inWords } from '../src/classroom/ready';
import { glossary as englishTerms } from '../src/words/en/glossary';
import { lessons as english } from '../src/words/en/lessons';
import { glossary as spanishTerms } from '../src/words/es/glossary';
import { lessons as spanish } from '../src/words/es/lessons';

const languages = [['en', english, englishTerms], ['es', spanish, spanishTerms]] as const;
const games = Object.keys(PLANS);
const cases = languages.flatMap(([language, lessons, terms]) => games.map((game) => [language, game, lessons.games[game], terms] as const));

describe('the questions of a lesson', () => {
  it.each(cases)('fit the class page, in %s for %s', (_language, game, own) => {
    for (const { text, answers } of readyQuestions(own, game)) {
      expect(text.length, text).toBeLessThanOrEqual(200);
      expect(new Set(answers).size, text).toBe(answers.length);
      expect(answers.length, text).toBeGreaterThanOrEqual(2);
      expect(answers.length, text).toBeLessThanOrEqual(4);
      for (const answer of answers) expect(answer.length, answer).toBeLessThanOrEqual(60);
    }
  });

  it.each(cases)('end with three items that have a right answer, in %s for %s', (_language, game, own) => {
    const exit = readyQuestions(own, game).filter((one) => one.right !== undefined);
    expect(exit.map((one) => one.part)).toEqual(['exit', 'exit', 'exit']);
    for (const one of exit) expect(one.answers[one.right ?? -1]).toBeDefined();
    expect(new Set(exit.map((one) => one.right)).size).toBe(3); // the right one is at a different place each time
  });

  it.each(cases)('come with words of the glossary, in %s for %s', (_language, _game, own, terms) => {
    const known = terms.map((entry) => entry.term);
    expect((own?.terms ?? ['?']).filter((term) => !known.includes(term))).toEqual([]);
  });

  it('have the same right answers in both languages', () => {
    const right = (lessons: typeof english): unknown[] => games.map((game) => readyQuestions(lessons.games[game], game).map((one) => [one.part, one.right, one.answers.length]));
    expect(right(spanish)).toEqual(right(english));
  });

  it('are shown in the language of whoever reads them', () => {
    for (const game of games) {
      const asked = readyQuestions(english.games[game], game);
      const shown = asked.map((one) => inWords({ ...one, answers: [...one.answers] }, spanish));
      expect(shown.map(({ text, answers }) => [text, answers])).toEqual(readyQuestions(spanish.games[game], game).map(({ text, answers }) => [text, answers]));
    }
    const own = { ready: null, text: 'Who?', answers: ['A', 'B'] };
    expect(inWords(own, spanish)).toEqual(own);
    const older = { ready: 'president.exit.0', text: 'Who?', answers: ['A', 'B', 'C', 'D', 'E'] };
    expect(inWords(older, spanish)).toEqual(older);
  });

  it('are each asked in one phase of a class', () => {
    expect(Object.values(ASKED_IN).flat().sort()).toEqual(['discuss', 'exit', 'play', 'predict']);
    expect(readyQuestions(undefined, 'chess')).toEqual([]);
  });
});

describe('a class', () => {
  const usual = (name: string) => ({ name, options: [{ name: 'votes', usual: '2012' }] }) as unknown as GameInfo;

  it('has the electors of today in Combat and Mudslinger and those of its source in U.S. President', () => {
    expect(['combat', 'mudslinger', 'president'].map((name) => plannedOptions(usual(name))['votes'])).toEqual(['2024', '2024', '2012']);
  });

  it('goes through its exit ticket by one button', () => {
    const questions = readyQuestions(english.games['president'], 'president').filter((one) => one.part === 'exit');
    const at = (k: number, open: boolean): QuestionInfo => ({ ready: questions[k]?.ready ?? '', open }) as unknown as QuestionInfo;
    const step = (question: QuestionInfo | null, polls: QuestionInfo[] = []): string => {
      const found = ticketStep(questions, { question, polls });
      return found ? `${found.does} ${found.number}` : 'nothing';
    };
    expect(step(null)).toBe('show 1');
    expect(step(at(0, true))).toBe('close 1');
    expect(step(at(0, false))).toBe('show 2');
    expect(step(at(1, true), [at(0, false)])).toBe('close 2');
    expect(step(at(2, false), [at(0, false), at(1, false)])).toBe('end 3');
    expect(step(null, [at(0, false), at(1, false), at(2, false)])).toBe('nothing');
    expect(step({ ready: null, open: true } as unknown as QuestionInfo)).toBe('nothing');
  });

  it('has time for what a tried lesson takes', () => {
    const { minutes, used } = PLANS['president'] ?? {};
    expect(PARTS.filter((part) => (used?.[part] ?? 0) > (minutes?.[45][part] ?? 0))).toEqual([]);
    expect(Object.keys(used ?? {}).sort()).toEqual([...PARTS].sort());
  });

  it('has one next step at any time', () => {
    const questions = readyQuestions(english.games['combat'], 'combat').filter((one) => one.part === 'exit');
    const asked = (k: number, open: boolean) => ({ ready: `combat.exit.${k}`, part: 'exit', open }) as unknown as QuestionInfo;
    const step = (info: { phase: ClassInfo['phase']; practice?: number; screen?: number }, question: QuestionInfo | null = null, polls: QuestionInfo[] = []) =>
      nextStep({ info: { practice: null, screen: null, ...info }, question, polls }, 5, questions);
    expect([step({ phase: 'gathering' }), step({ phase: 'playing', practice: 2 }), step({ phase: 'playing' })]).toEqual(['start', 'practice', 'pause']);
    expect(step({ phase: 'gathering' }, { part: 'predict', open: true } as unknown as QuestionInfo)).toBe('question');
    expect([step({ phase: 'over' }), step({ phase: 'over', screen: 2 }), step({ phase: 'over', screen: 4 })]).toEqual(['debrief', 'debrief', 'ticket']);
    expect([step({ phase: 'over' }, asked(0, true)), step({ phase: 'over' }, null, [asked(0, false)])]).toEqual(['ticket', 'ticket']);
    expect(step({ phase: 'over' }, null, [0, 1, 2].map((k) => asked(k, false)))).toBe('start');
  });

  const seats = ['Bold Otter', 'Brave Fern', 'Calm Heron', 'Deft Lark'].map((name) => ({ name, level: null, number: null }));

  const phone = (seat: number, table: object, benched = false) =>
    ownSide({ me: { seat, benched } as ClassView['me'], tables: [{ seats, ...table } as ClassTable] });

  it('marks a phone with the letter of its seat at the table', () => {
    const table = { sides: [[0], [1], [2], [3]], parties: [] };
    expect(phone(1, table)).toMatchObject({ seat: 1, ink: 1, letter: 'F' });
    expect(phone(1, table, true)).toBeNull();
  });

  it('marks partners alike, as their board does', () => {
    const table = { sides: [[0, 2], [1, 3]], parties: ['R', 'D'] };
    expect(phone(3, table)).toMatchObject({ ink: 1, letter: 'D', name: 'Brave Fern & Deft Lark' });
    expect(phone(3, { ...table, parties: ['', ''] })).toMatchObject({ ink: 1, letter: '2' });
    expect(phone(1, table)).toEqual(phone(3, table));
  });
});
