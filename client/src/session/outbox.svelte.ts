/** Commands without an answer: each is sent again under the same id until the server acknowledges or refuses it. */

import type { ClientMessage } from '../lib/protocol';

/** Sends a message now; returns false if there is no connection. */
export type Send = (message: ClientMessage) => boolean;

/** A random id for a command. crypto.randomUUID does not exist on plain http; getRandomValues does. */
export function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Outbox<C extends ClientMessage & { id: string }> {
  /** Commands without an answer, the oldest first. */
  waiting = $state.raw<readonly C[]>([]);

  constructor(private readonly send: Send) {}

  /** Send a command; without a connection, `again` sends it later. */
  post(command: Omit<C, 'id'>): void {
    const made = { id: commandId(), ...command } as C;
    this.waiting = [...this.waiting, made];
    this.send(made);
  }

  /** Send all waiting commands again, and drop those that are no longer wanted. */
  again(wanted: (command: C) => boolean = () => true): void {
    this.waiting = this.waiting.filter(wanted);
    for (const command of this.waiting) this.send(command);
  }

  /** Remove and return the command of this id, which was acknowledged or refused; null if the outbox does not have it. */
  settle(id: string | null): C | null {
    const found = this.waiting.find((command) => command.id === id) ?? null;
    if (found) this.waiting = this.waiting.filter((command) => command !== found);
    return found;
  }

  clear(): void {
    this.waiting = [];
  }
}
