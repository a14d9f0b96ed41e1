/** The plans of the lesson sheets: minutes of each part, and measured lengths of games (bench/lesson_clock.py). */

import type { ClassInfo, ClassView, GameInfo, QuestionInfo } from '../lib/protocol';
import { usualOptions, usualSeats } from '../lib/quick';
import type { LessonWords, Question } from '../words/entries';

export const PARTS = ['arrive', 'rules', 'predict', 'play', 'discuss', 'exit'] as const;
export type Part = (typeof PARTS)[number];
export const LENGTHS = [45, 90] as const;
export type Length = (typeof LENGTHS)[number];
/**
 * Deciles of `COUNTED_GAMES` games: a tenth of the games is below the first number, half below the second, nine tenths
 * below the third.
 */
export type Counted = readonly [number, number, number];

/** The seconds for a decision in a game without a plan. */
export const USUAL_SECONDS = 60;
export const COUNTED_GAMES = 200;
/** Shares of the clock's time that moves may take; the plan states a game's length for each. */
export const PARTS_OF_THE_CLOCK = [1, 1 / 2, 1 / 4] as const;

export interface Plan {
  /** Seats at a table. */
  size: number;
  minutes: Record<Length, Record<Part, number>>;
  /** The seconds for a decision with the strict clock; when they are over, a move is made automatically. */
  clock: number;
  /** The number of whole games in a lesson; 0 if none fits, so that the leading score decides. */
  games: Record<Length, number>;
  /** The number of times that a table waits for a move. */
  waits: Counted;
  /** The median number of one person's moves. */
  each: number;
  /** Options of a new class that differ from the game's usual ones. */
  options?: Readonly<Record<string, string>>;
  /** The minutes of a game in which every move takes the whole time of the clock. */
  longest: Counted;
  /**
   * The minutes that each part of a 45-minute lesson takes at most in nine of ten simulated lessons
   * (bench/lesson_minutes.py).
   */
  used?: Readonly<Record<Part, number>>;
}

export const PLANS: Readonly<Record<string, Plan>> = {
  combat: {
    size: 2,
    options: { votes: '2024', stops: '0' },
    minutes: { 45: { arrive: 5, predict: 3, rules: 5, play: 20, discuss: 8, exit: 4 }, 90: { arrive: 5, predict: 5, rules: 10, play: 45, discuss: 20, exit: 5 } },
    clock: 20,
    games: { 45: 1, 90: 2 },
    waits: [37, 42, 50],
    each: 22,
    longest: [12, 14, 17],
  },
  president: {
    size: 4,
    minutes: { 45: { arrive: 5, predict: 3, rules: 5, play: 20, discuss: 8, exit: 4 }, 90: { arrive: 5, predict: 5, rules: 10, play: 40, discuss: 25, exit: 5 } },
    clock: 75,
    games: { 45: 1, 90: 2 },
    waits: [12, 12, 12],
    each: 12,
    longest: [15, 15, 15],
    used: { arrive: 3.3, rules: 3.5, predict: 1.8, play: 14.8, discuss: 8, exit: 3 },
  },
  politics: {
    size: 4,
    options: { must_play: 'yes', market: '0' },
    minutes: { 45: { arrive: 5, predict: 3, rules: 5, play: 20, discuss: 8, exit: 4 }, 90: { arrive: 5, predict: 5, rules: 10, play: 45, discuss: 20, exit: 5 } },
    clock: 20,
    games: { 45: 1, 90: 2 },
    waits: [35, 43, 50],
    each: 11,
    longest: [12, 14, 17],
  },
  mudslinger: {
    size: 5,
    options: { votes: '2024' },
    minutes: { 45: { arrive: 5, predict: 3, rules: 5, play: 20, discuss: 8, exit: 4 }, 90: { arrive: 5, predict: 5, rules: 10, play: 45, discuss: 20, exit: 5 } },
    clock: 20,
    games: { 45: 0, 90: 0 },
    waits: [659, 784, 922],
    each: 157,
    longest: [121, 142, 164],
  },
};

/** The seats at a table of a new class, as in the game's lesson sheets. */
export function plannedSeats(game: GameInfo): number {
  const planned = PLANS[game.name]?.size ?? 0;
  return game.players.includes(planned) ? planned : usualSeats(game);
}

/** The options of a new class: the game's usual ones, changed by its lesson plan. */
export function plannedOptions(game: GameInfo): Record<string, string> {
  return { ...usualOptions(game), ...PLANS[game.name]?.options };
}

/** The choices of minutes after which all tables end, including those of the game's lesson plan. */
export function endings(game: string): number[] {
  const planned = LENGTHS.flatMap((length) => PLANS[game]?.minutes[length].play ?? []);
  return [...new Set([0, 5, 10, 15, 20, ...planned])].sort((a, b) => a - b);
}

/** The longest time until all tables end, in hours. */
export const LONGEST_STOP = 6;

/**
 * Whole seconds until a clock next shows a time such as "10:40"; null for an invalid or too distant time. now: ms since
 * 1970.
 */
export function secondsUntil(time: string, now: number): number | null {
  const [hours, minutes] = time.split(':').map(Number);
  if (hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)) return null;
  const at = new Date(now);
  at.setHours(hours, minutes, 0, 0);
  if (at.getTime() <= now) at.setDate(at.getDate() + 1);
  const seconds = Math.ceil((at.getTime() - now) / 1000);
  return seconds <= LONGEST_STOP * 3600 ? seconds : null;
}

/** A question of the lesson sheet, with the part of the lesson to which it belongs. */
export interface ReadyQuestion extends Question {
  part: NonNullable<QuestionInfo['part']>;
  /** Its identifier: game, part and number. */
  ready: string;
}

/** The parts of the lesson whose questions are offered in each phase of a class. */
export const ASKED_IN: Readonly<Record<ClassInfo['phase'], readonly ReadyQuestion['part'][]>> = {
  gathering: ['predict'],
  playing: ['play'],
  over: ['discuss', 'exit'],
};

/** All questions of a game's lesson, in the order of the lesson. */
export function readyQuestions(own: LessonWords | undefined, game: string): ReadyQuestion[] {
  if (!own) return [];
  const parts = { predict: own.predict, play: [own.halfway], discuss: own.discuss, exit: own.exit } as const;
  return (Object.keys(parts) as ReadyQuestion['part'][]).flatMap((part) => parts[part].map((question, k) => ({ ...question, part, ready: `${game}.${part}.${k}` })));
}

/** What the exit ticket's button does next, and the number of the question, from 1. */
export interface TicketStep {
  does: 'show' | 'close' | 'end';
  number: number;
  question: ReadyQuestion;
}

/** The next step of the exit ticket; null if there are no questions, or all were asked and are hidden. */
export function ticketStep(questions: readonly ReadyQuestion[], { question, polls }: Pick<ClassView, 'question' | 'polls'>): TicketStep | null {
  const closed = new Set([...polls, ...(question && !question.open ? [question] : [])].map((one) => one.ready));
  const next = questions.findIndex((one) => !closed.has(one.ready));
  const shown = questions.findIndex((one) => one.ready === question?.ready);
  const at = question?.open ? shown : next;
  const found = questions[at];
  if (question?.open) return found ? { does: 'close', number: at + 1, question: found } : null;
  if (found) return { does: 'show', number: at + 1, question: found };
  const last = questions[shown];
  return last ? { does: 'end', number: shown + 1, question: last } : null;
}

/** The next step of a lesson; its button is the only black one on the teacher's page. */
export type NextStep = 'start' | 'practice' | 'pause' | 'question' | 'debrief' | 'ticket';

/**
 * The next step of a lesson. screens: the number of the debrief's screens, 0 while unknown; questions: of the exit
 * ticket.
 */
export function nextStep({ info, question, polls }: Pick<ClassView, 'question' | 'polls'> & { info: Pick<ClassInfo, 'phase' | 'practice' | 'screen'> }, screens: number, questions: readonly ReadyQuestion[]): NextStep {
  const over = info.phase === 'over';
  if (question && over && question.part === 'exit') return 'ticket';
  if (question?.open) return 'question';
  if (info.practice !== null) return 'practice';
  if (!over) return info.phase === 'playing' ? 'pause' : 'start';
  const begun = polls.some((poll) => questions.some((one) => one.ready === poll.ready));
  const last = info.screen !== null && screens > 0 && info.screen >= screens - 1;
  if (!begun && !last) return 'debrief';
  return ticketStep(questions, { question, polls }) ? 'ticket' : 'start';
}
