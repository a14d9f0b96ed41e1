/** The tables of a round as pages show them: their sides and scores. */

import type { ClubSeat, ClubTable, MessageInfo } from '../lib/protocol';
import { sidesOf, type Side } from '../lib/sides';
import type { Clubs } from '../words';
import { language } from '../words/language';

export interface SideRow {
  side: Side;
  score: number;
  owes: boolean;
  won: boolean;
  mine: boolean;
  seats: readonly ClubSeat[];
}

export const called = (name: string | null, say: Clubs): string => name ?? say.former;

/** The name of a seat; bots of long finished rounds have lost theirs. */
export const seatName = ({ member, name }: ClubSeat, say: Clubs): string => (member === null ? (name ?? say.bot) : called(name, say));

/** Format points with up to two decimals. */
export const pointsText = (points: number): string => new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }).format(points);

/** The sides of a table; the reader's own side is called "you". */
export function sidesAt(table: ClubTable, say: Clubs, me: number | null = null): SideRow[] {
  const rows = table.sides.map((seats) => seats.flatMap((seat) => table.seats[seat] ?? []));
  const nameOf = (seat: ClubSeat): string => seatName(seat, say);
  const sides = sidesOf(rows.map((seats) => seats.map(nameOf).join(' & ')));
  return rows.map((seats, k) => {
    const mine = me !== null && seats.some((seat) => seat.member === me);
    const side = sides[k] as Side;
    const name = mine ? seats.map((seat) => (seat.member === me ? say.you : nameOf(seat))).join(' & ') : side.name;
    const won = table.finish?.winners.includes(table.sides[k]?.[0] ?? -1) ?? false;
    return { side: { ...side, name }, score: seats[0]?.score ?? 0, owes: !table.over && seats.some((seat) => seat.owes), won, mine, seats };
  });
}

/** The score or the result of the reader's table, in one sentence. */
export function standing(table: ClubTable, say: Clubs, me: number): string {
  const rows = sidesAt(table, say, me);
  const own = rows.find((row) => row.mine);
  if (!own) return '';
  const order = [own, ...rows.filter((row) => row !== own).sort((one, other) => other.score - one.score)];
  const scores = order.map((row) => row.score).join('\u2060–\u2060'); // word joiners prevent a line break
  if (table.finish) {
    const winners = rows.filter((row) => row.won);
    const all = winners.length === rows.length;
    const result = own.won && !all ? (winners.length > 1 ? say.own.shared : say.own.won) : say.own.lost(all ? [] : winners.map((row) => row.side.name));
    return say.own.over(result, scores);
  }
  const best = Math.max(...order.slice(1).map((row) => row.score));
  const told = order.slice(1).filter((row) => own.score > best || row.score === best).map((row) => row.side.name);
  const line = own.score > best ? say.own.lead(told) : own.score === best ? say.own.level(told) : say.own.behind(say.names(told));
  return say.own.line(line, scores, table.now ? say.now(table.now) : '');
}

/** Why these members play together, in words; pairs who meet again are named. */
export function whyText(why: readonly MessageInfo[], table: ClubTable, say: Clubs, me: number): string {
  const own = table.seats.find((seat) => seat.member === me)?.name;
  const name = (one: unknown): string => (typeof one !== 'string' ? say.former : one === own ? say.you : one);
  return why
    .map(({ key, facts }) => {
      const members = Array.isArray(facts['members']) ? facts['members'] : [];
      const pairs = members.flatMap((one, k) => (k % 2 === 0 ? [say.why.pair(name(one), name(members[k + 1]))] : []));
      return say.reasons[key]?.(pairs) ?? '';
    })
    .filter(Boolean)
    .join(' ');
}
