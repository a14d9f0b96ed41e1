import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callBack, canNotify, wantCalls } from '../src/lib/calls';
import { settings } from '../src/lib/settings.svelte';

describe('a call back to a hidden page', () => {
  let shown: unknown[][];
  let asked: number;
  let answer: NotificationPermission;
  class Note {
    static permission: NotificationPermission = 'default';
    static requestPermission = (): Promise<NotificationPermission> => {
      asked += 1;
      Note.permission = answer;
      return Promise.resolve(answer);
    };
    constructor(...said: unknown[]) {
      shown.push(said);
    }
  }

  beforeEach(() => {
    [shown, asked, answer] = [[], 0, 'granted'];
    Note.permission = 'default';
    vi.stubGlobal('Notification', Note);
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('document', { visibilityState: 'hidden' });
  });
  afterEach(() => {
    settings.setCalls(false);
    vi.unstubAllGlobals();
  });

  it('is a notification once the player wants it, and asks for permission only then', async () => {
    callBack('Your turn', 'BCDFGH');
    expect([shown, asked]).toEqual([[], 0]);
    expect(await wantCalls(true)).toBe(true);
    callBack('Your turn', 'BCDFGH');
    await vi.waitFor(() => expect(shown).toEqual([['Your turn', { tag: 'BCDFGH', icon: '/icons/192.png', data: '/r/BCDFGH' }]]));
    await wantCalls(false);
    callBack('Your turn', 'BCDFGH');
    expect([shown.length, asked]).toEqual([1, 1]);
  });

  it('leaves who looks at the page in peace', async () => {
    await wantCalls(true);
    vi.stubGlobal('document', { visibilityState: 'visible' });
    callBack('Your turn', 'BCDFGH');
    await Promise.resolve();
    expect(shown).toEqual([]);
  });

  it('stays off where the browser does not allow it', async () => {
    answer = 'denied';
    expect([await wantCalls(true), settings.calls]).toEqual([false, false]);
    vi.stubGlobal('isSecureContext', false);
    expect(canNotify()).toBe(false);
  });

  it('goes by the service worker where there is one', async () => {
    const told: unknown[] = [];
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve({ showNotification: (title: string) => told.push(title) }) } });
    await wantCalls(true);
    callBack('Your turn', 'BCDFGH');
    await vi.waitFor(() => expect(told).toEqual(['Your turn']));
    expect(shown).toEqual([]);
  });
});
