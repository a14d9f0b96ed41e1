/** Questions of the lesson sheet in the language shown; the server has them in the teacher's language. */

import type { ClassDebrief } from '../lib/protocol';
import { lessonWords, type Lessons } from '../words';
import { classApi } from './api';
import { readyQuestions } from './lessons';
import { debriefIn } from './seats';

export interface Asked {
  ready: string | null;
  text: string;
  answers: string[];
}

/**
 * Translate a question of the lesson sheet. Return it unchanged if it is not from the sheet, or the sheet has changed.
 */
export function inWords<T extends Asked>(question: T, lessons: Lessons): T {
  const game = question.ready?.split('.')[0] ?? '';
  const own = readyQuestions(lessons.games[game], game).find((one) => one.ready === question.ready);
  return own?.answers.length === question.answers.length ? { ...question, text: own.text, answers: [...own.answers] } : question;
}

/** Load a class's debrief in the language shown. */
export async function debriefOf(code: string): Promise<ClassDebrief> {
  const all = debriefIn(await classApi.debrief(code));
  if (all.predictions.every((one) => one.ready === null)) return all;
  const lessons = await lessonWords();
  return { ...all, predictions: all.predictions.map((one) => inWords(one, lessons)) };
}
