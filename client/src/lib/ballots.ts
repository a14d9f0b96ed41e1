/** The daily ballots by number: dates, games and opponents, computed as `hustings.daily` does. */

import told from '../../../src/hustings/daily/epochs.json' with { type: 'json' };

const { epochs, first, key } = told;

export interface Ballot {
  number: number;
  game: string;
  options: Record<string, string>;
  seats: number;
  /** The keys of the bots' characters, from seat 1 on. */
  bots: string[];
}

/** The player's seat; bots play all others. */
export const PERSON = 0;
/**
 * Numbers of random streams. BALLOTS: in the key of all ballots, the stream of each ballot's own key. FIRST_BOT: in a
 * ballot's key, the stream of seat 0's bot.
 */
export const [BALLOTS, FIRST_BOT] = [0, 1000];
export const BALLOT_KEY = BigInt(key);

const A_DAY = 86_400_000;
const WEEK = 7;
const FIRST = Date.parse(`${first}T00:00:00Z`) / A_DAY;

/**
 * The number of the ballot of the device's current date. Days are counted by date, not as a difference of times: a day
 * with a clock change has 23 or 25 hours.
 */
export const ballotOn = (now: Date): number => Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / A_DAY - FIRST + 1;

/** The number of the ballot of a date such as "2026-03-02". */
export const ballotOfDate = (date: string): number => Date.parse(`${date}T00:00:00Z`) / A_DAY - FIRST + 1;

/** The date of a ballot as midnight in UTC; format it in UTC. */
export const dateOf = (number: number): Date => new Date((FIRST + number - 1) * A_DAY);

/** The day of the week of a ballot; 0 is Monday. */
export const weekdayOf = (number: number): number => (dateOf(number).getUTCDay() + WEEK - 1) % WEEK;

export function ballotOf(number: number): Ballot {
  const epoch = epochs.filter((one) => one.from <= number).at(-1) ?? epochs[0];
  const table = epoch?.tables[epoch.rotation[(number - 1) % epoch.rotation.length] ?? 0];
  if (!epoch || !table || number < 1) throw new RangeError(`there is no ballot ${number}`);
  const { game, options, seats } = table;
  const bots = Array.from({ length: seats - 1 }, (_, k) => epoch.company[(number + k) % epoch.company.length] ?? '');
  return { number, game, options: options as unknown as Record<string, string>, seats, bots };
}
