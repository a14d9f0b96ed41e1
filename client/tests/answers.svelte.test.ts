import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { Answers, covered, joined, closing, partOf, questionOf, ruledBy, spanOf, weightOf, type About } from '../src/games/mudslinger/answers.svelte';
import { Moves } from '../src/games/mudslinger/moves.svelte';
import type { MudStage } from '../src/games/mudslinger/stage';
import type { MudslingerView } from '../src/games/mudslinger/view.types';
import type { CardInfo, EventInfo, MoveInfo } from '../src/lib/protocol';
import type { TableModel } from '../src/table/model.svelte';
import type { Standing } from '../src/table/standing/standing.svelte';
import { move, PASS, room, Table } from './asking.svelte';

const VIEW = {
  turn: 7, seats: 3, runner: 'P2', defender: null, contest: 'GA', base_rating: 7, rating: 9, depth: 1, frame: ['bidding'], frame_by: [null], frame_kind: [null],
  frame_target: [0], frame_seat: ['P1'], dice: [6, 6, 6], holder: {}, displayed: {}, won: [3, 1, 0], money: [5, 5, 5], cards: [0, 0, 0], wants: null, gives: null, hand: [{ RECOUNT: 1 }, {}, {}],
  lies: { AK: 'open', AL: 'open', AR: 'open', GA: 'open', AZ: 'under the deck', CA: 'deck', CO: 'held' },
} as unknown as MudslingerView;
const WHEN: Readonly<Record<string, string>> = { RECOUNT: 'roll', SPIN: 'answer', DONOR: 'any', ATTACK: 'contest' };
const ABOUT: About = { points: 5, joined: false, wins: null, rolls: false, when: (kind) => WHEN[kind] ?? null, takes: (kind) => kind === 'LEAK' };
const answering = (by: string, kind: string, target: number): MudslingerView =>
  ({ ...VIEW, cards: [1, 1, 1], depth: 2, frame: ['bidding', 'answer'], frame_by: [null, by], frame_kind: [null, kind], frame_target: [0, target] }) as unknown as MudslingerView;

describe("Mudslinger's questions", () => {
  it('concern the one who runs, who is attacked, whose card it is and whom it names', () => {
    const about = (view: MudslingerView, whose = 0): unknown => {
      const found = questionOf(view, whose, [PASS], ABOUT);
      return [found?.mine, found?.within];
    };
    expect(about(VIEW)).toEqual([false, true]);
    expect(about(VIEW, 1)).toEqual([true, true]);
    expect(about({ ...VIEW, defender: 'P1' })).toEqual([true, true]);
    expect(about(answering('P3', 'LEAK', 0))).toEqual([true, false]);
    expect(about(answering('P3', 'LEAK', 1))).toEqual([false, true]);
    expect(about(answering('P3', 'GERRY', 0))).toEqual([false, true]);
    expect(about({ ...VIEW, cards: [1, 1, 1], runner: 'P1', contest: null, frame: ['again'] } as unknown as MudslingerView)).toEqual([true, false]);
    expect(questionOf(VIEW, 0, [move('P1 draw')], ABOUT)).toBeNull();
  });

  it('of a rival who tries for a large state concern whoever can stop them', () => {
    let mud = [move('P1 sling 1')];
    const mine = (points: number, change: Partial<MudslingerView> = {}): unknown => questionOf({ ...VIEW, ...change }, 0, [PASS, ...mud], { ...ABOUT, points })?.mine;
    expect([mine(10), mine(9)]).toEqual([true, false]);
    expect([[9, mud], [9, []], [10, mud]].map(([points, more]) => questionOf(VIEW, 0, [PASS, ...(more as MoveInfo[])], { ...ABOUT, points: points as number })?.small)).toEqual([true, false, false]);
    const before = { ...answering('P3', 'SLUSH', 2), contest: null, cards: [1, 0, 0] } as unknown as MudslingerView; // no state is fought for yet
    expect([before, { ...before, contest: 'GA' } as unknown as MudslingerView].map((view) => questionOf(view, 0, [PASS], { ...ABOUT, points: 0 })?.small)).toEqual([false, true]);
    mud = []; // no dollars, or the rating is at its floor
    expect([mine(40), mine(40, { cards: [1, 0, 0] })]).toEqual([false, true]);
  });

  it('but for bids concern nobody who holds no card at all, as everybody sees', () => {
    const found = (cards: number, what: string, by: string | null = null): unknown[] =>
      [questionOf({ ...VIEW, cards: [1, cards, 1], frame: [what], frame_by: [by], frame_target: [1] } as unknown as MudslingerView, 1, [PASS], ABOUT)].flatMap((one) => [one?.mine, one?.done]);
    expect(['roll', 'again', 'answer', 'bidding'].map((what) => found(0, what, 'P3'))).toEqual([[false, true], [false, true], [false, true], [true, false]]);
    expect(['roll', 'again', 'answer'].map((what) => found(1, what, 'P3'))).toEqual([[true, false], [true, false], [true, false]]);
  });

  it('of a contest that somebody has joined are theirs until it is over', () => {
    const one = (name: string, who: number): EventInfo => ({ entry: 1, event: name, seat: who, args: {} });
    const log = [one('slung', 2), one('campaigns', 1), one('spent', 1), one('slung', 0), one('passed', 2)];
    expect([0, 1, 2, null].map((who) => joined(log, who))).toEqual([true, true, false, false]);
    expect(joined([...log, one('failed', 1), one('turn', 2), one('campaigns', 2)], 0)).toBe(false);
    expect(questionOf(VIEW, 0, [PASS], { ...ABOUT, joined: true })?.mine).toBe(true);
  });

  it('after the roll concern whom the dice hurt', () => {
    const rolled = { ...VIEW, cards: [1, 1, 1], frame: ['roll'] } as unknown as MudslingerView;
    const about = (wins: boolean, who: number): unknown => {
      const found = questionOf(rolled, who, [PASS], { ...ABOUT, joined: true, wins });
      return [found?.mine, found?.within];
    };
    expect([about(true, 1), about(false, 1)]).toEqual([[false, false], [true, false]]); // the runner
    expect([about(true, 0), about(false, 0)]).toEqual([[true, true], [false, true]]); // a rival may pass to the end, whatever they hold
    const [large, small] = [10, 9].map((points) => questionOf(rolled, 0, [PASS], { ...ABOUT, points, wins: true }));
    expect([large?.mine, large?.fine, small?.mine, small?.fine]).toEqual([true, false, false, false]);
    expect(questionOf(rolled, 1, [PASS], { ...ABOUT, wins: true })?.fine).toBe(true);
  });

  it('are empty where no card is made for them, but not while dollars are bid', () => {
    const empty = (what: string, who: number, ...moves: MoveInfo[]): unknown => questionOf({ ...VIEW, frame: [what] } as unknown as MudslingerView, who, [PASS, ...moves], ABOUT)?.empty;
    const playing = (kind: string): MoveInfo => move(`P1 play ${kind}`);
    expect([empty('roll', 1, playing('DONOR')), empty('roll', 1, playing('RECOUNT')), empty('again', 1, playing('RECOUNT'))]).toEqual([true, false, true]);
    expect([empty('bidding', 1), empty('bidding', 0, playing('DONOR')), empty('bidding', 0, playing('ATTACK')), empty('bidding', 0, move('P1 sling 1')), empty('bidding', 0, move('P1 trade DONOR'))]).toEqual([false, true, false, false, false]);
    const held = { ...answering('P3', 'RECOUNT', 1), cards: [1, 0, 0] } as unknown as MudslingerView;
    const answer = (points: number, ...moves: MoveInfo[]): unknown[] => [questionOf(held, 0, [PASS, ...moves], { ...ABOUT, points })].flatMap((found) => [found?.mine, found?.empty]);
    expect([answer(14, playing('SPIN')), answer(14), answer(9, playing('SPIN'))]).toEqual([[true, false], [true, true], [false, false]]);
    const floor = { ...VIEW, rating: VIEW.base_rating, frame: ['bidding'] } as unknown as MudslingerView;
    expect(questionOf(floor, 0, [PASS, move('P1 trade DONOR')], ABOUT)?.empty).toBe(true); // mud has no effect there
  });

  it('are not empty where a card that takes one can be answered by trading cards in', () => {
    const empty = (view: MudslingerView, ...moves: MoveInfo[]): unknown => questionOf(view, 0, [PASS, ...moves], ABOUT)?.empty;
    const [aimed, elsewhere, trade] = [answering('P3', 'LEAK', 0), answering('P3', 'LEAK', 1), move('P1 trade RECOUNT')];
    expect([empty(aimed, trade), empty(aimed), empty(elsewhere, trade), empty(answering('P3', 'SLUSH', 0), trade)]).toEqual([false, true, true, true]);
  });

  it('are not called somebody else’s where much is at stake and nothing can be done', () => {
    const empty = { ...VIEW, cards: [0, 0, 0], frame: ['bidding'] } as unknown as MudslingerView;
    const found = (points: number): unknown[] => [questionOf(empty, 0, [PASS], { ...ABOUT, points })].flatMap((one) => [one?.mine, one?.done]);
    expect([found(16), found(9)]).toEqual([[false, true], [false, false]]);
  });

  it('are over for a runner at the cap once everybody else has passed, whatever they hold', () => {
    const found = (rolls: boolean, rating: number, who = 1): unknown[] => {
      const view = { ...VIEW, seats: 3, cap: '16', rating, cards: [1, 1, 1] } as unknown as MudslingerView;
      const question = questionOf(view, who, [PASS, move('P2 play SURGE')], { ...ABOUT, rolls });
      return [question?.mine, question?.done];
    };
    expect([found(true, 16), found(true, 15), found(false, 16)]).toEqual([[false, true], [true, false], [true, false]]);
    expect(found(true, 16, 0)).toEqual([false, false]); // who does not run
  });

  it('are the same whatever the viewer holds', () => {
    const hands = [[{ RECOUNT: 1 }, {}, {}], [{ SPIN: 2 }, {}, {}], [{ DONOR: 1 }, {}, {}]];
    const asked = ['bidding', 'roll', 'answer'].map((what) =>
      hands.map((hand) => questionOf({ ...VIEW, frame: [what], hand } as unknown as MudslingerView, 0, [PASS, move('P1 play RECOUNT on P2')], ABOUT)),
    );
    for (const [first, ...others] of asked) for (const other of others) expect(other).toEqual(first);
  });

  it('have a span while the contest lasts, in which only their own rating is at stake', () => {
    expect(spanOf(VIEW, 0)).toEqual({ key: '7 GA', stake: '' });
    expect(spanOf(VIEW, 1)).toEqual({ key: '7 GA', stake: '9 7' });
    expect([spanOf({ ...VIEW, contest: null }, 0), spanOf(VIEW, null)]).toEqual([null, null]);
  });

  it('of offers are declined by their sums, and a card is drawn where there is nothing else', () => {
    const offer = (gives: string, wants: string): MudslingerView => ({ ...VIEW, frame: ['offer'], gives, wants }) as unknown as MudslingerView;
    const moves = [move('P1 accept'), move('P1 decline')];
    const verb = (view: MudslingerView, most: number | null, least: number | null): string | undefined => ruledBy({ draws: true, skips: false, most, least }, view, moves)?.verb;
    expect([verb(offer('LEAK', '$4'), 3, null), verb(offer('LEAK', '$4'), 4, null), verb(offer('LEAK', '$4'), null, 9)]).toEqual(['decline', undefined, undefined]);
    expect([verb(offer('$4', 'LEAK'), null, 5), verb(offer('$4', 'LEAK'), null, 4), verb(offer('SPIN', 'LEAK'), 0, 11)]).toEqual(['decline', undefined, undefined]);
    const card = { ...VIEW, frame: ['card'] } as unknown as MudslingerView;
    const all = { draws: true, skips: false, most: null, least: null };
    expect(ruledBy(all, card, [move('P1 draw'), move('P1 poll')])?.verb).toBe('draw');
    expect(ruledBy(all, card, [move('P1 draw'), move('P1 lobby')])).toBeNull();
    expect(ruledBy({ ...all, draws: false }, card, [move('P1 draw')])).toBeNull();
    expect([3, 4].map((turn) => ruledBy(all, { ...card, turn }, [move('P1 draw')])?.verb)).toEqual([undefined, 'draw']);
  });
});

/** A three-seat game in which P1 holds 55 points, P2 54 and P3 41, and eight states are left. */
const LIES = { AZ: 'held', MI: 'held', PA: 'held', HI: 'open', SD: 'open', DE: 'open', NE: 'open', AL: 'deck', RI: 'deck', NC: 'deck', WY: 'deck' };
const POINTS: Readonly<Record<string, number>> = { AZ: 55, MI: 54, PA: 41, HI: 4, SD: 3, DE: 1, NE: 5, GA: 6 };
const DECK = new Map(Object.entries(POINTS).map(([code, value]) => [code, { code, value } as unknown as CardInfo]));
const RACE = { ...VIEW, contest: 'HI', lies: LIES, won: [1, 1, 1], holder: { AZ: 'P1', MI: 'P2', PA: 'P3' }, displayed: {} } as unknown as MudslingerView;

describe('a contest', () => {
  it('counts for more among the last five states', () => {
    const race = { ...RACE, runner: 'P3', lies: { ...LIES, SD: 'held', DE: 'held' } } as unknown as MudslingerView;
    expect([weightOf(race, DECK), weightOf({ ...race, lies: { ...race.lies, NE: 'held' } } as unknown as MudslingerView, DECK)]).toEqual([4, 10]);
    expect(weightOf({ ...race, contest: 'AZ' } as unknown as MudslingerView, DECK)).toBe(55);
  });

  it('is shown faster the less it concerns the viewer', () => {
    const part = (change: object, seat: number | null, log: readonly EventInfo[] = [], skipped = false): number => partOf({ ...RACE, ...change } as unknown as MudslingerView, seat, log, DECK, skipped);
    const spent = [{ event: 'campaigns', seat: 2 }, { event: 'slung', seat: 1 }] as unknown as EventInfo[];
    const small = { runner: 'P3' };
    expect([part(small, 0, spent), part(small, 1, spent), part(small, 2)]).toEqual([0.5, 0.65, 0.65]);
    expect([part({}, 0), part({}, 0, [], true), part({}, 1, [], true)]).toEqual([1, 0.5, 1]); // for the lead, skipped, their own
    expect([part(small, null), part({ contest: null }, 0)]).toEqual([1, 1]);
  });

  it('for the lead is never passed for a viewer who can act', () => {
    const weight = (change: object): number => weightOf({ ...RACE, ...change } as unknown as MudslingerView, DECK);
    expect([weight({}), weight({ runner: 'P3' }), weight({ contest: 'DE' })]).toEqual([10, 4, 10]); // 58, 45, and 55 like the leader
    const leader = { holder: { AZ: 'P2', MI: 'P1', PA: 'P3' } };
    expect(weight({ ...leader, contest: 'SD' })).toBe(10); // the runner leads already
    const falls = { runner: 'P3', defender: 'P1', contest: 'NE', lies: { ...LIES, NE: 'held' }, won: [2, 1, 1], holder: { NE: 'P1', MI: 'P1', AZ: 'P2', PA: 'P3' } };
    expect(weight({ ...falls, defender: 'P2', won: [1, 2, 1], holder: { NE: 'P2', MI: 'P1', AZ: 'P2', PA: 'P3' } })).toBe(5); // the defender leads before and after
    expect(weight(falls)).toBe(10); // 59 becomes 54
    expect([weight({ holder: { AZ: 'P1' } }), weight({ holder: { AZ: 'P1' }, won: [3, 1, 1] })]).toEqual([10, 4]); // secret holders
    for (const what of ['bidding', 'roll', 'answer']) {
      const view = { ...RACE, frame: [what], cards: [1, 1, 1] } as unknown as MudslingerView;
      expect(questionOf(view, 0, [PASS, move('P1 sling 1')], { ...ABOUT, points: weightOf(view, DECK), wins: true })?.mine).toBe(true);
    }
  });
});

describe("the viewer's own card at the beginning of a turn", () => {
  it('leaves the draw to them, since it may cover what they could lobby for', () => {
    const event = (name: string, seat: number): EventInfo => ({ event: name, seat, args: {} }) as unknown as EventInfo;
    const begun = [event('played', 0), event('turn', 0)];
    expect([covered(begun, 0), covered([...begun, event('played', 1)], 0), covered([...begun, event('traded', 0)], 0)]).toEqual([false, false, true]);
    const view = { ...VIEW, frame: ['card'] } as unknown as MudslingerView;
    const rules = { draws: true, skips: false, most: null, least: null };
    expect([ruledBy(rules, view, [move('P1 draw')])?.verb, ruledBy(rules, view, [move('P1 draw')], true)]).toEqual(['draw', null]);
  });
});

describe('a game that nobody can turn any more', () => {
  it('is played out with all dollars for the largest state, and without the cards', () => {
    const chosen = (own: boolean, ...texts: string[]): string | undefined => closing(texts.map(move), own, (state) => ({ UT: 6, NY: 29 })[state] ?? 3)?.text;
    expect(chosen(true, 'P1 rest', 'P1 campaign UT', 'P1 campaign NY', 'P1 play SURGE')).toBe('P1 campaign NY');
    expect(chosen(true, 'P1 pass', 'P1 spend 2', 'P1 spend 3')).toBe('P1 spend 3');
    expect(chosen(false, 'P1 spend 1', 'P1 sling 1', 'P1 pass', 'P1 give P2 $1')).toBe('P1 pass');
    expect(chosen(false, 'P1 lobby', 'P1 draw')).toBe('P1 draw');
    expect(chosen(true, 'P1 play SURGE')).toBeUndefined();
  });
  it('is offered once the log says that it is decided, and ends with the game', () => {
    const log = $state([{ entry: 1, event: 'campaigns', seat: 1 }]);
    const store = Object.assign(new Table(), { code: 'BCDFGJ', previews: {}, log, room: { ...room('person', 'bot', 'person'), terms: { autoplay: true } } });
    let answers!: Answers;
    const stop = $effect.root(() => {
      answers = new Answers(store as unknown as TableModel, { busy: false, view: VIEW } as unknown as MudStage, () => new Map());
    });
    answers.playout.out = true;
    flushSync();
    expect([answers.leader, answers.playout.out]).toEqual([null, false]);
    log.push({ entry: 2, event: 'decided', seat: 2 });
    answers.playout.out = true;
    flushSync();
    expect([answers.leader, answers.playout.out, answers.standing.due?.cause]).toEqual([2, true, 'rule']);
    stop();
  });
  it('is played out without a film', async () => {
    const log = [{ entry: 1, event: 'decided', seat: 2 }];
    const store = Object.assign(new Table(), { code: 'BCDFGL', previews: {}, log, room: { ...room('person', 'bot', 'bot'), terms: { autoplay: true } } });
    let skips = 0;
    const stage = $state({ busy: true, view: VIEW, skip: () => void (skips += 1) });
    let answers!: Answers;
    const stop = $effect.root(() => {
      answers = new Answers(store as unknown as TableModel, stage as unknown as MudStage, () => new Map());
    });
    const shown = async (): Promise<number> => {
      for (const busy of [false, true]) {
        stage.busy = busy;
        flushSync();
      }
      await new Promise((done) => setTimeout(done));
      return skips;
    };
    expect(await shown()).toBe(0);
    answers.playout.out = true;
    expect([await shown(), await shown()]).toEqual([1, 2]);
    stop();
  });
  it('bids again after mud has been slung', () => {
    const log = [{ entry: 1, event: 'decided', seat: 2 }, { entry: 2, event: 'campaigns', seat: 0 }, { entry: 3, event: 'spent', seat: 0 }, { entry: 4, event: 'slung', seat: 1 }];
    const store = Object.assign(new Table(), { code: 'BCDFGK', previews: {}, log, room: { ...room('person', 'bot', 'bot'), terms: { autoplay: true } } });
    store.legal = [PASS, move('P1 spend 1'), move('P1 spend 2')];
    const stop = $effect.root(() => {
      const view = { ...VIEW, runner: 'P1' } as unknown as MudslingerView;
      const answers = new Answers(store as unknown as TableModel, { busy: false, view } as unknown as MudStage, () => new Map());
      answers.playout.out = true;
      flushSync();
      expect(answers.standing.due?.move.text).toBe('P1 spend 2');
    });
    stop();
  });
});

describe('the dial of dollars', () => {
  it('offers the largest bid if none matters and keeps what was chosen until the contest is over', () => {
    const store = Object.assign(new Table(), { legal: ['P1 pass', 'P1 sling 1', 'P1 sling 2', 'P1 sling 3'].map(move), previews: {}, log: [] });
    let view = $state.raw(VIEW);
    const stage = { busy: false, get view() { return view; } };
    let moves!: Moves;
    const stop = $effect.root(() => {
      moves = new Moves(store as unknown as TableModel, stage as unknown as MudStage, { delayIfEarly: () => false } as unknown as Standing);
    });
    expect(moves.bid).toBe(3);
    moves.setBid(2);
    moves.play(move('P1 sling 2'));
    store.next();
    expect(moves.bid).toBe(2);
    view = { ...VIEW, turn: VIEW.turn + 1 };
    expect(moves.bid).toBe(3);
    stop();
  });
});

describe('a press', () => {
  it('that begins within half a second after a film makes no move', () => {
    const store = Object.assign(new Table(), { legal: ['P1 campaign SD', 'P1 rest'].map(move) });
    const stage = $state({ busy: true, view: VIEW });
    let [now, began] = [1000, 0];
    let moves!: Moves;
    const stop = $effect.root(() => {
      moves = new Moves(store as unknown as TableModel, stage as unknown as MudStage, { delayIfEarly: () => false } as unknown as Standing, () => began, () => now);
    });
    flushSync();
    stage.busy = false;
    flushSync();
    now = 9000; // the press is slow, but began early
    for (began of [900, 1000, 1499]) moves.press('SD');
    moves.play(move('P1 rest'));
    expect(store.played).toHaveLength(0);
    began = 1500;
    moves.press('SD');
    expect(store.played).toHaveLength(1);
    stop();
  });
});

describe('the first contest that the table would pass for the viewer', () => {
  it('is asked and explained, once in a game', () => {
    const store = Object.assign(new Table(), { code: 'BCDFGH', previews: {}, room: { ...room('person', 'bot', 'bot'), terms: { autoplay: true } } });
    let answers!: Answers;
    const stop = $effect.root(() => {
      answers = new Answers(store as unknown as TableModel, { busy: false, view: VIEW } as unknown as MudStage, () => new Map());
    });
    const now = (): unknown[] => {
      store.next();
      flushSync();
      return [answers.first, answers.standing.due?.cause];
    };
    expect(now()).toEqual([null, 'others']); // before the viewer's second turn
    Object.assign(store, { log: [1, 2].map((entry) => ({ entry, event: 'turn', seat: 0 })) });
    expect([now(), now(), now()]).toEqual([['others', undefined], [null, 'others'], [null, 'others']]);
    stop();
  });
});
