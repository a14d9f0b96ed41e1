/** What pages of ballots share: today's date, the ballots played on this device, and opening one. */

import { ballotBook } from '../lib/ballotBook';
import { ballotOn } from '../lib/ballots';
import { Submission } from '../session/submission.svelte';
import { openBallot } from './openBallot';

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
