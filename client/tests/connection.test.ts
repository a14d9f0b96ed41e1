import { beforeEach, describe, expect, it } from 'vitest';
import { CLOSE_MOVED, CLOSE_NO_ROOM, CLOSE_REPLACED, type ClientMessage, type HelloBody, type ServerMessage } from '../src/lib/protocol';
import {
  backoff, BACKOFF, Connection, DEAD_AFTER, MUTE, PING_EVERY, PROBE_AFTER, RETURN_EVERY, type Link,
} from '../src/session/connection';
import type { ConnectionEnv, SocketLike } from '../src/session/env';
import { testEnv } from './env';

class FakeSocket implements SocketLike {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  sent: string[] = [];
  closed = false;
  constructor(readonly polled = false) {}
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

class World {
  sockets: FakeSocket[] = [];
  now = 0;
  seen = true;
  private timers: { at: number; run: () => void }[] = [];
  links: Link[] = [];
  heard: ServerMessage[] = [];
  since = -1;
  forbidden = false;
  readonly connection: Connection<HelloBody, ClientMessage, ServerMessage>;

  constructor(own: Partial<ConnectionEnv> = {}) {
    const env = testEnv({
      socket: () => {
        if (this.forbidden) throw new Error('no sockets here');
        return this.add(new FakeSocket());
      },
      line: () => this.add(new FakeSocket(true)),
      after: (ms, run) => {
        const timer = { at: this.now + ms, run };
        this.timers.push(timer);
        return () => (this.timers = this.timers.filter((one) => one !== timer));
      },
      visible: () => this.seen,
      ...own,
    });
    this.connection = new Connection(
      env,
      '/api/rooms/BCDFGH',
      () => (this.since < 0 ? { token: 't' } : { token: 't', since: this.since }),
      (message) => this.heard.push(message),
      (link) => this.links.push(link),
    );
  }

  private add(socket: FakeSocket): FakeSocket {
    this.sockets.push(socket);
    return socket;
  }
  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (!last) throw new Error('no socket yet');
    return last;
  }
  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = this.timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((one) => one !== next);
      this.now = next.at;
      next.run();
    }
    this.now = end;
  }
}

const STATE = { type: 'state', seq: 7 };
let world: World;
beforeEach(() => {
  world = new World();
  world.connection.start();
});

describe('a connection', () => {
  it('says hello first and is open once it hears something', () => {
    world.socket.open();
    expect(world.socket.sent).toEqual([JSON.stringify({ hello: { token: 't' } })]);
    expect(world.connection.link).toBe('connecting');
    world.socket.say(STATE);
    expect(world.connection.link).toBe('open');
    expect(world.heard).toHaveLength(1);
  });

  it('comes back with the last number it saw', () => {
    world.socket.open();
    world.socket.say(STATE);
    world.since = 7;
    world.socket.onclose?.({ code: 1006 });
    expect(world.connection.link).toBe('lost');
    world.pass(BACKOFF[0] * 2);
    expect(world.sockets).toHaveLength(2);
    world.socket.open();
    expect(world.socket.sent[0]).toBe(JSON.stringify({ hello: { token: 't', since: 7 } }));
  });

  it('pings while the page is visible and gives up a silent socket', () => {
    world.socket.open();
    world.socket.say(STATE);
    world.pass(PING_EVERY);
    expect(world.socket.sent.at(-1)).toBe('{"ping":1}');
    world.socket.say({ type: 'pong', n: 1 });
    world.pass(PING_EVERY);
    world.pass(DEAD_AFTER + 1);
    expect(world.links).toContain('lost');
    expect(world.sockets[0]?.closed).toBe(true);
  });

  it('does not ping while the page is hidden', () => {
    world.socket.open();
    world.socket.say(STATE);
    world.seen = false;
    world.pass(PING_EVERY * 5);
    expect(world.socket.sent).toHaveLength(1);
    expect(world.connection.link).toBe('open');
  });

  it('probes on waking and notices the dead socket sooner', () => {
    world.socket.open();
    world.socket.say(STATE);
    world.connection.probe();
    world.pass(PROBE_AFTER + 1);
    expect(world.connection.link).toBe('lost');
  });

  it('on waking does not wait for the backoff', () => {
    for (let k = 0; k < 5; k++) {
      world.socket.onclose?.({ code: 1006 });
      world.pass(20_000);
    }
    const before = world.sockets.length;
    world.socket.onclose?.({ code: 1006 });
    world.connection.probe();
    expect(world.sockets.length).toBe(before + 1);
  });

  it('does not come back by itself where it was replaced or there is no room', () => {
    world.socket.onclose?.({ code: CLOSE_REPLACED });
    world.pass(60_000);
    world.connection.probe();
    expect(world.sockets).toHaveLength(1);
    expect(world.connection.link).toBe('replaced');
    world.connection.start();
    world.socket.onclose?.({ code: CLOSE_NO_ROOM });
    world.pass(60_000);
    expect(world.sockets).toHaveLength(2);
  });

  it('ignores what an abandoned socket still says', () => {
    const old = world.socket;
    const late = old.onmessage;
    world.connection.start();
    late?.({ data: JSON.stringify(STATE) });
    expect(world.heard).toHaveLength(0);
  });

  it('sends only while the line is up', () => {
    expect(world.connection.send({ ping: 1 })).toBe(false);
    world.socket.open();
    expect(world.connection.send({ ping: 1 })).toBe(true);
  });
});

describe('where sockets are blocked', () => {
  /** Sockets that are closed unheard, until the connection turns to a line. */
  function blocked(): FakeSocket {
    for (let k = 0; k < MUTE; k++) {
      expect(world.socket.polled).toBe(false);
      if (k % 2) world.socket.open(); // a proxy may let it open, and close it then
      world.socket.onclose?.({ code: k % 2 ? 1000 : 1006 });
      world.pass(4000);
    }
    return world.socket;
  }

  it('the messages go by a polled line, which looks like any other connection', () => {
    const line = blocked();
    expect(line.polled).toBe(true);
    line.open();
    expect(line.sent[0]).toBe(JSON.stringify({ hello: { token: 't' } }));
    line.say(STATE);
    expect(world.connection.link).toBe('open');
    world.connection.send({ ping: 9 });
    expect(line.sent.at(-1)).toBe('{"ping":9}');
  });

  it('turns to a line where making a socket fails at once', () => {
    world.forbidden = true;
    world.socket.onclose?.({ code: 1006 });
    world.pass(10_000);
    expect(world.socket.polled).toBe(true);
  });

  it('goes back to a socket that opens, and says hello there with the last number', () => {
    const line = blocked();
    line.open();
    line.say(STATE);
    world.since = 7;
    for (let k = 0; k < RETURN_EVERY; k += PING_EVERY) {
      world.pass(PING_EVERY);
      line.say({ type: 'pong', n: k });
    }
    const socket = world.socket;
    expect(socket.polled).toBe(false);
    expect(line.closed).toBe(false);
    socket.open();
    expect(line.closed).toBe(true);
    expect(socket.sent[0]).toBe(JSON.stringify({ hello: { token: 't', since: 7 } }));
    socket.say(STATE);
    expect(world.connection.link).toBe('open');
    expect(world.links.filter((link) => link === 'lost')).toHaveLength(MUTE);
    socket.onclose?.({ code: 1006 });
    world.pass(1000);
    expect(world.socket.polled).toBe(false); // it had been heard: no reason to doubt sockets
  });

  it('stays on the line while a socket that is tried comes to nothing', () => {
    const line = blocked();
    line.open();
    line.say(STATE);
    for (let k = 0; k < 3 * RETURN_EVERY; k += PING_EVERY) {
      world.pass(PING_EVERY);
      line.say({ type: 'pong', n: k });
    }
    const tried = world.sockets.filter((socket) => !socket.polled).slice(MUTE);
    expect(tried).toHaveLength(3);
    expect(tried.map((socket) => socket.closed)).toEqual([true, true, false]);
    expect(line.closed).toBe(false);
    world.connection.stop();
    expect(world.socket.closed).toBe(true);
  });

  it('knocks at both doors while there is no server', () => {
    blocked().onclose?.({ code: 1006 });
    world.pass(8000);
    expect(world.socket.polled).toBe(false);
    world.socket.onclose?.({ code: 1006 });
    world.pass(8000);
    expect(world.socket.polled).toBe(true);
  });

  it('takes a word of the server itself for no block', () => {
    for (let k = 0; k < 6; k++) {
      world.socket.open();
      world.socket.onclose?.({ code: 1012 });
      world.pass(8000);
    }
    expect(world.socket.polled).toBe(false);
  });
});

describe('a room that another process holds', () => {
  it('is looked for again soon, however often', () => {
    for (let k = 0; k < 12; k++) {
      world.socket.open();
      world.socket.onclose?.({ code: CLOSE_MOVED });
      const before = world.socket;
      world.pass(250);
      expect(world.socket).not.toBe(before);
    }
  });

  it('is lost at once where the device has no network, and comes back by itself', () => {
    const world = new World();
    world.connection.start();
    world.socket.open();
    world.socket.say({ type: 'pong', pong: 1 });
    world.connection.cut();
    expect(world.connection.link).toBe('lost');
    world.connection.probe(); // the network is back
    expect(world.sockets).toHaveLength(2);
  });
});

describe('the backoff', () => {
  it('grows, has an end, and is spread', () => {
    const waits = [0, 1, 2, 3, 4, 5, 9].map((tries) => backoff(tries, 0.5));
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
    expect(backoff(0, 0)).toBeLessThan(backoff(0, 1));
  });
});

describe('a server in the page itself', () => {
  it('is neither pinged nor given up for its silence', () => {
    const world = new World({ pings: false });
    world.connection.start();
    world.socket.open();
    world.pass(10 * (PING_EVERY + DEAD_AFTER));
    world.connection.probe();
    expect(world.socket.sent).toEqual([JSON.stringify({ hello: { token: 't' } })]);
    expect(world.sockets).toHaveLength(1);
  });

  it('is never polled', () => {
    const world = new World();
    const local = new World({ line: undefined });
    for (const one of [world, local]) {
      one.connection.start();
      for (let k = 0; k < 2 * MUTE; k++) {
        one.socket.onclose?.({ code: 1006 });
        one.pass(10_000);
      }
    }
    expect(world.sockets.some((socket) => socket.polled)).toBe(true);
    expect(local.sockets.some((socket) => socket.polled)).toBe(false);
  });
});
