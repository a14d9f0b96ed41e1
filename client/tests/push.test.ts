import { afterEach, describe, expect, it, vi } from 'vitest';
import { bytes, hindrance, subscribe, subscribed, text } from '../src/lib/push';

const KEY = text(Uint8Array.from({ length: 65 }, (_, k) => (k * 7) % 256).buffer);

interface Browser {
  made: string[];
  ended: number;
}

/** A browser with a service worker; before: the server's key of an older subscription. */
function browser(permission: NotificationPermission, before: string | null = null): Browser {
  const seen: Browser = { made: [], ended: 0 };
  const one = (key: string): unknown => ({
    endpoint: 'https://push.example/1',
    options: { applicationServerKey: bytes(key).buffer },
    getKey: (name: string) => Uint8Array.from(name === 'auth' ? [1, 2] : [251, 255]).buffer,
    unsubscribe: () => Promise.resolve(void (seen.ended += 1)),
  });
  const pushManager = {
    getSubscription: () => Promise.resolve(before === null ? null : one(before)),
    subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
      seen.made.push(text(applicationServerKey.buffer));
      return Promise.resolve(one(KEY));
    },
  };
  const worker = { pushManager };
  vi.stubGlobal('Notification', { permission, requestPermission: () => Promise.resolve(permission) });
  vi.stubGlobal('navigator', { userAgent: 'Linux', maxTouchPoints: 0, serviceWorker: { ready: Promise.resolve(worker), getRegistration: () => Promise.resolve(worker) } });
  vi.stubGlobal('window', { isSecureContext: true, PushManager: class {}, Notification: class {} });
  return seen;
}

describe('push messages', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('are subscribed to with the server’s key, anew where that has changed', async () => {
    const other = text(new Uint8Array(65).buffer);
    for (const [before, ended] of [[null, 0], [KEY, 0], [other, 1]] as const) {
      const seen = browser('granted', before);
      expect(await subscribe(KEY)).toEqual({ endpoint: 'https://push.example/1', p256dh: '-_8', auth: 'AQI' });
      expect([seen.made, seen.ended]).toEqual([[KEY], ended]);
      expect((await subscribed(KEY)) !== null).toBe(before === KEY);
    }
  });

  it('need the permission of the person', async () => {
    const seen = browser('denied', KEY);
    expect([await subscribe(KEY), await subscribed(KEY), seen.made]).toEqual([null, null, []]);
  });

  it('need https, and on Apple’s phones the home screen', () => {
    browser('granted');
    expect(hindrance()).toBeNull();
    vi.stubGlobal('window', { isSecureContext: false });
    expect(hindrance()).toBe('http');
    vi.stubGlobal('window', { isSecureContext: true });
    expect(hindrance()).toBe('browser');
    vi.stubGlobal('navigator', { userAgent: 'iPhone', maxTouchPoints: 5 });
    expect(hindrance()).toBe('home');
  });
});
