/** The seam between the client and its server: over the network here; a build without a server puts another in its place. */

import type { GameInfo } from '../lib/protocol';
import { release } from '../lib/release.svelte';
import { PolledLine } from './polled';

export interface SocketLike {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** What a page without a server has in place of links, classes and chat. */
export interface Alone {
  /** Where those are to be had. */
  line: string;
}

export interface ConnectionEnv {
  /** Answer a REST request; rejects if there is no answer. */
  request(path: string, init: RequestInit): Promise<Response>;
  /** Open the socket of a room or a class; may throw if a browser forbids sockets. */
  socket(path: string): SocketLike;
  /** The address of something to show or download: a QR code, a saved game. */
  url(path: string): string;
  /** The games that came with the page; null if they are to be requested. */
  games?(): readonly GameInfo[] | null;
  /** The messages of a socket by POST and long poll; without it sockets are never given up. */
  line?(path: string): SocketLike;
  /** Only of a page without a server. */
  alone?: Alone;
  /** Whether a silent socket may be dead: it is pinged, and closed if it stays silent. Default: true. */
  pings?: boolean;
  after(ms: number, run: () => void): () => void;
  visible(): boolean;
  random(): number;
  /** The connection was lost and is back: perhaps with another server behind it. */
  returned?(): void;
  /** Sockets in a row that stayed silent, shared by a page's connections. */
  silentSockets?: { inARow: number };
}

/** The games that were written into the page. */
export function embeddedGames(): readonly GameInfo[] | null {
  const embedded = document.getElementById('games')?.textContent;
  return embedded ? (JSON.parse(embedded) as GameInfo[]) : null;
}

/** The server that the page came from. */
const SERVER: ConnectionEnv = {
  request: (path, init) => fetch(path, init),
  socket(path) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}${path}/socket`) as unknown as SocketLike;
  },
  url: (path) => path,
  games: embeddedGames,
  line: (path) => new PolledLine(path, (to, init) => fetch(to, init)),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  visible: () => document.visibilityState === 'visible',
  random: Math.random,
  returned: () => void release.look(),
  silentSockets: { inARow: 0 },
};

let current = SERVER;

/** Where requests and sockets of this page go. */
export const env = (): ConnectionEnv => current;

/** Put another server in place of the page's own; before the page is shown. */
export function useEnv(other: ConnectionEnv): void {
  current = other;
}
