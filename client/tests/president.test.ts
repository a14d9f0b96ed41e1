import { describe, expect, it, test } from 'vitest';
import type { CardInfo, EventInfo } from '../src/lib/protocol';
import { sidesOf } from '../src/lib/sides';
import { GRID, SPOTS } from '../src/games/president/board/layout';
import { neighbour } from '../src/map/holdings';
import { TOGETHER } from '../src/games/president/stage';
import { describeState, pledgeOf, standingsIn } from '../src/games/president/board/standings';
import { stepsOf, toldOf } from '../src/games/president/panel/steps';
import { countsTold } from '../src/games/president/news';
import { countThen, forecastOf, inState, standingForecast, type ForecastStep } from '../src/games/president/forecast';
import { unbroken, weekNews } from '../src/games/president/news';
import { after, beginning, boardAt, contestIn, countedIn, fullIn, statesOf, voidIn } from '../src/games/president/view';
import type { PresidentView } from '../src/games/president/view.types';
import english from '../../src/hustings/games/president/words.en.json';
import { president as spanish } from '../src/words/es/games/president';
import { groupsOf } from '../src/table/stage.svelte';
import { sentence } from '../src/words/render';

const sizes = (small: number, medium: number, large: number) => ({ small, medium, large });
const VIEW = {
  weeks: 12, week: 2, stock: [sizes(4, 4, 3), sizes(3, 4, 4)], removed: [0, 0],
  placed: [{ OH: sizes(0, 0, 1), FL: sizes(0, 0, 0) }, { OH: sizes(1, 0, 0), FL: sizes(0, 0, 0) }],
  points: [{ OH: 3, FL: 0 }, { OH: 1, FL: 0 }], holder: { OH: 'P1', FL: null, PA: 'absent' },
  sealed: [1, 0], choice: ['medium FL', null], remaining: [1, 1], counts: 0, electors: [0, 0], winner: null, finished: 0,
} as unknown as PresidentView;
let entry = 0;
const event = (name: string, seat: number | null, args: Record<string, unknown> = {}): EventInfo => ({ entry: ++entry, event: name, seat, args });
const WEEK = [
  event('dealt', 1, { state: 'OH', electors: 18 }),
  event('sealed', 0, { week: 1 }),
  event('sealed', 1, { week: 1 }),
  event('placed', 0, { size: 'large', state: 'OH', points: 3 }),
  event('placed', 1, { size: 'small', state: 'OH', points: 1 }),
  event('led', 0, { state: 'OH', from: 'P2', points: 3, next: 1 }),
  event('week', null, { week: 2 }),
  event('sealed', 0, { week: 2 }),
];
const COUNT = [
  event('count', null, { count: 1, majority: 73 }),
  event('counted', 0, { electors: 40, states: ['OH'], count: 1 }),
  event('florida_void', 1, { points: 1, next: 1 }),
  event('counted', 1, { electors: 20, states: [], count: 1 }),
  event('left', 1, { electors: 20, count: 1 }),
  event('inherited', 0, { state: 'FL', from: 'P2', points: 1, next: 0 }),
  event('laid_aside', 1, { state: 'PA', why: 'tie', points: 2 }),
  event('count', null, { count: 2, majority: 73 }),
  event('counted', 0, { electors: 80, states: ['OH', 'FL'], count: 2 }),
  event('elected', 0, { electors: 80, majority: 73, count: 2 }),
];
const sides = sidesOf(['Ann', 'Bo']);

describe('a pledge', () => {
  const deck = new Map([['OH', 18], ['FL', 29]].map(([code, value]) => [code as string, { code: code as string, name: `State ${code}`, value: value as number, kind: 'state' } as CardInfo]));
  const board = { ...VIEW, holder: { ...VIEW.holder, FL: 'P1' } } as PresidentView;
  const note = (code: string): string => (code === 'FL' ? 'only with a lead' : '');
  it('is the votes of a state with a condition, which the score has or has not', () => {
    expect(pledgeOf(board, deck, 0, 47, note)).toEqual({ name: 'State FL', code: 'FL', votes: 29, counts: true, leads: false });
    expect(pledgeOf(board, deck, 0, 18, note)).toMatchObject({ votes: 29, counts: false });
    expect(pledgeOf(board, deck, 1, 0, note)).toBeNull();
    const ahead = { ...board, points: [{ ...board.points[0], FL: 2 }, { ...board.points[1], FL: 1 }] } as PresidentView;
    expect(pledgeOf(ahead, deck, 0, 18, note)).toMatchObject({ counts: false, leads: true });
  });
});

describe("U.S. President's view", () => {
  it('is shown without the states that have no card', () => {
    expect(statesOf(VIEW)).toEqual(['OH', 'FL']);
  });
  it('is reached from the beginning by its events', () => {
    const end = boardAt(VIEW, WEEK, WEEK.length);
    const { week, stock, points, holder, sealed } = VIEW;
    expect(end).toMatchObject({ week, stock, placed: [{ OH: sizes(0, 0, 1) }, { OH: sizes(1, 0, 0) }], points, holder, sealed });
    expect(beginning(VIEW, WEEK).stock).toEqual([sizes(4, 4, 4), sizes(4, 4, 4)]);
    expect(boardAt(VIEW, WEEK, 1).holder['OH']).toBe('P2');
  });
  it('counts no elector for two players', () => {
    const log = [...WEEK, ...COUNT];
    const shown = log.map((_, at) => boardAt(VIEW, log, at + 1).electors);
    expect(shown.at(-3)).toEqual([40, 0]); // the second count begins without whoever has left
    expect(shown.at(-1)).toEqual([80, 0]);
  });
  it('knows the last count with a rival in it, if there was more than one', () => {
    const first = [event('count', null, { count: 1 }), event('counted', 0, { electors: 51 }), event('counted', 1, { electors: 50 }), event('counted', 2, { electors: 15 })];
    const second = [event('left', 2), event('count', null, { count: 2 }), event('counted', 0, { electors: 57 }), event('counted', 1, { electors: 56 })];
    const third = [event('left', 1), event('count', null, { count: 3 }), event('counted', 0, { electors: 145 })];
    expect(contestIn(first, 3)).toBeNull();
    expect(contestIn([...first, ...second, ...third], 3)).toEqual({ votes: [57, 56, 0], out: [2, 1], dropped: [null, null, 15] });
  });
  it('tells each count in a line', () => {
    const sides = sidesOf(['Sam', 'Inez Calder', 'Keiko Brandt']);
    const first = [event('count', null, { count: 1 }), event('counted', 0, { electors: 41 }), event('counted', 1, { electors: 39 }), event('counted', 2, { electors: 65 })];
    const more = [event('left', 1), event('counted', 0, { electors: 54 }), event('counted', 2, { electors: 71 }), event('left', 0), event('counted', 2, { electors: 145 })];
    expect(countsTold(first, sides, 0)).toBe('');
    expect(countsTold([...first, ...more], sides, 0)).toBe('First count: Keiko 65, you 41, Inez 39.\nInez out: Keiko 71, you 54.\nYou out: Keiko 145.');
  });
  it('stands as one text in order, with codes or only with who drops out if there is less room', () => {
    const said = (text: string, out?: string[]): ForecastStep => ({ text, brief: text, ...(out && { out }) });
    const steps = [said('You drop out.', ['you']), { text: 'Montana and Michigan go to Nadia.', brief: 'MT and MI go to Nadia.' }, said('Then Dolores drops out.', ['Dolores']), said('Nadia wins.')];
    expect(standingForecast(steps, 109)).toBe('Now: You drop out. Montana and Michigan go to Nadia. Then Dolores drops out. Nadia wins.');
    expect(standingForecast(steps, 79)).toBe('Now: You drop out. MT and MI go to Nadia. Then Dolores drops out. Nadia wins.');
    expect(standingForecast(steps, 69)).toBe('Now: You and Dolores drop out. Nadia wins.');
    expect(standingForecast(steps, 29)).toBe('Now: Nadia wins.');
  });
  it('forecasts who drops out and where the states go', () => {
    const sides = sidesOf(['Sam', 'Inez Calder', 'Keiko Brandt']);
    const leave = event('would_leave', null, { out: ['P2'], empty: ['PA'], tied: [], count: 1 });
    const log = [leave, event('would_get', 0, { states: ['VA'], count: 1 }), event('would_leave', null, { out: ['P1'], empty: [], tied: [], count: 2 }), event('would_count', 2, { electors: 80, count: 3 }), event('would_win', 2, { out: ['P1', 'P2'], majority: 73 })].map((one) => ({ ...one, entry: 9 }));
    const name = (code: string): string => ({ VA: 'Virginia', PA: 'Pennsylvania' })[code] ?? code;
    expect(forecastOf(log, sides, 0, name)).toEqual([
      { text: 'Inez drops out.', brief: 'Inez drops out.', out: ['Inez'] },
      { text: 'Nobody left has a point in Pennsylvania.', brief: 'Nobody left has a point in PA.' },
      { text: 'Virginia goes to you.', brief: 'VA goes to you.' },
      { text: 'Then you drop out.', brief: 'Then you drop out.', out: ['you'] },
      { text: 'Keiko wins.', brief: 'Keiko wins.' },
    ]);
    expect(forecastOf([], sides, 0, name)).toEqual([]);
    const florida = [...log.slice(0, 1), event('florida_would_count', 2, { electors: 29, points: 3, next: 0 }), event('would_count', 0, { electors: 71, count: 2 }), event('would_count', 2, { electors: 74, count: 2 }), event('would_win', 2, { out: ['P2'], majority: 73 })].map((one) => ({ ...one, entry: 7 }));
    expect(forecastOf(florida, sides, 2, name).map((step) => step.text).join(' ')).toBe('Inez drops out. Nobody left has a point in Pennsylvania. Florida’s 29 now count for you. You 74, Sam 71: you win.');
  });
  it('says whom a count after a ballot would elect and one effect in its state', () => {
    const sides = sidesOf(['Sam', 'Inez Calder', 'Keiko Brandt']);
    expect(countThen({ tied: 1 }, sides, 0)).toBe('');
    expect(countThen({ tied: 1, elects: 0, total: 80, next_total: 65 }, sides, 0)).toBe('After your choice: you win 80-65.');
    expect(countThen({ wasted: 1, elects: 2, total: 145 }, sides, 0)).toBe('After your choice: Keiko wins.');
    expect(countThen({ wasted: 1, nobody: 1 }, sides, 0)).toBe('After your choice: nobody wins.');
    expect(inState({ takes: 1, void: 0 })).toEqual(['void', 0]);
    expect(inState({ takes: 1, void: 0, nobody: 1 })).toEqual(['void', 0]);
    expect(inState({ takes: 2, counts: 0, nobody: 1 })).toEqual(['takes', 2]);
  });
  it('takes a fourth pyramid out of the game and a card beside the map', () => {
    const start = beginning(VIEW, []);
    const board = [event('removed', 1, { size: 'small', state: 'FL' }), event('aside', 0, { state: 'OH' })].reduce(after, { ...start, holder: { ...start.holder, OH: 'P1', FL: 'P2' } });
    expect(board).toMatchObject({ removed: [0, 1], holder: { OH: null, FL: 'P2' }, points: [{ FL: 0 }, { FL: 0 }] });
    expect(board.stock[1]?.small).toBe(2);
  });
});

describe('the count', () => {
  it('strikes Florida out until a step counts its electors', () => {
    const log = [event('florida_void', 0, { points: 3, next: 2 }), event('left', 0, { electors: 6, count: 1 }), event('inherited', 1, { state: 'FL', from: 'P1', points: 2, next: 0 }), event('florida_counts', 1, { electors: 29, points: 2, next: 0 })];
    expect([1, 2, 3, 4].map((end) => voidIn(log.slice(0, end), 'FL'))).toEqual([true, true, true, false]);
    expect(voidIn([event('counted', 1, { electors: 29, states: ['FL'], count: 1 })], 'FL')).toBe(false);
  });
  it('keeps a score on one line', () => expect(unbroken('OH to you, 3-0.')).toBe('OH to you, 3\u2060-\u20600.'));
  it('gives a state to the seat whose count names it', () => {
    expect([...countedIn([...WEEK, ...COUNT.slice(0, 4)])]).toEqual([['OH', 0]]);
    expect([...countedIn([...WEEK, ...COUNT])]).toEqual([['OH', 0], ['FL', 0]]);
  });
  it('is cut into drop-outs, each with all that it changes, and repeats no first count', () => {
    const log = [...WEEK, ...COUNT];
    expect(stepsOf(WEEK)).toEqual([]);
    expect(stepsOf(log)).toEqual([{ count: 2, start: 12, end: 18 }]);
    const again = [...log.slice(0, 17), event('left', 2, { electors: 30, count: 2 }), event('left', 3, { electors: 30, count: 2 }), event('unopposed', 0, { state: 'PA', from: 'P3' }), event('count', null, { count: 3, majority: 73 }), event('elected', 0, { electors: 145, majority: 73, count: 3 })];
    expect(stepsOf(again)).toEqual([{ count: 2, start: 12, end: 17 }, { count: 3, start: 17, end: 22 }]);
    expect(stepsOf([...WEEK, ...COUNT.slice(0, 4), event('elected', 0, { electors: 80, majority: 73, count: 1 })])).toEqual([{ count: 1, start: 8, end: 13 }]); // nobody drops out
  });
  it('says in a step who drops out, where the states go and who is elected', () => {
    const say = (news: EventInfo[], viewer: number | null): string[] => toldOf(news, sides, viewer, (code) => `State ${code}`, ({ event: name, seat }) => `${sides[seat ?? 0]?.name} ${name}.`);
    expect(say(COUNT.slice(4), 0)).toEqual(['Bo left.', 'State FL goes to you. Nobody gets State PA: a tie.', 'Ann elected.']);
    expect(say([...COUNT.slice(4, 6), event('laid_aside', 1, { state: 'PA', why: 'no points', points: 0 }), event('florida_void', 0, { points: 1, next: 0 })], null)).toEqual(['Bo left.', 'State FL goes to Ann. Nobody left has a point in State PA. Ann florida_void.']);
    expect(say([event('left', 1, { electors: 9, count: 2 }), event('inherited', 0, { state: 'PA', from: 'P2', points: 1, next: 0 }), event('unopposed', 0, { state: 'OH', from: 'P2' }), event('florida_counts', 0, { electors: 29, points: 2, next: 0 })], 0)).toEqual(['Bo left.', 'Florida’s 29 now count for you.']);
  });
  it('moves the cards and strikes who has left', () => {
    const board = boardAt(VIEW, [...WEEK, ...COUNT], 15);
    expect(board).toMatchObject({ remaining: [1, 0], electors: [40, 20], holder: { OH: 'P1', FL: 'P1', PA: null } });
  });
});

describe('what is shown together', () => {
  it("is a week's placements, then each card; the count is left to its own steps", () => {
    expect(groupsOf([...WEEK.slice(3), ...COUNT], TOGETHER, 'count').map((group) => group.map((one) => one.event))).toEqual([['placed', 'placed'], ['led'], ['week'], ['sealed']]);
  });
});

describe('the plates', () => {
  it('have a place on the map and one on the grid', () => {
    expect(Object.keys(SPOTS).sort()).toEqual(Object.keys(GRID).sort());
    expect(new Set(Object.values(GRID).map((at) => at.join())).size).toBe(11);
  });
  it('do not cover each other', () => {
    const spots = Object.entries(SPOTS);
    for (const [one, a] of spots) for (const [other, b] of spots) if (one < other) expect(Math.abs(a.x - b.x) > 146 || Math.abs(a.y - b.y) > 100, `${one} ${other}`).toBe(true);
  });
  it('are neighbours for the arrow keys', () => {
    const from = (code: string, at: typeof SPOTS) => [neighbour(code, -1, 0, at), neighbour(code, 1, 0, at), neighbour(code, 0, -1, at), neighbour(code, 0, 1, at)];
    expect(from('WI', SPOTS).slice(0, 2)).toEqual(['MT', 'MI']);
    expect(neighbour('NC', -1, 0, SPOTS)).toBe('FL'); // its plate stands beside North Carolina's
    expect(neighbour('FL', 0, 1, SPOTS)).toBeNull();
    const cells = Object.fromEntries(Object.entries(GRID).map(([code, [x, y]]) => [code, { x, y }]));
    expect(from('CO', cells)).toEqual([null, 'FL', 'NV', null]);
    for (const at of [SPOTS, cells]) {
      const reached = new Set(['MT']);
      for (const code of reached) from(code, at).forEach((next) => next && reached.add(next)); // grows as it goes
      expect(reached.size).toBe(11);
    }
  });
  it('say who stands there, the strongest first', () => {
    const standing = standingsIn(VIEW, 'OH', sides);
    expect(standing.map((one) => [one.side.name, one.points, one.pieces])).toEqual([['Ann', 3, ['large']], ['Bo', 1, ['small']]]);
    expect(describeState({ code: 'OH', name: 'Ohio', value: 18, kind: 'state', values: {}, facts: {} }, sides[0] ?? null, standing)).toBe(
      'Ohio, 18 electors; held by Ann; Ann 3 points: large; Bo 1 point: small',
    );
  });
  it('mark who can add nothing there, as the events say it', () => {
    const placed = (seat: number, state: string, free: number): EventInfo => event('placed', seat, { size: 'small', state, points: 1, free });
    const full = fullIn([placed(0, 'OH', 1), placed(1, 'OH', 0), placed(0, 'FL', 0)]);
    expect([[...(full.get('OH') ?? [])], [...(full.get('FL') ?? [])]]).toEqual([[[1, 1]], [[0, 1]]]);
    expect(standingsIn(VIEW, 'OH', sides, full.get('OH')).map((one) => one.full)).toEqual([false, true]);
    expect(standingsIn(VIEW, 'OH', sides, new Map([[1, 4]])).map((one) => one.full)).toEqual([false, false]); // not on the board yet
  });
});

describe('events in words', () => {
  it('use what the game calls its values', () => {
    const naming = { seat: () => 'Ann', cards: new Map(), words: { nobody: 'beside the map', tie: 'they tie' } };
    const say = (from: string | null, why: string) => sentence(event('led', 0, { from, why }), { led: 'From {from}: {why}.' }, naming);
    expect([say(null, 'tie'), say('P2', 'x')]).toEqual(['From beside the map: they tie.', 'From Ann: x.']);
  });
});

const ELECTORS = new Map([['OH', 18], ['PA', 20], ['MI', 16], ['FL', 29]].map(([code, value]) => [String(code), { code, value } as CardInfo]));

test('the news of a week begin with the most electors and fit in two lines', () => {
  const moved = (...codes: string[]): EventInfo[] => ['week', ...codes].map((state, k) => ({ entry: 900, event: k === 0 ? 'week' : 'led', seat: 1, args: { state, from: null, points: 3, next: 2 } }));
  expect(weekNews(moved('OH', 'PA'), sides, 0, ELECTORS)).toBe('PA to Bo, 3-2. OH to Bo, 3-2.');
  const long = weekNews(moved('OH', 'PA', 'NV', 'MT', 'IA', 'WI', 'MI'), sides, 0, ELECTORS);
  expect(long).toBe('PA to Bo, 3-2. OH to Bo, 3-2. MI to Bo, 3-2.');
  const lost = ['week', 'OH', 'WI'].map((state, k) => ({ entry: 900, event: k === 0 ? 'week' : 'led', seat: 1, args: { state, from: k === 2 ? 'P1' : 'P3', points: 3, next: 2 } }));
  expect(weekNews(lost, sides, 0, new Map(['OH', 'WI'].map((code) => [code, { code, value: 10 } as CardInfo])))).toBe('WI to Bo, 3-2. OH to Bo, 3-2.');
});

test('the news of a week without changes say where most pyramids went', () => {
  const placed = (...states: string[]): EventInfo[] => [
    { entry: 950, event: 'week', seat: null, args: { week: 8 } },
    ...states.map((state, seat) => ({ entry: 950, event: 'placed', seat, args: { size: 'large', state, points: 6 + seat } })),
  ];
  expect(weekNews(placed('FL', 'FL'), sides, 0, ELECTORS)).toBe('Most went to FL: Bo 7, you 6.');
  expect(weekNews(placed('FL', 'OH'), sides, 0, ELECTORS)).toBe('');
});

test('no player of U.S. President is told of cards, which the game does not have', () => {
  const texts = (value: unknown): string[] => (typeof value === 'string' ? [value] : value !== null && typeof value === 'object' ? Object.values(value).flatMap(texts) : []);
  for (const told of [english, spanish]) expect(texts(told).filter((text) => /\b(cards?|cartas?)\b|beside the map|junto al mapa/i.test(text))).toEqual([]);
});
