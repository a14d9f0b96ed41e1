/**
 * The games in which this device has a seat, one note for each, whether on a server or in the client without a server.
 */

import { nextDeadline } from './deadlines';
import type { MyGame, Snapshot } from './protocol';
import { fieldsOf, numberOf, rows, seatNumber, textOf } from './read';
import { remember, remembered, rememberedUnder } from './settings.svelte';

/** A note about a game. at: when it last changed, in ms since 1970. */
export interface Note extends MyGame {
  at: number;
}

const GAME = 'game.';
const PHASES = ['lobby', 'playing', 'over'] as const;

export const noteId = ({ code, number }: Pick<MyGame, 'code' | 'number'>): string => `${code}.${number}`;

/** Read a note from storage or from another device; null if it is malformed. */
export function readNote(value: unknown): Note | null {
  const { code, game, phase, number, names, levels, owes, mine, forfeited, until, ballot, winners, shares, scores, at } = fieldsOf(value);
  const known = PHASES.find((one) => one === phase);
  if (typeof code !== 'string' || !/^[A-Z]{6}$/.test(code) || typeof game !== 'string' || !known) return null;
  const list = (numbers: unknown): number[] => rows(numbers).map(numberOf);
  const maybe = (numbers: unknown): number[] | null => (Array.isArray(numbers) ? list(numbers) : null);
  return {
    code, game, phase: known, number: numberOf(number), names: rows(names).map((name) => textOf(name) ?? ''), levels: rows(levels).map(textOf),
    owes: list(owes), mine: list(mine), forfeited: list(forfeited), until: typeof until === 'number' ? until : null, ballot: typeof ballot === 'number' ? ballot : null, winners: maybe(winners), shares: maybe(shares), scores: maybe(scores), at: numberOf(at),
  };
}

function stored(id: string): Note | null {
  try {
    return readNote(JSON.parse(remembered(`${GAME}${id}`) ?? 'null'));
  } catch {
    return null;
  }
}

/** All noted games, the last changed first. */
export const myGames = (): Note[] =>
  rememberedUnder(GAME)
    .flatMap((id) => stored(id) ?? [])
    .sort((a, b) => b.at - a.at || (noteId(a) < noteId(b) ? -1 : 1));

/** Note a game if anything about it has changed. A room's next game replaces the note of its waiting room. */
export function noteGame(game: MyGame, at = Date.now()): void {
  const note = readNote({ ...game, at });
  if (!note) return;
  const before = stored(noteId(note));
  if (before && JSON.stringify({ ...before, at }) === JSON.stringify(note)) return;
  writeNote(note);
  if (note.number > 0) forgetGame({ code: note.code, number: 0 });
  badge();
}

export const writeNote = (note: Note): boolean => remember(`${GAME}${noteId(note)}`, JSON.stringify(note));

export const forgetGame = (game: Pick<MyGame, 'code' | 'number'>): boolean => remember(`${GAME}${noteId(game)}`, null);

/** Extract the note of a game from a snapshot. The host also plays the seats of the others on the same device. */
export function gameOf({ room, seat, owes, over, result, standing }: Snapshot): MyGame {
  const own = (one: Snapshot['room']['seats'][number]): boolean => one.seat === seat || (one.kind === 'device' && (seat === room.host || room.seats[seat ?? 0]?.kind === 'device'));
  return {
    code: room.code, game: room.game, phase: over ? 'over' : room.phase, number: room.series.number, names: room.seats.map((one) => one.name), levels: room.seats.map((one) => one.level),
    owes: over ? [] : owes, mine: room.seats.filter(own).map((one) => one.seat), forfeited: room.seats.filter((one) => one.forfeited).map((one) => one.seat),
    until: room.days && !over ? (nextDeadline(room.days, owes, seat)?.until ?? null) : null, ballot: room.ballot,
    winners: result ? result.winners.flatMap((label) => seatNumber(label) ?? []) : null, shares: result?.shares ?? null, scores: result ? [...standing] : null,
  };
}

const waits = ({ owes, mine }: Note): boolean => owes.some((seat) => mine.includes(seat));

/** The unfinished games, the newest of each room: first those that wait for this device, then by deadline. */
export function running(games: readonly Note[]): Note[] {
  const newest = new Map<string, number>();
  for (const { code, number } of games) newest.set(code, Math.max(number, newest.get(code) ?? 0));
  return games.filter((game) => game.phase !== 'over' && game.number === newest.get(game.code)).sort((a, b) => Number(waits(b)) - Number(waits(a)) || (a.until ?? Infinity) - (b.until ?? Infinity) || b.at - a.at);
}

/** Games whose end this device has not seen, although their rooms have begun another game. */
export const unseenEnds = (games: readonly Note[]): Note[] => games.filter((game) => game.phase !== 'over' && game.number > 0 && games.some((other) => other.code === game.code && other.number > game.number));

export const finished = (games: readonly Note[]): Note[] => games.filter((game) => game.phase === 'over');

export const myMove = waits;

/** Show the number of games that wait for this device on the app's icon, if the device can. */
export function badge(): void {
  const icon = navigator as { setAppBadge?: (count: number) => Promise<void> };
  void icon.setAppBadge?.(running(myGames()).filter(waits).length).catch(() => undefined);
}

/**
 * The result of a game for this device; null if several people played on it, or the result is unknown. Who gave a game
 * up has lost it, even if a bot then won it.
 */
export function outcome({ mine, forfeited, winners }: Note): 'won' | 'lost' | 'tied' | null {
  const [seat] = mine;
  if (mine.length !== 1 || seat === undefined || !winners) return null;
  if (forfeited.includes(seat)) return 'lost';
  return winners.includes(seat) ? 'won' : winners.length === 0 ? 'tied' : 'lost';
}
