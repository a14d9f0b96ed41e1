/** Whole states out of what the server tells: a state now and then, and after it what moves change of it. */

import type { Delta, MoveInfo, Presence, ServerMessage, Snapshot } from '../lib/protocol';

/** A legal move from its notation, as a whole state has it. */
export function moveInfo(text: string): MoveInfo {
  const [label = '', verb = '', ...args] = text.split(' ');
  return { text, seat: Number(label.slice(1)) - 1, verb, args };
}

export class States {
  private last: Snapshot | null = null;

  /** The message with every delta made a whole state; null for a delta of a state that never came. */
  whole(message: ServerMessage): Exclude<ServerMessage, Delta> | null {
    if (message.type === 'state') this.last = message;
    else if (message.type === 'room') this.enter(message);
    else if (message.type === 'delta') return this.changed(message);
    return message;
  }

  private enter(presence: Presence): void {
    if (this.last) this.last = { ...this.last, room: presence.room };
  }

  private changed(delta: Delta): Snapshot | null {
    if (!this.last) return null;
    const view = { ...this.last.view, ...delta.view };
    this.last = { ...this.last, ...delta, type: 'state', view, legal: delta.legal.map(moveInfo), taken_back: null };
    return this.last;
  }
}
