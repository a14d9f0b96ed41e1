/**
 * Keeps this client in step with its server: registers the service worker, and notices when the server has a newer
 * client. The page is then reloaded when the reader agrees or opens another page, never in the middle of a move.
 */

const SELDOM = 600_000; // ms between two checks when the reader comes back to the page

/** The scripts and styles that the page named when this client was loaded. */
const OWN =
  typeof document === 'undefined'
    ? []
    : Array.from(document.querySelectorAll('script[src], link[rel=stylesheet]'), (one) => one.getAttribute('src') ?? one.getAttribute('href') ?? '');

/** Whether a page belongs to this client but names other files. */
export function differs(page: string, own: readonly string[]): boolean {
  return page.includes('id="app"') && own.some((name) => !page.includes(name));
}

class Release {
  /** Whether the server has a newer client. */
  changed = $state(false);
  /** Whether the reader has put the update off until they open another page. */
  later = $state(false);
  private looked = 0;

  async look(): Promise<void> {
    if (this.changed) return;
    this.looked = performance.now();
    try {
      const answer = await fetch(`${import.meta.env.BASE_URL}index.html`, { cache: 'no-cache' });
      if (answer.ok && differs(await answer.text(), OWN)) this.changed = true;
    } catch {
      // other requests report that the server is away
    }
  }

  /** Check for a newer client at every occasion that suggests one. */
  watch(): void {
    window.addEventListener('vite:preloadError', () => void this.look()); // a file of this client is gone
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && performance.now() - this.looked > SELDOM) void this.look();
    });
    if (document.readyState === 'complete') void register();
    else window.addEventListener('load', () => void register(), { once: true });
  }
}

export const release = new Release();

/** Register the service worker, which caches this client's files. */
async function register(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  try {
    const made = await navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`);
    made.addEventListener('updatefound', () => {
      made.installing?.addEventListener('statechange', () => {
        if (made.waiting) void release.look();
      });
    });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ do: 'keep', paths: performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname) });
  } catch {
    // some browsers forbid storage; the client then works, but not offline
  }
}
