const SOON = 200; // ms, for browsers without requestIdleCallback
const LATEST = 2000; // ms after which work starts even if the browser is busy

/** Resolve when the browser is idle, or soon in any case. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LATEST });
    else setTimeout(resolve, SOON);
  });
}
