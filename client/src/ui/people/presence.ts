/** Why a player is not at their seat, in a word or two; "" if they are. */

import type { SeatInfo } from '../../lib/protocol';
import { words } from '../../words';

export function absence(seat: SeatInfo | undefined): string {
  if (!seat) return '';
  if (seat.forfeited) return words.table.forfeited;
  if (seat.stood_in) return words.table.stoodIn;
  return seat.kind === 'person' && !seat.connected ? words.table.away : '';
}
