import { describe, expect, it } from 'vitest';
import { CLOSE_NO_ROOM, CLOSE_REMOVED, CLOSE_REPLACED, type Poll } from '../src/lib/protocol';
import { PolledLine, WAIT } from '../src/session/polled';

interface Question {
  path: string;
  body: Poll;
  answer: (status: number, body: unknown) => Promise<void>;
}

/** A server whose answers the test gives by hand. */
class Server {
  questions: Question[] = [];
  aborted = 0;
  heard: unknown[] = [];
  closes: number[] = [];
  line = new PolledLine('/api/rooms/BCDFGH', (path, init) => {
    init.signal?.addEventListener('abort', () => (this.aborted += 1));
    return new Promise((resolve) => {
      const answer = async (status: number, body: unknown): Promise<void> => {
        resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
        await settled();
      };
      this.questions.push({ path: path.split('/').at(-1) ?? '', body: JSON.parse(String(init.body)) as Poll, answer });
    });
  });

  constructor() {
    this.line.onopen = () => this.line.send('{"hello":{"token":"t"}}');
    this.line.onmessage = (event) => this.heard.push(JSON.parse(String(event.data)));
    this.line.onclose = (event) => this.closes.push(event.code);
  }

  get last(): Question {
    const last = this.questions.at(-1);
    if (!last) throw new Error('nothing was asked');
    return last;
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const pong = (n: number): unknown => ({ type: 'pong', n });
const news = (last: number, ...messages: unknown[]): unknown => ({ last, messages, closed: null });

async function opened(): Promise<Server> {
  const server = new Server();
  await settled();
  await server.last.answer(200, { line: 'secret' });
  return server;
}

describe('a polled line', () => {
  it('is opened with the hello and keeps one request waiting', async () => {
    const server = new Server();
    await settled();
    expect(server.questions.map(({ path, body }) => [path, body])).toEqual([['line', { hello: { token: 't' } }]]);
    await server.last.answer(200, { line: 'secret' });
    expect(server.last.body).toEqual({ line: 'secret', after: 0, send: [], wait: WAIT });
    await server.last.answer(200, news(2, pong(1), pong(2)));
    expect(server.heard).toEqual([pong(1), pong(2)]);
    expect(server.last.body.after).toBe(2);
    expect(server.questions).toHaveLength(3);
  });

  it('sends in order, one request after the other, and hears each message once', async () => {
    const server = await opened();
    const waiting = server.last;
    server.line.send('{"ping":1}');
    server.line.send('{"ping":2}');
    server.line.send('{"ping":3}');
    await settled();
    const first = server.last;
    expect(first.body).toEqual({ line: 'secret', after: 0, send: [{ ping: 1 }], wait: 0 });
    expect(server.questions).toHaveLength(3);
    await first.answer(200, news(1, pong(1)));
    expect(server.last.body).toEqual({ line: 'secret', after: 1, send: [{ ping: 2 }, { ping: 3 }], wait: 0 });
    await server.last.answer(200, news(3, pong(2), pong(3)));
    await waiting.answer(200, news(2, pong(1), pong(2)));
    expect(server.heard).toEqual([pong(1), pong(2), pong(3)]);
    expect(server.last.body).toEqual({ line: 'secret', after: 3, send: [], wait: WAIT });
  });

  it('keeps what is sent before the line is open', async () => {
    const server = new Server();
    await settled();
    server.line.send('{"ping":1}');
    expect(server.questions).toHaveLength(1);
    await server.last.answer(200, { line: 'secret' });
    expect(server.questions.flatMap(({ body }) => body.send ?? [])).toEqual([{ ping: 1 }]);
  });

  it('is closed as the server says, after what was still to be told', async () => {
    const server = await opened();
    await server.last.answer(200, { last: 1, messages: [pong(1)], closed: { code: CLOSE_REPLACED, reason: '' } });
    expect(server.heard).toEqual([pong(1)]);
    expect(server.closes).toEqual([CLOSE_REPLACED]);
    expect(server.questions).toHaveLength(2);
  });

  it.each([
    [403, { error: 'this token has no seat' }, CLOSE_REMOVED],
    [404, { error: 'there is no room' }, CLOSE_NO_ROOM],
    [403, '<h1>Blocked by your school</h1>', 1006],
    [403, {}, 1006],
    [503, { error: 'the store' }, 1006],
  ])('that is not opened (%i %j) closes with %i', async (status, body, code) => {
    const server = new Server();
    await settled();
    await server.last.answer(status, body);
    expect(server.closes).toEqual([code]);
  });

  it('breaks where the line is gone, so that another is opened', async () => {
    const server = await opened();
    await server.last.answer(403, { error: 'there is no such line (any more)' });
    expect(server.closes).toEqual([1006]);
    expect(server.line.readyState).toBe(3);
  });

  it('is silent once it is closed from here', async () => {
    const server = await opened();
    server.line.close();
    expect(server.aborted).toBeGreaterThan(0);
    await server.last.answer(200, news(1, pong(1)));
    server.line.send('{"ping":1}');
    expect([server.heard, server.closes, server.questions.length]).toEqual([[], [], 2]);
  });
});
