import { failure } from './api';

/** A form's request: one at a time, with the reason if the last one failed. */
export class Submission {
  busy = $state(false);
  problem = $state('');

  /** Do some work, unless earlier work has not finished. */
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
