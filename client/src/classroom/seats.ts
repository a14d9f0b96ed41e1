/** The seats of a class's tables in the language shown: bots are called by their level, people as they are. */

import type { ClassDebrief, SeatName } from '../lib/protocol';
import { spoken } from '../words';
import { levelName, type Said } from '../words/merge';

/** A seat, or the name of one, with a bot's level in the language of `said`. */
export function seatIn<T extends SeatName>(seat: T, said: Said = spoken()): T {
  return { ...seat, name: levelName(seat.level, seat.number, said) ?? seat.name };
}

export function tablesIn<S extends SeatName, T extends { seats: S[] }>(tables: readonly T[], said: Said = spoken()): T[] {
  return tables.map((table) => ({ ...table, seats: table.seats.map((seat) => seatIn(seat, said)) }));
}

/** A debrief whose `names` are in the language of `said`. */
export function debriefIn(all: ClassDebrief, said: Said = spoken()): ClassDebrief {
  const tables = all.tables.map((table) => ({ ...table, names: table.seats.map((side) => side.map((seat) => seatIn(seat, said).name)) }));
  return { ...all, tables };
}
