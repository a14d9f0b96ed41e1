/** Asks the browser not to clear this site's storage. */

import { ballotBook } from './ballotBook';
import { ballotOn } from './ballots';
import { myGames } from './games';
import { remember, remembered } from './settings.svelte';

const A_WEEK = 7 * 24 * 3600 * 1000;
const ASKED = 'persist.asked';

/** Whether there is something to lose: a game or a ballot of an earlier day. At a first visit there is nothing. */
export function pays(now = new Date()): boolean {
  const today = ballotOn(now);
  return [...ballotBook()].some(([number, one]) => one.onTime && number < today) || myGames().some((game) => ballotOn(new Date(game.at)) < today);
}

/**
 * Ask the browser not to clear the storage if there is something to lose. At most once a week, since some browsers ask
 * the user.
 */
export async function persist(now = new Date(), storage: Partial<Pick<StorageManager, 'persist' | 'persisted'>> = navigator.storage ?? {}): Promise<boolean> {
  if (!storage.persist || !pays(now)) return false;
  if (await storage.persisted?.()) return true;
  if (now.getTime() - Number(remembered(ASKED) ?? 0) < A_WEEK) return false;
  remember(ASKED, String(now.getTime()));
  return storage.persist();
}
