/** The challenge of a finished game: the viewer's result among those that the game's link brought along. */

import { challengeIn, challengeOf, ownFirst, ranked, type Challenge, type Played } from '../lib/challenge';
import { settings } from '../lib/settings.svelte';
import type { RoomStore } from '../session/store.svelte';

export class OwnChallenge {
  readonly #store: RoomStore;
  /** The results that the link brought along; empty if the game did not begin with a link. */
  readonly before: readonly Played[];

  constructor(store: RoomStore) {
    this.#store = store;
    this.before = store.room?.series.number === 1 ? (challengeIn(store.code)?.results ?? []) : [];
  }

  /** The viewer's result; null for spectators. */
  readonly own = $derived.by((): Played | null => {
    const { result, seat, standing } = this.#store;
    return result && seat !== null ? { name: settings.name, share: result.shares[seat] ?? 0, scores: ownFirst(standing, seat) } : null;
  });

  readonly results = $derived.by(() => ranked(this.before, this.own ? [this.own] : []));

  /** The challenge to send; null if others cannot play these cards. */
  readonly challenge = $derived.by((): Challenge | null => {
    const { room, game } = this.#store;
    return room && game && this.own ? challengeOf(room, game, this.results) : null;
  });
}
