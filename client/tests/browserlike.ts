/** A test environment in which effects run, as they do in a browser; of a page it has only what settings and the release ask for. */

import type { Environment } from 'vitest/runtime';

const PAGE = {
  document: { documentElement: { dataset: {} }, visibilityState: 'visible', querySelectorAll: () => [] },
  matchMedia: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
};

export default <Environment>{
  name: 'browserlike',
  viteEnvironment: 'client',
  setup: (global: Record<string, unknown>) => {
    Object.assign(global, PAGE, { window: global });
    return { teardown: () => ['window', ...Object.keys(PAGE)].forEach((name) => delete global[name]) };
  },
};
