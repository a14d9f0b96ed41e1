/**
 * The games of a device as one text, to copy them to another device. A file holds all games, a link only unfinished
 * ones. The text contains the seats' tokens, so it is secret. Merging is symmetric: both devices get the same result.
 */

import { type Begun, ballotBook, readBook, writeBook } from './ballotBook';
import { myGames, noteId, readNote, running, writeNote, type Note } from './games';
import { readKept, storedRooms, storeRoom } from './kept';
import { codeFor, type Kept } from './keptRoom';
import { type Answered, answers, readAnswers, writeAnswers } from './puzzles';
import { fieldsOf, rows } from './read';
import { CARRIED } from './router.svelte';
import { addTokens, seatedRooms, tokensOf } from './tokens';

export interface Bundle {
  hustings_games: 1;
  /** The seats' tokens by room; a room has two tokens if two devices had seats in it. */
  seats: Record<string, string[]>;
  games: Note[];
  /** Complete games of the client without a server. */
  rooms: Kept[];
  ballots: Record<string, Begun>;
  /** The first answer to each puzzle. */
  puzzles: Record<string, Answered>;
}

const LONGEST = 8_000_000; // the largest number of characters of a bundle

type Rank = (number | string)[];

function compare(a: Rank, b: Rank): number {
  const at = a.findIndex((one, k) => one !== b[k]);
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
}
const greater = <T>(rank: (one: T) => Rank, a: T, b: T): T => (compare(rank(a), rank(b)) < 0 ? b : a);

/**
 * Rank a ballot: a finished one is above an unfinished one, and one begun on its day above a late one, so that no day
 * of a streak is lost. Of two equal ones the worse result wins, so that a second device gives no second try.
 */
const ofBegun = (one: Begun): Rank => [Number(one.share !== undefined), Number(one.onTime), -(one.share ?? 0), Number(one.code !== null), JSON.stringify(one)];
/** Rank an answer: the wrong one wins, since nobody knows which of two answers came first. */
const ofAnswer = ({ right, move }: Answered): Rank => [Number(!right), move];
const ofNote = (note: Note): Rank => [Number(note.phase === 'over'), note.ballot === null ? 0 : -(note.shares?.[0] ?? 0), note.at, JSON.stringify(note)];

/** A complete game with its note. */
interface Item {
  room: Kept;
  note: Note | null;
}
const ofItem = ({ room, note }: Item): Rank => [...(note ? ofNote(note).slice(0, 2) : [0, 0]), room.log.length, JSON.stringify([room, note])];

/** Group items by `key` and keep the greatest of each group. */
function greatest<T>(list: readonly T[], key: (one: T) => string, rank: (one: T) => Rank): Map<string, T> {
  const found = new Map<string, T>();
  for (const one of list) {
    const before = found.get(key(one));
    found.set(key(one), before === undefined ? one : greater(rank, before, one));
  }
  return found;
}

const baseOf = (room: Kept): string => room.code.slice(0, 6);
const idOf = (room: Kept): string => noteId({ code: baseOf(room), number: room.number });

function itemsOf({ rooms, games }: Bundle): Item[] {
  const notes = new Map(games.map((game) => [noteId(game), game]));
  return rooms.map((room) => ({ room, note: notes.get(idOf(room)) ?? null }));
}

const isPart = (part: Kept, whole: Kept): boolean => part.key === whole.key && part.log.length <= whole.log.length && part.log.every((entry, k) => whole.log[k] === entry);

/** All complete games. A shorter state of the same game is dropped; two different continuations are both kept. */
function allGames(items: readonly Item[]): Item[] {
  const order = [...items].sort((a, b) => compare(ofItem(b), ofItem(a)));
  const whole = order.filter(({ room }, k) => !order.some((other, m) => m !== k && isPart(room, other.room) && (room.log.length < other.room.log.length || m < k)));
  const used = new Set<string>();
  const placed = whole.map(({ room }): Item => {
    let code = baseOf(room);
    for (let text = `${room.key} ${room.log.join()}`; used.has(noteId({ code, number: room.number })); text += '+') code = codeFor(text);
    used.add(noteId({ code, number: room.number }));
    const notes = order.flatMap((one) => (one.note && isPart(one.room, room) ? [{ ...one.note, code }] : []));
    return { room: { ...room, code }, note: notes.length > 0 ? notes.reduce((a, b) => greater(ofNote, a, b)) : null };
  });
  const newest = greatest(placed, ({ room }) => room.code, ({ room }) => [room.number]);
  return placed.map((item) => (newest.get(item.room.code) === item ? item : { ...item, room: { ...item.room, code: idOf(item.room) } }));
}

/** Merge two records; of each number the entry with the higher rank stays. */
function together<T>(a: Readonly<Record<string, T>>, b: Readonly<Record<string, T>>, rank: (one: T) => Rank): Record<string, T> {
  return Object.fromEntries(greatest([...Object.entries(a), ...Object.entries(b)], ([number]) => number, ([, one]) => rank(one)).values());
}

/** Merge two bundles. Nothing is lost, and the order of the arguments does not matter. */
export function merged(a: Bundle, b: Bundle): Bundle {
  const codes = [...new Set([...Object.keys(a.seats), ...Object.keys(b.seats)])].sort();
  const items = allGames([...itemsOf(a), ...itemsOf(b)]);
  const own = new Map(items.flatMap(({ note }) => (note ? [[noteId(note), note] as const] : [])));
  const games = new Map([...greatest([...a.games, ...b.games], noteId, ofNote), ...own]);
  return {
    hustings_games: 1,
    seats: Object.fromEntries(codes.map((code) => [code, [...new Set([...(a.seats[code] ?? []), ...(b.seats[code] ?? [])])].sort()])),
    games: [...games.values()].sort((x, y) => (noteId(x) < noteId(y) ? -1 : 1)),
    rooms: items.map(({ room }) => room).sort((x, y) => (x.code < y.code ? -1 : 1)),
    ballots: together(a.ballots, b.ballots, ofBegun),
    puzzles: together(a.puzzles, b.puzzles, ofAnswer),
  };
}

/** Everything that this device has stored about games. */
export const ownBundle = (): Bundle => ({
  hustings_games: 1, seats: Object.fromEntries(seatedRooms().map((code) => [code, tokensOf(code)])), games: myGames(), rooms: storedRooms(), ballots: Object.fromEntries(ballotBook()), puzzles: Object.fromEntries(answers()),
});

/** The part of a bundle that a link holds: unfinished games, ballots and puzzles. */
export function forLink(whole: Bundle): Bundle {
  const games = running(whole.games);
  const codes = new Set(games.map((game) => game.code));
  const ballots = Object.entries(whole.ballots).map(([number, one]) => [number, codes.has(one.code ?? '') ? one : { ...one, code: null }]);
  return {
    ...whole, games, rooms: whole.rooms.filter((room) => codes.has(room.code)), ballots: Object.fromEntries(ballots),
    seats: Object.fromEntries(Object.entries(whole.seats).filter(([code]) => codes.has(code))),
  };
}

/** Merge a bundle into this device's storage; the device keeps its own seats. */
export function takeBundle(other: Bundle): void {
  const all = merged(ownBundle(), other);
  for (const [code, tokens] of Object.entries(all.seats)) addTokens(code, tokens);
  for (const room of all.rooms) storeRoom(room);
  for (const note of all.games) writeNote(note);
  writeBook(new Map(Object.entries(all.ballots).map(([number, one]) => [Number(number), one])));
  writeAnswers(new Map(Object.entries(all.puzzles).map(([number, one]) => [Number(number), one])));
}

/** Read a bundle from an untrusted value; null if it is no bundle. Malformed parts are left out. */
export function readBundle(value: unknown): Bundle | null {
  const { hustings_games, seats, games, rooms, ballots, puzzles } = fieldsOf(value);
  if (hustings_games !== 1) return null;
  const held = Object.entries(fieldsOf(seats)).map(([code, tokens]) => [code, rows(tokens).filter((one) => typeof one === 'string' && /^[\w-]{1,64}$/.test(one))] as const);
  return {
    hustings_games, seats: Object.fromEntries(held.filter(([code, tokens]) => /^[A-Z]{6}$/.test(code) && tokens.length > 0)) as Bundle['seats'],
    games: rows(games).flatMap((one) => readNote(one) ?? []), rooms: rows(rooms).flatMap((one) => readKept(one) ?? []), ballots: Object.fromEntries(readBook(JSON.stringify(fieldsOf(ballots)))),
    puzzles: Object.fromEntries(readAnswers(JSON.stringify(fieldsOf(puzzles)))),
  };
}

export function bundleIn(text: string): Bundle | null {
  try {
    return text.length > LONGEST ? null : readBundle(JSON.parse(text));
  } catch {
    return null;
  }
}

const piped = (bytes: BlobPart, through: GenericTransformStream): ReadableStream<Uint8Array> => new Blob([bytes]).stream().pipeThrough(through as ReadableWritablePair<Uint8Array, Uint8Array>);

/** A bundle as the fragment of a link. */
export async function linkText(bundle: Bundle): Promise<string> {
  const packed = new Uint8Array(await new Response(piped(JSON.stringify(bundle), new CompressionStream('deflate-raw'))).arrayBuffer());
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  return CARRIED + letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bundle in the fragment of an address; null if the fragment is no bundle. */
export async function bundleOf(hash: string): Promise<Bundle | null> {
  try {
    const packed = Uint8Array.from(atob(hash.slice(1 + CARRIED.length).replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const reader = piped(packed, new DecompressionStream('deflate-raw')).getReader();
    const parts: BlobPart[] = [];
    for (let length = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > LONGEST) return null; // a short compressed text can unpack to any size
      parts.push(value as Uint8Array<ArrayBuffer>);
    }
    return bundleIn(await new Blob(parts).text());
  } catch {
    return null;
  }
}
