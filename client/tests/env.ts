/** An environment without a server, for tests; `own` puts in what a test plays. */

import type { ConnectionEnv } from '../src/session/env';

export function testEnv(own: Partial<ConnectionEnv> = {}): ConnectionEnv {
  return {
    request: () => Promise.reject(new Error('there is no server')),
    socket: () => {
      throw new Error('there are no sockets');
    },
    url: (path) => path,
    after: () => () => undefined,
    visible: () => true,
    random: () => 0.5,
    ...own,
  };
}
