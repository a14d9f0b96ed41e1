/**
 * What lies on the table as the eye is shown it: events one after the other, none longer than 400 ms, and in the end
 * exactly what the server's view says. Skipping goes straight to that end.
 */

import type { EventInfo } from '../../lib/protocol';
import { nextFrame, shared, still } from '../../lib/frames.svelte';
import type { Burst } from '../../table/model.svelte';
import { holderOf, readView, type CombatView, type Lies } from './view';

export interface Shown {
  lies: Lies;
  card: string | null;
  /** Who has won it, while it still lies there. */
  owner: number | null;
  /** On its way off the table: to a pile, or out of the game. */
  leaving: boolean;
  /** Who laid it; a new number for every card laid, so that a new card is never an old one turned back. */
  from: number | null;
  serial: number;
}

const PLACES = 5;
const FULL = 400;
const FLIP = 360;
const SHORT = 220;
const BRISK = 14; // more events than this in a burst run at half their time

function nothing(serial: number): Shown {
  return { lies: 'empty', card: null, owner: null, leaving: false, from: null, serial };
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
}

function codes(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export class Stage {
  places = $state<Shown[]>(Array.from({ length: PLACES }, (_, k) => nothing(k)));
  view = $state.raw<CombatView | null>(null);
  busy = $state(false);
  /** The event being shown, for the line under the board. */
  event = $state.raw<EventInfo | null>(null);

  private queue: Burst[] = [];
  private serial = PLACES;
  private hurry: (() => void) | null = null;
  private skipping = false;

  receive = (burst: Burst): void => {
    if (burst.jump || this.view === null || still()) {
      this.queue = [];
      this.skip();
      this.settle(readView(burst.view));
      this.event = burst.events.at(-1) ?? this.event;
      return;
    }
    this.queue.push(burst);
    if (!this.busy) void this.run();
  };

  /** To the end of everything that waits. */
  skip(): void {
    if (!this.busy) return;
    this.skipping = true;
    this.hurry?.();
  }

  private async run(): Promise<void> {
    this.busy = true;
    for (let burst = this.queue.shift(); burst; burst = this.queue.shift()) {
      const end = readView(burst.view);
      const pace = burst.events.length > BRISK ? 0.5 : 1;
      let looked = false;
      for (const event of burst.events) looked = (await this.step(event, end, pace)) || looked;
      if (await this.clear(end, pace)) looked = true;
      this.settle(end);
      if (looked && !this.skipping && this.queue.length === 0) await nextFrame(); // only then what can be done now is lit
    }
    this.busy = false;
    this.skipping = false;
  }

  /** Show an event; whether there was something to look at. */
  private async step(event: EventInfo, end: CombatView, pace: number): Promise<boolean> {
    if (this.skipping) return false;
    const cleared = (event.event === 'laid' || event.event === 'hand_over') && (await this.clear(end, pace, true));
    const length = this.apply(event);
    if (length === 0) return cleared;
    this.event = event;
    await this.wait(length * pace);
    return true;
  }

  /** Change what is shown as an event says; how long to look at it, in ms. */
  private apply(event: EventInfo): number {
    const args = event.args;
    switch (event.event) {
      case 'laid':
        this.lay(Number(args['count']), event.seat);
        return FULL;
      case 'turned':
      case 'wild':
      case 'second_wild':
        this.turn(Number(args['place']), String(args['card']), null);
        return event.event === 'turned' ? FLIP : FULL;
      case 'turned_up':
      case 'collected':
        this.turn(Number(args['place']), String(args['card']), event.seat);
        return FLIP;
      case 'took':
      case 'got':
        this.own(event.seat, codes(args['cards']), numbers(args['places']));
        return SHORT;
      case 'won_all':
        for (const place of this.places) if (place.lies !== 'empty') place.owner = event.seat;
        return SHORT;
      case 'sealed':
        return SHORT;
      case 'hand_over':
      case 'game_over':
        return 0;
      default:
        return FULL;
    }
  }

  private lay(count: number, seat: number | null): void {
    for (let k = 0; k < PLACES; k++) {
      this.serial += 1;
      this.places[k] = k < count ? { ...nothing(this.serial), lies: 'down', from: seat } : nothing(this.serial);
    }
  }

  private turn(place: number, card: string, owner: number | null): void {
    const shown = this.places[place - 1];
    if (!shown) return;
    shown.lies = 'up';
    shown.card = card;
    shown.owner = owner ?? shown.owner;
  }

  private own(seat: number | null, cards: readonly string[], places: readonly number[]): void {
    this.places.forEach((shown, k) => {
      const won = shown.lies === 'up' ? shown.card !== null && cards.includes(shown.card) : places.includes(k + 1);
      if (won) shown.owner = seat;
    });
  }

  /** Let go what no longer lies there: at the end of a hand everything, else what the view has taken away. */
  private async clear(end: CombatView, pace: number, all = false): Promise<boolean> {
    if (this.skipping) return false;
    let any = false;
    this.places.forEach((shown, k) => {
      const stays = !all && end.lies[k] !== 'empty' && (shown.lies !== 'up' || end.card[k] === shown.card);
      if (shown.lies === 'empty' || stays) return;
      if (shown.card !== null) shown.owner ??= holderOf(end.where[shown.card]);
      any = true;
    });
    if (!any) return false;
    if (all) await this.wait(FULL * pace); // once more the whole hand, with who won what
    this.places.forEach((shown, k) => {
      const stays = !all && end.lies[k] !== 'empty' && (shown.lies !== 'up' || end.card[k] === shown.card);
      if (shown.lies !== 'empty' && !stays) shown.leaving = true;
    });
    await this.wait(FLIP * pace);
    this.places.forEach((shown, k) => {
      if (shown.leaving) this.places[k] = nothing(++this.serial);
    });
    return true;
  }

  private settle(end: CombatView): void {
    this.view = shared(this.view, end);
    this.places.forEach((shown, k) => {
      const lies = end.lies[k] ?? 'empty';
      const card = end.card[k] ?? null;
      if (shown.lies === lies && shown.card === card && !shown.leaving) return;
      const same = shown.lies === 'down' && lies === 'up';
      this.places[k] = { ...nothing(same ? shown.serial : ++this.serial), lies, card };
    });
    for (const shown of this.places) shown.owner = null;
  }

  private wait(ms: number): Promise<void> {
    if (this.skipping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      const stage = this;
      function done(): void {
        clearTimeout(timer);
        stage.hurry = null;
        resolve();
      }
      this.hurry = done;
    });
  }
}
