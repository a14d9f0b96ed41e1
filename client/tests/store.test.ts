import { afterEach, describe, expect, it, vi } from 'vitest';
import { finished, myGames, running } from '../src/lib/games';
import type { EventInfo, Snapshot } from '../src/lib/protocol';
import { forgetStorage, remember } from '../src/lib/settings.svelte';
import { keepToken } from '../src/lib/tokens';
import type { SocketLike } from '../src/session/env';
import { PATIENCE, RoomStore } from '../src/session/store.svelte';
import { testEnv } from './env';
import { room, state, table } from './seated';

describe('a television', () => {
  it('asks for no seat, so that neither a token nor a cookie gives it one', () => {
    for (const watch of [false, true]) {
      const { said, socket } = table(watch);
      socket.onopen?.();
      const { hello } = JSON.parse(said[0] ?? '') as { hello: { token?: string | null } };
      expect('token' in hello && hello.token === null).toBe(watch);
    }
  });
});

describe('a seat that was given up', () => {
  it('is not told that it has won when a bot finishes its game', () => {
    const { store } = table();
    expect(store.own).toBe(0);
    const [seat] = room.seats;
    store.hear({ ...state(5, 0), room: { ...room, seats: [{ ...seat, kind: 'bot', forfeited: true }] } } as unknown as Snapshot);
    expect([store.seat, store.own]).toEqual([0, null]);
  });
});

describe('an effect for which a game has no words', () => {
  it('is not named by its key', () => {
    expect(table().store.effect('opens_votes', 3)).toBe('');
  });
});

describe('what has happened since the last turn', () => {
  afterEach(forgetStorage);

  const back = (decided: number, number = 1): RoomStore => {
    const store = new RoomStore('BCDFGH', testEnv({ socket: () => ({}) as SocketLike }));
    store.hear({ ...state(decided, decided), decided, room: { ...room, series: { ...room.series, number } } } as unknown as Snapshot);
    return store;
  };

  it('begins at the last choice by hand, also after a reload', () => {
    const store = back(3);
    expect(store.since).toBe(3);
    store.playsItself();
    store.hear({ ...state(7, 7), decided: 7 } as unknown as Snapshot);
    expect([store.decided, store.since, back(7).since]).toEqual([7, 3, 3]);
    expect([back(9).since, back(7).since]).toEqual([9, 7]); // chosen elsewhere meanwhile
  });

  it('belongs to one game', () => {
    const store = back(3);
    store.playsItself();
    store.hear({ ...state(7, 7), decided: 7 } as unknown as Snapshot);
    expect(back(7, 2).since).toBe(7);
  });
});

describe('a page', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('says when it is hidden, and when it is visible again', () => {
    let visible = false;
    const look: (() => void)[] = [];
    vi.stubGlobal('document', { addEventListener: (event: string, run: () => void) => event === 'visibilitychange' && look.push(run) });
    vi.stubGlobal('window', { addEventListener: () => undefined });
    vi.stubGlobal('location', { hash: '' });
    const said: string[] = [];
    const socket: SocketLike = { readyState: 1, onopen: null, onmessage: null, onclose: null, onerror: null, send: (text) => said.push(text), close: () => undefined };
    new RoomStore('BCDFGH', testEnv({ socket: () => socket, visible: () => visible })).open();
    socket.onopen?.();
    visible = true;
    for (const run of look) run();
    expect(said.map((text) => JSON.parse(text) as unknown)).toMatchObject([{ hello: { looking: false } }, { looking: true }]);
  });
});

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

  it('is over when its acknowledgement comes after the state, and the next one can be sent', () => {
    const { store } = table();
    store.play('P1 turn 1');
    const id = store.sent?.id ?? '';
    store.hear(state(5, 0));
    store.hear({ type: 'ack', id, seq: 5 });
    expect(store.sent).toBeNull();
    store.play('P1 turn 1');
    expect(store.sent?.id).not.toBe(id);
  });

  it('is said again, once, by the same id where a state does not know it', () => {
    const { store, said } = table();
    store.play('P1 turn 1');
    store.hear(state(4, 0));
    expect(said).toHaveLength(2);
    expect(said[1]).toBe(said[0]);
  });

  it('is said again by the same id where no answer comes, and the page says so; the line is probed', () => {
    const { store, said, later, socket } = table();
    socket.onmessage?.({ data: JSON.stringify({ type: 'pong', pong: 1 }) }); // the line is open
    store.play('P1 turn 1');
    expect(store.retrying).toBe(false);
    later.get(PATIENCE)?.();
    expect(store.retrying).toBe(true);
    expect(said.filter((text) => text === said[0])).toHaveLength(2);
    expect(said.slice(2).map((text) => JSON.parse(text))).toEqual([{ ping: 1 }]);
    store.hear(state(5, 1));
    expect(store.retrying).toBe(false);
  });

  it('is not said again once it has its answer', () => {
    const { store, said, later } = table();
    store.play('P1 turn 1');
    store.hear(state(5, 1));
    later.get(PATIENCE)?.();
    expect(store.retrying).toBe(false);
    expect(said).toHaveLength(1);
  });

  it('is not said again, nor the line opened, after the table was left', () => {
    const { store, said, later } = table();
    store.play('P1 turn 1');
    store.close();
    later.get(PATIENCE)?.();
    expect(store.retrying).toBe(false);
    expect(said).toHaveLength(1);
  });

  it('is not made twice by a second press', () => {
    const { store, said } = table();
    store.play('P1 turn 1');
    store.play('P1 turn 1');
    expect(said).toHaveLength(1);
  });
});

describe('a viewer who comes back', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is shown the table as it stands, without an animation of what was missed', () => {
    vi.stubGlobal('document', { visibilityState: 'visible' });
    vi.stubGlobal('requestAnimationFrame', () => 0);
    const { store } = table();
    const jumps: boolean[] = [];
    store.show(({ jump }) => jumps.push(jump));
    const moved = (seq: number): Snapshot => ({ ...state(seq, seq), events: [{ event: 'turned', entry: seq, seat: 0, args: {} }] }) as unknown as Snapshot;
    store.hear(moved(5));
    store.again();
    store.hear(moved(8));
    store.hear(moved(9));
    expect(jumps).toEqual([true, false, true, false]); // the first is the board itself being put up
  });
});

describe('the introduction', () => {
  const moved = (seq: number): Snapshot => ({ ...state(seq, seq), events: [{ event: 'turned', entry: seq, seat: 0, args: {} }] }) as unknown as Snapshot;

  it('delays new states until it is closed, and the connection resumes after them', async () => {
    const { store, said, socket } = table();
    store.read(true);
    store.hear(moved(5));
    store.hear(moved(6));
    expect([store.decision, store.log.length]).toEqual([0, 0]);
    store.again();
    socket.onopen?.();
    expect(JSON.parse(said.at(-1) ?? '')).toMatchObject({ hello: { since: 6 } });
    store.read(false);
    await Promise.resolve();
    expect([store.decision, store.log.length]).toEqual([6, 2]);
  });

  it('delays no state that comes after a break, nor those before it', () => {
    const { store } = table();
    store.read(true);
    store.hear(moved(5));
    store.again();
    store.hear(moved(6));
    expect([store.decision, store.log.length]).toEqual([6, 2]);
  });
});

describe('a room that changes while events are shown', () => {
  it('has a new name at once, and the rest after them', () => {
    const { store } = table();
    const person = (name: string): unknown => ({ seat: 0, chair: 0, kind: 'person', name });
    const named = (name: string, phase: string): never => ({ ...room, phase, seats: [person(name), { seat: 1, chair: 1, kind: 'bot', name: 'Keiko' }] }) as never;
    const told = (): unknown[] => [store.room?.phase, ...(store.room?.seats.map((one) => one.name) ?? [])];
    store.hear({ type: 'room', room: named('Guest', 'playing') });
    const shown: (() => void)[] = [];
    store.show(({ decide }) => shown.push(decide));
    store.hear({ ...state(5, 1), room: named('Guest', 'playing') } as never);
    store.hear({ type: 'room', room: named('Robin', 'over') });
    expect(told()).toEqual(['playing', 'Robin', 'Keiko']);
    store.hear({ type: 'room', room: named('Guest', 'playing') });
    expect(told()).toEqual(['playing', 'Guest', 'Keiko']);
    store.hear({ type: 'room', room: named('Robin', 'over') });
    shown.at(-1)?.();
    expect(told()).toEqual(['over', 'Robin', 'Keiko']);
  });
});

describe('a request for a seat', () => {
  const seated = { ok: true, status: 200, text: () => Promise.resolve(JSON.stringify({ room, seat: 1, token: 'token' })) };
  const full = { ok: false, status: 409, text: () => Promise.resolve(JSON.stringify({ error: 'every seat is taken' })) };
  const ids = (fetching: { mock: { calls: unknown[][] } }): string[] =>
    fetching.mock.calls
      .map(([, init]) => init as RequestInit)
      .filter((init) => init.method === 'POST')
      .map((init) => (JSON.parse(init.body as string) as { id: string }).id);

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('is sent again by the same id until there is an answer', async () => {
    vi.useFakeTimers();
    const { store } = table();
    const fetching = vi.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValueOnce({ ...full, status: 502 }).mockResolvedValue(seated);
    vi.stubGlobal('fetch', fetching);
    const joining = store.join('Bo');
    await vi.runAllTimersAsync();
    await joining;
    expect(store.problem).toBeNull();
    expect(ids(fetching)).toHaveLength(3);
    expect(new Set(ids(fetching)).size).toBe(1);
    expect(ids(fetching)[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('keeps its id while no answer comes, and has another after one', async () => {
    vi.useFakeTimers();
    const fetching = vi.fn().mockRejectedValue(new Error('lost'));
    vi.stubGlobal('fetch', fetching);
    const { store } = table();
    for (let tries = 0; tries < 2; tries += 1) {
      const claiming = store.claim('BCDFGHJK');
      await vi.runAllTimersAsync();
      await claiming;
    }
    expect(store.problem).not.toBeNull();
    expect(new Set(ids(fetching)).size).toBe(1);
    fetching.mockResolvedValue(full);
    await store.claim('BCDFGHJK');
    await store.claim('BCDFGHJK');
    expect(new Set(ids(fetching)).size).toBe(2);
  });
});

describe('a move taken back', () => {
  it('goes from the log, and what is told after it counts', () => {
    const { store } = table();
    const entry = (number: number, event: string): EventInfo => ({ entry: number, event, seat: 0, args: {} });
    store.hear({ ...state(5, 1), events: [entry(1, 'turned'), entry(2, 'took')] });
    const { generation } = store;
    store.hear({ ...state(8, 2), events: [], taken_back: 1 });
    expect(store.generation).toBe(generation + 1); // what is kept for the game as it was is for nothing now
    expect(store.log.map((one) => one.event)).toEqual(['turned']);
    store.hear({ ...state(9, 3), events: [entry(2, 'called')] });
    expect(store.log.map((one) => one.event)).toEqual(['turned', 'called']);
  });

  it('is asked for until the server has answered', () => {
    const { store, said } = table();
    store.askBack();
    const message = JSON.parse(said.at(-1) ?? '') as { id: string; takeback: boolean };
    expect(message.takeback).toBe(true);
    store.hear({ type: 'refused', id: message.id, text: 'no', clause: null, kind: 'room', key: null, facts: {} });
    expect(store.answer).toMatchObject({ text: 'no', good: false });
    store.again();
    store.hear(state(4, 0));
    expect(said.filter((text) => text.includes('takeback'))).toHaveLength(1);
  });
});

describe('a rematch', () => {
  const game = (seq: number, name: string, over: boolean, number = ['one', 'two', 'three'].indexOf(name) + 1): Snapshot =>
    ({ ...state(seq, 0), over, events: [{ event: name, entry: seq, seat: null, args: {} }], room: { ...room, phase: over ? 'over' : 'playing', series: { over: 0, shares: [0], number }, deal: { commitment: 'the same in both games of a duel', secret: null } } }) as unknown as Snapshot;

  it('stands among the games to continue again', () => {
    forgetStorage();
    keepToken('BCDFGH', 'token');
    const { store } = table();
    store.hear(game(5, 'one', true));
    expect(running(myGames())).toEqual([]);
    store.hear(game(6, 'two', false, 2));
    expect(running(myGames())).toMatchObject([{ code: 'BCDFGH', game: 'none', number: 2, names: ['Ann'], mine: [0] }]);
    expect(finished(myGames())).toMatchObject([{ number: 1 }]);
    forgetStorage();
  });

  it('of somebody who watches, or of a class, is no game of this device', () => {
    forgetStorage();
    table();
    remember('class.person.KLMNPQ', 'pupil');
    keepToken('BCDFGH', 'pupil');
    table();
    expect(myGames()).toEqual([]);
    forgetStorage();
  });

  it('waits while the newspaper or the review of the last game lies open', async () => {
    const { store } = table();
    store.hear(game(5, 'one', true));
    const close = [store.holdNext(), store.holdNext()];
    store.hear({ type: 'room', room: game(6, 'two', false).room });
    store.hear(game(6, 'two', false));
    store.hear(game(7, 'two', false));
    expect([store.over, store.next, store.room?.phase]).toEqual([true, true, 'over']);
    close[0]?.();
    expect(store.over).toBe(true);
    close[1]?.();
    await Promise.resolve();
    expect([store.over, store.next, store.room?.phase, store.seq]).toEqual([false, false, 'playing', 7]);
    expect(store.known.map(({ event, entry }) => [event, entry])).toEqual([['two', 6], ['two', 7]]);
  });

  it('waits with its room, whose last change counts when it is shown', async () => {
    const { store } = table();
    const named = (name: string, phase = 'playing'): never => ({ ...game(6, 'two', false).room, phase, seats: [{ seat: 0, chair: 0, kind: 'person', name }] }) as never;
    const told = (): unknown[] => [store.room?.phase, store.room?.seats[0]?.name];
    store.hear(game(5, 'one', true));
    const close = store.holdNext();
    store.hear({ type: 'room', room: named('Guest', 'over') });
    expect(told()).toEqual(['over', 'Guest']); // the room of the finished game itself still changes
    store.hear({ ...game(6, 'two', false), room: named('Guest') } as never);
    store.hear({ type: 'room', room: named('Robin') });
    expect(told()).toEqual(['over', 'Guest']);
    close();
    await Promise.resolve();
    expect(told()).toEqual(['playing', 'Robin']);
  });

  it('is shown at once on request, and where nothing lies open', () => {
    const { store } = table();
    store.hear(game(5, 'one', true));
    const close = store.holdNext();
    store.hear(game(6, 'two', false));
    store.goOn();
    expect([store.over, store.next]).toEqual([false, false]);
    close();
    store.hear(game(7, 'two', true));
    store.hear(game(8, 'three', false));
    expect([store.over, store.seq]).toEqual([false, 8]);
  });
});
