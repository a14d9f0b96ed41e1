/**
 * A WebSocket that reconnects: says hello, pings while the page is visible, and notices a silent socket. If sockets
 * receive nothing, the same messages are sent by long polling, and now and then a socket is tried again. It knows
 * nothing of games, and serves rooms, classes and clubs. Sockets, clock and randomness come from the environment.
 */

import { readJson, writeJson } from '../lib/bidi';
import { CLOSE_FLOOD, CLOSE_MOVED, CLOSE_NO_ROOM, CLOSE_REMOVED, CLOSE_REPLACED } from '../lib/protocol';
import type { ConnectionEnv, SocketLike } from './env';
import { MOVED_PAUSE } from './pauses';

export type Link = 'connecting' | 'open' | 'lost' | 'replaced' | 'removed' | 'no room';

export const PING_EVERY = 10_000;
export const DEAD_AFTER = 10_000;
export const PROBE_AFTER = 4_000;
export const BACKOFF = [250, 500, 1000, 2000, 4000] as const;
/** After this many sockets in a row without a message, assume that the network blocks sockets. */
export const MUTE = 3;
export const RETURN_EVERY = 60_000;
const FLOOD_PAUSE = 20_000;
/** Close codes from this number on are sent by the server itself, so they prove that sockets work. */
const SERVERS_OWN = 1008;
const OPEN = 1;

/**
 * The wait in ms before attempt `tries` (from 0). It doubles, with a random spread so that a whole class does not
 * reconnect at once.
 */
export function backoff(tries: number, random: number): number {
  const step = BACKOFF[Math.min(tries, BACKOFF.length - 1)] ?? 4000;
  return Math.round(step * (0.75 + random / 2));
}

/** Messages that prove that the server has admitted this client; other messages may only explain a refusal. */
const TAKEN_IN: readonly string[] = ['state', 'person', 'teacher', 'projector', 'member', 'claimant', 'club_screen'];

/** Greeting: the type of the first message; Sent: of the messages after it; Received: of the server's messages. */
export class Connection<Greeting, Sent, Received extends { type: string }> {
  link: Link = 'connecting';
  private socket: SocketLike | null = null;
  /** polled: whether `socket` uses long polling. heardHere: whether it has received anything. */
  private polled = false;
  private heardHere = false;
  private readonly silentSockets: { inARow: number };
  /** A WebSocket that may replace long polling. */
  private candidate: SocketLike | null = null;
  private tries = 0;
  private pings = 0;
  private stopped = false;
  private broken = false;
  private cancelDeath: (() => void) | null = null;
  private cancelPing: (() => void) | null = null;
  private cancelRetry: (() => void) | null = null;
  private cancelReturn: (() => void) | null = null;

  constructor(
    private readonly env: ConnectionEnv,
    private readonly path: string,
    private readonly hello: () => Greeting,
    private readonly heard: (message: Received) => void,
    private readonly changed: (link: Link) => void,
  ) {
    this.silentSockets = env.silentSockets ?? { inARow: 0 };
  }

  /** Connect, or reconnect; also takes a seat back from another window. */
  start(): void {
    this.stopped = false;
    this.drop();
    this.set('connecting');
    const line = this.silentSockets.inARow >= MUTE ? this.env.line?.(this.path) : undefined;
    const polled = line !== undefined;
    const socket = line ?? this.made();
    if (!socket) return this.closed(1006);
    this.use(socket, polled);
    socket.onopen = () => {
      if (this.socket === socket) this.greet(socket);
    };
  }

  private made(): SocketLike | null {
    try {
      return this.env.socket(this.path);
    } catch {
      return null;
    }
  }

  private use(socket: SocketLike, polled: boolean): void {
    this.socket = socket;
    this.polled = polled;
    this.heardHere = false;
    this.expectSign(DEAD_AFTER);
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(event.data);
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.closed(event.code);
    };
    socket.onerror = () => undefined; // a close event follows, with the reason
  }

  private greet(socket: SocketLike): void {
    socket.send(writeJson({ hello: this.hello() }));
    this.schedulePing();
  }

  stop(): void {
    this.stopped = true;
    this.drop();
  }

  /** Send a message now; return false if there is no connection. */
  send(message: Sent | { ping: number }): boolean {
    if (!this.socket || this.socket.readyState !== OPEN) return false;
    this.socket.send(writeJson(message));
    return true;
  }

  /** Test the socket, after the page woke up or the network changed; reconnect without waiting if it is dead. */
  probe(): void {
    if (this.stopped || this.link === 'replaced' || this.link === 'removed' || this.link === 'no room') return;
    if (this.link === 'open' && this.env.pings !== false) this.ping(PROBE_AFTER);
    else if (this.cancelRetry) this.start();
  }

  /** Report a lost connection at once when the device has no network, and try again. */
  cut(): void {
    if (this.link === 'open' && this.env.pings !== false) this.closed(0);
  }

  private hear(data: unknown): void {
    this.cancelDeath?.();
    this.cancelDeath = null;
    if (typeof data !== 'string') return;
    const message = readJson(data) as Received;
    if (!this.heardHere && this.polled) this.scheduleReturn();
    this.heardHere = true;
    if (!this.polled) this.silentSockets.inARow = 0;
    if (TAKEN_IN.includes(message.type)) this.tries = 0; // a server that refuses us keeps its growing pauses
    if (this.link !== 'open') {
      this.set('open');
      if (this.broken) this.env.returned?.();
      this.broken = false;
    }
    this.heard(message);
  }

  /** While polling, try a WebSocket now and then; switch to it only once it has opened. */
  private scheduleReturn(): void {
    this.cancelReturn?.();
    this.cancelReturn = this.env.after(RETURN_EVERY, () => {
      if (this.candidate) abandon(this.candidate); // the last attempt never opened
      const socket = this.env.visible() ? this.made() : null;
      this.candidate = socket;
      this.scheduleReturn();
      if (!socket) return;
      socket.onopen = () => {
        if (this.candidate !== socket) return;
        this.candidate = null;
        this.drop();
        this.use(socket, false);
        this.greet(socket);
      };
      socket.onclose = () => undefined;
      socket.onerror = () => undefined;
    });
  }

  private schedulePing(): void {
    this.cancelPing?.();
    if (this.env.pings === false) return;
    this.cancelPing = this.env.after(PING_EVERY, () => {
      if (this.env.visible()) this.ping(DEAD_AFTER);
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
    if (this.env.pings === false) return;
    this.cancelDeath = this.env.after(patience, () => this.closed(0));
  }

  private closed(code: number): void {
    const unheard = this.socket === null || !this.heardHere;
    if (unheard && this.socket !== null && this.polled) this.silentSockets.inARow = MUTE - 1; // perhaps the server itself is down
    else if (unheard && code < SERVERS_OWN) this.silentSockets.inARow += 1;
    this.drop();
    if (code === CLOSE_REPLACED) return this.set('replaced');
    if (code === CLOSE_REMOVED) return this.set('removed');
    if (code === CLOSE_NO_ROOM) return this.set('no room');
    if (this.stopped) return;
    const moved = code === CLOSE_MOVED; // another process of the server takes the room over within a second
    const wait = code === CLOSE_FLOOD ? FLOOD_PAUSE : moved ? MOVED_PAUSE : backoff(this.tries, this.env.random());
    if (!moved) this.tries += 1;
    this.broken = true;
    this.set('lost');
    this.cancelRetry = this.env.after(wait, () => this.start());
  }

  private drop(): void {
    for (const cancel of [this.cancelDeath, this.cancelPing, this.cancelRetry, this.cancelReturn]) cancel?.();
    this.cancelDeath = this.cancelPing = this.cancelRetry = this.cancelReturn = null;
    for (const old of [this.socket, this.candidate]) if (old) abandon(old);
    this.socket = this.candidate = null;
  }

  private set(link: Link): void {
    this.link = link;
    this.changed(link);
  }
}

/** Close a socket and ignore its later events. */
function abandon(old: SocketLike): void {
  old.onopen = old.onmessage = old.onclose = null;
  old.onerror = () => undefined;
  old.close();
}
