/** The room that a page shows, for every part of the page. */

import { createContext } from 'svelte';
import type { RoomStore } from './store.svelte';

export const [roomStore, provideRoomStore] = createContext<RoomStore>();
