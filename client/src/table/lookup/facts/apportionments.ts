/** A state's electoral votes and population in every apportionment, from the package's atlas. */

import populations from '../../../../../src/hustings/atlas/data/census_populations.csv?raw';
import votes from '../../../../../src/hustings/atlas/data/electoral_votes.csv?raw';

export interface Apportionment {
  /** The elections held under this apportionment, such as "2012–20". */
  span: string;
  /** The votes; null if the state had none. */
  votes: number | null;
  /** The census and the population that it counted; null before 1960. */
  people: { census: number; count: number } | null;
  /** Whether the table plays with these votes. */
  used: boolean;
}

type Rows = ReadonlyMap<string, readonly string[]>;

function read(csv: string): Rows {
  return new Map(csv.trim().split(/\r?\n/).map((line) => line.split(',')).map(([code = '', ...cells]) => [code, cells]));
}

const [VOTES, PEOPLE] = [read(votes), read(populations)];
const HEAD = 'state';

function covers(span: string, year: number): boolean {
  const [first = '', last = first] = span.split('-');
  return Number(first) <= year && year <= Number(first.slice(0, 4 - last.length) + last);
}

/**
 * A state's apportionments, the newest first. year: the election whose votes the table plays with; null if it plays
 * with others.
 */
export function apportionments(code: string, year: string | null): Apportionment[] {
  const own = VOTES.get(code) ?? [];
  const censuses = PEOPLE.get(HEAD) ?? [];
  const counted = PEOPLE.get(code) ?? [];
  return (VOTES.get(HEAD) ?? [])
    .map((span, k): Apportionment => {
      const at = censuses.findIndex((census) => covers(span, Number(census) + 4));
      return {
        span: span.replace('-', '–'),
        votes: own[k] ? Number(own[k]) : null,
        people: at < 0 ? null : { census: Number(censuses[at]), count: Number(counted[at]) },
        used: year !== null && covers(span, Number(year)),
      };
    })
    .reverse();
}
