/** The games of this device as pages show them: at once from its notes, then updated by the server. */

import { badge, finished, myGames, running } from '../lib/games';

export class OwnGames {
  notes = $state.raw(myGames());
  running = $derived(running(this.notes));
  finished = $derived(finished(this.notes));

  look(): void {
    this.notes = myGames();
    badge();
  }

  /** Ask the server about the games. all: also check whether the rooms of old games still exist. */
  async refresh(all = false): Promise<void> {
    try {
      await (await import('../session/mine')).refreshGames(all);
    } catch {
      // the notes still lead back to the games
    }
    this.look();
  }
}
