/** Keeps this client and its server together: registers the service worker where an address allows one, and notices when
 * the server has a newer client. The page is then loaded anew when its reader says so or goes to another page, and never
 * in the middle of a move. */

const SELDOM = 600_000; // ms between looks of a page that is only left and come back to

/** The scripts and styles by which the server's page named this client when it was loaded. */
const OWN =
  typeof document === 'undefined'
    ? []
    : Array.from(document.querySelectorAll('script[src], link[rel=stylesheet]'), (one) => one.getAttribute('src') ?? one.getAttribute('href') ?? '');

/** Whether a page is the client's and names other files than these. */
export function differs(page: string, own: readonly string[]): boolean {
  return page.includes('id="app"') && own.some((name) => !page.includes(name));
}

class Release {
  /** The server has another client than this one. */
  changed = $state(false);
  /** The reader wants to go on with this one: until they go to another page. */
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

  /** Look for a newer client whenever there is a reason to. */
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

/** Have the service worker keep this client's files. */
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
    // a browser may forbid storage; then the client works, but not offline
  }
}
