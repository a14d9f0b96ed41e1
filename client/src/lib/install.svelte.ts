/** The page's way to the home screen. */

import { remember, remembered } from './settings.svelte';

/** Chromium's offer to install the page. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

const REFUSED = 'home.refused';

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

/** Whether the page runs from the home screen. */
export const standalone = (): boolean => typeof matchMedia === 'function' && (matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true);
const apple = (): boolean => /iPhone|iPad/.test(navigator.userAgent);
