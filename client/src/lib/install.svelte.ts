/** What keeps this site's storage: the browser's promise not to clear it, and a place on the home screen. */

import { ballotBook } from './ballotBook';
import { ballotOn } from './ballots';
import { myGames } from './games';
import { remember, remembered } from './settings.svelte';

/** Chromium's offer to install the page. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

const A_WEEK = 7 * 24 * 3600 * 1000;
const [ASKED, REFUSED] = ['persist.asked', 'home.refused'];

class Install {
  private offer = $state.raw<Offer | null>(null);
  private refused = $state(remembered(REFUSED) !== null);
  /** How the page can come to the home screen: by the browser's own offer, or by the menu of Apple's phones; null: not at all, or it need not. */
  way = $derived(this.refused || standalone() ? null : this.offer ? 'offer' : apple() ? 'apple' : null);

  /** Hear the browser's offer, which comes once and early. */
  watch(): void {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault(); // the page says itself when it pays
      this.offer = event as Offer;
    });
    addEventListener('appinstalled', () => this.refuse());
  }

  async add(): Promise<void> {
    await this.offer?.prompt();
    this.offer = null;
  }

  refuse(): void {
    this.refused = true;
    remember(REFUSED, 'yes');
  }
}

export const install = new Install();

const standalone = (): boolean => typeof matchMedia === 'function' && (matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true);
const apple = (): boolean => /iPhone|iPad/.test(navigator.userAgent);

/** Whether there is something to lose: a game or a ballot of an earlier day. So nobody is asked at the first visit. */
export function pays(now = new Date()): boolean {
  const today = ballotOn(now);
  return [...ballotBook()].some(([number, one]) => one.onTime && number < today) || myGames().some((game) => ballotOn(new Date(game.at)) < today);
}

/** Ask the browser not to clear the storage, once there is something to lose; some browsers ask their user, so once a week at most. */
export async function persist(now = new Date(), storage: Partial<Pick<StorageManager, 'persist' | 'persisted'>> = navigator.storage ?? {}): Promise<boolean> {
  if (!storage.persist || !pays(now)) return false;
  if (await storage.persisted?.()) return true;
  if (now.getTime() - Number(remembered(ASKED) ?? 0) < A_WEEK) return false;
  remember(ASKED, String(now.getTime()));
  return storage.persist();
}
