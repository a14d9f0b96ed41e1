/** Answers that a player of Mudslinger sets beforehand: to windows, by what everybody sees; to offers, by price; and the draw. */

import type { CardInfo, EventInfo, MoveInfo } from '../../lib/protocol';
import { seatNumber, textOf } from '../../lib/read';
import { remember, remembered } from '../../lib/settings.svelte';
import type { TableModel } from '../../table/model.svelte';
import { Standing, type Cause, type Question, type Span } from '../../table/standing/standing.svelte';
import { words } from '../../words';
import { cardsPlayed, LAST, ordered, skipped, type Order } from './orders';
import { bidsIn } from './say';
import type { MudStage } from './stage';
import { contestKey, faceDown, situationOf, statesThat } from './view';
import type { Frame, MudslingerView } from './view.types';

/** skips: whether contests for small states need no answer. most: dollars that the viewer pays for a card at most; least: the least they accept for one; null: ask. */
export interface Rules {
  draws: boolean;
  skips: boolean;
  most: number | null;
  least: number | null;
}

/** The contest; in the viewer's own contest also how far the others have come. */
export function spanOf(view: MudslingerView, seat: number | null): Span | null {
  if (view.contest === null || seat === null) return null;
  const { rating, base_rating: base } = view;
  return { key: contestKey(view), stake: fights(view, seat) ? `${rating} ${base}` : '' };
}

export function fights(view: MudslingerView, seat: number): boolean {
  return seatNumber(view.runner) === seat || seatNumber(view.defender) === seat;
}

/** Events that make a seat part of a contest. */
const JOINING = ['spent', 'slung', 'played'];

/** Whether a seat has bid or played a card in the contest that goes on, by the log. */
export function joined(log: readonly EventInfo[], seat: number | null): boolean {
  const begun = log.map((one) => one.event === 'campaigns' || one.event === 'attacks').lastIndexOf(true);
  return log.slice(Math.max(0, begun)).some((one) => one.seat === seat && JOINING.includes(one.event));
}

/** From so many points on, a rival's campaign concerns everybody who can act against it. */
const LARGE = 10;

/** The points of a contest's state; if few states are left, at least those of a large state. */
export function weightOf(view: MudslingerView, points: number): number {
  const left = statesThat(view, 'open').length + faceDown(view).length;
  return left <= LAST ? Math.max(points, LARGE) : points;
}

/** Facts that are neither in the view nor in the moves. */
export interface About {
  /** Points of the contested state; more if few states are left. */
  readonly points: number;
  /** Whether the viewer has taken part in the contest. */
  readonly joined: boolean;
  /** Whether the dice win as they lie; null if none lie there. */
  readonly wins: boolean | null;
  /** Whether all others have passed, so that a pass rolls the dice. */
  readonly rolls: boolean;
  /** The occasion on which an action card may be played. */
  readonly when: (kind: string) => string | null;
  /** Whether an action card takes a card from a hand. */
  readonly takes: (kind: string) => boolean;
}

/** The cards that may be played in a window. */
const MEANT: Readonly<Record<string, string>> = { bidding: 'contest', roll: 'roll', answer: 'answer', again: 'failed' };

/** Whether the viewer can play a card in this window. */
export function fitsIn(what: Frame | null, moves: readonly MoveInfo[], when: About['when']): boolean {
  return moves.some((move) => move.verb === 'play' && when(move.args[0] ?? '') === MEANT[what ?? '']);
}

/** A window that the viewer may let go by. No part of a contest's rest: `aimed` cards, a second attempt, the roll of their own contest. */
export function questionOf(view: MudslingerView, seat: number | null, moves: readonly MoveInfo[], about: About): Question | null {
  const pass = moves.find((move) => move.verb === 'pass');
  if (!pass || seat === null) return null;
  const { what, by, kind } = situationOf(view);
  const named = view.frame_target[Math.max(0, view.depth - 1)] === seat && kind !== 'GERRY'; // this card names a state, not a seat
  const aimed = what === 'answer' && by !== seat && named;
  const own = fights(view, seat);
  const slings = moves.some((move) => move.verb === 'sling');
  const held = (view.cards[seat] ?? 0) > 0; // what everybody sees of them
  const stops = what === 'roll' || (what === 'answer' && held && by !== seat) || (what === 'bidding' && (slings || held));
  const concerns = own || about.joined || (about.points >= LARGE && stops);
  const fine = what === 'roll' && (seatNumber(view.runner) === seat) === about.wins; // as the viewer wants it
  const bare = !held && what !== 'bidding'; // but for bids everything takes a card
  const done = bare || (about.rolls && seatNumber(view.runner) === seat && view.rating >= Number(view.cap)); // as everybody sees
  const usable = fitsIn(what, moves, about.when);
  const trades = moves.some((move) => move.verb === 'trade');
  const buys = trades && (own || view.rating > view.base_rating); // dollars for a bid, or for mud that still has an effect
  const bids = what === 'bidding' && (own || slings || buys);
  const within = !aimed && what !== 'again' && !(what === 'roll' && own); // their own roll can still be made again
  return { pass, mine: !bare && (aimed || by === seat || (concerns && !fine && !done)), within, empty: !usable && !bids && !(aimed && trades && about.takes(kind ?? '')), fine: concerns && fine, done, small: stops && view.contest !== null && about.points < LARGE };
}

type Foretold = Pick<TableModel, 'legal' | 'previews'>;

/** What the server foretells of a pass: an effect of 0 or 1; null if the pass has none. */
function ofPass({ legal, previews }: Foretold, effect: string): boolean | null {
  const pass = legal.find((move) => move.verb === 'pass');
  const found = pass && previews[pass.text]?.[effect];
  return found === undefined ? null : found !== 0;
}

/** Whether the dice win as they lie; null if none lie there. */
export function winsIn(table: Foretold): boolean | null {
  return ofPass(table, 'wins');
}

/** Whether all others have passed, so that a pass rolls the dice. */
export function rollsIn(table: Foretold): boolean {
  return ofPass(table, 'rolls') ?? false;
}

/** Whether a seat has put an action card on the discards since the turn began: what lay there can no longer be lobbied for. */
export function covered(log: readonly EventInfo[], seat: number | null): boolean {
  const begun = log.map((one) => one.event).lastIndexOf('turn');
  return log.slice(Math.max(0, begun)).some((one) => one.seat === seat && (one.event === 'played' || one.event === 'traded'));
}

/** The move that the viewer's answers make now, or null. begun: whether they have begun the turn themselves, by a card. */
export function ruledBy(rules: Rules, view: MudslingerView, moves: readonly MoveInfo[], begun = false): MoveInfo | null {
  const found = (verb: string): MoveInfo | null => moves.find((move) => move.verb === verb) ?? null;
  const { what } = situationOf(view);
  // Each player's first turn asks them, and so shows what lobbying is and why it cannot be done yet.
  if (what === 'card') return rules.draws && !begun && view.turn > view.seats && !found('lobby') ? found('draw') : null;
  if (what !== 'offer') return null;
  const [price, pays] = [dollarsOf(view.wants), dollarsOf(view.gives)];
  const dear = price !== null && rules.most !== null && price > rules.most;
  const cheap = pays !== null && rules.least !== null && pays < rules.least;
  return dear || cheap ? found('decline') : null;
}

/** The moves that play a decided game to its end: all dollars for the most valuable state, forced moves, else a pass. */
const UNTIL_OVER = ['draw', 'pass', 'decline', 'withdraw', 'keep', 'campaign', 'rest', 'take'];

/** The viewer's next move once nobody can catch the leader. runs: whether it is their own campaign; value: a state's points. */
export function lastMove(moves: readonly MoveInfo[], runs: boolean, value: (state: string) => number): MoveInfo | null {
  const spend = runs ? bidsIn(moves, 'spend').at(-1) : undefined;
  if (spend) return spend.move;
  const verb = UNTIL_OVER.find((one) => moves.some((move) => move.verb === one));
  const found = moves.filter((move) => move.verb === verb);
  return found.sort((one, other) => value(other.args[0] ?? '') - value(one.args[0] ?? ''))[0] ?? null;
}

/** The dollars of one side of an offer; null for a card. */
function dollarsOf(item: string | null): number | null {
  return item?.startsWith('$') ? Number(item.slice(1)) : null;
}

/** Passes that the page shows the player, because they may prefer to decide themselves. */
const NOTED: readonly Cause[] = ['others', 'small'];
interface Kept {
  readonly others: boolean;
  /** Whether the viewer has been told that the table passes for them. */
  readonly told: boolean;
  readonly rules: Rules;
}

/** The answers of a new table; empty if the room leaves forced moves to its players, as in a lesson. */
const usual = (on: boolean): Kept => ({ others: on, told: false, rules: { draws: on, skips: false, most: null, least: null } });

/** The key under which the browser remembers whether bids are orders. */
const HOLDS = 'holds.mudslinger';

/** The viewer's answers at this table, kept on this device until the game is over. */
export class Answers {
  rules: Rules = $state.raw(usual(false).rules);
  readonly standing: Standing;
  /** The reason of the first pass that the table would make in a game; the viewer is asked that time. */
  readonly first = $derived.by(() => this.standing.told);
  /** The seat that can no longer be caught, as the log says; null before, and after the end. */
  readonly leader = $derived.by(() => (this.store.over ? null : (this.store.log.find(({ event }) => event === 'decided')?.seat ?? null)));
  /** Whether the viewer lets a settled game play itself to its end. */
  out = $state(false);
  private told = $state(false);
  /** holds: whether a bid is an order to restore its rating after every counterbid; most: for how many dollars, null for all. */
  holds = $state(remembered(HOLDS) === 'yes');
  most = $state<number | null>(null);
  private order = $state.raw<Order | null>(null);

  constructor(
    private readonly store: TableModel,
    private readonly stage: MudStage,
    card: (code: string) => CardInfo | undefined,
  ) {
    const key = `answers.${store.code}`;
    this.standing = new Standing(store, stage, {
      span: () => stage.view && spanOf(stage.view, store.seat),
      question: () =>
        stage.view &&
        questionOf(stage.view, store.seat, store.legal, {
          points: weightOf(stage.view, card(stage.view.contest ?? '')?.value ?? 0),
          wins: winsIn(store),
          rolls: rollsIn(store),
          joined: stage.view.contest !== null && joined(store.log, store.seat),
          when: (kind) => textOf(card(kind)?.facts['when']),
          takes: (kind) => card(kind)?.facts['takes'] === 'card',
        }),
      tells: (cause) => NOTED.includes(cause) && !this.told,
      rule: () => {
        const { view } = stage;
        if (!view) return null;
        const last = this.out ? lastMove(store.legal, seatNumber(view.runner) === store.seat, (code) => card(code)?.value ?? 0) : null;
        const after = (move: MoveInfo): number | null => store.previews[move.text]?.['rating'] ?? null;
        const held = ordered(this.order, view, store.seat, store.legal, store.log, after);
        const small = this.rules.skips ? skipped(view, store.seat, store.legal, store.log, after) : null;
        return last ?? held ?? small ?? ruledBy(this.rules, view, store.legal, covered(store.log, store.seat));
      },
    });
    const first = usual(store.room?.terms.autoplay ?? false);
    const kept = saved(remembered(key), first);
    this.standing.others = kept.others;
    this.rules = kept.rules;
    this.told = kept.told;
    $effect(() => {
      if (this.leader === null) this.out = false;
    });
    $effect(() => {
      if (!this.out || !stage.busy || store.over) return; // the rest of a decided game is not shown slowly
      const timer = setTimeout(() => stage.skip());
      return () => clearTimeout(timer);
    });
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

  /** Hold a rating in the contest that goes on, by ordinary bids, until a card is played or the dollars are spent. */
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
