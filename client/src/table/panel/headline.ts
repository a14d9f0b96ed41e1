/** The line that says whose decision it is. */

import { words } from '../../words';
import type { TableModel } from '../model.svelte';

/** More letters of names than this would take more lines than the panel has; the seats show who is awaited. */
const MOST_LETTERS = 24;

export function headlineOf(store: TableModel): string {
  if (store.over) return words.table.over;
  if (store.seat !== null && store.room?.seats[store.seat]?.forfeited) return words.table.forfeitedYou;
  if (store.sent) return store.retrying ? words.table.retrying : words.table.sending;
  const several = store.room?.seats.some((seat) => seat.kind === 'device') ?? false;
  if (store.myTurn) return several ? words.table.yoursNamed(store.name(store.seat)) : words.table.yours;
  const others = store.owes.map((seat) => store.name(seat));
  const long = others.join().length > MOST_LETTERS;
  if (others.length > 1) return long ? words.table.waitingMany(others.length) : words.table.waitingBoth(others);
  return words.table.waiting(others[0] ?? words.table.nobody);
}
