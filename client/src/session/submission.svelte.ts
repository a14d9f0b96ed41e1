import { failure } from './api';

/** A form's request: only one at a time, and the reason if the last one failed. */
export class Submission {
  busy = $state(false);
  problem = $state('');

  /** Do some work unless earlier work is still going on. */
  async run(work: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = '';
    try {
      await work();
    } catch (error) {
      this.problem = failure(error);
    } finally {
      this.busy = false;
    }
  }
}
