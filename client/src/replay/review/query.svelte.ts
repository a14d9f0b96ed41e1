/** Requests a game's review and its chances, and follows their progress until they are complete. */

import type { ChancesInfo, Review, ReviewInfo } from '../../lib/protocol';
import { failure } from '../../session/api';
import { roomApi } from '../../session/roomApi';

type Decision = Review['decisions'][number];

const ASK_AGAIN = [400, 400, 400, 400, 800, 1500] as const; // ms until the progress is requested again, soon at first
const CHANCES_AGAIN = 1500; // ms until the chances are requested again

export class ReviewQuery {
  info = $state.raw<ReviewInfo | null>(null);
  problem = $state('');
  /** The review; while it is computed, the part that is known. */
  readonly body = $derived(this.info?.review ?? null);
  readonly whole = $derived(this.info?.state === 'ready');
  readonly begun = $derived(this.info !== null && this.info.state !== 'none');
  private readonly byEntry = $derived(new Map(this.body?.decisions.map((decision) => [decision.entry, decision])));
  /** The chances of the same game. */
  readonly chances: ChancesQuery;
  private offered = false;
  /** Whether problems are hidden, because the player has not asked for the review yet. */
  private quiet = false;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private asked = 0;
  private request = 0;

  constructor(
    private readonly code: string,
    private readonly game: number | null,
  ) {
    this.chances = new ChancesQuery(code, game);
  }

  /** Load the review if there is one, and follow it if it is still being computed. */
  look(): Promise<void> {
    this.quiet = false;
    return this.follow(roomApi.review);
  }

  /** Ask the server to review the game. */
  ask(): Promise<void> {
    this.quiet = false;
    return this.follow(roomApi.askReview);
  }

  /** Offer the game for review when it ends. The server then reviews the game if it has time. */
  async offer(): Promise<void> {
    if (this.offered || this.info) return;
    this.offered = this.quiet = true;
    await this.follow(roomApi.offerReview);
  }

  /** Stop following the review. */
  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.request += 1;
  }

  /** The mistake in an entry's move; null if the move is no mistake. */
  slip(entry: number): Decision | null {
    const decision = this.byEntry.get(entry);
    return decision?.slip ? decision : null;
  }

  private async follow(get: (code: string, game: number | null) => Promise<ReviewInfo>): Promise<void> {
    this.close();
    const { request } = this;
    try {
      const info = await get(this.code, this.game);
      if (request !== this.request) return; // a newer request will set the result
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

/** Requests the chances during a finished game until the server has computed them. */
export class ChancesQuery {
  line = $state.raw<ChancesInfo | null>(null);
  problem = $state('');
  private timer: ReturnType<typeof setTimeout> | null = null;
  private asked = false;
  private closed = false;

  constructor(
    private readonly code: string,
    private readonly game: number | null,
  ) {}

  async ask(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    this.closed = false;
    this.problem = '';
    await this.follow();
  }

  private async follow(): Promise<void> {
    try {
      const line = await roomApi.chances(this.code, this.game);
      if (line.ready) this.line = line;
      else if (!this.closed) this.timer = setTimeout(() => void this.follow(), CHANCES_AGAIN);
    } catch (error) {
      this.asked = false;
      this.problem = failure(error);
    }
  }

  close(): void {
    this.closed = true;
    this.asked = false;
    if (this.timer) clearTimeout(this.timer);
  }
}
