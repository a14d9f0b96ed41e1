/** The words for a series of games. The server does the counting. */

import type { RoomInfo } from '../lib/protocol';
import { words } from '../words';

/** Whether there is more than the game on the table. */
export function inSeries(room: RoomInfo): boolean {
  return room.terms.games > 1 || room.series.over > 1 || (room.series.over === 1 && room.phase === 'playing');
}

/** The game on the table, or how many are over. */
export function seriesTitle(room: RoomInfo): string {
  const { series, terms } = room;
  if (room.phase !== 'over') return words.series.game(series.over + 1, terms.games);
  return terms.games > 0 && series.over >= terms.games ? words.series.over : words.series.after(series.over, terms.games);
}

/** A share of games: "2", "1.5", "0.33". */
export function shareWords(share: number): string {
  return String(Math.round(share * 100) / 100);
}
