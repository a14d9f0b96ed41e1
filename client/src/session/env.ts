/**
 * The interface between the client and its server. This file implements it over the network; the client without a
 * server replaces it.
 */

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

/** The part of a client without a server that replaces links, classes and chat. */
export interface Alone {
  /** A line that says where these features are available. */
  line: string;
}

export interface ConnectionEnv {
  /** Answer a REST request; rejects if there is no answer. */
  request(path: string, init: RequestInit): Promise<Response>;
  /** Open the socket of a room, class or club; may throw if the browser forbids sockets. */
  socket(path: string): SocketLike;
  /** The address of something to show or download: a QR code, a saved game. */
  url(path: string): string;
  /** The list of games embedded in the page; null if it must be requested. */
  games?(): readonly GameInfo[] | null;
  /** A socket-like connection by POST and long polling; without it, sockets are never given up. */
  line?(path: string): SocketLike;
  /** Only set in the client without a server. */
  alone?: Alone;
  /** Whether a silent socket may be dead; it is then pinged, and closed if it stays silent. Default: true. */
  pings?: boolean;
  after(ms: number, run: () => void): () => void;
  visible(): boolean;
  random(): number;
  /** Called when a lost connection is back; the server may have changed meanwhile. */
  returned?(): void;
  /** Counts sockets in a row that received nothing; shared by all connections of a page. */
  silentSockets?: { inARow: number };
}

/** The list of games that the server embedded in the page. */
export function embeddedGames(): readonly GameInfo[] | null {
  const embedded = document.getElementById('games')?.textContent;
  return embedded ? (JSON.parse(embedded) as GameInfo[]) : null;
}

/** The network environment: the server that the page came from. */
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

/** The environment in use. */
export const env = (): ConnectionEnv => current;

/** Replace the environment; call it before the page is shown. */
export function useEnv(other: ConnectionEnv): void {
  current = other;
}
