/** Requests that do the same however often they come, sent again where no answer did. */

import { Refused } from './api';
import { later } from './pauses';

export const RETRY_DELAYS_MS = [250, 750, 1500, 3000] as const; // milliseconds until the next try

/** Whether a request may have been carried out though its answer was lost. */
export const unanswered = (error: unknown): boolean => error instanceof Refused && (error.status === 0 || error.status >= 500);

/** The answer to a request, which is sent again while none comes: the server may be down, or another takes over. */
export async function withRetry<T>(send: () => Promise<T>, pause: (ms: number) => Promise<unknown> = later): Promise<T> {
  for (const ms of RETRY_DELAYS_MS) {
    try {
      return await send();
    } catch (error) {
      if (!unanswered(error)) throw error;
    }
    await pause(ms);
  }
  return send();
}
