/** Repeats requests that were not answered. Only for requests that have the same effect when repeated. */

import { Refused } from './api';
import { later } from './pauses';

export const RETRY_DELAYS_MS = [250, 750, 1500, 3000] as const; // milliseconds until each further attempt

/** Whether a request may have been carried out although its answer was lost. */
export const unanswered = (error: unknown): boolean => error instanceof Refused && (error.status === 0 || error.status >= 500);

/** Send a request, and again until it is answered: the server may be restarting or moving the room. */
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
