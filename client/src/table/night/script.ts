/** Election night as a list of moments: the small states first, the one that decides named, a stop when it is decided. */

export interface Won {
  code: string;
  name: string;
  votes: number;
  /** Whose it is; null: nobody's. */
  seat: number | null;
}

/** A state that comes in: when, in ms from the beginning, and what everybody has then. */
export interface Call extends Won {
  at: number;
  totals: readonly number[];
}

export interface Script {
  calls: readonly Call[];
  /** The number of the call after which nobody can be caught any more; null where nobody wins alone. */
  deciding: number | null;
  /** When the deciding state is said to be too close to call, when the stamp comes down, and when all is over. */
  suspense: number;
  stamp: number;
  end: number;
}

const CALLING = 17_000; // ms from the first state to the one that decides
const FEW = 2600; // ms a state at most: eleven states need not last as long as fifty
const HELD = 2600; // ms in which all wait for the deciding one
const STAMPED = 3600; // ms the stamp is looked at
const REST = 160; // ms a state that changes nothing any more

/** Everything that was won, in the order it is called: by votes, then by name. */
function ordered(won: readonly Won[]): Won[] {
  return [...won].sort((a, b) => a.votes - b.votes || (a.name < b.name ? -1 : 1));
}

/** What everybody has after each call. */
function running(won: readonly Won[], seats: number): number[][] {
  const totals: number[][] = [];
  let now = Array.from({ length: seats }, () => 0);
  for (const { seat, votes } of won) {
    now = now.map((own, k) => (k === seat ? own + votes : own));
    totals.push(now);
  }
  return totals;
}

/** The first call after which the winner has the majority, or has more than anybody can still reach. */
function decidingCall(won: readonly Won[], totals: readonly (readonly number[])[], winner: number, goal: number | null): number {
  let out = won.reduce((sum, one) => sum + one.votes, 0);
  for (const [k, one] of won.entries()) {
    out -= one.votes;
    const now = totals[k] ?? [];
    const own = now[winner] ?? 0;
    const next = Math.max(0, ...now.filter((_, seat) => seat !== winner));
    if (goal !== null ? own >= goal : own > next + out) return k;
  }
  return won.length - 1;
}

/** `winner`: who wins alone, else null; `goal`: the votes that make a majority, else null. */
export function scriptOf(won: readonly Won[], seats: number, winner: number | null, goal: number | null): Script {
  const states = ordered(won);
  const totals = running(states, seats);
  const deciding = winner === null || states.length === 0 ? null : decidingCall(states, totals, winner, goal);
  const last = deciding ?? states.length - 1;
  const weights = states.slice(0, last + 1).map((_, k) => 0.5 + 1.5 * ((k + 1) / (last + 1)) ** 2);
  const whole = weights.reduce((sum, one) => sum + one, 0);
  const beat = Math.min(CALLING / Math.max(1, whole), FEW);
  let at = 0;
  const times = weights.map((weight) => (at += weight * beat));
  const suspense = times[last - 1] ?? 0;
  if (deciding !== null) times[last] = Math.max(times[last] ?? 0, suspense + HELD);
  const stamp = (times[last] ?? 0) + 700;
  const rest = stamp + STAMPED;
  const calls = states.map((one, k) => ({ ...one, at: times[k] ?? rest + (k - last) * REST, totals: totals[k] ?? [] }));
  return { calls, deciding, suspense: suspense + 900, stamp, end: rest + (states.length - last) * REST + 500 };
}
