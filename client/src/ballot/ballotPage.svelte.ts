/** State that all pages of ballots share: today's date, the ballots played on this device, and a method to open one. */

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

  /** Read the date and the ballots again, because the page may have been open over midnight. */
  readonly look = (): void => {
    this.#now = new Date();
    this.book = ballotBook();
  };

  /** Open a ballot's room; if that fails, `problem` has the reason. */
  play(number: number): Promise<void> {
    return this.run(() => openBallot(number)).finally(this.look);
  }
}

/** Whether a room still exists; also true if the request fails for another reason than 404. */
async function lives(code: string): Promise<boolean> {
  return api.room(code).then(
    () => true,
    (error: unknown) => !(error instanceof Refused && error.status === 404),
  );
}

/** Open a ballot: start its game, or return to the room that already plays it. */
async function openBallot(number: number): Promise<void> {
  const code = ballotBook().get(number)?.code;
  if (code && (await lives(code))) return router.go(`/r/${code}`);
  noteBegun(number, ballotOn(new Date())); // noted before the game starts: the day of the start decides whether it is on time
  const seated = await api.openBallot(number, settings.name || words.open.guest);
  keepToken(seated.room.code, seated.token);
  noteRoom(number, seated.room.code);
  router.go(`/r/${seated.room.code}`);
}
