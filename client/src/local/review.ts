/** A finished game reviewed as `hustings.arena.reviewing` reviews it: each decision by what its seat knew, and the luck. */

import type { ReviewBody } from '../lib/protocol';
import type { Bots } from './bots.ts';
import { breath } from './chances.ts';
import { CHANCE, type Table } from './table.ts';

/** A decision, and how much it mattered: above 1 for a loss. */
type Judged = [matters: number, decision: ReviewBody['decisions'][number]];

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** How many entries of the log take as long as each step in which luck is measured. */
const LUCK_STEPS = 2;

/** table: the game before its first entry; key: of the review's own chance; told: hears how many steps of all are done. */
export async function reviewOf(bots: Bots, table: Table, log: readonly string[], key: bigint, told: (done: number, total: number) => void, seconds = table.board.game.review.seconds): Promise<ReviewBody> {
  const { iterations: [fewest, usual, together], matters } = table.board.game.review;
  const iterations = Math.max(fewest, Math.min(usual, Math.floor(together / log.length)));
  const judged: Judged[] = [];
  const rows = [table.bytes()];
  const luck = Math.floor(log.length / LUCK_STEPS);
  const steps = log.length + luck;
  for (const [k, text] of log.entries()) {
    if (!text.startsWith(CHANCE) && !table.alike) judged.push(...judge(bots, table, text, k + 1, key, iterations));
    table.replay(text);
    rows.push(table.bytes());
    told(k + 1, steps);
    await breath();
  }
  /** The most important decisions of a seat: first its losses, then its good moves, of which the best is always told. */
  const mattered = (seat: number): Judged[] => {
    const all = judged.filter(([much, decision]) => much > 0 && decision.seat === seat).sort(([one], [other]) => other - one);
    const good = all.filter(([much]) => much <= 1);
    return [...all.filter(([much]) => much > 1).slice(0, matters - Math.min(1, good.length)), ...good].slice(0, matters);
  };
  const lost = new Set(judged.flatMap(([much, { entry }]) => (much > 1 ? [entry] : [])));
  return {
    iterations, decisions: judged.map(([, decision]) => decision), ...(await luckOf(bots, table, rows, log, lost, key, seconds, (part) => told(log.length + Math.floor(part * luck), steps))),
    matters: Array.from({ length: table.seats }, (_, seat) => mattered(seat).map(([, { entry }]) => entry)),
  };
}

/** The decision of a move; empty if there was no choice. */
function judge(bots: Bots, table: Table, text: string, entry: number, key: bigint, iterations: number): Judged[] {
  const { board, seats, sides } = table;
  const { streams, slips } = board.game.review;
  const { seat, action } = table.read(text);
  const verdict = bots.judge(table.viewBytes(seat), seats, seat, board.draw(key, streams[0], entry), iterations, action, sides.findIndex((one) => one.includes(seat)));
  if (!verdict) return [];
  const [loss = 0, error = 0, share = 0, gain = 0, slip = 0, matters = 0, compared, better = 0, other = 0, scored = 0, otherwise = 0, ...rest] = verdict;
  const threes = Array.from({ length: rest.length / 3 }, (_, k) => rest.slice(3 * k, 3 * k + 3));
  const leads = threes.flatMap(([state = -1, held = 0, played = 0]) => (compared && state >= 0 ? [{ state: board.game.telling?.states[state] ?? '', better: held, played }] : []));
  const effects = compared ? [better, other].map((one) => table.sways(seat, [one])[table.text(seat, one)] ?? {}) : [];
  return [[matters, {
    entry, seat, move: text, best: table.text(seat, better), share, loss, error, slip: slips[slip] ?? '', leads, effects,
    scores: compared ? [scored, otherwise] : null, gain, runner_up: compared && loss === 0 ? table.text(seat, other) : '',
  }]];
}

/** What each run of chance changed, by games played on from the records before and after it. */
async function luckOf(bots: Bots, { board, seats }: Table, rows: readonly Uint8Array[], log: readonly string[], lost: ReadonlySet<number>, key: bigint, seconds: number, measured: (part: number) => void): Promise<Pick<ReviewBody, 'luck' | 'luck_error' | 'runs'>> {
  const { round, most, lapse, streams } = board.game.review;
  const points: number[] = []; // the first record and the last of each run of chance
  let open = false; // only a decision that lost something ends a run
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
