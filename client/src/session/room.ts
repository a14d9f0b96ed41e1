/** Context with the store of the room that a page shows. */

import { createContext } from 'svelte';
import type { RoomStore } from './store.svelte';

export const [roomStore, provideRoomStore] = createContext<RoomStore>();
