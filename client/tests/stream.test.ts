import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClassStream } from '../src/classroom/stream.svelte';
import { CLOSE_NO_ROOM, CLOSE_REMOVED } from '../src/lib/protocol';
import { MUTE } from '../src/session/connection';
import type { SocketLike } from '../src/session/env';
import { testEnv } from './env';

class Wire implements SocketLike {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  sent: unknown[] = [];
  constructor(readonly polled: boolean) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** A page of a class, and every socket or line it made. Retries run at once where `run` is called. */
function page(): { stream: ClassStream; wires: Wire[]; run: () => void } {
  const wires: Wire[] = [];
  const waiting: { ms: number; run: () => void }[] = [];
  const make = (polled: boolean) => {
    wires.push(new Wire(polled));
    return wires[wires.length - 1] as Wire;
  };
  const around = testEnv({
    socket: () => make(false),
    line: () => make(true),
    after: (ms, run) => {
      const one = { ms, run };
      waiting.push(one);
      return () => void waiting.splice(waiting.indexOf(one), waiting.includes(one) ? 1 : 0);
    },
  });
  const stream = new ClassStream('BCDFGH', 'screen', () => null, around);
  stream.open();
  const run = (): void => {
    const next = waiting.filter((one) => one.ms < 10_000).sort((a, b) => a.ms - b.ms)[0];
    if (next) {
      waiting.splice(waiting.indexOf(next), 1);
      next.run();
    }
  };
  return { stream, wires, run };
}

const quiet = { visibilityState: 'visible', addEventListener: () => undefined };
beforeEach(() => {
  vi.stubGlobal('document', quiet);
  vi.stubGlobal('window', quiet);
});
afterEach(() => void vi.unstubAllGlobals());

const notice = (number: number): unknown => ({ type: 'class', seq: 1, info: { number }, tables: [], question: null, polls: [] });

describe('the connection of a page of a class', () => {
  it('says hello on each connection and shows the last message of each type', () => {
    const { stream, wires, run } = page();
    wires[0]?.opens();
    expect(wires[0]?.sent).toEqual([{ hello: { role: 'screen', token: null, looking: true } }]);
    wires[0]?.says(notice(1));
    wires[0]?.says({ type: 'view', number: 2, game: 1 });
    expect([stream.all?.info.number, Object.keys(stream.views), stream.lost]).toEqual([1, ['2'], false]);
    wires[0]?.onclose?.({ code: 1006 });
    expect(stream.lost).toBe(true);
    run();
    wires[1]?.opens();
    wires[1]?.says(notice(2));
    expect([wires[1]?.sent.length, stream.lost, Object.keys(stream.views)]).toEqual([1, false, []]);
  });

  it('polls where sockets never say a word', () => {
    const { stream, wires, run } = page();
    for (let tries = 0; tries < MUTE; tries += 1) {
      wires[tries]?.onclose?.({ code: 1006 });
      run();
    }
    expect(wires.map((wire) => wire.polled)).toEqual([false, false, false, true]);
    wires[MUTE]?.opens();
    wires[MUTE]?.says(notice(1));
    expect([stream.all?.info.number, stream.lost]).toEqual([1, false]);
  });

  it.each([CLOSE_REMOVED, CLOSE_NO_ROOM])('ends for good with code %i', (code) => {
    const { stream, wires, run } = page();
    wires[0]?.opens();
    wires[0]?.says(notice(1));
    wires[0]?.onclose?.({ code });
    run();
    expect([stream.gone, wires.length]).toEqual([true, 1]);
  });
});
