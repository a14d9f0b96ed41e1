/** The connection of a page to its class or club. It reconnects, and reports whether the page is visible. */

import type { Looking } from '../lib/protocol';
import { Connection, type Link } from './connection';
import { env, type ConnectionEnv } from './env';

export abstract class Gathering<Hello, Sent, Heard extends { type: string }> {
  /** The time (`performance.now()` in ms) when the last message came. Durations in it count from then. */
  at = $state(0);
  lost = $state(false);
  /** Whether the class or club was deleted, or this viewer is no longer in it. */
  gone = $state(false);

  private readonly connection: Connection<Hello, Sent | Looking, Heard | { type: 'pong' }>;
  private readonly closing = new AbortController();

  constructor(path: string, hello: (looking: boolean) => Hello, around: ConnectionEnv = env()) {
    this.connection = new Connection<Hello, Sent | Looking, Heard | { type: 'pong' }>(
      around,
      path,
      () => hello(this.looking),
      (message) => this.take(message),
      (link) => this.linked(link),
    );
  }

  protected abstract hear(message: Heard): void;

  open(): void {
    const { signal } = this.closing;
    document.addEventListener('visibilitychange', () => this.look(), { signal });
    window.addEventListener('online', () => this.connection.probe(), { signal });
    window.addEventListener('offline', () => this.connection.cut(), { signal });
    this.connection.start();
  }

  close(): void {
    this.closing.abort();
    this.connection.stop();
  }

  private get looking(): boolean {
    return document.visibilityState === 'visible';
  }

  private look(): void {
    this.connection.send({ looking: this.looking });
    if (this.looking) this.connection.probe();
  }

  private take(message: Heard | { type: 'pong' }): void {
    if (message.type === 'pong') return;
    this.at = performance.now();
    this.hear(message as Heard);
  }

  private linked(link: Link): void {
    this.lost = link === 'lost' || (link === 'connecting' && this.lost);
    this.gone = link === 'removed' || link === 'no room';
  }
}
