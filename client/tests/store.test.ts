import { describe, expect, it } from 'vitest';
import type { StateMessage } from '../src/lib/protocol';
import type { SocketLike, Surroundings } from '../src/room/connection';
import { RoomStore } from '../src/room/store.svelte';

const room = { code: 'BCDFGH', game: 'none', options: {}, phase: 'playing', host: 0, seats: [], deal: null };

function state(seq: number, decision: number): StateMessage {
  const legal = [{ text: 'P1 turn 1', seat: 0, verb: 'turn', args: ['1'] }];
  return {
    type: 'state', seq, room, seat: 0, view: {}, events: [], legal, owes: [0], may: [0], decision, over: false, result: null,
  } as unknown as StateMessage;
}

function table(): { store: RoomStore; said: string[] } {
  const said: string[] = [];
  const socket: SocketLike = {
    readyState: 1, onopen: null, onmessage: null, onclose: null, onerror: null, send: (text) => said.push(text), close: () => undefined,
  };
  const around: Surroundings = { makeSocket: () => socket, makeLine: () => socket, after: () => () => undefined, visible: () => true, random: () => 0.5 };
  const store = new RoomStore('BCDFGH', around);
  store.again();
  store.hear(state(4, 0));
  return { store, said };
}

describe('a move on its way', () => {
  it('stays on its way from its acknowledgement until a state shows it', () => {
    const { store } = table();
    store.play('P1 turn 1');
    const id = store.sent?.id ?? '';
    store.hear({ type: 'ack', id, seq: 5 });
    expect(store.sent?.id).toBe(id);
    store.hear(state(5, 1));
    expect(store.sent).toBeNull();
  });

  it('is over where the state comes first', () => {
    const { store } = table();
    store.play('P1 turn 1');
    const id = store.sent?.id ?? '';
    store.hear(state(5, 1));
    expect(store.sent).toBeNull();
    store.hear({ type: 'ack', id, seq: 5 });
    expect(store.sent).toBeNull();
  });

  it('ends also where the next seat of a shared device has as many decisions behind it', () => {
    const { store, said } = table();
    store.play('P1 turn 1');
    store.hear({ type: 'ack', id: store.sent?.id ?? '', seq: 5 });
    store.hear(state(5, 0));
    expect(store.sent).toBeNull();
    expect(said).toHaveLength(1);
  });

  it('is said again, once, by the same id where a state does not know it', () => {
    const { store, said } = table();
    store.play('P1 turn 1');
    store.hear(state(4, 0));
    expect(said).toHaveLength(2);
    expect(said[1]).toBe(said[0]);
  });

  it('is not made twice by a second press', () => {
    const { store, said } = table();
    store.play('P1 turn 1');
    store.play('P1 turn 1');
    expect(said).toHaveLength(1);
  });
});
