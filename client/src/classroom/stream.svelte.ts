/** The live data of a class for a phone, the teacher's page or the projector. */

import type { ClassClientMessage, ClassServerMessage, ClassView, GatheringHelloBody, Pong, QuestionInfo, ScreenView, TeacherCommand } from '../lib/protocol';
import { env, type ConnectionEnv } from '../session/env';
import { Gathering } from '../session/gathering.svelte';
import { lessonWords, type Classes, type Lessons } from '../words';
import { classPath } from './api';
import { inWords } from './ready';
import { tablesIn } from './seats';

/** The props of each part of the teacher's page. */
export interface TeacherPart {
  all: ClassView;
  say: Classes;
  /** Seconds since the server's last message. */
  since: number;
  command: (command: TeacherCommand) => void;
}

export class ClassStream extends Gathering<GatheringHelloBody, ClassClientMessage, Exclude<ClassServerMessage, Pong>> {
  all = $state.raw<ClassView | null>(null);
  /** The boards of the tables on the projector, by the number of the table. */
  views = $state.raw<Readonly<Record<number, ScreenView>>>({});

  private lessons: Lessons | null = null;
  private loading: Promise<void> | null = null;

  constructor(code: string, role: ClassView['role'], token: () => string | null, around: ConnectionEnv = env()) {
    super(classPath(code), (looking) => ({ role, token: token(), looking }), around);
  }

  protected override hear(message: Exclude<ClassServerMessage, Pong>): void {
    if (message.type === 'view') this.views = { ...this.views, [message.number]: message };
    else if (message.type === 'class') this.show(message);
  }

  /** Show a new view of the class, and remove boards of an earlier game. */
  private show(message: ClassView): void {
    if (this.all?.info.number !== message.info.number) {
      const kept = Object.values(this.views).filter((view) => view.game === message.info.number);
      this.views = Object.fromEntries(kept.map((view) => [view.number, view]));
    }
    this.all = this.translated({ ...message, tables: tablesIn(message.tables) });
  }

  private translated(all: ClassView): ClassView {
    return { ...all, question: this.inWords(all.question), polls: all.polls.map((poll) => this.inWords(poll)) };
  }

  /** A question in the language shown; a question of the lesson sheet is translated once its words are loaded. */
  private inWords<T extends QuestionInfo | null>(question: T): T {
    if (!question?.ready) return question;
    if (this.lessons) return inWords(question, this.lessons);
    this.loading ??= lessonWords().then((found) => this.takeLessons(found)).catch(() => undefined).finally(() => (this.loading = null));
    return question;
  }

  private takeLessons(found: Lessons): void {
    this.lessons = found;
    if (this.all) this.all = this.translated(this.all);
  }
}

/** Seconds as "1:05". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Format a time in seconds since 1970 as on a clock. */
export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString(document.documentElement.lang, { hour: 'numeric', minute: '2-digit' });
}

/** A time in ms, updated every second, from a clock that does not jump when the device's clock is set. */
export class Ticking {
  now = $state(performance.now());

  constructor() {
    $effect(() => {
      const timer = setInterval(() => (this.now = performance.now()), 1000);
      return () => clearInterval(timer);
    });
  }
}
