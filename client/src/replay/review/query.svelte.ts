/** A game's review, from the request for it to its last part. */

import type { ReviewInfo } from '../../lib/protocol';
import { failure } from '../../session/api';
import { roomApi } from '../../session/roomApi';
import { words } from '../../words';

const ASK_AGAIN = [500, 700, 1500] as const; // ms until the progress is requested again: soon at first

export class ReviewQuery {
  info = $state.raw<ReviewInfo | null>(null);
  problem = $state('');
  /** The review; while it is made, as far as it is known. */
  readonly body = $derived(this.info?.review ?? null);
  readonly whole = $derived(this.info?.state === 'ready');
  readonly begun = $derived(this.info !== null && this.info.state !== 'none');
  private readonly byEntry = $derived(new Map(this.body?.decisions.map((decision) => [decision.entry, decision])));
  private offered = false;
  /** True until somebody asks: problems are not shown. */
  private quiet = false;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private asked = 0;
  private request = 0;

  constructor(
    private readonly code: string,
    private readonly game: number | null,
  ) {}

  /** See whether there is a review, and wait for one under way. */
  look(): Promise<void> {
    this.quiet = false;
    return this.follow(roomApi.review);
  }

  /** Have the game reviewed. */
  ask(): Promise<void> {
    this.quiet = false;
    return this.follow(roomApi.askReview);
  }

  /** Offer the game for review when it ends: the server reviews it if it has time. */
  async offer(): Promise<void> {
    if (this.offered || this.info) return;
    this.offered = this.quiet = true;
    await this.follow(roomApi.offerReview);
  }

  /** Follow it no further. */
  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.request += 1;
  }

  /** What the log says of the move an entry is; null where it is no slip. */
  slip(entry: number): string | null {
    const slip = this.byEntry.get(entry)?.slip;
    return slip ? words.review.slips[slip] : null;
  }

  private async follow(get: (code: string, game: number | null) => Promise<ReviewInfo>): Promise<void> {
    this.close();
    const { request } = this;
    try {
      const info = await get(this.code, this.game);
      if (request !== this.request) return; // a newer request says it
      this.info = info;
      this.problem = '';
      if (info.state === 'waiting' || info.state === 'counting') this.timer = setTimeout(() => void this.follow(roomApi.review), ASK_AGAIN[Math.min(this.asked++, ASK_AGAIN.length - 1)]);
    } catch (error) {
      if (request !== this.request) return;
      if (!this.quiet) this.problem = failure(error);
      if (this.info) this.info = { ...this.info, state: 'none' };
    }
  }
}
