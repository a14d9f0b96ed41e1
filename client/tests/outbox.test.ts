import { describe, expect, it } from 'vitest';
import type { ClientMessage, Play } from '../src/lib/protocol';
import { commandId, Outbox } from '../src/session/outbox.svelte';

/** An outbox for moves with all that was heard of it; `line.open`: whether anything is. */
function outbox(): { box: Outbox<Play>; heard: ClientMessage[]; line: { open: boolean } } {
  const heard: ClientMessage[] = [];
  const line = { open: true };
  const send = (message: ClientMessage): boolean => {
    if (line.open) heard.push(message);
    return line.open;
  };
  return { box: new Outbox<Play>(send), heard, line };
}

describe('an outbox', () => {
  it('sends a command at once, under an id of its own', () => {
    const { box, heard } = outbox();
    box.post({ decision: 3, play: 'P1 draw' });
    box.post({ decision: 3, play: 'P1 draw' });
    expect(heard).toEqual(box.waiting);
    expect(heard[0]).toMatchObject({ decision: 3, play: 'P1 draw' });
    expect(new Set(box.waiting.map(({ id }) => id)).size).toBe(2);
  });

  it('keeps what a broken line did not carry, and sends it in order under the same ids', () => {
    const { box, heard, line } = outbox();
    line.open = false;
    box.post({ decision: 0, play: 'P1 draw' });
    box.post({ decision: 1, play: 'P1 pass' });
    const kept = box.waiting;
    expect(heard).toEqual([]);
    line.open = true;
    box.again();
    expect(heard).toEqual(kept);
  });

  it('sends a command again until it is settled, and never after', () => {
    const { box, heard } = outbox();
    box.post({ decision: 0, play: 'P1 draw' });
    const [sent] = box.waiting;
    box.again();
    box.again();
    expect(heard).toEqual([sent, sent, sent]);
    expect(box.settle(sent?.id ?? '')).toBe(sent);
    box.again();
    expect(heard).toHaveLength(3);
    expect(box.settle(sent?.id ?? '')).toBeNull();
  });

  it('leaves the others where one is settled, and all where the answer was for something else', () => {
    const { box } = outbox();
    for (const decision of [0, 1, 2]) box.post({ decision, play: 'P1 draw' });
    expect([box.settle(null), box.settle(commandId())]).toEqual([null, null]);
    box.settle(box.waiting[1]?.id ?? '');
    expect(box.waiting.map(({ decision }) => decision)).toEqual([0, 2]);
  });

  it('drops what is no longer wanted instead of sending it again', () => {
    const { box, heard } = outbox();
    box.post({ decision: 0, play: 'P1 draw' });
    box.post({ decision: 1, play: 'P1 pass' });
    heard.length = 0;
    box.again((move) => move.decision === 1);
    expect(heard).toEqual(box.waiting);
    expect(box.waiting.map(({ play }) => play)).toEqual(['P1 pass']);
  });

  it('forgets everything when it is cleared', () => {
    const { box, heard } = outbox();
    box.post({ decision: 0, play: 'P1 draw' });
    box.clear();
    box.again();
    expect([box.waiting, heard.length]).toEqual([[], 1]);
  });
});

describe("a command's id", () => {
  it('is 16 bytes in hexadecimal', () => {
    expect(commandId()).toMatch(/^[0-9a-f]{32}$/);
  });
});
