/** Answers that a player sets in advance: to windows (chances to bid or play a card), to offers, and to the draw. */

import type { Deck } from '../../cards/deck';
import type { CardInfo, EventInfo, MoveInfo } from '../../lib/protocol';
import { seatNumber, textOf } from '../../lib/read';
import { remember, remembered } from '../../lib/settings.svelte';
import type { TableModel } from '../../table/model.svelte';
import { lastMove, Playout } from '../../table/standing/playout.svelte';
import { Standing, type Cause, type Question, type Span } from '../../table/standing/standing.svelte';
import { words } from '../../words';
import { contestIn } from './contest';
import { cardsPlayed, LAST, ordered, skipped, type Order } from './orders';
import { bidsIn } from './say';
import { BRIEFLY, type MudStage } from './stage';
import { contestKey, isForTheLead, situationOf, statesLeft } from './view';
import type { Frame, MudslingerView } from './view.types';

/**
 * `skips`: whether contests for small states are answered automatically. `most`: the most dollars that the viewer pays
 * for a card. `least`: the fewest dollars that the viewer accepts for one. null: ask.
 */
export interface Rules {
  draws: boolean;
  skips: boolean;
  most: number | null;
  least: number | null;
}

/** The current contest. In the viewer's own contest, `stake` also changes with the rating. */
export function spanOf(view: MudslingerView, seat: number | null): Span | null {
  if (view.contest === null || seat === null) return null;
  const { rating, base_rating: base } = view;
  return { key: contestKey(view), stake: fights(view, seat) ? `${rating} ${base}` : '' };
}

export function fights(view: MudslingerView, seat: number): boolean {
  return seatNumber(view.runner) === seat || seatNumber(view.defender) === seat;
}

/** Events by which a seat takes part in a contest. */
const JOINING = ['spent', 'slung', 'played'];

/** Whether a seat has bid or played a card in the current contest, according to the log. */
export function joined(log: readonly EventInfo[], seat: number | null): boolean {
  const begun = log.map((one) => one.event === 'campaigns' || one.event === 'attacks').lastIndexOf(true);
  return log.slice(Math.max(0, begun)).some((one) => one.seat === seat && JOINING.includes(one.event));
}

/** From this number of points on, a rival's campaign matters to every player who can act against it. */
export const LARGE = 10;

/** The points of a contest's state; at least those of a large state if few states are left, or for the lead. */
export function weightOf(view: MudslingerView, deck: Deck): number {
  const points = deck.get(view.contest ?? '')?.value ?? 0;
  return statesLeft(view).length <= LAST || isForTheLead(view, deck) ? Math.max(points, LARGE) : points;
}

/** A factor for the times of a contest for few points in which the viewer takes part. */
const SMALL = 0.65;

/** A factor for the times of the present contest: 1 if it is for many points, smaller if the viewer does not care. */
export function partOf(view: MudslingerView, seat: number | null, log: readonly EventInfo[], deck: Deck, skipped: boolean): number {
  if (view.contest === null || seat === null) return 1;
  const small = weightOf(view, deck) < LARGE;
  if (fights(view, seat)) return small ? SMALL : 1;
  if (skipped) return BRIEFLY;
  return small ? (joined(log, seat) ? SMALL : BRIEFLY) : 1;
}

/** Facts that `questionOf` needs and that are neither in the view nor in the moves. */
export interface About {
  /** The points of the contested state; more if few states are left. */
  readonly points: number;
  /** Whether the viewer has taken part in the contest. */
  readonly joined: boolean;
  /** Whether the present dice win the state; null before a roll. */
  readonly wins: boolean | null;
  /** Whether all others have passed, so that a pass rolls the dice. */
  readonly rolls: boolean;
  /** The occasion on which an action card may be played. */
  readonly when: (kind: string) => string | null;
  /** Whether an action card takes a card from a hand. */
  readonly takes: (kind: string) => boolean;
}

/** For each kind of window, the occasion (the fact `when`) of the action cards that may be played in it. */
const MEANT: Readonly<Record<string, string>> = { bidding: 'contest', roll: 'roll', answer: 'answer', again: 'failed' };

/** Whether the viewer has a card that can be played in this window. */
export function fitsIn(what: Frame | null, moves: readonly MoveInfo[], when: About['when']): boolean {
  return moves.some((move) => move.verb === 'play' && when(move.args[0] ?? '') === MEANT[what ?? '']);
}

/**
 * The window that the viewer may pass automatically, or null. `within`: whether passing the rest of a contest includes
 * this window. It never includes cards aimed at the viewer, a second attempt, or the roll of their own contest.
 */
export function questionOf(view: MudslingerView, seat: number | null, moves: readonly MoveInfo[], about: About): Question | null {
  const pass = moves.find((move) => move.verb === 'pass');
  if (!pass || seat === null) return null;
  const { what, by, kind } = situationOf(view);
  const named = view.frame_target[Math.max(0, view.depth - 1)] === seat && kind !== 'GERRY'; // GERRY's target is a state, not a seat
  const aimed = what === 'answer' && by !== seat && named;
  const own = fights(view, seat);
  const slings = moves.some((move) => move.verb === 'sling');
  const held = (view.cards[seat] ?? 0) > 0; // the number of cards is public
  const stops = what === 'roll' || (what === 'answer' && held && by !== seat) || (what === 'bidding' && (slings || held));
  const concerns = own || about.joined || (about.points >= LARGE && stops);
  const fine = what === 'roll' && (seatNumber(view.runner) === seat) === about.wins; // the roll is as the viewer wants it
  const bare = !held && what !== 'bidding'; // without a card the viewer can only bid
  const done = bare || (about.rolls && seatNumber(view.runner) === seat && view.rating >= Number(view.cap)); // as everybody can see, nothing more can be done
  const usable = fitsIn(what, moves, about.when);
  const trades = moves.some((move) => move.verb === 'trade');
  const buys = trades && (own || view.rating > view.base_rating); // a traded card pays for a bid, or for mud that still has an effect
  const bids = what === 'bidding' && (own || slings || buys);
  const within = !aimed && what !== 'again' && !(what === 'roll' && own); // the viewer can still repeat their own roll
  return { pass, mine: !bare && (aimed || by === seat || (concerns && !fine && !done)), within, empty: !usable && !bids && !(aimed && trades && about.takes(kind ?? '')), fine: concerns && fine, done: done || (about.points >= LARGE && !stops), small: stops && view.contest !== null && about.points < LARGE };
}

type Foretold = Pick<TableModel, 'legal' | 'previews'>;

/** An effect of a pass in the server's preview, where 1 means yes and 0 no; null if the preview does not have it. */
function ofPass({ legal, previews }: Foretold, effect: string): boolean | null {
  const pass = legal.find((move) => move.verb === 'pass');
  const found = pass && previews[pass.text]?.[effect];
  return found === undefined ? null : found !== 0;
}

/** Whether the present dice win the state; null before a roll. */
export function winsIn(table: Foretold): boolean | null {
  return ofPass(table, 'wins');
}

/** Whether all others have passed, so that a pass rolls the dice. */
export function rollsIn(table: Foretold): boolean {
  return ofPass(table, 'rolls') ?? false;
}

/** The verbs whose previews tell of the viewer's hope. */
const TELLING = ['draw', 'pass', 'rest'];

/** Whether a seat has discarded an action card since the turn began. It covers the card that could be lobbied for. */
export function covered(log: readonly EventInfo[], seat: number | null): boolean {
  const begun = log.map((one) => one.event).lastIndexOf('turn');
  return log.slice(Math.max(0, begun)).some((one) => one.seat === seat && (one.event === 'played' || one.event === 'traded'));
}

/** The move that the viewer's answers make now, or null. `begun`: whether the viewer has begun the turn with a card. */
export function ruledBy(rules: Rules, view: MudslingerView, moves: readonly MoveInfo[], begun = false): MoveInfo | null {
  const found = (verb: string): MoveInfo | null => moves.find((move) => move.verb === verb) ?? null;
  const { what } = situationOf(view);
  // A player's first turn always asks, so that they see what lobbying is and why it is not possible yet.
  if (what === 'card') return rules.draws && !begun && view.turn > view.seats && !found('lobby') ? found('draw') : null;
  if (what !== 'offer') return null;
  const [price, pays] = [dollarsOf(view.wants), dollarsOf(view.gives)];
  const dear = price !== null && rules.most !== null && price > rules.most;
  const cheap = pays !== null && rules.least !== null && pays < rules.least;
  return dear || cheap ? found('decline') : null;
}

/** The verbs of the last moves in order of preference. They play a game to its end after a bid of all dollars. */
const UNTIL_OVER = ['draw', 'pass', 'decline', 'withdraw', 'keep', 'campaign', 'rest', 'take'];

/** The viewer's next move in a game that plays itself. `runs`: whether it is their own campaign; `value`: a state's points. */
export function closing(moves: readonly MoveInfo[], runs: boolean, value: (state: string) => number): MoveInfo | null {
  return (runs ? bidsIn(moves, 'spend').at(-1)?.move : undefined) ?? lastMove(moves, UNTIL_OVER, value);
}

/** The dollars of one side of an offer; null for a card. */
function dollarsOf(item: string | null): number | null {
  return item?.startsWith('$') ? Number(item.slice(1)) : null;
}

/** Reasons for automatic passes that the page shows once, because the player may prefer to decide. */
const NOTED: readonly Cause[] = ['others', 'small'];
interface Kept {
  readonly others: boolean;
  /** Whether the viewer has been told that the table passes for them. */
  readonly told: boolean;
  readonly rules: Rules;
}

/** The answers at a new table. None is set if the room leaves forced moves to its players, as in a lesson. */
const usual = (on: boolean): Kept => ({ others: on, told: false, rules: { draws: on, skips: false, most: null, least: null } });

/** The browser's storage key for whether bids are orders. */
const HOLDS = 'holds.mudslinger';

/** The viewer's answers at this table, stored on this device until the game is over. */
export class Answers {
  rules: Rules = $state.raw(usual(false).rules);
  readonly standing: Standing;
  /** The reason of the first automatic pass after the viewer's second turn has begun. The viewer is asked before this pass. */
  readonly first = $derived.by(() => this.standing.told);
  /** The seat that can no longer be caught, according to the log; null before that and after the end. */
  readonly leader = $derived.by(() => (this.store.over ? null : (this.store.log.find(({ event }) => event === 'decided')?.seat ?? null)));
  readonly playout: Playout;
  private told = $state(false);
  /**
   * `holds`: whether a bid is also an order to restore its rating after each counterbid. `most`: the dollars for that;
   * null for all.
   */
  holds = $state(remembered(HOLDS) === 'yes');
  most = $state<number | null>(null);
  private order = $state.raw<Order | null>(null);

  constructor(
    private readonly store: TableModel,
    private readonly stage: MudStage,
    deck: () => Deck,
  ) {
    this.playout = new Playout(store, stage, TELLING, () => this.leader !== null);
    const card = (code: string): CardInfo | undefined => deck().get(code);
    const key = `answers.${store.code}`;
    this.standing = new Standing(store, stage, {
      span: () => stage.view && spanOf(stage.view, store.seat),
      question: () =>
        stage.view &&
        questionOf(stage.view, store.seat, store.legal, {
          points: weightOf(stage.view, deck()),
          wins: winsIn(store),
          rolls: rollsIn(store),
          joined: stage.view.contest !== null && joined(store.log, store.seat),
          when: (kind) => textOf(card(kind)?.facts['when']),
          takes: (kind) => card(kind)?.facts['takes'] === 'card',
        }),
      finishes: () => this.playout.out,
      tells: (cause) => NOTED.includes(cause) && !this.told && store.log.filter((one) => one.event === 'turn' && one.seat === store.seat).length > 1,
      rule: () => {
        const { view } = stage;
        if (!view) return null;
        const last = this.playout.out ? closing(store.legal, seatNumber(view.runner) === store.seat, (code) => card(code)?.value ?? 0) : null;
        const after = (move: MoveInfo): number | null => store.previews[move.text]?.['rating'] ?? null;
        const held = ordered(this.order, view, store.seat, store.legal, store.log, after);
        const small = this.rules.skips ? skipped(view, store.seat, store.legal, store.log, deck(), after) : null;
        return last ?? held ?? small ?? ruledBy(this.rules, view, store.legal, covered(store.log, store.seat));
      },
    });
    const first = usual(store.room?.terms.autoplay ?? false);
    const kept = saved(remembered(key), first);
    this.standing.others = kept.others;
    this.rules = kept.rules;
    this.told = kept.told;
    $effect(() => {
      const { others } = this.standing;
      const json = JSON.stringify({ others, told: this.told, rules: this.rules });
      remember(key, store.over || json === JSON.stringify(first) ? null : json);
    });
    $effect(() => void remember(HOLDS, this.holds ? 'yes' : null));
    let asked: number | null = null;
    $effect(() => {
      const { decision } = store;
      if (asked !== null && decision !== asked) this.told = true;
      else if (this.first !== null) asked = decision;
    });
  }

  /** The reason of an automatic pass, for the log. */
  explain(event: EventInfo, line: string): string {
    const cause = event.event === 'passed' && event.seat === this.store.seat ? this.standing.causeOf(event.entry) : null;
    return cause === null ? line : `${words.pace.due[cause](line.replace(/\.$/, ''))}.`;
  }

  /** Whether a line of the log is left out, because an earlier line shows an automatic pass in the same contest. */
  folds({ event, seat, entry }: EventInfo): boolean {
    if (event !== 'passed' || seat !== this.store.seat || this.standing.causeOf(entry) === null) return false;
    const before = contestIn(this.store.log.filter((one) => one.entry < entry));
    return before.some((one) => one.event === 'passed' && one.seat === seat && this.standing.causeOf(one.entry) !== null);
  }

  /** Hold a rating in the current contest by ordinary bids, until a card is played or the dollars are spent. */
  hold(rating: number): void {
    const { view } = this.stage;
    if (view) this.order = { contest: contestKey(view), rating, most: this.most ?? Infinity, cards: cardsPlayed(this.store.log) };
  }

  set(change: Partial<Rules>): void {
    this.rules = { ...this.rules, ...change };
  }
}

function saved(text: string | null, first: Kept): Kept {
  try {
    const { others, told = false, rules } = text === null ? first : (JSON.parse(text) as Kept);
    return { others, told, rules: { ...first.rules, ...rules } };
  } catch {
    return first;
  }
}
