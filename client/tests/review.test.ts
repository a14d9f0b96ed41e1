import { describe, expect, it } from 'vitest';
import type { EventInfo, GameDetail, Review, Turn } from '../src/lib/protocol';
import { moveText } from '../src/games/moveText';
import { greatestRoll } from '../src/replay/review/contests';
import { decidedBy, decisionAt, fewOf, leadsOf, luckWords, matteredOf, occasionOf, paidIn, pointOf, printed, reasonsOf, restOf, sharpest, shownOf, smallOf, stakesOf, turnAt, turnWords, verdictOf, type Decision } from '../src/replay/review/review.svelte';
import type { TableModel } from '../src/table/model.svelte';

const decision = (entry: number, seat: number, slip: Decision['slip'] = ''): Decision => ({
  entry, seat, slip, move: 'P1 turn 1', best: 'P1 turn 2', share: 0.5, loss: slip ? 0.1 : 0, error: 0.01, leads: [], scores: null, gain: 0, runner_up: '', effects: [],
});
const body: Review = {
  iterations: 2000,
  decisions: [decision(2, 0), decision(5, 1, 'mistake'), decision(8, 1, 'blunder'), decision(11, 1, 'mistake')],
  luck: [0.12, -0.04],
  luck_error: [0.03, 0.03],
  runs: [],
  matters: [[], [8, 5, 11]],
};

describe('a review', () => {
  it('tells luck in words, for and against, as far as a game has room and only where it is beyond its error', () => {
    const luck = (gained: number, error: number, seats = 2): string => luckWords({ ...body, luck: [gained, ...Array.from({ length: seats - 1 }, () => 0)], luck_error: [error] }, 0, 'mudslinger');
    expect([0, 1].map((seat) => luckWords(body, seat, 'politics'))).toEqual(['the cards, for and against: about 12 more wins in 100 games', 'luck about even']);
    expect(luck(-0.3, 0.1)).toBe('dice and cards, for and against: about 30 fewer wins in 100 games');
    expect([luck(0.77, 0.1, 3), luck(-0.5, 0.1, 3)]).toEqual([67, -33].map((points) => `dice and cards, for and against: about ${Math.abs(points)} ${points > 0 ? 'more' : 'fewer'} wins in 100 games`));
    expect(luck(0.3, 0.2)).toBe('luck about even');
  });

  it('names the two decisions that explain who won, in the order of play', () => {
    const [small, large, good] = [{ ...decision(9, 0, 'mistake'), loss: 0.15 }, { ...decision(12, 1, 'blunder'), loss: 0.4 }, { ...decision(4, 2), gain: 0.3, runner_up: 'P1 turn 3' }];
    const decided = (winners: number[], decisions = [good, small, large]): number[] => decidedBy({ ...body, decisions, matters: [[9], [12], [4]] }, winners).map(({ entry }) => entry);
    expect(decided([2])).toEqual([4, 12]);
    expect(decided([])).toEqual([9, 12]);
    expect(decided([1])).toEqual([9]); // neither the winner's own blunder nor a loser's good move
    expect(decided([2], [{ ...small, error: 0.06 }, { ...large, error: 0.01 }])).toEqual([12]); // nothing that may be chance
    expect(decidedBy({ ...body, matters: [[], []] }, [0])).toEqual([]);
  });

  it('says by how much a move is better and no chance that the chart could contradict', () => {
    const say = (move: string): string => move.slice(3);
    expect(verdictOf({ ...decision(5, 1), share: 0.6, loss: 0.1 }, say)).toBe('Better: turn 2 (wins 8 more of 100 games).');
    expect(verdictOf({ ...decision(5, 1), share: 0.1, loss: 0.3 }, say)).toBe('Better: turn 2 (wins 10 more of 100 games).');
    expect(verdictOf({ ...decision(5, 1), share: 0.6, loss: 0.001 }, say)).toBe('About as good as the bot’s choice: turn 2.');
    expect(verdictOf({ ...decision(5, 1), best: 'P1 turn 1', share: 0.6, gain: 0.2, runner_up: 'P2 turn 4' }, say)).toBe('Well played. The next best, turn 4, wins 20 fewer of 100 games.');
    expect(verdictOf(decision(5, 1), say)).toBe('About as good as the bot’s choice: turn 2.'); // no loss was found, but the bot moves otherwise
    expect(verdictOf({ ...decision(5, 1), best: 'P1 turn 1' }, say)).toBe('Well played: the strong bot would have done the same.');
  });

  it('explains a move of U.S. President by the states that it or the better move names', () => {
    const leads = ['WI', 'MI', 'FL'].map((state) => ({ state, better: 0.5, played: 0.2 }));
    const one = { ...decision(5, 1), move: 'P2 place medium MI', best: 'P2 place small FL', leads };
    expect(leadsOf(one, 'president', () => 9).map(({ state }) => state)).toEqual(['MI', 'FL']);
    expect(leadsOf({ ...one, move: one.best, runner_up: 'P2 place small WI' }, 'president', () => 9).map(({ state }) => state)).toEqual(['WI', 'FL']);
  });

  it('explains no move by what the move itself takes, nor a score by a state without much of it', () => {
    const leads = ['VT', 'MO', 'CA'].map((state) => ({ state, better: 0.6, played: 0.2 }));
    const votes = (state: string): number => ({ VT: 3, MO: 18 })[state] ?? 55;
    const told = (game: string, scores: [number, number] | null): string[] => leadsOf({ ...decision(5, 1), move: 'P2 take AZ', best: 'P2 take CA', leads, scores }, game, votes).map(({ state }) => state);
    for (const game of ['combat', 'politics']) expect([told(game, null), told(game, [174, 151])]).toEqual([['VT', 'MO'], ['MO']]);
    expect(told('mudslinger', [174, 151])).toEqual(['MO', 'CA']);
  });

  it('gives its reasons for the better one of two moves: the move made if that was good', () => {
    const model = { game: { name: 'politics' }, deck: new Map([['OH', { name: 'OH', value: 36 }]]) } as unknown as TableModel;
    const one = { ...decision(5, 1), effects: [{ opens: 2, opens_votes: 24 }, {}] as Record<string, number>[], leads: [{ state: 'OH', better: 0.6, played: 0.4 }], scores: [210, 195] as [number, number] };
    const parts = (runner_up: string): string[] => reasonsOf({ ...one, runner_up }, model, null).split(/(?<=\.) /);
    expect(parts('')).toEqual(['The better move opens 2 states with 24 votes, the other none.', 'The better move brings on average 210 votes instead of 195.', 'Then you hold OH in 60 of 100 games instead of 40, and so win more often.']);
    expect(parts('P2 take PA')).toEqual(['The move made opens 2 states with 24 votes, the next best none.', 'The move made brings on average 210 votes instead of 195.', 'With the move made you hold OH in 60 of 100 games instead of 40, and so win more often.']);
  });

  it('tells the decisions of a seat that mattered in the order of the server', () => {
    expect(matteredOf(body, 0)).toEqual([]);
    expect(matteredOf(body, 1).map(({ entry }) => entry)).toEqual([8, 5, 11]);
    const unsure = body.decisions.map((one) => (one.entry === 5 ? { ...one, slip: '' as const } : one));
    expect(matteredOf({ ...body, decisions: unsure }, 1).map(({ entry }) => entry)).toEqual([8, 11]); // 5 may be chance
    const slip = (loss: number, scores: [number, number] | null) => ({ ...body, decisions: [{ ...decision(5, 1, 'inaccuracy'), loss, error: 0.02, scores }], matters: [[], [5]] });
    const counted = (loss: number, scores: [number, number] | null): unknown => [matteredOf(slip(loss, scores), 1).length, smallOf(slip(loss, scores), 1).length, restOf(slip(loss, scores), 1, matteredOf(slip(loss, scores), 1)).points];
    expect([counted(0.08, [70, 68]), counted(0.07, [70, 68])]).toEqual([[1, 0, 0], [0, 0, 3]]); // what costs little is only added up
    expect([matteredOf(slip(0.08, null), 1), matteredOf(slip(0.08, null), 1, false).length]).toEqual([[], 1]); // so is what has no reason
  });

  it('shows small losses where none mattered, but no chance', () => {
    const lost = (entry: number, loss: number, error: number): Decision => ({ ...decision(entry, 0), loss, error });
    const decisions = [lost(1, 0.06, 0.005), lost(2, 0.06, 0.04), lost(3, 0.08, 0.01), lost(4, 0.004, 0), decision(5, 0), lost(6, 0.04, 0), lost(7, 0.042, 0.001), lost(9, 0.03, 0)];
    expect(smallOf({ ...body, decisions }, 0).map(({ entry }) => entry)).toEqual([3, 1, 7]);
    expect(smallOf({ ...body, decisions: [...decisions, { ...lost(8, 0.2, 0.01), slip: 'blunder' }], matters: [[8], []] }, 0)).toEqual([]);
  });

  it('adds up the losses that are not listed, as their verdicts have them', () => {
    const lost = (entry: number, loss: number, error: number): Decision => ({ ...decision(entry, 0), share: 1, loss, error });
    const decisions = [{ ...lost(1, 0.2, 0.01), slip: 'blunder' as const }, lost(2, 0.14, 0.01), lost(3, 0.16, 0.01), lost(4, 0.04, 0.02), { ...lost(5, 0.3, 0), seat: 1 }];
    const one = { ...body, decisions, matters: [[1], []] };
    const all = decisions.slice(1, 3).map((each) => Number(/wins (\d+) more/.exec(verdictOf(each, (move) => move))?.[1]));
    expect(restOf(one, 0, matteredOf(one, 0))).toEqual({ count: 2, points: all.reduce((sum, each) => sum + each, 0) });
    expect(restOf(one, 0, decisions)).toEqual({ count: 0, points: 0 });
  });

  it('finds the turning point that a point lies in', () => {
    const turns = [{ since: 4, entry: 7, before: [0.5, 0.5], after: [0.9, 0.1] }];
    expect([3, 4, 6, 7].map((at) => turnAt({ turns }, at)?.entry ?? null)).toEqual([null, 7, 7, null]);
    expect(turnAt(null, 4)).toBeNull();
  });

  it('shows all decisions of a seat that had few, and none of a seat that had many', () => {
    const own = [1, 2, 3, 4].map((entry) => decision(entry, 0));
    expect(fewOf({ ...body, decisions: [...own.slice(0, 3), decision(9, 1)] }, 0).map(({ entry }) => entry)).toEqual([1, 2, 3]);
    expect(fewOf({ ...body, decisions: own }, 0)).toEqual([]);
  });

  it('always tells what a stake was worth', () => {
    const stake = { ...decision(9, 0), move: 'P1 add CA ND' };
    const decisions = [decision(3, 0), stake, { ...stake, seat: 1, entry: 12 }];
    const events = [{ entry: 8, seat: 0, event: 'stakes', args: {} }, { entry: 11, seat: 1, event: 'stakes', args: {} }];
    expect(stakesOf({ ...body, decisions }, 0, [], events)).toEqual([stake]);
    expect(decisions.map((one) => pointOf(one, events))).toEqual([2, 9, 12]);
    expect(stakesOf({ ...body, decisions }, 0, [stake], events)).toEqual([]);
  });

  it('knows in which week, or turn and state, a decision was made', () => {
    const event = (entry: number, name: string, args: Record<string, unknown>): EventInfo => ({ entry, event: name, seat: 0, args });
    expect(occasionOf([event(4, 'week', { week: 2 }), event(8, 'week', { week: 3 })], 8, { week: 'unit' })).toEqual({ week: 2 });
    const turns = [event(1, 'turn', { turn: 5 }), event(2, 'campaigns', { state: 'MD' }), event(9, 'turn', { turn: 6 })];
    const parts = { turn: 'between', campaigns: 'unit' } as const;
    expect(occasionOf(turns, 3, parts)).toMatchObject({ turn: 5, state: 'MD' });
    expect(occasionOf(turns, 12, parts)).toMatchObject({ turn: 6, state: null });
    expect(occasionOf([], 2, parts)).toEqual({});
  });

  it('sums up what each player paid in a contest', () => {
    const paid = (seat: number, event: string, dollars: number): EventInfo => ({ entry: 1, seat, event, args: { dollars } });
    const events = [paid(0, 'spent', 6), paid(1, 'slung', 20), paid(0, 'spent', 2), paid(1, 'slung', 4), paid(2, 'banked', 9)];
    expect(paidIn(events, ['Ann', 'Bo', 'Cy'])).toBe('Ann spent $8 and Bo slung $24.');
    expect(paidIn([], ['Ann'])).toBe('');
  });

  it('knows the decision that is made from a point', () => {
    expect(decisionAt(body, 3, 5)?.entry).toBe(5);
    expect(decisionAt(body, 5, 7)).toBeNull();
    expect(decisionAt(body, 11, 11)).toBeNull();
  });
});

describe('a move away from its panel', () => {
  const deck = new Map([['TX', { code: 'TX', name: 'Texas' }]]);
  const named = (seat: number): string => `Player ${seat + 1}`;
  const store = (name: string): TableModel => ({ game: { name } as GameDetail, deck, legal: [], name: named, naming: { seat: named, cards: deck } }) as unknown as TableModel;

  it('is said as in the game', () => {
    expect(moveText('P1 put large TX', store('president'))).toContain('Texas');
    expect(moveText('P2 nominate TX', store('politics'))).toContain('Texas');
    expect(moveText('P2 take TX 3', store('combat'))).toContain('Texas');
    expect(moveText('P3 lobby', store('mudslinger'))).toBe('Lobby');
  });

  it('is said by its notation in a game without words of its own', () => {
    expect(moveText('P2 give TX P1', store('another'))).toBe('Give Texas Player 1');
  });
});

describe('turning points on the result page', () => {
  const turn = (entry: number, before: number[], after: number[]): Turn => ({ since: entry - 5, entry, before, after });
  const turns = [turn(10, [0.33, 0.33, 0.34], [0.2, 0.4, 0.4]), turn(20, [0.2, 0.4, 0.4], [0.2, 0.1, 0.7]), turn(30, [0.2, 0.1, 0.7], [0.2, 0.5, 0.3])];
  it('are the greatest, with the one that changed the viewer’s own chance most', () => {
    expect(sharpest({ turns }).map(({ entry }) => entry)).toEqual([30, 20]);
    expect(sharpest({ turns }, 0).map(({ entry }) => entry)).toEqual([30, 10]);
    expect(sharpest({ turns }, 2).map(({ entry }) => entry)).toEqual([30, 20]);
  });
  describe('of Mudslinger', () => {
    const at = (entry: number, name: string, args: EventInfo['args'], seat = 0): EventInfo => ({ entry, event: name, seat, args });
    const fought = (entry: number, seat: number, event: 'won' | 'failed', state: string, points: number, rating: number): EventInfo[] => [at(entry, 'turn', { turn: entry }, seat), at(entry + 1, 'campaigns', { state }, seat), at(entry + 2, event, { state, points, rating }, seat)];
    const names = ['Robin', 'Rufus', 'Dolores'];
    const model = { game: { name: 'mudslinger', parts: { turn: 'between', campaigns: 'unit' }, odds: { rating: { 7: [16, 100], 10: [1, 2] } } }, deck: new Map(), weight: (one: EventInfo) => (one.event === 'turn' ? 'small' : 'big'), line: ({ args }: EventInfo) => `${String(args['state'])}.`, addressed: (seat: number) => (seat === 0 ? null : names[seat]), name: (seat: number) => names[seat], room: { seats: [], sides: [] } } as unknown as TableModel;
    const events = [...fought(5, 0, 'won', 'GA', 16, 10), ...fought(9, 2, 'failed', 'CT', 7, 7), ...fought(13, 1, 'failed', 'OH', 18, 10), ...fought(17, 1, 'won', 'FL', 29, 7), at(18, 'took_money', { dollars: 5 }, 1)];
    const told = (since: number, entry: number, after: number[], seat = 0): string => turnWords({ since, entry, before: [0.3, 0.4, 0.3], after }, events, model, seat);
    it('name the contests that agree with the change, at most two', () => {
      expect(told(5, 8, [0.5, 0.3, 0.2])).toBe('Turn 5: You win GA (16) at 50%.');
      expect(told(5, 15, [0.6, 0.2, 0.2])).toBe('Turn 5 – Turn 13: You win GA (16) at 50%. Rufus misses OH (18) at 50%.');
      expect(told(5, 20, [0.1, 0.6, 0.3])).toBe('Turn 5 – Turn 17: Rufus wins FL (29) at 16%.');
      expect(told(5, 20, [0.1, 0.6, 0.3], 1)).toBe('Turn 5 – Turn 17: Rufus wins FL (29) at 16%.');
      expect(told(5, 12, [0.1, 0.4, 0.5])).toBe('Turn 5 – Turn 9: Several smaller things together.');
      expect(printed({ since: 5, entry: 20, before: [0.3, 0.4, 0.3], after: [0.1, 0.6, 0.3] }, events, model)).toContain('Before the fight for FL');
    });
    it('stand beside the greatest roll of the game', () => {
      expect(greatestRoll(events, model)?.text).toBe('Rufus wins FL (29) at 16%.');
      expect(greatestRoll(events.slice(0, 6), model)).toBeNull();
    });
  });
  it('says what a win has opened for the next player if it cost the winner chances', () => {
    const at = (entry: number, name: string, args: EventInfo['args'], seat = 0): EventInfo => ({ entry, event: name, seat, args });
    const events = [at(5, 'turn', { turn: 2 }), at(6, 'campaigns', { state: 'GA' }), at(8, 'won', { state: 'GA', points: 16, rating: 10 }), at(9, 'opened', { state: 'TX' }), at(9, 'turn', { turn: 3 }, 1)];
    const model = { game: { name: 'mudslinger', parts: { turn: 'between', campaigns: 'unit' }, odds: { rating: { 10: [1, 2] } } }, seat: 1, deck: new Map(), weight: (one: EventInfo) => (one.event === 'won' ? 'big' : 'small'), line: ({ args }: EventInfo) => `${String(args['state'])}.`, room: { seats: [] } } as unknown as TableModel;
    const told = (after: number[], viewer = 1): string => turnWords({ since: 6, entry: 9, before: [0.5, 0.5], after }, events, { ...model, addressed: (seat: number) => (seat === viewer ? null : 'Amos') } as unknown as TableModel);
    expect([told([0.4, 0.6]), told([0.4, 0.6], 0), told([0.6, 0.4])]).toEqual(['Turn 2, GA: GA. TX. You may try first.', 'Turn 2, GA: GA. TX. Amos may try first.', 'Turn 2: Amos wins GA (16) at 50%.']);
  });
  it('name what turned the game for the player who gained, chance as chance, and are printed in the third person', () => {
    const at = (entry: number, event: string, args: EventInfo['args'], seat: number | null = 0): EventInfo => ({ entry, event, seat, args });
    const cards = { TX: ['Texas', 18], MO: ['Missouri', 18], MD: ['Maryland', 8], CA: ['California', 55], VT: ['Vermont', 3], RECOUNT: ['Recount', 0], FL: ['Florida', 27] } as const;
    const names = ['Nora', 'Lou'];
    const model = (game: string): TableModel => ({
      game: { name: game, parts: {} }, room: { seats: names, sides: [[0], [1]] }, deck: new Map(Object.entries(cards).map(([code, [name, value]]) => [code, { name, value }])), weight: () => 'plain',
      line: ({ event, seat, args }: EventInfo) => `${names[seat ?? 0]} ${event} ${String(args['card'] ?? args['state'])}.`, addressed: (seat: number) => (seat === 0 ? null : names[seat]), name: (seat: number) => names[seat],
    }) as unknown as TableModel;
    const told = (game: string, events: EventInfo[], after: [number, number]): string[] => {
      const one = { since: 0, entry: 9, before: [0.5, 0.5], after };
      return [turnWords(one, events, model(game)), printed(one, events, model(game))];
    };
    const market = [at(1, 'played', { card: 'TX' }, 1), at(2, 'opened', { card: 'MO' }, null), at(12, 'took', { card: 'MO' }, 0)];
    expect(told('politics', market, [0.94, 0.06])).toEqual(['Missouri (18) turns up for you.', 'Before Missouri came up, the race was open; after it, Nora was the favorite.']);
    expect(told('politics', market.slice(0, 1), [0.3, 0.7])).toEqual(['Lou played TX.', 'Before Texas was played, the race was open; after it, Lou was the favorite.']);
    expect(told('politics', [at(1, 'played', { card: 'MD' })], [0.3, 0.7])).toEqual(['Nora played MD. As the cards lie, this helps Lou.', 'The race was open; then Lou was the favorite.']);
    expect(told('politics', [at(1, 'drew_card', { card: 'TX' }), at(1, 'kept', {}), at(2, 'drew_card', { card: 'MD' })], [0.96, 0.04])[0]).toBe('Maryland (8) turns up for you.');
    const hand = [at(1, 'turned', { card: 'CA' }), at(2, 'turned_up', { card: 'VT' }, 1), at(3, 'got', { cards: ['CA', 'FL'] }), at(4, 'took', { cards: ['VT'] }, 1)];
    expect(told('combat', hand, [0.96, 0.04])).toEqual(['Hand 1: California (55) goes to you.', 'Before California came up, the race was open; after it, nothing could stop Nora.']);
    expect(told('combat', [at(1, 'wild', { card: 'RECOUNT' }), ...hand], [0.2, 0.8])[0]).toBe('Hand 1: Recount turns up, and Vermont (3) goes to Lou.');
    const swept = [at(1, 'wild', { card: 'RECOUNT' }), at(2, 'turned', { card: 'CA' }, 1), at(3, 'won_all', {}), at(3, 'turned_up', { card: 'FL' })];
    expect(told('combat', swept, [0.52, 0.48])).toEqual(['Hand 1: Recount turns up, and California (55) goes to you.', 'Before California came up, the race was open; after it, Nora was just ahead.']);
    expect(told('combat', [at(2, 'took', { cards: ['VT'] }), at(3, 'turned_up', { card: 'CA' }), at(3, 'turned_up', { card: 'FL' }, 1)], [0.9, 0.1])[0]).toBe('Hand 1: California (55) goes to you.');
    const called = [at(1, 'wild', { card: 'RECOUNT' }, 1), at(2, 'turned', { card: 'VT' }, 1), at(3, 'turned', { card: 'TX' }, 1), at(3, 'right', {}, 1), at(4, 'turned', { card: 'FL' }, 1), at(5, 'turned', { card: 'CA' }, 1), at(5, 'wrong', {}, 1)];
    expect(told('combat', called, [0.9, 0.1])[0]).toBe('Hand 1: Recount turns up, and California (55) goes to you.');
    expect(told('combat', called, [0.1, 0.9])[0]).toBe('Hand 1: Recount turns up, and Texas (18) goes to Lou.');
    const ahead = (share: number): string => printed({ since: 0, entry: 9, before: [0.6, 0.4], after: [share, 1 - share] }, hand, model('combat'));
    expect([ahead(0.8), ahead(0.96)]).toEqual(['California put Nora further ahead.', 'California made it certain: nothing could stop Nora.']);
    const small = [at(1, 'took', { cards: [] }, 1), at(2, 'collected', { card: 'RECOUNT' }), at(3, 'hand_over', { hand: 9, first: 12, second: 27 }, null)];
    expect(told('combat', small, [0.4, 0.6])[0]).toBe('Hand 1: Lou wins 27 of the 39 votes of the hand.');
    expect(told('combat', [at(1, 'added', { card: 'TX' }, 1)], [0.6, 0.4])[0]).toBe('Hand 1: Lou added TX.');
    expect(told('president', [at(1, 'led', { state: 'FL' }), at(1, 'led', { state: 'TX' }, 1)], [0.2, 0.8])).toEqual(['Week 1: Lou led TX.', 'Before the fight for Texas, the race was open; after it, Lou was the favorite.']);
  });
  it('show the viewer’s own chance if it changed, else that of whoever gained most', () => {
    expect(turns.map((one) => shownOf(one, 0))).toEqual([0, 2, 1]);
    expect(turns.map((one) => shownOf(one, null))).toEqual([1, 2, 1]);
  });
});

describe('a turning point of U.S. President', () => {
  const names = ['Robin', 'Cleo', 'Nadia'];
  const states = { VA: ['Virginia', 13], NC: ['North Carolina', 15], MT: ['Montana', 3], OH: ['Ohio', 18] } as const;
  const at = (entry: number, event: string, seat: number, args: EventInfo['args']): EventInfo => ({ entry, event, seat, args });
  const put = (entry: number, seat: number, size: string, state: string, points: number): EventInfo => at(entry, 'placed', seat, { size, state, points });
  const model = {
    game: { name: 'president', parts: {} }, room: { seats: names, sides: [[0], [1], [2]] }, deck: new Map(Object.entries(states).map(([code, [name, value]]) => [code, { name, value }])), weight: () => 'plain',
    line: ({ event, seat, args }: EventInfo) => `${names[seat ?? 0]} ${event} ${String(args['size'] ?? '')} ${String(args['state'])}.`, addressed: (seat: number) => (seat === 0 ? null : names[seat]), name: (seat: number) => names[seat],
  } as unknown as TableModel;
  const told = (events: EventInfo[], before: number[], after: number[], seat = 0): string => turnWords({ since: 4, entry: 9, before, after }, events, model, seat);
  const large = [1, 2, 3].map((entry) => put(entry, 1, 'large', 'OH', 3 * entry)); // three of Cleo’s four large pyramids
  const week = [put(9, 0, 'medium', 'VA', 2), put(9, 1, 'large', 'NC', 4), put(9, 2, 'small', 'MT', 1), at(9, 'led', 2, { state: 'MT', from: 'P1', points: 1, next: 0 }), at(9, 'led', 1, { state: 'NC', from: 'P3', points: 4, next: 3 })];
  it('is explained only by facts that moved the chance in the direction shown', () => {
    expect(told([...large, ...week], [0.3, 0.5, 0.2], [0.8, 0.1, 0.1])).toBe('Week 1: Cleo spends the last large pyramid on North Carolina. Robin placed medium VA.');
    expect(told(week, [0.3, 0.3, 0.4], [0.6, 0.3, 0.1])).toBe('Week 1: Nadia loses North Carolina to Cleo, 4-3. Robin placed medium VA.');
    expect(told([...week.slice(0, 2), put(14, 1, 'large', 'OH', 3)], [0.3, 0.5, 0.2], [0.6, 0.2, 0.2])).toBe('Week 1: Cleo spends a large pyramid on North Carolina. Robin placed medium VA.');
    expect(told(week, [0.6, 0.2, 0.2], [0.4, 0.2, 0.4])).toBe('Week 1: You lose Montana to Nadia, 1-0.');
    expect(told(week, [0.6, 0.2, 0.2], [0.4, 0.4, 0.2], 1)).toBe('Week 1: Nadia loses North Carolina to Cleo, 4-3.');
  });
});
