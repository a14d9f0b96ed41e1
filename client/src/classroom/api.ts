/** REST requests about a class. */

import type { ClassDebrief, ClassDone, ClassInfo, ClassJoined, ClassMade, MakeClass, PhoneCheck, TeacherCommand } from '../lib/protocol';
import { remember, remembered } from '../lib/settings.svelte';
import { withRetry } from '../session/retry';
import { ask } from '../session/api';
import { env } from '../session/env';
import { language } from '../words/language';

/** Addresses that mean the device itself, so that no other device can open them. */
export const ALONE = /^https?:\/\/(localhost|127\.|\[::1\])/;

export type Role = 'person' | 'teacher';

export const classPath = (code: string, what = ''): string => `/api/classes/${encodeURIComponent(code)}${what}`;

/** This browser's token in a class; the server's cookie has the same token. */
export const tokenIn = (code: string, role: Role): string | null => remembered(`class.${role}.${code}`);
export const keepTokenIn = (code: string, role: Role, token: string | null): boolean => remember(`class.${role}.${code}`, token);

export const forgetClass = (code: string): void => {
  keepTokenIn(code, 'person', null);
  remember(`class.code.${code}`, null);
};

export const codeIn = (code: string): string | null => remembered(`class.code.${code}`);

function joined(answer: ClassJoined): ClassJoined {
  keepTokenIn(answer.info.code, 'person', answer.token);
  remember(`class.code.${answer.info.code}`, answer.code);
  return answer;
}

/** Commands that set something: repeating them has no further effect, so they may be sent again. */
const SETTING: readonly TeacherCommand['do'][] = ['pause', 'lock', 'tell', 'stop', 'bench', 'shut', 'rename', 'pair', 'practice'];

function command(code: string, what: TeacherCommand): Promise<ClassDone> {
  const send = (): Promise<ClassDone> => ask<ClassDone>('POST', classPath(code, '/teacher'), what, tokenIn(code, 'teacher'));
  return SETTING.includes(what.do) ? withRetry(send) : send();
}

export const classApi = {
  make: async (wish: MakeClass) => {
    const made = await ask<ClassMade>('POST', '/api/classes', wish);
    keepTokenIn(made.info.code, 'teacher', made.token);
    return made;
  },
  info: (code: string) => ask<ClassInfo>('GET', classPath(code)),
  /** partner: the name of a second student at this phone; "" if names are assigned; null for a single student. */
  join: async (code: string, name: string | null, partner: string | null, id: string) =>
    joined(await ask<ClassJoined>('POST', classPath(code, '/join'), { name, partner, id, language: language() }, tokenIn(code, 'person'))),
  back: async (code: string, own: string, id: string) => joined(await ask<ClassJoined>('POST', classPath(code, '/back'), { code: own, id })),
  askBack: async (code: string, name: string, id: string) => joined(await ask<ClassJoined>('POST', classPath(code, '/ask'), { name, id })),
  answer: (code: string, question: number, answer: number) =>
    withRetry(() => ask<ClassDone>('POST', classPath(code, '/answer'), { question, answer }, tokenIn(code, 'person'))),
  report: (code: string, check: PhoneCheck) => ask<ClassDone>('POST', classPath(code, '/check'), check, tokenIn(code, 'person')),
  teacher: command,
  debrief: (code: string) => ask<ClassDebrief>('GET', classPath(code, '/debrief'), undefined, tokenIn(code, 'teacher')),
  qrPath: (code: string) => env().url(classPath(code, '/qr.svg')),
  gradebookPath: (code: string) => env().url(classPath(code, '/gradebook.csv')),
  dataPath: (code: string, names: boolean) => env().url(classPath(code, `/data.zip${names ? '?names=true' : ''}`)),
};
