import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../src/lib/protocol';
import { Talk } from '../src/session/talk.svelte';
import { room, state, table } from './seated';

describe('marks beside promises', () => {
  const dealt = (seq: number, number: number): Snapshot => ({ ...state(seq, 0), room: { ...room, series: { ...room.series, number } } }) as unknown as Snapshot;

  it('are those of each seat, the newest counting, and go with the game', () => {
    const { store } = table();
    store.hear(dealt(5, 1));
    store.hear({ type: 'marks', marks: [{ entry: 3, seat: 1, mark: 'kept' }, { entry: 3, seat: 2, mark: 'kept' }] });
    store.hear({ type: 'marks', marks: [{ entry: 3, seat: 1, mark: 'broken' }] });
    expect([store.marks.saying(3, 'kept'), store.marks.saying(3, 'broken'), store.marks.of(3, 1), store.marks.of(4, 1)]).toEqual([[2], [1], 'broken', 'open']);
    store.hear(dealt(6, 2));
    expect(store.marks.of(3, 1)).toBe('open');
  });

  it('are said again after a break, and taken back where they are refused', () => {
    const { store, said } = table();
    store.marks.set(3, 'kept');
    expect(store.marks.of(3, 0)).toBe('kept');
    const id = (JSON.parse(said[0] ?? '') as { id: string }).id;
    store.marks.outbox.again();
    expect(said[1]).toBe(said[0]);
    store.hear({ type: 'refused', id, clause: null, text: 'these words are your own', kind: 'room', key: null, facts: {} });
    expect([store.marks.of(3, 0), store.answer?.text]).toEqual(['open', 'these words are your own']);
    store.marks.outbox.again();
    expect(said).toHaveLength(2);
  });
});

describe('the chat', () => {
  const remark = (seq: number, text: string) => ({ seq, name: 'Bo', text });

  it('keeps each remark once, also when they are told again', () => {
    const { store } = table();
    store.hear({ type: 'chat', remarks: [remark(3, 'a'), remark(5, 'b')] });
    store.hear({ type: 'chat', remarks: [remark(3, 'a'), remark(5, 'b'), remark(9, 'c')] });
    expect(store.talk.remarks.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(store.talk.unreadBy('Ann')).toHaveLength(3);
    expect(store.talk.unreadBy('Bo')).toHaveLength(0); // one's own are never unread
    store.talk.seen();
    expect(store.talk.unreadBy('Ann')).toHaveLength(0);
  });

  it('does not wait for a state after its acknowledgement, and sends again what was not heard', () => {
    const { store, said } = table();
    store.talk.draft = ' hello ';
    store.talk.say();
    const id = store.talk.sent?.id ?? '';
    store.again(); // the line broke
    said.length = 0;
    store.hear(state(4, 0));
    store.talk.outbox.again();
    expect(said).toContain(JSON.stringify({ id, say: 'hello' }));
    store.hear({ type: 'ack', id, seq: 99 });
    expect(store.talk.sent).toBeNull();
    store.play('P1 turn 1');
    expect(store.sent).not.toBeNull();
  });

  it('sends a reaction beside what is being written, and shows it without chat', () => {
    const { store, said } = table();
    store.talk.draft = 'half a sen';
    store.talk.say('🎩');
    expect(JSON.parse(said.at(-1) ?? '')).toMatchObject({ say: '🎩' });
    store.talk.settle(store.talk.sent?.id ?? '', 'too much at once');
    expect(store.talk.draft).toBe('half a sen');
    store.hear({ type: 'chat', remarks: [remark(3, 'a'), remark(5, '🎩')] });
    store.talk.clear(true);
    expect(store.talk.remarks.map(({ text }) => text)).toEqual(['🎩']);
    store.talk.clear(false);
    expect(store.talk.remarks).toEqual([]);
  });

  it('takes a reaction from before a reload for no new one, also for a spectator', () => {
    const talk = new Talk(() => true, 'ZZZZZZ');
    talk.arrived(6);
    talk.hear([remark(3, 'a'), remark(5, '🎩')]); // the chat so far
    expect(talk.unread.map(({ text }) => text)).toEqual(['a']);
    talk.hear([remark(8, '👍')]);
    expect(talk.unread.map(({ text }) => text)).toEqual(['a', '👍']);
  });

  it('says why a text was refused, and not where moves are answered', () => {
    const { store } = table();
    store.talk.draft = 'x';
    store.talk.say();
    store.hear({ type: 'refused', id: store.talk.sent?.id ?? '', clause: null, text: 'too much at once', kind: 'flood', key: null, facts: {} });
    expect([store.talk.problem, store.answer, store.talk.draft]).toEqual(['too much at once', null, 'x']);
  });

  it('sends a text while the one before is on its way, and loses neither where both are refused', () => {
    const { store, said } = table();
    for (const text of ['first', 'second']) {
      store.talk.draft = text;
      store.talk.say();
    }
    const [first, second] = store.talk.outbox.waiting;
    expect(said.slice(-2)).toEqual([first, second].map((one) => JSON.stringify(one)));
    expect([first?.say, second?.say, store.talk.draft]).toEqual(['first', 'second', '']);
    store.talk.settle(second?.id ?? '', 'too much at once');
    store.talk.settle(first?.id ?? '', 'too much at once');
    expect(store.talk.draft).toBe('first second');
  });

  it('is empty once it is off', () => {
    const { store } = table();
    store.hear({ type: 'chat', remarks: [remark(3, 'a')] });
    store.hear({ type: 'room', room: { ...room, terms: { chat: false } } as never });
    expect(store.talk.remarks).toEqual([]);
  });
});

describe('reactions', () => {
  const said = (seq: number, text = '🎩') => ({ type: 'chat' as const, remarks: [{ seq, name: 'Bo', text }] });

  it('of before the page came are not new, later ones are', () => {
    const { store } = table();
    store.hear(said(3));
    expect(store.talk.unread).toHaveLength(0);
    store.hear(said(900));
    expect(store.talk.unread.map(({ seq }) => seq)).toEqual([900]);
  });
});
