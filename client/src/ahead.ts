/** Loads the first table's code and data while a newcomer looks at the front page, so that a tap opens the table at once. */

import { gameUi } from './games';
import { whenIdle } from './lib/idle';
import { router } from './lib/router.svelte';
import { api } from './session/api';
import { wordsAtTables } from './words';

let begun = false;

/** Load all that a table needs, game after game in the order of the page; nothing if the browser is set to save data. */
export async function fetchAhead(): Promise<void> {
  const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if (begun || saving) return;
  begun = true;
  try {
    const games = await api.games();
    await whenIdle();
    const [room, words] = [import('./pages/RoomPage.svelte'), wordsAtTables()];
    for (const { name } of games) {
      await Promise.all([room, words, gameUi(name).table(), api.levels(name), api.game(name)]);
      if (router.page.kind !== 'home') return void (begun = false); // the page opened now loads first
    }
  } catch {
    begun = false; // the page that the reader opens next reports the error
  }
}
