/** The environment of the client without a server: requests and sockets go to a web worker of the page. */

import { storedRoom, storeRoom } from '../lib/kept';
import { ballotCode, type Kept } from '../lib/keptRoom';
import { embeddedGames, type ConnectionEnv, type SocketLike } from '../session/env';
import type { Excuses } from './server.ts';
import type { Saved } from './saved.ts';
import type { FromWorker, ToWorker } from './worker.ts';

const OPEN = 1;
const CLOSED = 3;
const CLOSE_REPLACED = 4000;

/** The room's code in a path such as /api/rooms/BCDFGH. */
const codeIn = (path: string): string => path.split('/').at(-1) ?? '';

/** The stored room that a request is about; null if there is none. */
function keptFor(path: string): Kept | null {
  const { pathname, searchParams } = new URL(path, 'http://page');
  const [, , what, name = ''] = pathname.split('/');
  if (what === 'ballots') return storedRoom(ballotCode(Number(name)));
  const earlier = searchParams.get('game');
  return what === 'rooms' ? ((earlier && storedRoom(`${name}.${earlier}`)) || storedRoom(name)) : null;
}

export function localEnv(worker: Worker, base: string, excuses: Excuses): ConnectionEnv {
  const say = (message: ToWorker): void => worker.postMessage(message);
  const waiting = new Map<number, (answer: Response) => void>();
  const lines = new Map<number, SocketLike>();
  const paths = new Map<number, string>();
  const saved = new Map<string, Saved>();
  /** Rooms that another window has taken over; changes of this window are no longer stored. */
  const taken = new Set<string>();
  /** The time at which this window last opened each room, in ms since 1970. */
  const opened = new Map<string, number>();
  const windows = new BroadcastChannel('hustings.rooms');
  let last = 0;

  const drop = (line: number, code: number): void => {
    const socket = lines.get(line);
    if (!socket) return;
    socket.close();
    socket.readyState = CLOSED;
    socket.onclose?.({ code });
  };
  /** The window that opened a room last plays it, as with a server. */
  windows.addEventListener('message', ({ data: { code, at } }: MessageEvent<{ code: string; at: number }>) => {
    if (at < (opened.get(code) ?? 0)) return;
    taken.add(code);
    for (const [line, path] of paths) if (codeIn(path) === code) drop(line, CLOSE_REPLACED);
  });

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'answer') {
      waiting.get(data.id)?.(new Response(JSON.stringify(data.body), { status: data.status }));
      waiting.delete(data.id);
    } else if (data.kind === 'keep') {
      if (taken.has(data.kept.code)) return;
      saved.set(data.kept.code, data.saved);
      storeRoom(data.kept);
    } else {
      const line = lines.get(data.line);
      if (!line) return;
      if (data.kind === 'told') return line.onmessage?.({ data: data.text });
      line.readyState = data.kind === 'opened' ? OPEN : CLOSED;
      if (data.kind === 'opened') line.onopen?.();
      else line.onclose?.({ code: data.code });
    }
  });
  say({ kind: 'begin', base, excuses });

  const ask = (method: string, path: string, body: unknown): Promise<Response> =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      say({ kind: 'ask', id, method, path, body, kept: keptFor(path) });
    });

  return {
    request: (path, init) => ask(init.method ?? 'GET', path, typeof init.body === 'string' ? JSON.parse(init.body) : init.body),
    games: embeddedGames,
    alone: { line: excuses.friends },
    socket(path) {
      const line = ++last;
      const socket: SocketLike = {
        readyState: 0, onopen: null, onmessage: null, onclose: null, onerror: null,
        send: (text) => say({ kind: 'send', line, text }),
        close() {
          lines.delete(line);
          paths.delete(line);
          say({ kind: 'close', line });
        },
      };
      lines.set(line, socket);
      paths.set(line, path);
      const code = codeIn(path);
      taken.delete(code);
      const at = performance.timeOrigin + performance.now();
      opened.set(code, at);
      windows.postMessage({ code, at });
      say({ kind: 'open', line, path, kept: storedRoom(code) });
      return socket;
    },
    /** Only a saved game has an address here, made at once; nothing else does. */
    url(path) {
      const [, code, number] = /^\/api\/rooms\/(\w+)\/(?:replay\/saved|export)(?:\?game=(\d+))?/.exec(path) ?? [];
      const game = code === undefined ? undefined : (saved.get(`${code}.${number}`) ?? saved.get(code));
      return game ? `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(game, null, 1))}` : path;
    },
    pings: false,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    visible: () => document.visibilityState === 'visible',
    random: Math.random,
  };
}
