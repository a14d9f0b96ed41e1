/** A room's store for tests, with a seat, and what it sends and waits for. */

import type { Snapshot } from '../src/lib/protocol';
import type { SocketLike } from '../src/session/env';
import { RoomStore } from '../src/session/store.svelte';
import { testEnv } from './env';

export const room = { code: 'BCDFGH', game: 'none', options: {}, phase: 'playing', host: 0, seats: [{ seat: 0, name: 'Ann', kind: 'person', level: null }], series: { over: 0, shares: [0], number: 1 }, ballot: null, deal: null, terms: { chat: true } };

export function state(seq: number, decision: number): Snapshot {
  const legal = [{ text: 'P1 turn 1', seat: 0, verb: 'turn', args: ['1'] }];
  return {
    type: 'state', seq, room, seat: 0, view: {}, events: [], legal, sways: {}, foreseen: [], owes: [0], may: [0], decision, over: false, result: null, taken_back: null,
  } as unknown as Snapshot;
}

export function table(watch = false): { store: RoomStore; said: string[]; later: Map<number, () => void>; socket: SocketLike } {
  const said: string[] = [];
  const later = new Map<number, () => void>(); // what runs after so many ms
  const socket: SocketLike = {
    readyState: 1, onopen: null, onmessage: null, onclose: null, onerror: null, send: (text) => said.push(text), close: () => undefined,
  };
  const around = testEnv({ socket: () => socket, after: (ms, run) => (later.set(ms, run), () => later.delete(ms)) });
  const store = new RoomStore('BCDFGH', around, watch);
  store.again();
  store.hear(state(4, 0));
  return { store, said, later, socket };
}
