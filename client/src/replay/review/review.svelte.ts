/** A game's review: asked for, awaited, and then told entry by entry. */

import type { ReviewBody, ReviewInfo } from '../../lib/protocol';
import { failure } from '../../session/api';
import { roomApi } from '../../session/roomApi';
import { words } from '../../words';

export type Decision = ReviewBody['decisions'][number];
export type Slip = Exclude<Decision['slip'], ''>;

const ASK_AGAIN = 1500; // ms until it is asked again how far it is
const MARKS: Readonly<Record<Slip, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
export const SLIPS: readonly Slip[] = ['blunder', 'mistake', 'inaccuracy'];

/** How luck is told: by how many percent of a game chance helped a seat; 0 where that is within the error, or too little to tell. */
export function luckOf(review: ReviewBody, seat: number): number {
  const [gained, error] = [review.luck[seat] ?? 0, review.luck_error[seat] ?? 0];
  return Math.abs(gained) > 2 * error ? Math.round(gained * 100) : 0;
}

/** How many slips of each kind a seat made. */
export function slipsOf(review: ReviewBody, seat: number): { slip: Slip; count: number }[] {
  const own = review.decisions.filter((decision) => decision.seat === seat);
  return SLIPS.map((slip) => ({ slip, count: own.filter((decision) => decision.slip === slip).length })).filter(({ count }) => count > 0);
}

/** The decision that is made from a point: the first after it, before the next point. */
export function decisionAt(review: ReviewBody, at: number, next: number): Decision | null {
  return review.decisions.find((decision) => decision.entry > at && decision.entry <= next) ?? null;
}

export class ReviewQuery {
  info = $state.raw<ReviewInfo | null>(null);
  problem = $state('');
  readonly body = $derived(this.info?.review ?? null);
  private readonly byEntry = $derived(new Map(this.body?.decisions.map((decision) => [decision.entry, decision])));
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly code: string,
    private readonly game: number,
  ) {}

  /** See whether there is a review, and wait for one under way. */
  look(): Promise<void> {
    return this.follow(roomApi.review);
  }

  /** Have the game reviewed. */
  ask(): Promise<void> {
    return this.follow(roomApi.askReview);
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  /** What the log says of the move an entry is; null where it is no slip. */
  slip(entry: number): { mark: string; text: string } | null {
    const slip = this.byEntry.get(entry)?.slip;
    return slip ? { mark: MARKS[slip], text: words.review.slips[slip] } : null;
  }

  private async follow(get: (code: string, game: number) => Promise<ReviewInfo>): Promise<void> {
    this.close();
    try {
      this.info = await get(this.code, this.game);
      this.problem = '';
      if (this.info.state === 'waiting' || this.info.state === 'counting') this.timer = setTimeout(() => void this.look(), ASK_AGAIN);
    } catch (error) {
      this.problem = failure(error);
      if (this.info) this.info = { ...this.info, state: 'none' };
    }
  }
}
