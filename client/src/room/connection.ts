/**
 * One WebSocket that comes back: says hello, pings while the page is visible, notices a silent socket, reconnects.
 *
 * It knows nothing of games. Sockets, clock and chance are handed in, so that tests can play them.
 */

import {
  CLOSE_FLOOD,
  CLOSE_NO_ROOM,
  CLOSE_REMOVED,
  CLOSE_REPLACED,
  type ClientMessage,
  type HelloBody,
  type ServerMessage,
} from '../lib/protocol';

export type Link = 'connecting' | 'open' | 'lost' | 'replaced' | 'removed' | 'no room';

export interface SocketLike {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Surroundings {
  makeSocket(): SocketLike;
  after(ms: number, run: () => void): () => void;
  visible(): boolean;
  random(): number;
}

export const PING_EVERY = 10_000;
export const DEAD_AFTER = 10_000;
export const PROBE_AFTER = 4_000;
export const BACKOFF = [250, 500, 1000, 2000, 4000, 8000] as const;
const FLOOD_PAUSE = 20_000;
const OPEN = 1;

/** How long to wait before try number `tries` (from 0): doubling, with a spread so that a class does not knock at once. */
export function backoff(tries: number, random: number): number {
  const step = BACKOFF[Math.min(tries, BACKOFF.length - 1)] ?? 8000;
  return Math.round(step * (0.75 + random / 2));
}

export class Connection {
  link: Link = 'connecting';
  private socket: SocketLike | null = null;
  private tries = 0;
  private pings = 0;
  private stopped = false;
  private cancelDeath: (() => void) | null = null;
  private cancelPing: (() => void) | null = null;
  private cancelRetry: (() => void) | null = null;

  constructor(
    private readonly around: Surroundings,
    private readonly hello: () => HelloBody,
    private readonly heard: (message: ServerMessage) => void,
    private readonly changed: (link: Link) => void,
  ) {}

  /** Connect, or connect anew: also the way to take a seat back from another window. */
  start(): void {
    this.stopped = false;
    this.drop();
    this.set('connecting');
    const socket = this.around.makeSocket();
    this.socket = socket;
    this.expectSign(DEAD_AFTER);
    socket.onopen = () => {
      if (this.socket !== socket) return;
      socket.send(JSON.stringify({ hello: this.hello() } satisfies ClientMessage));
      this.schedulePing();
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(event.data);
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.closed(event.code);
    };
    socket.onerror = () => undefined; // a close follows, and says more
  }

  stop(): void {
    this.stopped = true;
    this.drop();
  }

  /** Send now; false when nobody is there to hear it. */
  send(message: ClientMessage): boolean {
    if (!this.socket || this.socket.readyState !== OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** The page woke up or the network changed: is the socket alive? If not, do not wait for the backoff. */
  probe(): void {
    if (this.stopped || this.link === 'replaced' || this.link === 'removed' || this.link === 'no room') return;
    if (this.link === 'open') this.ping(PROBE_AFTER);
    else if (this.cancelRetry) this.start();
  }

  private hear(data: unknown): void {
    this.cancelDeath?.();
    this.cancelDeath = null;
    if (typeof data !== 'string') return;
    const message = JSON.parse(data) as ServerMessage;
    if (message.type === 'state') this.tries = 0; // a server that only turns us away is not knocked at ever faster
    if (this.link !== 'open') this.set('open');
    this.heard(message);
  }

  private schedulePing(): void {
    this.cancelPing?.();
    this.cancelPing = this.around.after(PING_EVERY, () => {
      if (this.around.visible()) this.ping(DEAD_AFTER);
      this.schedulePing();
    });
  }

  private ping(patience: number): void {
    this.pings += 1;
    if (this.send({ ping: this.pings })) this.expectSign(patience);
    else this.closed(0);
  }

  private expectSign(patience: number): void {
    this.cancelDeath?.();
    this.cancelDeath = this.around.after(patience, () => this.closed(0));
  }

  private closed(code: number): void {
    this.drop();
    if (code === CLOSE_REPLACED) return this.set('replaced');
    if (code === CLOSE_REMOVED) return this.set('removed');
    if (code === CLOSE_NO_ROOM) return this.set('no room');
    if (this.stopped) return;
    const wait = code === CLOSE_FLOOD ? FLOOD_PAUSE : backoff(this.tries, this.around.random());
    this.tries += 1;
    this.set('lost');
    this.cancelRetry = this.around.after(wait, () => this.start());
  }

  private drop(): void {
    for (const cancel of [this.cancelDeath, this.cancelPing, this.cancelRetry]) cancel?.();
    this.cancelDeath = this.cancelPing = this.cancelRetry = null;
    const old = this.socket;
    this.socket = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.onerror = () => undefined;
    old.close();
  }

  private set(link: Link): void {
    this.link = link;
    this.changed(link);
  }
}

/** The browser itself as surroundings. */
export function browser(code: string): Surroundings {
  return {
    makeSocket() {
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      return new WebSocket(`${scheme}://${location.host}/api/rooms/${code}/socket`) as unknown as SocketLike;
    },
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    visible: () => document.visibilityState === 'visible',
    random: Math.random,
  };
}

/** A command's id. crypto.randomUUID is missing on plain http, getRandomValues is not. */
export function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
