/** What a newcomer will need next, fetched while they look at the front page, so that a tap opens the table at once. */

import { gameUi } from './games';
import { whenIdle } from './lib/idle';
import { router } from './lib/router.svelte';
import { api } from './session/api';
import { wordsAtTables } from './words';

let begun = false;

/** Everything up to the first card of any game, the first game's before the others'; nothing where data is to be saved. */
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
      if (router.page.kind !== 'home') return void (begun = false); // what is needed now goes first
    }
  } catch {
    begun = false; // whoever goes on is told what is wrong
  }
}
