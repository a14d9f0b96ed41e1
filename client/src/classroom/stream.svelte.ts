/** A class as its server shows it to one viewer: the last message of each type, over a connection that comes back. */

import type { ClassClientMessage, ClassHelloBody, ClassServerMessage, ForPerson, ForProjector, ForTeacher, QuestionInfo, ScreenView, TeacherCommand } from '../lib/protocol';
import { Connection, type Link } from '../session/connection';
import { env, type ConnectionEnv } from '../session/env';
import { lessonWords, type Classes, type Lessons } from '../words';
import { classPath } from './api';
import { inWords } from './ready';
import { tablesIn } from './seats';

export type Viewer = 'person' | 'teacher' | 'screen';

/** What each part of the teacher's page is given. */
export interface TeacherPart {
  all: ForTeacher;
  say: Classes;
  /** Seconds since the message came. */
  since: number;
  command: (command: TeacherCommand) => void;
}

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

  private readonly connection: Connection<ClassHelloBody, ClassClientMessage, ClassServerMessage>;
  private readonly closing = new AbortController();
  private lessons: Lessons | null = null;
  private loading: Promise<void> | null = null;

  constructor(code: string, role: Viewer, token: () => string | null, around: ConnectionEnv = env()) {
    this.connection = new Connection(
      around,
      classPath(code),
      () => ({ role, token: token(), looking: this.looking }),
      (message) => this.hear(message),
      (link) => this.linked(link),
    );
  }

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

  private hear(message: ClassServerMessage): void {
    if (message.type === 'pong') return;
    this.at = performance.now();
    if (message.type === 'person') this.person = { ...message, question: this.inWords(message.question) };
    else if (message.type === 'teacher') this.teacher = { ...this.asked(message), tables: tablesIn(message.tables) };
    else if (message.type === 'projector') this.takeProjector(message);
    else if (message.type === 'view') this.views = { ...this.views, [message.number]: message };
  }

  /** Views of an earlier game are dropped with it. */
  private takeProjector(message: ForProjector): void {
    if (this.projector?.info.number !== message.info.number) {
      const kept = Object.values(this.views).filter((view) => view.game === message.info.number);
      this.views = Object.fromEntries(kept.map((view) => [view.number, view]));
    }
    this.projector = { ...this.asked(message), tables: tablesIn(message.tables) };
  }

  private asked<T extends { question: QuestionInfo | null; polls: QuestionInfo[] }>(message: T): T {
    return { ...message, question: this.inWords(message.question), polls: message.polls.map((poll) => this.inWords(poll)) };
  }

  /** A question in the language shown; one of the lesson sheet becomes so once its words are there. */
  private inWords<T extends QuestionInfo | null>(question: T): T {
    if (!question?.ready) return question;
    if (this.lessons) return inWords(question, this.lessons);
    this.loading ??= lessonWords().then((found) => this.takeLessons(found)).catch(() => undefined).finally(() => (this.loading = null));
    return question;
  }

  private takeLessons(found: Lessons): void {
    this.lessons = found;
    if (this.person) this.person = { ...this.person, question: this.inWords(this.person.question) };
    if (this.teacher) this.teacher = this.asked(this.teacher);
    if (this.projector) this.projector = this.asked(this.projector);
  }

  private linked(link: Link): void {
    this.lost = link === 'lost' || (link === 'connecting' && this.lost);
    this.gone = link === 'removed' || link === 'no room';
  }
}

/** Seconds as "1:05". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** What a clock shows at a time given in seconds since 1970. */
export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString(document.documentElement.lang, { hour: 'numeric', minute: '2-digit' });
}

/** The milliseconds of the page's own clock, which nobody can set, once a second while something on the page counts. */
export class Ticking {
  now = $state(performance.now());

  constructor() {
    $effect(() => {
      const timer = setInterval(() => (this.now = performance.now()), 1000);
      return () => clearInterval(timer);
    });
  }
}
