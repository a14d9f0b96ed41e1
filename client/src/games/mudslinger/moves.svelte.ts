/** The viewer's legal moves once the animation has caught up, and the action card that the viewer looks at. */

import { pressBegan } from '../../lib/input';
import { chanceAt } from '../../lib/odds';
import type { MoveInfo } from '../../lib/protocol';
import { seatNumber } from '../../lib/read';
import type { TableModel } from '../../table/model.svelte';
import { Choice } from '../../table/panel/choice.svelte';
import type { Standing } from '../../table/standing/standing.svelte';
import { trailOf } from './contest';
import { bidsIn } from './say';
import type { MudStage } from './stage';
import { contestKey, handIn } from './view';

/** The chance of winning from which a roll counts as safe, and the chance down to which mud pushes a rival. */
const [SAFE, LEVEL] = [5 / 6, 1 / 2];
/** The time in ms after a film during which a press still was meant for the film, which covered the buttons. */
const SETTLING = 500;

export class Moves extends Choice {
  protected declare readonly stage: MudStage;
  /** The action card whose uses are shown. */
  private looked = $state<string | null>(null);
  /** From this time on, a press is meant for what it hits. */
  private settled = -Infinity;
  /** The dollars chosen on the dial, and the contest and the number of bids for which they were chosen. */
  private dial = $state.raw({ dollars: 1, span: '' });

  constructor(
    store: TableModel,
    stage: MudStage,
    private readonly standing: Standing,
    private readonly began: () => number = pressBegan,
    now: () => number = () => performance.now(),
  ) {
    super(store, stage, null);
    $effect(() => {
      if (stage.busy) return () => (this.settled = now() + SETTLING);
    });
  }

  get all(): readonly MoveInfo[] {
    return this.moves;
  }

  get card(): string | null {
    const { view } = this.stage;
    return view && handIn(view, this.store.seat).some(([kind]) => kind === this.looked) ? this.looked : null;
  }

  /** The part of a campaign's starting rating that comes from running mate and managers, from the server's preview. */
  staffIn(campaign: MoveInfo | null): number {
    return campaign === null ? 0 : (this.store.previews[campaign.text]?.['staff'] ?? 0);
  }

  /** Whether a card would move the rating against the viewer: down in their own contest, or up in a rival's. */
  harms(card: MoveInfo): boolean {
    const [view, after] = [this.stage.view, this.ratingAfter(card)];
    if (!view || after === null) return false;
    return seatNumber(view.runner) === this.store.seat ? after < view.rating : after > view.rating;
  }

  /** The rating after a bid, a card or the start of a campaign, from the server's preview. */
  ratingAfter(bid: MoveInfo | null): number | null {
    return bid === null ? null : (this.store.previews[bid.text]?.['rating'] ?? null);
  }

  /** The chance of winning the roll after a bid or at the start of a campaign. */
  chanceAfter(bid: MoveInfo | null): number | null {
    const rating = this.ratingAfter(bid);
    return rating === null ? null : chanceAt(rating, this.store.game?.odds['rating']);
  }

  /** The dollars for trading in a card, from the server's preview. */
  dollarsFor(move: MoveInfo): number {
    return this.store.previews[move.text]?.['dollars'] ?? 0;
  }

  look(kind: string): void {
    this.looked = this.looked === kind ? null : kind;
  }

  /** The changes of the rating in the current contest. */
  readonly trail = $derived.by(() => trailOf(this.store.log));

  /** Whether the viewer runs in the current contest. */
  get own(): boolean {
    return seatNumber(this.stage.view?.runner ?? null) === this.store.seat;
  }

  /** The bids to offer: for the viewer's own campaign, or else mud. A rival gets help only if mud is impossible. */
  readonly bids = $derived.by(() => {
    const slings = bidsIn(this.all, 'sling');
    return this.own || slings.length === 0 ? bidsIn(this.all, 'spend') : slings;
  });

  /** The bid that undoes the other side's last bid; null if there is none. */
  readonly undo = $derived.by(() => {
    const last = this.trail.steps.at(-1);
    if (last?.event !== (this.own ? 'slung' : 'spent')) return null;
    return this.bids.find((bid) => this.ratingAfter(bid.move) === last.before) ?? null;
  });

  /** The bid to offer first: it undoes the last bid, or else it is the cheapest that matters; otherwise the largest. */
  readonly offered = $derived.by(() => {
    const matters = (chance: number): boolean => (this.own ? chance >= SAFE : chance <= LEVEL);
    return this.undo ?? this.bids.find((bid) => matters(this.chanceAfter(bid.move) ?? NaN)) ?? this.bids.at(-1) ?? null;
  });

  /** The dollars chosen on the dial; reset to the offered bid after each change of the rating. */
  readonly bid = $derived.by(() => {
    const dollars = this.dial.span === this.span ? this.dial.dollars : (this.offered?.dollars ?? 1);
    return Math.min(Math.max(1, ...this.bids.map((bid) => bid.dollars)), dollars);
  });

  /** The bid of these dollars. */
  readonly dialled = $derived.by(() => this.bids.find((bid) => bid.dollars === this.bid) ?? null);

  setBid(dollars: number): void {
    this.dial = { dollars, span: this.span };
  }

  private get span(): string {
    return this.stage.view ? `${contestKey(this.stage.view)} ${this.trail.steps.length}` : '';
  }

  /** Handle a press on an open state: campaign there, or ask the server why that is not possible. */
  override press(code: string): void {
    if (this.stage.busy) return this.stage.skip();
    const move = this.direct('campaign', code);
    if (move) this.play(move);
    else this.store.why(`campaign ${code}`);
  }

  /** Handle an action card dropped on a player, a state or the contest: play it there, or ask the server why not. */
  drop(kind: string, on: string): void {
    const uses = this.all.filter((one) => one.verb === 'play' && one.args[0] === kind);
    const move = uses.find((one) => one.args[2] === on) ?? uses.find((one) => one.args.length === 1);
    if (move) this.play(move);
    else this.store.why(uses.length > 0 ? `play ${kind} on ${on}` : `play ${kind}`);
  }

  override clear(): void {
    this.looked = null;
  }

  protected override waits(move: MoveInfo): boolean {
    return this.began() < this.settled || this.standing.delayIfEarly(move);
  }

  why(rest: string): void {
    this.store.why(rest);
  }
}
