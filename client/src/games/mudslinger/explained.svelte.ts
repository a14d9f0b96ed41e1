/** Rules that a player meets for the first time, in the game's own words. Each is shown once, when it applies. */

import type { ClauseInfo } from '../../lib/protocol';
import { seatNumber } from '../../lib/read';
import { remember, remembered } from '../../lib/settings.svelte';
import type { TableModel } from '../../table/model.svelte';
import { clausesFor } from '../../words/clauses';
import type { MudStage } from './stage';
import { faceDown, situationOf } from './view';
import type { MudslingerView } from './view.types';

const KEY = 'explained.mudslinger';
/** From this number of remaining states on, the end of the game is near. */
const FEW = 8;
/** After this time in ms a text counts as seen. */
const SEEN = 1500;

/** The clauses that apply to a seat's decision now, most important first. The dial already shows a contest's limits. */
export function clausesNow(view: MudslingerView, seat: number): string[] {
  const { what, seat: asked } = situationOf(view);
  if (asked !== seat) return [];
  if (view.contest !== null) return what === 'bidding' && seatNumber(view.runner) === seat ? ['MS-10'] : [];
  const end = faceDown(view).length + view.open_count < FEW ? ['MS-20'] : [];
  const mate = (view.mate[seat] ?? null) === null ? [] : ['MS-7'];
  const staff = (view.managers[seat] ?? 0) > 0 || mate.length > 0 ? ['MS-6', ...mate] : [];
  const paid = (view.income[seat] ?? 0) > 0 ? ['MS-2'] : [];
  const cards = (view.cards[seat] ?? 0) > 0 ? ['MS-14'] : [];
  if (what === 'card') return [...end, ...paid, 'MS-4', ...staff];
  // If rivals hide their states, a poll is worth its price.
  const hidden = view.open_states === 'no' && view.won.some((states, one) => one !== seat && states > 0) ? ['MS-18', 'MS-16'] : [];
  return what === 'attempt' ? [...end, 'MS-9', ...cards, 'MS-5', ...staff, ...hidden] : [];
}

export class Explained {
  private told = $state.raw<readonly string[]>((remembered(KEY) ?? '').split(' '));

  readonly clause = $derived.by<ClauseInfo | null>(() => {
    const { view } = this.stage;
    const { game, room, seat } = this.store;
    if (!view || !game || seat === null) return null;
    const id = clausesNow(view, seat).find((one) => !this.told.includes(one));
    return clausesFor(game, room?.options ?? null).find((one) => one.id === id) ?? null;
  });
  /** A text is shown for one contest, or for one decision outside a contest. */
  private readonly span = $derived.by(() => this.stage.view?.contest ?? String(this.store.decision));

  constructor(
    private readonly store: TableModel,
    private readonly stage: MudStage,
  ) {
    $effect(() => {
      const id = this.clause?.id;
      void this.span;
      const since = performance.now();
      return id === undefined ? undefined : () => performance.now() - since > SEEN && this.tell(id);
    });
  }

  private tell(id: string): void {
    if (this.told.includes(id)) return;
    this.told = [...this.told, id];
    remember(KEY, this.told.join(' ').trim());
  }
}
