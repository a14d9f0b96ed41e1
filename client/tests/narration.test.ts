import { describe, expect, it } from 'vitest';
import type { EventInfo } from '../src/lib/protocol';
import { gistOf, sinceDecision } from '../src/table/log/narration';
import type { Weight } from '../src/table/moments';

const event = (entry: number, seat: number | null, name = 'played', args = {}): EventInfo => ({ entry, event: name, seat, args });
const WEIGHTS: Readonly<Record<string, Weight>> = { sealed: 'small', week: 'small', wild: 'big', drew: 'small', stole: 'small' };
const weight = ({ event: name }: EventInfo): Weight => WEIGHTS[name] ?? 'plain';

describe('what others did since the last decision', () => {
  it('is what they did after it, and not the decision', () => {
    const log = [event(1, 0), event(2, 1), event(3, 2)];
    expect(sinceDecision(log, 0, 0, weight)).toEqual({ lines: [log[1], log[2]], weighty: 0, more: 0 });
    expect(sinceDecision(log, 2, 0, weight).lines).toEqual([log[2]]);
  });
  it('holds the moves that the room made for me', () => {
    const log = [event(1, 0), event(2, 1), event(3, 0), event(4, 1), event(5, 0), event(6, 1)];
    expect(sinceDecision(log, 2, 0, weight).lines).toEqual([log[3], log[4], log[5]]);
  });
  it('holds the card that my own move lost', () => {
    const log = [event(1, 1), event(2, 0, 'took'), event(2, 1, 'got'), event(2, null, 'week')];
    expect(sinceDecision(log, 1, 0, weight).lines).toEqual([log[2]]);
  });
  it('puts the important first, each in order; the small is not told', () => {
    const log = [event(1, 1, 'sealed'), event(1, 2), event(2, 2, 'attacks', { owner: 'P1' }), event(3, null, 'wild')];
    expect(sinceDecision(log, 0, 0, weight)).toEqual({ lines: [log[2], log[3], log[1]], weighty: 2, more: 0 });
  });
  it('tells the cards of others where there is room, and always a theft', () => {
    const log = [event(1, 1, 'drew', { card: 'P7' }), event(2, 2), event(3, 2, 'stole', { target: 'P1', card: 'K3' }), event(4, 1, 'stole', { target: 'P3', card: 'K2' }), event(5, null, 'drew', { card: 'P8' })];
    expect(sinceDecision(log, 0, 0, weight)).toEqual({ lines: [log[2], log[0], log[1], log[3]], weighty: 1, more: 0 });
    const full = [...log, ...Array.from({ length: 8 }, (_, k) => event(k + 6, 1))];
    expect(sinceDecision(full, 0, 0, weight)).toEqual({ lines: [log[2], log[1], ...full.slice(5, 11)], weighty: 1, more: 2 });
  });
  it('is short, and says how much it leaves out', () => {
    const log = Array.from({ length: 12 }, (_, k) => event(k + 1, 1));
    expect(sinceDecision(log, 0, 0, weight)).toEqual({ lines: log.slice(0, 8), weighty: 0, more: 4 });
    const big = [...log, event(13, null, 'wild'), event(14, 2, 'attacks', { owner: 'P1' })];
    expect(sinceDecision(big, 0, 0, weight)).toEqual({ lines: [...big.slice(12), ...log.slice(0, 6)], weighty: 2, more: 6 });
  });
  it('is empty before the first decision', () => {
    expect(sinceDecision([event(1, 1)], null, 0, weight).lines).toEqual([]);
  });
});

describe('the gist of some events', () => {
  const event = (name: string): EventInfo => ({ entry: 1, event: name, seat: 0, args: {} });
  const weigh = (one: EventInfo): Weight => (one.event.startsWith('big') ? 'big' : one.event.startsWith('small') ? 'small' : 'plain');
  const gist = (...names: string[]): string[] => gistOf(names.map(event), weigh).map((one) => one.event);

  it('is the big ones and the last of the plain ones in order', () => {
    expect(gist('small', 'plain1', 'plain2', 'big1', 'plain3', 'plain4', 'plain5')).toEqual(['big1', 'plain3', 'plain4', 'plain5']);
    expect(gist('big1', 'big2', 'big3', 'big4', 'big5')).toEqual(['big2', 'big3', 'big4', 'big5']);
  });

  it('names a card once, in the big event that it brought', () => {
    const turned = (name: string, card: string): EventInfo => ({ ...event(name), args: { card } });
    const told = gistOf([turned('plain', 'FAKE'), turned('big', 'FAKE'), turned('plain', 'CA')], weigh);
    expect(told.map((one) => [one.event, one.args['card']])).toEqual([['big', 'FAKE'], ['plain', 'CA']]);
  });

  it('has small ones only where there is nothing else', () => {
    expect(gist('small1', 'plain', 'small2')).toEqual(['plain']);
    expect(gist('small1', 'small2')).toEqual(['small1', 'small2']);
  });
});
