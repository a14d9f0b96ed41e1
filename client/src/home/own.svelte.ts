/** The games of this device as a page shows them: what is noted at once, what the server says when it has answered. */

import { badge, finished, myGames, running } from '../lib/games';

export class OwnGames {
  notes = $state.raw(myGames());
  running = $derived(running(this.notes));
  finished = $derived(finished(this.notes));

  look(): void {
    this.notes = myGames();
    badge();
  }

  /** all: also whether the rooms of old games are still there. */
  async refresh(all = false): Promise<void> {
    try {
      await (await import('../session/mine')).refreshGames(all);
    } catch {
      // what is noted still leads back
    }
    this.look();
  }
}
