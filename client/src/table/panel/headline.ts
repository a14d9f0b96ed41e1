/** The line that says whose decision it is. */

import { words } from '../../words';
import type { TableModel } from '../model.svelte';

export function headlineOf(store: TableModel): string {
  if (store.over) return words.table.over;
  if (store.seat !== null && store.room?.seats[store.seat]?.forfeited) return words.table.forfeitedYou;
  if (store.sent) return store.retrying ? words.table.retrying : words.table.sending;
  const several = store.room?.seats.some((seat) => seat.kind === 'device') ?? false;
  if (store.myTurn) return several ? words.table.yoursNamed(store.name(store.seat)) : words.table.yours;
  const others = store.owes.map((seat) => store.name(seat));
  return others.length > 1 ? words.table.waitingBoth(others) : words.table.waiting(others[0] ?? words.table.nobody);
}
