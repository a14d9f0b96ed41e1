import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import type { TableModel } from '../src/table/model.svelte';
import { hopeIn, lastMove, Playout } from '../src/table/standing/playout.svelte';
import { move, room, Table } from './asking.svelte';

const TURN = ['take', 'play'];
const [TAKE, PLAY] = [move('P1 take PA'), move('P1 play NY')];

describe('a decided game', () => {
  it('is known from the previews of the moves that tell of it', () => {
    const hope = (effect: Record<string, number>, legal = [TAKE, PLAY]): unknown => hopeIn({ legal, previews: { [TAKE.text]: effect } }, TURN);
    expect([hope({}), hope({ beaten: 1 }), hope({ beaten: 2 }), hope({ safe: 1 }), hope({ safe: 1 }, [move('P1 nominate NY')])]).toEqual(['open', 'gone', 'faint', 'safe', null]);
  });

  it('is played to its end by the first kind of move that there is, for the most votes', () => {
    const votes = (code: string): number => ({ NY: 39, OH: 23 })[code] ?? 0;
    expect(lastMove([PLAY, TAKE], TURN, votes)?.text).toBe('P1 take PA');
    expect(lastMove([move('P1 play OH'), PLAY], TURN, votes)?.text).toBe('P1 play NY');
    expect(lastMove([move('P1 draw')], TURN, votes)).toBeNull();
  });

  it('is offered to whoever has a device of their own, until it is over', () => {
    const offered = (kind: 'person' | 'device', over = false): boolean => {
      const store = Object.assign(new Table(), { previews: { [TAKE.text]: { beaten: 1 } }, over, room: room(kind, kind === 'device' ? 'device' : 'bot') });
      store.legal = [TAKE, PLAY];
      let ends = false;
      const stop = $effect.root(() => {
        const playout = new Playout(store as unknown as TableModel, { busy: false, skip: () => undefined }, TURN, () => false);
        flushSync();
        ends = playout.ends;
      });
      stop();
      return ends;
    };
    expect([offered('person'), offered('device'), offered('person', true)]).toEqual([true, false, false]);
  });
});
