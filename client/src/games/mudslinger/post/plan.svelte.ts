/** The viewer's plan in a round by post: the draft, and the plan that the server has. */

import type { CardInfo, PlanInfo } from '../../../lib/protocol';
import { seatNumber, textOf } from '../../../lib/read';
import type { Side } from '../../../lib/sides';
import type { TableModel } from '../../../table/model.svelte';
import { words } from '../../../words';
import { itemWords } from '../say';

export interface Goal {
  state: string;
  dollars: number;
}
export interface Mud {
  seat: number;
  dollars: number;
  points: number;
}
export interface Use {
  card: string;
  how: 'play' | 'trade';
  on: string | null;
}
export interface Price {
  seat: number;
  gives: string;
  wants: string;
}
/** A plan in the form that the server accepts (its model `HandIn`). */
export interface Plan {
  card: 'draw' | 'lobby';
  states: Goal[];
  other: { points: number; dollars: number } | null;
  against: Mud[];
  cards: Use[];
  prices: Price[];
}

export const MOST_STATES = 5;
export const MOST_PRICES = 5;

export function emptyPlan(): Plan {
  return { card: 'draw', states: [], other: null, against: [], cards: [], prices: [] };
}

export class PlanBook {
  info = $state.raw<PlanInfo | null>(null);
  /** The draft in the sheet; it is sent as it is when the viewer hands it in. */
  draft = $state<Plan>(emptyPlan());

  constructor(private readonly store: TableModel) {}

  /** Load the plan from the server. In a new round it becomes the draft. */
  async look(): Promise<void> {
    if (this.store.plans === null || this.store.seat === null) return;
    const before = this.info?.round;
    this.take(await this.store.plans.look());
    if (this.info && this.info.round !== before) this.draft = { ...emptyPlan(), ...(this.info.plan as Partial<Plan> | null) };
  }

  /** Hand in the draft. The result tells whether the server accepted it. */
  handIn(): Promise<boolean> {
    return this.send($state.snapshot(this.draft) as unknown as PlanInfo['plan']);
  }

  takeBack(): Promise<boolean> {
    return this.send(null);
  }

  private async send(plan: PlanInfo['plan']): Promise<boolean> {
    if (this.store.plans === null || this.info === null) return false;
    const round = this.info.round;
    const info = await this.store.plans.handIn(round, plan);
    if (info === null) return false;
    this.take(info);
    return true;
  }

  private take(info: PlanInfo | null): void {
    if (info) this.info = info;
  }


  raise(k: number): void {
    const { states } = this.draft;
    const [one, before] = [states[k], states[k - 1]];
    if (one && before) [states[k - 1], states[k]] = [one, before];
  }

  mud(seat: number): Mud {
    return this.draft.against.find((one) => one.seat === seat) ?? { seat, dollars: 0, points: 0 };
  }

  setMud(seat: number, changed: Partial<Mud>): void {
    const mud = { ...this.mud(seat), ...changed };
    this.draft.against = [...this.draft.against.filter((one) => one.seat !== seat), ...(mud.dollars > 0 ? [mud] : [])];
  }

  /** The plan's use for a copy of a card; null to keep the copy. */
  use(card: string, copy: number): Use | null {
    return this.draft.cards.filter((one) => one.card === card)[copy] ?? null;
  }

  setUse(card: string, copy: number, use: Use | null): void {
    const own = this.draft.cards.filter((one) => one.card === card);
    const others = this.draft.cards.filter((one) => one.card !== card);
    if (use === null) own.splice(copy, 1);
    else own[copy] = use;
    this.draft.cards = [...others, ...own.filter(Boolean)];
  }
}

/** The report on a plan, line by line. */
export function reportOf({ lines }: PlanInfo, deck: ReadonlyMap<string, CardInfo>, name: (seat: number) => string): string[] {
  const isIdle = ({ what, facts }: PlanInfo['lines'][number]): boolean => what === 'untried' && facts['taken'] === null;
  const idle = lines.filter(isIdle).map(({ facts }) => itemWords(textOf(facts['state']), deck));
  const told = lines.filter((line) => !isIdle(line)).map(({ what, facts }) => lineOf(what, facts, deck, name));
  return idle.length > 0 ? [...told, words.post.did.untried(idle)] : told;
}

function lineOf(what: string, facts: PlanInfo['lines'][number]['facts'], deck: ReadonlyMap<string, CardInfo>, name: (seat: number) => string): string {
  const { did, deal } = words.post;
  const [text, number, is] = [(key: string) => itemWords(textOf(facts[key]), deck), (key: string) => Number(facts[key] ?? 0), (key: string) => facts[key] === true];
  const price = (): string => deal(name(number('seat')), text('gives'), text('wants'));
  const forms: Readonly<Record<string, () => string>> = {
    drew: () => did.drew(facts['card'] === null ? null : text('card'), is('misfit')),
    lobbied: () => did.lobbied(text('card')),
    tried: () => did.tried(text('state'), number('paid'), number('most'), number('mud'), number('rating'), number('sum'), is('won')),
    untried: () => did.taken(text('state'), name(number('taken'))),
    against: () => did.against(name(number('seat')), text('state'), number('paid'), number('rating'), number('sum'), is('won')),
    spared: () => did.spared(name(number('seat'))),
    played: () => did.played(text('card')),
    traded: () => did.traded(text('card')),
    kept: () => did.kept(text('card')),
    dealt: () => did.dealt(price()),
    no_deal: () => did.no_deal(price()),
  };
  return forms[what]?.() ?? what;
}

/** The possible targets of a card, as the plan names them. The first is the default of a new row. */
export function targetsOf(card: CardInfo, rivals: readonly Side[], open: readonly string[]): (string | null)[] {
  const labels = rivals.map((side) => `P${side.seat + 1}`);
  const target = textOf(card.facts['target']);
  if (target === 'state') return [...open];
  if (target === 'rival') return labels;
  if (target === 'runner' || textOf(card.facts['when']) === 'roll') return [null, ...labels];
  return [null];
}

export function seatOf(label: string | null): number {
  return seatNumber(label) ?? 0;
}
