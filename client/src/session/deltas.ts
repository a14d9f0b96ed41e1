/** Whole states out of what the server tells: a state now and then, and after it what moves change of it. */

import { moveInfo } from '../lib/moves';
import type { Delta, Presence, ServerMessage, Snapshot } from '../lib/protocol';

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
