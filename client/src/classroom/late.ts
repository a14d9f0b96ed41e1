/** The students who are late: they have not moved within the time allowed. */

import type { ClassView } from '../lib/protocol';

export interface Late {
  table: number;
  name: string;
  people: readonly number[];
  /** The seconds since their time ran out. */
  by: number;
}

/** The late students, the latest first. since: seconds since the server's message arrived. */
export function lateIn(all: Pick<ClassView, 'still' | 'tables'>, since: number): Late[] {
  if (all.still) return [];
  const seats = all.tables.flatMap((table) => (table.over || table.finish !== null ? [] : table.seats.map((seat) => ({ table: table.number, ...seat }))));
  return seats
    .flatMap(({ table, name, people, owed, allowed }) => (owed !== null && allowed !== null && owed + since > allowed ? [{ table, name, people, by: owed + since - allowed }] : []))
    .sort((one, other) => other.by - one.by);
}
