/** What pages of ballots share: today's date, the ballots played on this device, and opening one. */

import { ballotBook, noteBegun, noteRoom } from '../lib/ballotBook';
import { ballotOn } from '../lib/ballots';
import { router } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import { keepToken } from '../lib/tokens';
import { api, Refused } from '../session/api';
import { Submission } from '../session/submission.svelte';
import { words } from '../words';

export class BallotPage extends Submission {
  book = $state.raw(ballotBook());
  #now = $state(new Date());

  /** The number of today's ballot. */
  get today(): number {
    return ballotOn(this.#now);
  }

  /** Read the date and the ballots again: the page may have been left open over midnight. */
  readonly look = (): void => {
    this.#now = new Date();
    this.book = ballotBook();
  };

  /** Open a ballot's room; if that fails, `problem` has the reason. */
  play(number: number): Promise<void> {
    return this.run(() => openBallot(number)).finally(this.look);
  }
}

/** Whether a room is still there; true also if nobody can say. */
async function lives(code: string): Promise<boolean> {
  return api.room(code).then(
    () => true,
    (error: unknown) => !(error instanceof Refused && error.status === 404),
  );
}

/** Begin a ballot, or go back to the room that plays it. */
async function openBallot(number: number): Promise<void> {
  const code = ballotBook().get(number)?.code;
  if (code && (await lives(code))) return router.go(`/r/${code}`);
  noteBegun(number, ballotOn(new Date())); // before the first card
  const seated = await api.openBallot(number, settings.name || words.open.guest);
  keepToken(seated.room.code, seated.token);
  noteRoom(number, seated.room.code);
  router.go(`/r/${seated.room.code}`);
}
