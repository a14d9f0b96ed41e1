/** What a board shows and may ask for: the table as its seat sees it. */

export type { RoomStore as TableModel } from '../session/store.svelte';
