import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';

type Handler = (event: Record<string, unknown>) => void;
const SOURCE = readFileSync(new URL('../worker/worker.js', import.meta.url), 'utf8')
  .replace('__VERSION__', '"new"')
  .replace('__FILES__', '["/assets/a-1.js"]')
  .replace('__SHELL__', '["/assets/a-1.js"]');

/** A browser's side of a service worker, as far as ours uses it. */
class World {
  caches = new Map<string, Map<string, Response>>();
  handlers = new Map<string, Handler>();
  asked: string[] = [];
  /** The notifications on the screen, and the number on the icon. */
  notes: Record<string, unknown>[] = [];
  badge = 0;
  server: (path: string) => Response | null = (path) => new Response(`<head></head>server ${path}`);

  constructor() {
    const path = (what: string | Request): string => new URL(typeof what === 'string' ? what : what.url, 'http://here').pathname;
    const get = (what: string | Request): Promise<Response> => {
      this.asked.push(path(what));
      const answer = this.server(path(what));
      return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('no server'));
    };
    const opened = (name: string) => {
      const kept = this.caches.get(name) ?? new Map<string, Response>();
      this.caches.set(name, kept);
      const add = async (what: string | Request): Promise<void> => void kept.set(path(what), await get(what));
      return {
        add,
        addAll: async (all: (string | Request)[]) => void (await Promise.all(all.map(add))),
        match: (what: string | Request) => Promise.resolve(kept.get(path(what))?.clone()),
        put: (what: string, answer: Response) => Promise.resolve(void kept.set(path(what), answer)),
      };
    };
    const storage = {
      open: (name: string) => Promise.resolve(opened(name)),
      keys: () => Promise.resolve([...this.caches.keys()]),
      delete: (name: string) => Promise.resolve(this.caches.delete(name)),
      match: (what: string, { cacheName }: { cacheName: string }) => opened(cacheName).match(what),
    };
    const self = {
      location: { origin: 'http://here' },
      registration: {
        showNotification: (title: string, how: Record<string, unknown>) => {
          this.notes = [...this.notes.filter((one) => how.tag === undefined || one.tag !== how.tag), { ...how, title }];
          return Promise.resolve();
        },
        getNotifications: ({ tag }: { tag?: string } = {}) => Promise.resolve(this.notes.filter((one) => tag === undefined || one.tag === tag)),
      },
      navigator: { setAppBadge: (count: number) => Promise.resolve(void (this.badge = count)) },
      clients: { claim: () => Promise.resolve() },
      addEventListener: (name: string, handler: Handler) => this.handlers.set(name, handler),
    };
    const Asked = class extends Request {
      constructor(what: string, init?: RequestInit) {
        super(new URL(what, 'http://here'), init);
      }
    };
    new Function('self', 'caches', 'fetch', 'Request', SOURCE)(self, storage, get, Asked);
  }

  async tell(name: string, event: Record<string, unknown> = {}): Promise<void> {
    let until: unknown;
    this.handlers.get(name)?.({ ...event, waitUntil: (work: unknown) => (until = work) });
    await until;
  }

  /** What the worker answers; null where it leaves a request to the browser. */
  async fetch(path: string, mode = 'navigate', method = 'GET'): Promise<Response | null> {
    let answer: Promise<Response> | null = null;
    const request = { url: new URL(path, 'http://here').href, mode, method };
    this.handlers.get('fetch')?.({ request, respondWith: (made: Promise<Response>) => (answer = made) });
    return answer;
  }
}

describe('the service worker', () => {
  let world: World;
  beforeEach(async () => {
    world = new World();
    world.caches.set('hustings-client-old', new Map());
    world.caches.set("somebody else's", new Map());
    await world.tell('install');
    await world.tell('activate');
  });

  it('keeps the files of the first screen under its version and drops those of older ones', () => {
    expect([...world.caches.keys()]).toEqual(["somebody else's", 'hustings-client-new']);
    expect([...(world.caches.get('hustings-client-new')?.keys() ?? [])]).toEqual(['/index.html', '/assets/a-1.js']);
  });

  it('shows the server’s page, and the kept one marked as such where there is no server', async () => {
    expect(await (await world.fetch('/r/BCDFGH'))?.text()).toContain('server /r/BCDFGH');
    for (const server of [() => null, () => new Response('bad gateway', { status: 502 })]) {
      world.server = server;
      expect(await (await world.fetch('/r/BCDFGH'))?.text()).toContain('<meta name="unreached"');
    }
    world.server = () => new Response('a refusal', { status: 421 });
    expect(await (await world.fetch('/'))?.text()).toBe('a refusal');
  });

  it('leaves everything else to the server', async () => {
    world.server = () => null;
    expect(await world.fetch('/api/rooms/BCDFGH/export')).toBeNull();
    expect(await world.fetch('/api/games', 'cors')).toBeNull();
    expect(await world.fetch('/index.html', 'cors')).toBeNull();
    expect(await world.fetch('/assets/a-1.js', 'cors', 'POST')).toBeNull();
    expect(await world.fetch('http://elsewhere/assets/a-1.js', 'cors')).toBeNull();
    expect(await world.fetch('/previews/combat.png')).toBeNull();
  });

  it('shows each push message, the newer of a room in place of the older, and counts the games on the icon', async () => {
    const push = (data: unknown): Promise<void> => world.tell('push', { data: data === undefined ? null : { json: () => data } });
    const notice = (tag: string, title: string, host = 'http://here'): unknown => ({ web_push: 8030, notification: { title, body: 'Week 1.', tag, lang: 'en', navigate: `${host}/r/${tag}` } });
    await push(notice('BCDFGH', 'first'));
    await push(notice('BCDFGH', 'first')); // sent twice: the screen does not light up again
    expect(world.notes).toMatchObject([{ title: 'first', tag: 'BCDFGH', data: '/r/BCDFGH', renotify: false }]);
    await push(notice('BCDFGH', 'reminder'));
    await push(notice('BCDFGJ', 'other', 'http://elsewhere'));
    expect(world.notes).toMatchObject([{ title: 'reminder', renotify: true }, { title: 'other', data: '/' }]);
    expect(world.badge).toBe(2);
    await push(undefined);
    expect(world.notes.at(-1)).toMatchObject({ title: 'Hustings', data: '/' });
  });

  it('keeps no path that is not a file of the client, whatever a page asks', async () => {
    await world.tell('message', { data: { do: 'keep', paths: ['/api/rooms/BCDFGH', '/assets/a-1.js', '/assets/b.js'] } });
    expect(world.asked).toEqual(['/index.html', '/assets/a-1.js']);
    expect(await (await world.fetch('/assets/a-1.js', 'no-cors'))?.text()).toContain('server /assets/a-1.js');
    expect(world.asked).toHaveLength(2);
  });
});
