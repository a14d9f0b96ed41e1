/** A class as its server shows it to one viewer: the last message of each type, over a socket that comes back. */

import type { ClassClientMessage, ClassServerMessage, ForPerson, ForProjector, ForTeacher, ScreenView } from '../lib/protocol';
import { backoff } from '../session/connection';

export type Viewer = 'person' | 'teacher' | 'screen';
const GONE = [4403, 4404];
const OPEN = 1;
const PING_EVERY = 10_000;

export class ClassStream {
  person = $state.raw<ForPerson | null>(null);
  teacher = $state.raw<ForTeacher | null>(null);
  projector = $state.raw<ForProjector | null>(null);
  views = $state.raw<Readonly<Record<number, ScreenView>>>({});
  /** When the last message came, in milliseconds: times in it count on from then. */
  at = $state(0);
  lost = $state(false);
  /** The class is gone, or this viewer is no longer in it. */
  gone = $state(false);

  private socket: WebSocket | null = null;
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private readonly closing = new AbortController();

  constructor(
    private readonly code: string,
    private readonly role: Viewer,
    private readonly token: () => string | null,
  ) {}

  open(): void {
    const { signal } = this.closing;
    document.addEventListener('visibilitychange', () => this.look(), { signal });
    window.addEventListener('online', () => this.connect(), { signal });
    const pinging = setInterval(() => this.send({ ping: 1 }), PING_EVERY);
    signal.addEventListener('abort', () => clearInterval(pinging));
    this.connect();
  }

  close(): void {
    this.closing.abort();
    if (this.retry !== null) clearTimeout(this.retry);
    this.drop();
  }

  private get looking(): boolean {
    return document.visibilityState === 'visible';
  }

  private look(): void {
    if (!this.send({ looking: this.looking }) && this.looking) this.connect();
  }

  private send(message: ClassClientMessage): boolean {
    if (this.socket?.readyState !== OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private drop(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
  }

  private connect(): void {
    if (this.closing.signal.aborted || this.gone) return;
    if (this.retry !== null) clearTimeout(this.retry);
    this.drop();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/classes/${encodeURIComponent(this.code)}/socket`);
    this.socket = socket;
    socket.onopen = () => this.send({ hello: { role: this.role, token: this.token(), looking: this.looking } });
    socket.onmessage = (event) => {
      if (this.socket === socket && typeof event.data === 'string') this.hear(JSON.parse(event.data) as ClassServerMessage);
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.closed(event.code);
    };
  }

  private hear(message: ClassServerMessage): void {
    this.lost = false;
    this.tries = 0;
    if (message.type === 'pong') return;
    this.at = Date.now();
    if (message.type === 'person') this.person = message;
    else if (message.type === 'teacher') this.teacher = message;
    else if (message.type === 'projector') this.takeProjector(message);
    else this.views = { ...this.views, [message.number]: message };
  }

  /** Views of an earlier game are dropped with it. */
  private takeProjector(message: ForProjector): void {
    if (this.projector?.info.number !== message.info.number) {
      const kept = Object.values(this.views).filter((view) => view.game === message.info.number);
      this.views = Object.fromEntries(kept.map((view) => [view.number, view]));
    }
    this.projector = message;
  }

  private closed(code: number): void {
    this.socket = null;
    this.gone = GONE.includes(code);
    if (this.gone || this.closing.signal.aborted) return;
    this.lost = true;
    this.retry = setTimeout(() => this.connect(), backoff(this.tries, Math.random()));
    this.tries += 1;
  }
}

/** Seconds as "1:05". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The time, once a second while something on the page counts. */
export class Ticking {
  now = $state(Date.now());

  constructor() {
    $effect(() => {
      const timer = setInterval(() => (this.now = Date.now()), 1000);
      return () => clearInterval(timer);
    });
  }
}
