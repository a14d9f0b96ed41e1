/**
 * The timetable of an election night: the server's calls state by state, a pause before the deciding state, then the
 * stamp.
 */

/** A state that comes in: its side, and every side's total from then on. */
export interface Won {
  code: string;
  name: string;
  votes: number;
  side: number;
  totals: readonly number[];
}

/** A state with the time at which it comes in, in ms from the beginning. */
export interface Call extends Won {
  at: number;
}

export interface Script {
  calls: readonly Call[];
  /** The index of the call that decides the game; null if no call does. */
  deciding: number | null;
  /**
   * In ms: when the deciding state is declared too close to call, when the stamp comes down, and when the night ends.
   */
  suspense: number;
  stamp: number;
  end: number;
}

interface Pace {
  /** ms from the first state to the one that decides. */
  calling: number;
  /** The most ms for one state, so that eleven states do not last as long as fifty. */
  few: number;
  /** ms of suspense before the deciding state. */
  held: number;
  /** ms for which the stamp is shown. */
  stamped: number;
  /** ms for each state after the decision. */
  rest: number;
}
const WHOLE: Pace = { calling: 17_000, few: 2600, held: 2600, stamped: 3600, rest: 160 };
const BRIEF: Pace = { calling: 3400, few: 500, held: 0, stamped: 2400, rest: 30 };
const KNOWN: Pace = { calling: 2600, few: 400, held: 1500, stamped: 2000, rest: 15 };
/**
 * The length of a night: the result is hidden until then (whole), public (known), or a landslide that was public
 * (brief).
 */
export type Length = 'whole' | 'known' | 'brief';
const PACES: Readonly<Record<Length, Pace>> = { whole: WHOLE, known: KNOWN, brief: BRIEF };

/**
 * Compute the timetable. states: in the order in which they come in. deciding: the index of the deciding state, or
 * null.
 */
export function scriptOf(states: readonly Won[], deciding: number | null, length: Length = 'whole'): Script {
  const pace = PACES[length];
  const last = deciding ?? states.length - 1;
  const weights = states.slice(0, last + 1).map((_, k) => 0.5 + 1.5 * ((k + 1) / (last + 1)) ** 2);
  const whole = weights.reduce((sum, one) => sum + one, 0);
  const beat = Math.min(pace.calling / Math.max(1, whole), pace.few);
  let at = 0;
  const times = weights.map((weight) => (at += weight * beat));
  const suspense = times[last - 1] ?? 0;
  if (deciding !== null) times[last] = Math.max(times[last] ?? 0, suspense + pace.held);
  const stamp = (times[last] ?? 0) + 700;
  const rest = stamp + pace.stamped;
  const calls = states.map((one, k) => ({ ...one, at: times[k] ?? rest + (k - last) * pace.rest }));
  return { calls, deciding, suspense: suspense + 900, stamp, end: rest + (states.length - last) * pace.rest + 500 };
}
