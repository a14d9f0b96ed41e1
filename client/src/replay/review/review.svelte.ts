/** Texts of a game's review: luck, verdicts, and the decisions to list. */

import type { ChancesInfo, EventInfo, GameDetail, Review, Turn } from '../../lib/protocol';
import { numberOf } from '../../lib/read';
import { gistOf } from '../../table/log/narration';
import type { TableModel } from '../../table/model.svelte';
import { words } from '../../words';
import { percent } from '../bookmarks';
import { contestFacts, contestWords } from './contests';
import { weekFacts, weekWords } from './week';

export type Decision = Review['decisions'][number];

const LEAST_LUCK = 0.05; // a share of a game

/**
 * A seat's luck in words, for and against added up. It is "even" if it is less than twice its error, and unknown until
 * the review is complete. Rivals' mistakes may make room for more luck than a seat's chance could rise by; the rest is
 * left out.
 */
export function luckWords(review: Review, seat: number, game: string): string {
  if (review.luck.length === 0) return words.review.measuring;
  const [gained, error, fair] = [review.luck[seat] ?? 0, review.luck_error[seat] ?? 0, 1 / review.luck.length];
  if (Math.abs(gained) < LEAST_LUCK || Math.abs(gained) <= 2 * error) return words.review.even;
  return words.review.luck(game, percent(Math.min(Math.abs(gained), gained > 0 ? 1 - fair : fair)), gained > 0);
}

/**
 * The verdict on a decision: how much more often a better move wins, or how much better a good move was than the next
 * one. Only differences are shown: a seat's chance as the search saw it would contradict the chart, which knows all
 * cards. The search rarely tries bad moves and so rates them too low. Therefore a loss is shown reduced by two standard
 * errors. Of a move that is not the bot's choice and lost nothing, it says that both are about as good.
 */
export function verdictOf(decision: Pick<Decision, 'move' | 'best' | 'share' | 'loss' | 'error' | 'runner_up' | 'gain'>, say: (move: string) => string): string {
  const said = words.review;
  const { move, best, share, runner_up, gain } = decision;
  if (move !== best) return said.better(say(best), certain(decision));
  return runner_up ? said.good(say(runner_up), percent(Math.min(share, gain))) : said.best;
}

/** The part of a difference in scores that a state must carry to explain it. */
const PART = 0.25;

/**
 * The states that explain a decision. In President a seat that drops out loses all its states, so only the states in
 * the moves are informative. In Combat and Politics a move takes the states that it names, which explains nothing. A
 * state whose votes carry little of the difference is left out.
 */
export function leadsOf({ leads, move, best, runner_up, scores }: Pick<Decision, 'leads' | 'move' | 'best' | 'runner_up' | 'scores'>, game: string, votes: (state: string) => number): Decision['leads'] {
  const named = [move, best, runner_up].flatMap((one) => one.split(' '));
  if (game === 'president') return leads.filter(({ state }) => named.includes(state));
  const most = scores ? scores[0] - scores[1] : 0;
  return leads.filter(({ state, better, played }) => (game === 'mudslinger' || !named.includes(state)) && (better - played) * votes(state) >= PART * most);
}

/**
 * The effects of the better one of two moves, in sentences: of the move made if that was good, else of the bot's choice.
 * The score that decides the game comes before the states. `name`: the player; null for the viewer.
 */
export function reasonsOf(decision: Pick<Decision, 'seat' | 'move' | 'best' | 'runner_up' | 'leads' | 'scores' | 'effects'>, model: TableModel, name: string | null): string {
  const said = words.review;
  const game = model.game?.name ?? '';
  const leads = leadsOf(decision, game, (state) => model.deck.get(state)?.value ?? 0);
  const held = leads.map((lead, k) => said.lead(model.deck.get(lead.state)?.name ?? lead.state, percent(lead.better), percent(lead.played), k === 0));
  const [better, played] = (decision.scores ?? [0, 0]).map(Math.round) as [number, number];
  const [after, other] = decision.effects.map((one) => [one['opens'] ?? 0, one['opens_votes'] ?? 0] as const);
  const good = decision.runner_up !== '';
  const opens = after && other && after[1] > other[1] ? said.opens(...after, ...other, good) : '';
  return [opens, better > played ? said.scores(better, played, said.units[game] ?? said.points, good) : '', held.length > 0 ? said.leads(held, name, leads.every((lead) => lead.better > lead.played), good) : ''].filter(Boolean).join(' ');
}

/**
 * The decisions of a seat that mattered most. A loss that the server calls no slip is left out, and so is an inaccuracy
 * that costs little or has no reason. whole: whether reasons are known.
 */
export function matteredOf(review: Review, seat: number, whole = true): Decision[] {
  const all = (review.matters[seat] ?? []).flatMap((entry) => review.decisions.find((decision) => decision.entry === entry) ?? []);
  const small = (one: Decision): boolean => certain(one) <= LITTLE || (whole && one.scores === null && one.leads.length === 0 && one.effects.every((each) => Object.keys(each).length === 0));
  return all.filter((one) => one.loss === 0 || (one.slip !== '' && !(one.slip === 'inaccuracy' && small(one))));
}

/** The least loss that counts, the number of standard errors that a loss must exceed, and wins in 100 too few to be listed. */
const [LEAST_LOSS, SURE, LITTLE] = [0.01, 2, 3];
const MOST = 3;

/** The number of turning points and of decisions that the result page lists, and the least change of the chances that can decide a game. */
const [FEW, DECIDES] = [2, 0.05];

/**
 * The decisions that explain who won, in the order of play: the greatest losses of those who did not win, and the best
 * moves of those who did.
 */
export function decidedBy(review: Review, winners: readonly number[]): Decision[] {
  const weight = ({ seat, loss, error, gain }: Decision): number => (winners.includes(seat) ? gain : loss - SURE * error);
  const all = review.matters.flatMap((_, seat) => matteredOf(review, seat)).filter((one) => weight(one) >= DECIDES);
  return all.sort((one, other) => weight(other) - weight(one)).slice(0, FEW).sort((one, other) => one.entry - other.entry);
}

/** What a better move would have won more often, for certain: a loss reduced by two standard errors. */
const certain = ({ share, loss, error }: Pick<Decision, 'share' | 'loss' | 'error'>): number => percent(Math.min(share, Math.max(0, loss - SURE * error)));

/** A seat's losses that did not matter alone, the greatest first. Losses that may be chance are left out. */
function lessOf(review: Review, seat: number): Decision[] {
  const mattered = matteredOf(review, seat);
  const sure = review.decisions.filter((one) => one.seat === seat && one.loss >= LEAST_LOSS && one.loss > SURE * one.error && !mattered.includes(one));
  return sure.sort((one, other) => other.loss - one.loss);
}

/** A seat's most costly decisions, if none of its decisions mattered. */
export function smallOf(review: Review, seat: number): Decision[] {
  return matteredOf(review, seat).length > 0 ? [] : lessOf(review, seat).filter((one) => certain(one) > LITTLE).slice(0, MOST);
}

/** The number of a seat's smaller losses that are not in `told`, and their sum in games of 100. */
export function restOf(review: Review, seat: number, told: readonly Decision[]): { count: number; points: number } {
  const rest = lessOf(review, seat).filter((one) => !told.includes(one) && certain(one) > 0);
  return { count: rest.length, points: rest.reduce((sum, one) => sum + certain(one), 0) };
}

/** All decisions of a seat if there are only a few, else none. */
export function fewOf(review: Review, seat: number): Decision[] {
  const own = review.decisions.filter((decision) => decision.seat === seat);
  return own.length <= MOST ? own : [];
}

/** Whether a decision is about a stake: the event just before announced that the seat must stake. */
export function isStake({ entry, seat }: Decision, events: readonly EventInfo[]): boolean {
  return events.some((one) => one.event === 'stakes' && one.seat === seat && one.entry === entry - 1);
}

/** The point of a replay that shows a decision: the moment before it, but of a stake the hand that is laid with it. */
export const pointOf = (decision: Decision, events: readonly EventInfo[]): number => decision.entry - (isStake(decision, events) ? 0 : 1);

/** A seat's decisions about stakes that are not in `told`. They are listed because many players ask about them. */
export function stakesOf(review: Review, seat: number, told: readonly Decision[], events: readonly EventInfo[]): Decision[] {
  return review.decisions.filter((one) => one.seat === seat && isStake(one, events) && !told.includes(one));
}

type Parts = GameDetail['parts'];

/** The occasion of a log entry: the arguments of the events before it that began parts of the game, since the last unit. */
export function occasionOf(events: readonly EventInfo[], entry: number, parts: Parts): Readonly<Record<string, unknown>> {
  const marks = events.filter((one) => one.entry < entry && parts[one.event]);
  return marks.reduce((said, { event, args }) => ({ ...said, ...(parts[event] === 'between' ? { state: null } : {}), ...args }), {});
}

/** The time of an entry in words, such as "Week 3: "; empty in a game without such words. */
export function whenOf(events: readonly EventInfo[], entry: number, game: GameDetail | null, nameOf: (card: string) => string): string {
  const { week, hand, turn, state } = occasionOf(events, entry, game?.parts ?? {});
  return words.review.when[game?.name ?? '']?.(Number(week ?? hand ?? turn ?? 1), typeof state === 'string' ? nameOf(state) : '') ?? '';
}

/** What each player spent and slung among some events, in words; "" if nobody paid. */
export function paidIn(events: readonly EventInfo[], names: readonly string[]): string {
  const said = words.review.paid;
  const paid = (seat: number, event: 'spent' | 'slung'): number => events.reduce((sum, one) => sum + (one.seat === seat && one.event === event ? numberOf(one.args['dollars']) : 0), 0);
  const parts = names.flatMap((name, seat) => (['spent', 'slung'] as const).flatMap((event) => (paid(seat, event) > 0 ? [said[event](name, paid(seat, event))] : [])));
  return parts.length > 0 ? said.all(parts) : '';
}

/** The time of several units in words, such as "Turn 12 – Turn 15: "; empty in a game without such words. */
function stretchOf(events: readonly EventInfo[], since: number, entry: number, game: GameDetail | null): string {
  const [first, last] = [since + 1, entry].map((at) => {
    const { week, hand, turn } = occasionOf(events, at, game?.parts ?? {});
    return words.review.when[game?.name ?? '']?.(Number(week ?? hand ?? turn ?? 1), '') ?? '';
  });
  return first === last ? (last ?? '') : `${first?.replace(/:? *$/, '')} – ${last}`;
}

/** Why a player's chance fell although they won a state: the state that their win opened, and who may try for it first. */
function openedFor({ before, after }: Turn, within: readonly EventInfo[], events: readonly EventInfo[], model: TableModel): string {
  const won = within.find(({ event, seat }) => event === 'won' && (after[seat ?? -1] ?? 0) < (before[seat ?? -1] ?? 0));
  const opened = won && within.find((one) => one.event === 'opened' && one.entry >= won.entry);
  const next = opened && events.find((one) => one.event === 'turn' && one.entry >= opened.entry)?.seat;
  return opened && next != null ? ` ${model.line(opened)} ${words.mudslinger.first(model.addressed(next))}` : '';
}

/** What turned a game: a card or a state, and for a card whether chance brought it, not the move. */
interface Cause {
  event: EventInfo;
  code: string;
  chance: boolean;
}

const WILD: readonly string[] = ['wild', 'second_wild', 'wild_shown'];
const CHANGES_HANDS: Readonly<Record<string, readonly string[]>> = { combat: ['took', 'got', 'turned_up'], politics: ['played'] };

/** Whom a card that chance brought in Politics serves: who drew a card that fits, or who moves next after an open one. */
function servedBy(event: EventInfo, events: readonly EventInfo[]): number | null {
  if (event.event === 'drew_card') return events.some((one) => one.event === 'kept' && one.entry === event.entry) ? null : event.seat;
  if (event.event !== 'opened') return null;
  return events.find((one) => one.entry > event.entry && one.seat !== null)?.seat ?? null;
}

/** Whom a call of Fake News gives its cards in Combat; null for any other event. */
function calledFor({ event, seat }: EventInfo): number | null {
  return seat === null ? null : event === 'right' ? seat : event === 'wrong' ? 1 - seat : null;
}

/** The cards turned for a call of Fake News: those since the call before it. */
function pairBefore(events: readonly EventInfo[], at: number): EventInfo[] {
  const last = events.slice(0, at).map(({ event }) => event === 'right' || event === 'wrong').lastIndexOf(true);
  return events.slice(last + 1, at).filter(({ event }) => event === 'turned');
}

/** The votes that a seat won in the last hand of a turning point, and all of that hand; null if no hand ended in it. */
function handOf({ since, entry }: Turn, events: readonly EventInfo[], seat: number): { won: number; all: number } | null {
  const ends = events.filter((one) => one.event === 'hand_over' && one.entry <= entry);
  const [before, last] = [ends.at(-2), ends.at(-1)];
  if (!last || last.entry <= since) return null;
  const each = ['first', 'second'].map((name) => numberOf(last.args[name]) - numberOf(before?.args[name]));
  return { won: each[seat] ?? 0, all: each.reduce((sum, one) => sum + one, 0) };
}

/** The card or state that turned the game towards the player who gained most; null if no event explains the gain. */
export function causeOf(turn: Turn, events: readonly EventInfo[], model: TableModel): Cause | null {
  const game = model.game?.name ?? '';
  const factsFor = game === 'president' ? weekFacts : game === 'mudslinger' ? contestFacts : null;
  if (factsFor) return factsFor(turn, gained(turn), events, model).map(({ event, code }) => ({ event, code, chance: false }))[0] ?? null;
  const side = model.room?.sides.find((seats) => seats.includes(gained(turn))) ?? [gained(turn)];
  const forThem = (seat: number | null): boolean => seat !== null && side.includes(seat);
  const within = events.filter((one) => one.entry > turn.since && one.entry <= turn.entry);
  const drawn = game === 'politics' ? within.filter((one) => forThem(servedBy(one, events))) : [];
  const all = within.some((one) => one.event === 'won_all' && forThem(one.seat)) && !within.some(({ event }) => event === 'took' || event === 'got');
  const moved = within.filter((one) => (CHANGES_HANDS[game]?.includes(one.event) && forThem(one.seat)) || (all && one.event === 'turned'));
  const judged = game === 'combat' ? within.flatMap((one, k) => (forThem(calledFor(one)) ? pairBefore(within, k) : [])) : [];
  const found = (drawn.length > 0 ? drawn : [...moved, ...judged]).flatMap((event) => {
    const { card, cards, state } = event.args;
    return [card, cards, state].flat().flatMap((code) => (typeof code === 'string' ? [{ event, code, chance: drawn.length > 0 || game === 'combat' }] : []));
  });
  const votes = ({ code }: Cause): number => model.deck.get(code)?.value ?? 0;
  return found.sort((one, other) => votes(other) - votes(one))[0] ?? null;
}

/** The sentence about what turned a game; null if the log tells it better. */
function causeWords(turn: Turn, events: readonly EventInfo[], model: TableModel, seat: number): string | null {
  const said = words.review.turning;
  const game = model.game?.name ?? '';
  if (game === 'mudslinger') return contestWords(turn, seat, events, model);
  if (game === 'president') return weekWords(turn, seat, events, model);
  const cause = causeOf(turn, events, model);
  const within = events.filter((one) => one.entry > turn.since && one.entry <= turn.entry);
  if (cause && !cause.chance) return model.line(cause.event);
  const nameOf = (code: string): string => model.deck.get(code)?.name ?? code;
  const whom = model.addressed(gained(turn));
  if (!cause && game === 'combat') {
    const stake = within.filter(({ event }) => event === 'added').at(-1);
    const hand = handOf(turn, events, gained(turn));
    if (stake) return stake.seat === gained(turn) ? null : model.line(stake);
    return hand && hand.all > 0 ? said.share(hand.won, hand.all, whom) : null;
  }
  if (!cause) {
    const played = game === 'politics' ? within.filter(({ event }) => event === 'played').at(-1) : undefined;
    return played ? `${model.line(played)} ${said.hidden(whom)}` : null;
  }
  const wild = within.find(({ event }) => WILD.includes(event))?.args['card'];
  return said.card(nameOf(cause.code), model.deck.get(cause.code)?.value ?? 0, whom, game === 'politics' ? null : typeof wild === 'string' ? nameOf(wild) : '');
}

/**
 * A turning point in words: its time and what decided it, or its most important events and who paid how much. seat: the
 * player whose change is shown beside the words.
 */
export function turnWords(turn: Turn, events: readonly EventInfo[], model: TableModel, seat = gained(turn)): string {
  const { since, entry } = turn;
  const within = events.filter((one) => one.entry > since && one.entry <= entry);
  const gist = gistOf(within, model.weight);
  if (gist.length === 0) return '';
  const parts = model.game?.parts ?? {};
  const cause = causeWords(turn, events, model, seat);
  const several = within.some((one) => one.entry < entry && parts[one.event] === 'unit');
  const when = several ? stretchOf(events, since, entry, model.game) : whenOf(events, entry, model.game, (card) => (cause === null ? (model.deck.get(card)?.name ?? card) : ''));
  if (cause !== null || several) return `${when}${cause ?? words.review.turning.together}`.trim();
  return `${when}${gist.map(model.line).join(' ')}${openedFor(turn, within, events, model)} ${paidIn(within, (model.room?.seats ?? []).map((_, seat) => model.name(seat)))}`.trim();
}

/** A turning point as a newspaper prints it, in the third person. */
export function printed(turn: Turn, events: readonly EventInfo[], model: TableModel): string {
  const seat = gained(turn);
  const cause = causeOf(turn, events, model);
  const when = cause && words.press.turned[cause.chance ? 'card' : cause.event.event === 'played' ? 'play' : 'state'](model.deck.get(cause.code)?.name ?? cause.code);
  return words.press.turn(model.name(seat), percent(turn.before[seat] ?? 0), percent(turn.after[seat] ?? 0), when);
}

/** The seat whose chance rose most at a turning point. */
export function gained({ before, after }: Pick<Turn, 'before' | 'after'>): number {
  const gains = after.map((share, seat) => share - (before[seat] ?? 0));
  return gains.indexOf(Math.max(...gains));
}

/** The turning points with the greatest changes, the greatest first; that of a viewer's own chance is among them. */
export function sharpest({ turns }: Pick<ChancesInfo, 'turns'>, viewer: number | null = null): Turn[] {
  const change = (turn: Turn, seat = gained(turn)): number => Math.abs((turn.after[seat] ?? 0) - (turn.before[seat] ?? 0));
  const sorted = [...turns].sort((one, other) => change(other) - change(one));
  const own = viewer === null ? undefined : [...turns].sort((one, other) => change(other, viewer) - change(one, viewer))[0];
  const first = [...new Set([...(own ? [own] : []), ...sorted])].slice(0, FEW);
  return sorted.filter((turn) => first.includes(turn));
}

/** The seat whose change a turning point shows: the viewer's if theirs changed by enough to decide a game. */
export function shownOf(turn: Turn, viewer: number | null): number {
  const own = viewer === null ? 0 : Math.abs((turn.after[viewer] ?? 0) - (turn.before[viewer] ?? 0));
  return viewer !== null && own >= DECIDES ? viewer : gained(turn);
}

/** The turning point that a point lies in; null outside of them. */
export function turnAt(line: Pick<ChancesInfo, 'turns'> | null, at: number): Turn | null {
  return line?.turns.find(({ since, entry }) => at >= since && at < entry) ?? null;
}

/** The decision made at a point: the first one after the point and before the next point. */
export function decisionAt(review: Review, at: number, next: number): Decision | null {
  return review.decisions.find((decision) => decision.entry > at && decision.entry <= next) ?? null;
}
