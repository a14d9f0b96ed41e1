/** Begin a ballot, or go back to the room that plays it. */

import { ballotOn } from '../lib/ballots';
import { ballotBook, noteBegun, noteRoom } from '../lib/ballotBook';
import { router } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import { keepToken } from '../lib/tokens';
import { api, Refused } from '../session/api';
import { words } from '../words';

/** Whether a room is still there; true also if nobody can say. */
async function lives(code: string): Promise<boolean> {
  return api.room(code).then(
    () => true,
    (error: unknown) => !(error instanceof Refused && error.status === 404),
  );
}

export async function openBallot(number: number): Promise<void> {
  const code = ballotBook().get(number)?.code;
  if (code && (await lives(code))) return router.go(`/r/${code}`);
  noteBegun(number, ballotOn(new Date())); // before the first card
  const seated = await api.openBallot(number, settings.name || words.open.guest);
  keepToken(seated.room.code, seated.token);
  noteRoom(number, seated.room.code);
  router.go(`/r/${seated.room.code}`);
}
