/** The setup of all live tables' pages: a store that is open as long as the page, and the context of the board. */

import { onMount } from 'svelte';
import { moveText } from '../games/moveText';
import { provideRoomStore } from '../session/room';
import type { RoomStore } from '../session/store.svelte';
import { provideTableContext, type TableContext } from '../table/context';

/** parts: the snippets that the page adds around the board. Call it while the page is created. */
export function liveTable(store: RoomStore, parts: Omit<TableContext, 'store' | 'href' | 'replay' | 'say'> & Partial<Pick<TableContext, 'href'>>): void {
  provideRoomStore(store);
  provideTableContext(Object.assign(parts, { store, href: parts.href ?? (() => null), replay: null, say: (move: string) => moveText(move, store) }));
  onMount(() => {
    store.open();
    return () => store.close();
  });
}
