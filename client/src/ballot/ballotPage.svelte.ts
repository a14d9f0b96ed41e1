/** What pages of ballots share: today's date, the ballots played on this device, and opening one. */

import { ballotBook } from '../lib/ballotBook';
import { ballotOn } from '../lib/ballots';
import { failure } from '../session/api';
import { openBallot } from './openBallot';

export class BallotPage {
  book = $state.raw(ballotBook());
  busy = $state(false);
  problem = $state('');
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
  async play(number: number): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = '';
    try {
      await openBallot(number);
    } catch (error) {
      this.problem = failure(error);
    } finally {
      this.busy = false;
      this.look();
    }
  }
}
