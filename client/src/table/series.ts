/** The words for a series of games. The server does the counting. */

import type { DuelInfo, RoomInfo } from '../lib/protocol';
import { words } from '../words';

/** Whether the room plays more than one game. */
export function inSeries(room: RoomInfo): boolean {
  return (room.series.duel !== null && (room.phase === 'playing' || room.series.over > 0)) || room.terms.games > 1 || room.series.over > 1 || (room.series.over === 1 && room.phase === 'playing');
}

/** The number of the present game, or of games that are over. own: the viewer's seat. */
export function seriesTitle(room: RoomInfo, own: number | null = null): string {
  const { series, terms } = room;
  if (series.duel) return [bothGames(room, series.duel, own), duelTitle(room, series.duel, own)].filter(Boolean).join(' ');
  if (room.phase !== 'over') return words.series.game(series.over + 1, terms.games);
  return terms.games > 0 && series.over >= terms.games ? words.series.over : words.series.after(series.over, terms.games);
}

/** The leads in both games of the deal that has just ended, and their sum: the viewer's, or those of the one who is ahead. */
function bothGames({ seats }: RoomInfo, { both }: DuelInfo, own: number | null): string {
  if (!both) return '';
  const [first = 0, second = 0] = both;
  const of = own ?? Number(first + second < 0);
  return words.series.duel.both(of === own ? null : (seats[of]?.name ?? ''), ...([first, second, first + second].map((lead) => (of === 0 ? lead : -lead)) as [number, number, number]));
}

/** The present deal of a duel, and the leader after its first game. */
function duelTitle(room: RoomInfo, { deals, lead, again, over }: DuelInfo, own: number | null): string {
  const { phase, seats, series } = room;
  const said = words.series.duel;
  if (over) {
    const [least, most] = [...series.shares].sort((one, other) => one - other) as [number, number];
    const winner = least === most ? null : series.shares.indexOf(most);
    return said.over(winner === own, seats[winner ?? -1]?.name ?? null, shareWords(most), shareWords(least));
  }
  const who = lead === null || lead === 0 ? null : (seats[lead > 0 ? 0 : 1]?.name ?? null);
  if (phase === 'playing' && again && lead !== null && own !== null) return said.aim(deals + 1, own === 0 ? lead : -lead);
  if (phase === 'playing') return again ? said.second(deals + 1, who, Math.abs(lead ?? 0)) : said.first(deals + 1);
  if (lead === null) return said.after(deals);
  return duelGoal(room, own) || said.half(deals + 1, who, Math.abs(lead), room.game);
}

/** What the viewer must do in the second game of a deal; '' before the first is over, or for a spectator. */
export function duelGoal({ seats, series: { duel } }: RoomInfo, own: number | null): string {
  const rival = own === null ? undefined : seats[1 - own]?.name;
  return rival === undefined || duel === null || duel.lead === null ? '' : words.series.duel.goal(duel.deals + 1, own === 0 ? duel.lead : -duel.lead, rival);
}

/** The text of the button for the next game. */
export function nextWords({ series: { duel } }: RoomInfo): string {
  if (!duel || duel.over) return words.ending.again;
  return duel.lead === null ? words.series.duel.next : words.series.duel.again;
}

/**
 * Whether the end of a game offers a duel: two players have played one game, which says little about their strength.
 */
export function offersDuel({ seats, terms }: RoomInfo): boolean {
  return seats.length === 2 && terms.series !== 'duel' && terms.games <= 1;
}

/** A player's share of games won, in digits: "2", "1.5", "0.33". */
export function shareWords(share: number): string {
  return String(Math.round(share * 100) / 100);
}
