/** Election night as a list of moments: the states as the server calls them, a wait before the one that decides, then the stamp. */

/** A state that comes in: whose it is, and what every side has then. */
export interface Won {
  code: string;
  name: string;
  votes: number;
  side: number;
  totals: readonly number[];
}

/** When it does, in ms from the beginning. */
export interface Call extends Won {
  at: number;
}

export interface Script {
  calls: readonly Call[];
  /** The number of the call that decides the game; null if no call does. */
  deciding: number | null;
  /** When the deciding state is said to be too close to call, when the stamp comes down, and when all is over. */
  suspense: number;
  stamp: number;
  end: number;
}

interface Pace {
  /** ms from the first state to the one that decides. */
  calling: number;
  /** ms a state at most: eleven states need not last as long as fifty. */
  few: number;
  /** ms in which all wait for the deciding one. */
  held: number;
  /** ms the stamp is looked at. */
  stamped: number;
  /** ms a state that changes nothing any more. */
  rest: number;
}
const WHOLE: Pace = { calling: 17_000, few: 2600, held: 2600, stamped: 3600, rest: 160 };
const BRIEF: Pace = { calling: 3400, few: 500, held: 0, stamped: 2400, rest: 30 };
const KNOWN: Pace = { calling: 2600, few: 400, held: 1500, stamped: 2000, rest: 15 };
/** How long a night is: nobody knows the end, everybody does, or everybody has seen a landslide coming. */
export type Length = 'whole' | 'known' | 'brief';
const PACES: Readonly<Record<Length, Pace>> = { whole: WHOLE, known: KNOWN, brief: BRIEF };

/**
 * `states`: in the order in which they come in; `deciding`: the number of the one that decides, else null.
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
