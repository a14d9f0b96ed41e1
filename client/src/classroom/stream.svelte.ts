/** A class as its server shows it to one viewer: the last message of each type. */

import type { ClassClientMessage, GatheringHelloBody, ClassServerMessage, ForPerson, ForProjector, ForTeacher, Pong, QuestionInfo, ScreenView, TeacherCommand } from '../lib/protocol';
import { env, type ConnectionEnv } from '../session/env';
import { Gathering } from '../session/gathering.svelte';
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

export class ClassStream extends Gathering<GatheringHelloBody, ClassClientMessage, Exclude<ClassServerMessage, Pong>> {
  person = $state.raw<ForPerson | null>(null);
  teacher = $state.raw<ForTeacher | null>(null);
  projector = $state.raw<ForProjector | null>(null);
  views = $state.raw<Readonly<Record<number, ScreenView>>>({});

  private lessons: Lessons | null = null;
  private loading: Promise<void> | null = null;

  constructor(code: string, role: Viewer, token: () => string | null, around: ConnectionEnv = env()) {
    super(classPath(code), (looking) => ({ role, token: token(), looking }), around);
  }

  protected override hear(message: Exclude<ClassServerMessage, Pong>): void {
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
