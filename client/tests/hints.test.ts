import { describe, expect, it } from 'vitest';
import type { AskHints, Hints, RoomInfo } from '../src/lib/protocol';
import { bestFirst, chanceTogether, HintBook, hintsAllowed, settledBy, type Hint } from '../src/table/hints/hints.svelte';

const seat = (number: number, kind: 'person' | 'bot' | 'device', stood_in = false) => ({ seat: number, kind, stood_in });
const room = (hints: boolean, ...seats: ReturnType<typeof seat>[]): RoomInfo => ({ terms: { hints }, seats }) as unknown as RoomInfo;
const ME = seat(0, 'person');
const alone = room(true, ME, seat(1, 'bot'));

describe('hints', () => {
  it('are for whoever plays against bots only, where the table allows them', () => {
    expect(hintsAllowed(alone, 0)).toBe(true);
    expect(hintsAllowed(alone, null)).toBe(false);
    expect(hintsAllowed(room(false, ME, seat(1, 'bot')), 0)).toBe(false);
    for (const other of [seat(1, 'person'), seat(1, 'device'), seat(1, 'bot', true)]) expect(hintsAllowed(room(true, ME, other), 0)).toBe(false);
  });

  const told = (decision: number): Hints => ({ type: 'hints', id: 'q1', decision, hints: [{ text: 'P1 turn 1', share: 0.6, weight: 1, deal: false }] });
  function book(up = true): { table: { decision: number; legal: number[] }; sent: AskHints[]; hints: HintBook } {
    const sent: AskHints[] = [];
    const table = { room: alone, seat: 0, decision: 4, myTurn: true, legal: [1, 2] };
    let asked = 0;
    const hints = new HintBook(table, (message) => up && sent.push(message) > 0, () => `q${++asked}`);
    return { table, sent, hints };
  }

  it('are asked for once at a time, for the open decision', () => {
    const { sent, hints } = book();
    hints.ask();
    hints.ask();
    expect(sent).toEqual([{ id: 'q1', hint: 4 }]);
    expect(hints.waiting).toBe(true);
    hints.hear(told(4));
    expect(hints.waiting).toBe(false);
    expect(hints.shown).toHaveLength(1);
    hints.hide();
    expect(hints.shown).toBeNull();
  });

  it('are no longer shown once the decision has passed', () => {
    const { table, hints } = book();
    hints.hear(told(4));
    table.decision = 5;
    expect(hints.shown).toBeNull();
  });

  it('are not offered where there is one move', () => {
    const { table, hints } = book();
    table.legal = [1];
    expect(hints.offered).toBe(false);
  });

  it('may be asked for again after a refusal, and where the line was down', () => {
    const { sent, hints } = book();
    hints.ask();
    hints.drop('another');
    expect(hints.waiting).toBe(true);
    hints.drop('q1');
    hints.ask();
    expect(sent).toHaveLength(2);
    const down = book(false).hints;
    down.ask();
    expect(down.waiting).toBe(false);
  });

  it('are not waited for once the decision has passed, and their refusal is then no news', () => {
    const { table, hints } = book();
    hints.ask();
    expect(hints.drop('q1')).toBe(false);
    hints.ask();
    table.decision = 5;
    expect(hints.waiting).toBe(false);
    expect(hints.drop('q2')).toBe(true);
  });

  it('come in the order of the figure that is said of them, of equals as the bot has them', () => {
    const hint = (text: string, share: number | null, weight: number): Hint => ({ text, share, weight, deal: false });
    const texts = (hints: Hint[], mixed: boolean): string => bestFirst(hints, mixed).map(({ text }) => text).join('');
    expect(texts([hint('a', 0.284, 1), hint('b', 0.276, 0), hint('c', 0.291, 0), hint('d', null, 0)], false)).toBe('cabd');
    expect(texts([hint('a', 0.2, 0.6), hint('b', 0.4, 0.1), hint('c', 0.3, 0.3)], true)).toBe('acb');
  });

  it('that are varied have one chance together', () => {
    const hint = (share: number | null, weight: number): Hint => ({ text: 'P1 turn 1', share, weight, deal: false });
    expect(chanceTogether([hint(0.6, 0.5), hint(0.4, 0.25), hint(null, 0)])).toBeCloseTo(0.4 / 0.75);
    expect(chanceTogether([])).toBe(0);
  });
});

describe('hints that all say the same', () => {
  const hint = (share: number | null): Hint => ({ text: `P1 turn ${share}`, share, weight: 1, deal: false }) as unknown as Hint;

  it('are told by one of them', () => {
    expect(settledBy([hint(1), hint(0.998), hint(1)])).toBe('won');
    expect(settledBy([hint(0), hint(0.001)])).toBe('lost');
    expect(settledBy([hint(1), hint(0.9)])).toBeNull();
    expect(settledBy([hint(1)])).toBeNull();
    expect(settledBy([hint(null), hint(1)])).toBeNull();
  });
});
