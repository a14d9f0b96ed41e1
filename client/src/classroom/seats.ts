/** The names of seats at a class's tables: bots have their level in the language shown, people their own name. */

import type { ClassDebrief, ClassView, SeatName } from '../lib/protocol';
import { sidesAt, type Side } from '../lib/sides';
import { languagePack } from '../words';
import { levelName, type LanguagePack } from '../words/merge';

/** A seat whose bot has its level's name in the language of `pack`. */
export function seatIn<T extends SeatName>(seat: T, pack: LanguagePack = languagePack()): T {
  return { ...seat, name: levelName(seat.level, seat.number, pack) ?? seat.name };
}

export function tablesIn<S extends SeatName, T extends { seats: S[] }>(tables: readonly T[], pack: LanguagePack = languagePack()): T[] {
  return tables.map((table) => ({ ...table, seats: table.seats.map((seat) => seatIn(seat, pack)) }));
}

/** A debrief whose `names` are in the language of `pack`. */
export function debriefIn(all: ClassDebrief, pack: LanguagePack = languagePack()): ClassDebrief {
  const tables = all.tables.map((table) => ({ ...table, names: table.seats.map((side) => side.map((seat) => seatIn(seat, pack).name)) }));
  return { ...all, tables };
}

/** The seat of the phone's owner; null without a seat, and while a bot plays for them. */
export const ownSeat = ({ me }: Pick<ClassView, 'me'>): number | null => (me?.benched ? null : (me?.seat ?? null));

/** The mark of the phone's owner at their table; null without a seat. */
export function ownSide(all: Pick<ClassView, 'me' | 'tables'>): Side | null {
  const [table, seat] = [all.tables[0], ownSeat(all)];
  if (!table || seat === null) return null;
  return sidesAt(table)[table.sides.findIndex((side) => side.includes(seat))] ?? null;
}

/** The names of the people at a phone, joined. */
export const called = ({ name, partner }: { name: string; partner: string }): string => (partner ? `${name} & ${partner}` : name);
