/**
 * Review a finished game as in `hustings.arena.reviewing`: each decision by what its seat knew then, and each side's
 * luck.
 */

import type { Review } from '../lib/protocol';
import type { Bots } from './bots.ts';
import { breath } from './chances.ts';
import { CHANCE, type Table } from './table.ts';

type Decision = Review['decisions'][number];

/** A decision, its importance (above 1 for a loss), and the two moves that are compared to explain it. */
interface Judged {
  matters: number;
  decision: Decision;
  compared: { view: Uint8Array; side: number; better: number; other: number } | null;
}

/** A decision to judge, with what its seat knew. */
interface Task {
  entry: number;
  text: string;
  seat: number;
  action: number;
  view: Uint8Array;
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The verbs of answers to offers, which are not judged: their worth depends on what a rival makes of the deal. */
const ANSWERS = ['accept', 'decline'];

/** For the progress: one step of measuring luck or explaining decisions takes as long as this many log entries. */
const LUCK_STEPS = 4;

/**
 * The indices in a verdict of the share that the better of two moves wins more, and of the mean scores after the two; the
 * states that explain the difference follow them.
 */
const [GAIN, FIRST_SCORE] = [3, 9];

/**
 * Called with the number of finished and of all steps, and a function that returns the review so far; throwing ends the
 * review.
 */
type Told = (done: number, total: number, part: () => Review) => void;

/**
 * The most important decisions of a seat: first losses, then good moves. If there are good moves, the best is always
 * included.
 */
function matteredOf(judged: readonly Judged[], seat: number, most: number): number[] {
  const all = judged.filter(({ matters, decision }) => matters > 0 && decision.seat === seat).sort((one, other) => other.matters - one.matters);
  const good = all.filter(({ matters }) => matters <= 1);
  return [...all.filter(({ matters }) => matters > 1).slice(0, most - Math.min(1, good.length)), ...good].slice(0, most).map(({ decision }) => decision.entry);
}

/** The most costly decisions of a seat. */
function costlyOf(judged: readonly Judged[], seat: number, most: number): number[] {
  const all = judged.flatMap(({ decision, compared }) => (compared && decision.seat === seat ? [decision] : []));
  return all.sort((one, other) => other.loss - one.loss).slice(0, most).map(({ entry }) => entry);
}

/**
 * Review a game. table: the game before its first entry. key: for the review's own random numbers. told: see `Told`.
 * automatic: the log entries of moves that nobody chose, which are left out.
 */
export async function reviewOf(bots: Bots, table: Table, log: readonly string[], key: bigint, told: Told, seconds = table.board.game.review.seconds, automatic: readonly number[] = []): Promise<Review> {
  const { iterations: [fewest, usual, together], worlds: [few, most, all], matters } = table.board.game.review;
  const iterations = Math.max(fewest, Math.min(usual, Math.floor(together / log.length)));
  const worlds = Math.max(few, Math.min(most, Math.floor(all / log.length)));
  const judged: Judged[] = [];
  const lost = new Set<number>();
  const rows = [table.bytes()];
  const part = Math.floor(log.length / LUCK_STEPS);
  let luck: Pick<Review, 'luck' | 'luck_error' | 'runs'> = { luck: [], luck_error: [], runs: [] };
  const seats = Array.from({ length: table.seats }, (_, seat) => seat);
  const review = (whole: boolean): Review => {
    const mattered = seats.map((seat) => matteredOf(judged, seat, matters));
    const shown = judged.filter(({ decision }) => whole || decision.slip || mattered.flat().includes(decision.entry));
    return { iterations, decisions: shown.map(({ decision }) => decision), ...luck, matters: mattered };
  };
  const step = (done: number): void => told(done, log.length + 2 * part, () => review(false));
  const tasks: Task[] = [];
  for (const [k, text] of log.entries()) {
    if (!text.startsWith(CHANCE) && !ANSWERS.includes(text.split(' ')[1] ?? '') && !table.alike) tasks.push(taskOf(table, text, k + 1));
    table.replay(text);
    rows.push(table.bytes());
    await breath();
  }
  tasks.sort((one, other) => ((one.entry * 0.618) % 1) - ((other.entry * 0.618) % 1)); // the first findings come from all parts of the game
  for (const [k, task] of tasks.entries()) {
    const found = judge(bots, table, task, key, iterations, worlds);
    if (found.some((one) => one.matters > 1)) lost.add(task.entry);
    if (!automatic.includes(task.entry)) judged.push(...found);
    judged.sort((one, other) => one.decision.entry - other.decision.entry);
    step(Math.floor((log.length * (k + 1)) / tasks.length));
    await breath();
  }
  luck = await luckOf(bots, table, rows, log, lost, key, seconds, (gone) => step(log.length + Math.floor(gone * part)));
  const entries = seats.flatMap((seat) => {
    const mattered = matteredOf(judged, seat, matters);
    return mattered.length > 0 ? mattered : costlyOf(judged, seat, matters);
  });
  const shown = judged.filter(({ decision, compared }) => compared && entries.includes(decision.entry));
  for (const [k, one] of shown.entries()) {
    explain(bots, table, one, key, worlds);
    step(log.length + part + Math.floor((part * (k + 1)) / shown.length));
    await breath();
  }
  return review(true);
}

function taskOf(table: Table, text: string, entry: number): Task {
  const { seat, action } = table.read(text);
  return { entry, text, seat, action, view: table.viewBytes(seat) };
}

/** Judge a move; empty if there was no choice. */
function judge(bots: Bots, table: Table, { entry, text, seat, action, view }: Task, key: bigint, iterations: number, worlds: number): Judged[] {
  const { board, seats, sides } = table;
  const { streams, slips } = board.game.review;
  const verdict = bots.judge(view, seats, seat, board.draw(key, streams[0], entry), iterations, action, worlds);
  if (!verdict) return [];
  const [loss = 0, error = 0, share = 0, gain = 0, slip = 0, matters = 0, compared, better = 0, other = 0] = verdict;
  const effects = compared ? [better, other].map((one) => Object.values(table.sways(seat, [one], view))[0] ?? {}) : [];
  return [{
    matters: loss > 0 || / \S+ /.test(text) ? matters : 0, compared: compared ? { view, side: sides.findIndex((one) => one.includes(seat)), better, other } : null,
    decision: {
      entry, seat, move: text, best: table.text(seat, better, view), share, loss, error, slip: slips[slip] ?? '', leads: [], effects,
      scores: null, gain, runner_up: compared && loss === 0 ? table.text(seat, other, view) : '',
    },
  }];
}

/** Add to a decision what the better move leads to more often, if that carries the difference. */
function explain(bots: Bots, { board, seats }: Table, { decision, compared }: Judged, key: bigint, worlds: number): void {
  if (!compared) return;
  const { view, side, better, other } = compared;
  const verdict = bots.explain(view, seats, decision.seat, board.draw(key, board.game.review.streams[0], decision.entry), better, other, side, worlds);
  const [scored = 0, otherwise = 0, ...rest] = verdict.slice(FIRST_SCORE);
  if ((verdict[GAIN] ?? 0) < board.game.review.carries * Math.max(decision.loss, decision.gain)) return;
  const threes = Array.from({ length: rest.length / 3 }, (_, k) => rest.slice(3 * k, 3 * k + 3));
  decision.leads = threes.flatMap(([state = -1, held = 0, played = 0]) => (state >= 0 ? [{ state: board.game.telling.states[state] ?? '', better: held, played }] : []));
  decision.scores = [scored, otherwise];
}

/** The effect of each series of random outcomes, measured by games played on from the records before and after it. */
async function luckOf(bots: Bots, { board, seats }: Table, rows: readonly Uint8Array[], log: readonly string[], lost: ReadonlySet<number>, key: bigint, seconds: number, measured: (part: number) => void): Promise<Pick<Review, 'luck' | 'luck_error' | 'runs'>> {
  const { round, most, lapse, streams } = board.game.review;
  const points: number[] = []; // the first and the last record of each series of random outcomes
  let open = false; // a series goes on over decisions that lost nothing
  for (const [at, text] of log.entries()) {
    const rolled = text.startsWith(CHANCE);
    if (rolled) points.splice(open ? -1 : points.length, 1, ...(open ? [] : [at]), at + 1);
    open = rolled || (open && !lost.has(at + 1));
  }
  const sums = points.map(() => Array<number>(2 * seats).fill(0));
  const begun = performance.now();
  const gone = (): number => Math.min(1, (performance.now() - begun) / (1000 * seconds));
  let played = 0;
  for (; points.length > 0 && played < most && (played === 0 || gone() < 1); played += round) {
    for (const [k, at] of points.entries()) {
      const more = bots.playOn(rows[at] ?? new Uint8Array(), seats, board.draw(key, streams[1], at), played, round, lapse);
      sums[k] = more.map((sum, seat) => sum + (sums[k]?.[seat] ?? 0));
      const turn = (k + 1) / points.length;
      const part = Math.min(1, Math.max(gone(), (played + round * turn) / most));
      measured(played === 0 ? Math.min(turn, part) : part);
      await breath();
    }
  }
  const means = sums.map((all) => all.map((sum) => sum / played));
  const changes = means.flatMap((after, k) => (k % 2 ? [after.slice(0, seats).map((share, seat) => share - (means[k - 1]?.[seat] ?? 0))] : []));
  const bySeat = (of: (seat: number) => number): number[] => Array.from({ length: seats }, (_, seat) => rounded(of(seat)));
  const variance = (mean: readonly number[], seat: number): number => Math.max(0, (mean[seats + seat] ?? 0) - (mean[seat] ?? 0) * (mean[seat] ?? 0));
  return {
    luck: bySeat((seat) => changes.reduce((all, change) => all + (change[seat] ?? 0), 0)),
    luck_error: bySeat((seat) => Math.sqrt(means.reduce((all, mean) => all + variance(mean, seat), 0) / Math.max(1, played))),
    runs: changes.map((change, k) => ({ entry: points[2 * k + 1] ?? 0, shares: change.map(rounded) })),
  };
}
