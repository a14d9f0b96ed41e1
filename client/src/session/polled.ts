/** Long-polling fallback for networks that block WebSockets: the same messages by POST, with a socket's interface. */

import {
  CLOSE_FLOOD,
  CLOSE_NO_ROOM,
  CLOSE_REMOVED,
  type LineOpened,
  type Poll,
  type Polled,
} from '../lib/protocol';

export const WAIT = 20; // seconds that a request waits for messages; many proxies give up at 30
const MOST_AT_ONCE = 8;
const BROKEN = 1006;
const CODES: Readonly<Record<string, number>> = {
  'line 403': CLOSE_REMOVED,
  'line 404': CLOSE_NO_ROOM,
  'line 410': CLOSE_NO_ROOM,
  'poll 404': CLOSE_NO_ROOM,
  'poll 410': CLOSE_NO_ROOM,
  'line 429': CLOSE_FLOOD,
  'poll 429': CLOSE_FLOOD,
};

export type Ask = (path: string, init: RequestInit) => Promise<Response>;

export class PolledLine {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  private line = '';
  /** The number of the last message received. */
  private after = 0;
  private greeted = false;
  private sending = false;
  private unsent: Record<string, unknown>[] = [];
  private readonly end = new AbortController();

  constructor(
    private readonly base: string,
    private readonly ask: Ask,
  ) {
    queueMicrotask(() => {
      if (this.readyState !== 0) return;
      this.readyState = 1;
      this.onopen?.();
    });
  }

  /** Send a message; the first one must be the hello, which opens the line. */
  send(text: string): void {
    if (this.readyState !== 1) return;
    const message = JSON.parse(text) as Record<string, unknown>;
    if (this.greeted) {
      this.unsent.push(message);
      void this.flush();
      return;
    }
    this.greeted = true;
    void this.listen(message);
  }

  close(): void {
    this.readyState = 3;
    this.end.abort();
  }

  /** Open the connection, then always have one request waiting for messages. */
  private async listen(hello: Record<string, unknown>): Promise<void> {
    const opened = (await this.answer('line', hello)) as LineOpened | null;
    if (!opened) return;
    this.line = opened.line;
    void this.flush();
    while (this.readyState === 1) await this.poll([], WAIT);
  }

  /** Send the waiting messages in order, one request after the other. */
  private async flush(): Promise<void> {
    if (this.sending || !this.line) return;
    this.sending = true;
    while (this.unsent.length > 0 && this.readyState === 1) await this.poll(this.unsent.splice(0, MOST_AT_ONCE), 0);
    this.sending = false;
  }

  private async poll(send: Record<string, unknown>[], wait: number): Promise<void> {
    const request: Poll = { line: this.line, after: this.after, send, wait };
    const answer = (await this.answer('poll', request)) as Polled | null;
    if (answer) this.take(answer);
  }

  /** Take new messages. Two requests may bring the same messages; their numbers show which are new. */
  private take(answer: Polled): void {
    const first = answer.last - answer.messages.length + 1;
    answer.messages.forEach((message, k) => {
      if (this.readyState !== 1 || first + k <= this.after) return;
      this.after = first + k;
      this.onmessage?.({ data: JSON.stringify(message) });
    });
    if (answer.closed) this.closed(answer.closed.code);
  }

  /** The server's answer; null if there is none, and then the connection is closed. */
  private async answer(path: 'line' | 'poll', body: unknown): Promise<unknown> {
    try {
      const answer = await this.ask(`${this.base}/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        credentials: 'same-origin',
        body: JSON.stringify(body),
        signal: this.end.signal,
      });
      const data = (await answer.json()) as { error?: unknown } | null; // a proxy's own error page is not JSON
      if (answer.ok) return data;
      this.closed(typeof data?.error === 'string' ? (CODES[`${path} ${answer.status}`] ?? BROKEN) : BROKEN);
    } catch {
      this.closed(BROKEN);
    }
    return null;
  }

  private closed(code: number): void {
    if (this.readyState === 3) return;
    this.close();
    this.onclose?.({ code });
  }
}
