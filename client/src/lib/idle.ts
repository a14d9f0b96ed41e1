const SOON = 200; // ms, where the browser does not say when it has nothing else to do
const LATEST = 2000; // ms

/** Resolves when the browser has nothing else to do, and soon in any case. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LATEST });
    else setTimeout(resolve, SOON);
  });
}
