/** Installing the page on the home screen. */

import { remember, remembered } from './settings.svelte';

/** Chromium's event with which a page can offer its own installation. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

const REFUSED = 'home.refused';

class Install {
  private offer = $state.raw<Offer | null>(null);
  private refused = $state(remembered(REFUSED) !== null);
  /**
   * How the page can be installed: through the browser's offer, or through the menu of Apple's phones; null if it
   * cannot or need not be.
   */
  way = $derived(this.refused || standalone() ? null : this.offer ? 'offer' : apple() ? 'apple' : null);

  /** Catch the browser's offer, which comes only once and early. */
  watch(): void {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault(); // the page makes the offer at its own time
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
