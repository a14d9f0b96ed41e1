/** The people who are late: their seats have owed their moves for longer than they may. */

import type { ClassView } from '../lib/protocol';

export interface Late {
  table: number;
  name: string;
  people: readonly number[];
  /** Seconds since their time ran out. */
  by: number;
}

/** Who is late, the latest first. since: seconds since the message came. */
export function lateIn(all: Pick<ClassView, 'still' | 'tables'>, since: number): Late[] {
  if (all.still) return [];
  const seats = all.tables.flatMap((table) => (table.over || table.finish !== null ? [] : table.seats.map((seat) => ({ table: table.number, ...seat }))));
  return seats
    .flatMap(({ table, name, people, owed, allowed }) => (owed !== null && allowed !== null && owed + since > allowed ? [{ table, name, people, by: owed + since - allowed }] : []))
    .sort((one, other) => other.by - one.by);
}
