/** This device's games as the server knows them, and its seats in the server's cookie. */

import { ballotBook, noteBegun, noteEnd, noteRoom } from '../lib/ballotBook';
import { ballotOn, PERSON } from '../lib/ballots';
import { finished, forgetGame, myGames, noteGame, running, unseenEnds, type Note } from '../lib/games';
import type { MyGame, MySeat } from '../lib/protocol';
import { forgetStorage, rememberedUnder } from '../lib/settings.svelte';
import { addTokens, gatherings, keepToken, seatedRooms, tokenOf, tokensOf } from '../lib/tokens';
import { api, Refused } from './api';
import { env } from './env';

/** The server's limits for one request: seats in the cookie, games asked about, rooms to forget. */
const [MOST_KEPT, MOST_ASKED, MOST_FORGOTTEN] = [100, 40, 20];
/**
 * The most rooms without a note to ask about at once. Few, because the server counts a deleted room's token as a guess.
 */
const FEW = 6;
/** The server deletes no room within this time of its last game, in ms. */
const A_WEEK = 7 * 24 * 3600 * 1000;

/** The seats of this device: first rooms without a game, then by the last change of their games. */
function seats(): MySeat[] {
  const codes = new Set(myGames().map((game) => game.code));
  const rooms = seatedRooms();
  const known = rooms.filter((code) => codes.has(code));
  return [...rooms.filter((code) => !codes.has(code)), ...[...codes].filter((code) => known.includes(code))].flatMap((code) => tokensOf(code).map((token) => ({ code, token })));
}

/** Store the seats in both the storage and the cookie, so that each restores what the other has lost. */
export async function keepSeats(forget: readonly string[] = []): Promise<void> {
  if (env().alone) return;
  const kept = await api.keepSeats(seats().slice(0, MOST_KEPT), forget.slice(0, MOST_FORGOTTEN));
  for (const { code, token } of kept.seats) addTokens(code, [token]);
}

/**
 * Ask the server about games that may have changed and note its answers. all: also check whether the rooms of old games
 * still exist.
 */
export async function refreshGames(all: boolean): Promise<void> {
  if (env().alone) return;
  await keepSeats();
  const notes = myGames();
  const noted = new Set(notes.map((note) => note.code));
  const old = all ? finished(notes).filter((note) => tokenOf(note.code) && Date.now() - note.at > A_WEEK).slice(-FEW) : [];
  const codes = new Set([...running(notes), ...old].map((note) => note.code));
  const asked = [...codes, ...seatedRooms().filter((code) => !noted.has(code))].slice(0, MOST_ASKED).flatMap((code) => {
    const token = tokenOf(code);
    return token ? [{ code, token }] : [];
  });
  for (const note of running(notes)) if (!tokenOf(note.code)) forgetGame(note); // without the token nobody can return to the game
  if (asked.length === 0) return;
  const { games, gone } = await api.myGames(asked);
  for (const game of games) {
    noteGame(game);
    noteBallot(game);
  }
  await Promise.all(unseenEnds(myGames()).map(lookUpEnd));
  if (gone.length > 0) await forgetRooms(gone);
}

async function forgetRooms(codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    keepToken(code, null);
    if (!tokenOf(code)) for (const note of myGames()) if (note.code === code && note.phase !== 'over') forgetGame(note);
  }
  await keepSeats(codes);
}

/**
 * Record today's ballot if the storage has lost it, so that there is no second try. For earlier ballots nobody knows
 * whether they were on time.
 */
function noteBallot({ ballot, code, shares, scores }: MyGame): void {
  if (ballot === null || ballot !== ballotOn(new Date()) || ballotBook().has(ballot)) return;
  noteBegun(ballot, ballot);
  noteRoom(ballot, code);
  if (shares && scores) noteEnd(ballot, code, shares[PERSON] ?? 0, scores);
}

/** Look up and note the result of a game whose end this device has not seen. */
async function lookUpEnd(note: Note): Promise<void> {
  try {
    const { roomApi } = await import('./roomApi'); // not needed on the first screen
    const { result, standing } = await roomApi.replay(note.code, note.number);
    const winners = result.winners.map((label) => Number(label.slice(1)) - 1);
    noteGame({ ...note, phase: 'over', owes: [], winners, shares: result.shares, scores: standing }, note.at);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) forgetGame(note);
  }
}

/** Delete everything that this site has stored on this device: storage and cookies. */
export async function forgetEverything(): Promise<void> {
  const codes = [...new Set([...rememberedUnder('seat.'), ...gatherings()])];
  if (!env().alone) for (let k = 0; k === 0 || k < codes.length; k += MOST_FORGOTTEN) await api.keepSeats([], codes.slice(k, k + MOST_FORGOTTEN));
  forgetStorage();
}
