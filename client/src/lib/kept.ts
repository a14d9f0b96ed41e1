/**
 * The rooms that the client without a server stores, each under its own key: its code, or `CODE.N` for its earlier game
 * N.
 */

import { finished, myGames } from './games';
import type { Chair, Kept } from './keptRoom';
import type { MarkInfo } from './protocol';
import { fieldsOf, numberOf, rows, textOf } from './read';
import { remember, remembered, rememberedUnder, stores } from './settings.svelte';

const ROOM = 'room.';
const KINDS = ['person', 'device', 'bot'] as const;

function readChair(value: unknown, number: number): Chair {
  const { kind, name, level, character } = fieldsOf(value);
  return { number: numberOf(fieldsOf(value)['number'] ?? number), kind: KINDS.find((one) => one === kind) ?? 'person', name: textOf(name) ?? '', level: textOf(level), character: textOf(character) };
}

/** Read a room from storage or from another device; null if it is malformed. */
export function readKept(value: unknown): Kept | null {
  const { code, game, options, chairs, terms, key, log, marks, lesson, number, round, shares, hints, ballot, lead, again } = fieldsOf(value);
  if (typeof code !== 'string' || !/^[A-Z]{6}(\.\d+)?$/.test(code) || typeof game !== 'string' || typeof key !== 'string' || !/^\d{1,20}$/.test(key)) return null;
  const entries = rows(log);
  const settings = Object.entries(fieldsOf(options)).sort(([a], [b]) => (a < b ? -1 : 1));
  if (!Array.isArray(log) || rows(chairs).length < 2 || [...entries, ...settings.map(([, one]) => one)].some((one) => typeof one !== 'string')) return null;
  const kept: Kept = {
    code, game, options: Object.fromEntries(settings) as Record<string, string>, chairs: rows(chairs).map(readChair), terms: fieldsOf(terms) as unknown as Kept['terms'], key, log: entries as string[],
    marks: rows(marks) as MarkInfo[], lesson: lesson === true, number: Math.max(1, numberOf(number)), round: numberOf(round), shares: rows(shares).map(numberOf), hints: rows(hints).map(numberOf), lead: typeof lead === 'number' ? lead : null, again: again === true,
  };
  return typeof ballot === 'number' ? { ...kept, ballot } : kept;
}

export function storedRoom(key: string): Kept | null {
  try {
    return readKept(JSON.parse(remembered(`${ROOM}${key}`) ?? 'null'));
  } catch {
    return null;
  }
}

export const storedRooms = (): Kept[] => rememberedUnder(ROOM).flatMap((key) => storedRoom(key) ?? []);

/** Whether this device has stored a complete game. */
export const isStored = (key: string): boolean => remembered(`${ROOM}${key}`) !== null;

/** Store a room. If the storage is full, delete the oldest finished games; their results stay. */
export function storeRoom(kept: Kept): void {
  const text = JSON.stringify(kept);
  let old: string[] | null = null;
  while (!remember(`${ROOM}${kept.code}`, text)) {
    old ??= stores() ? finished(myGames()).flatMap(({ code, number }) => [code, `${code}.${number}`]).filter((key) => key !== kept.code && isStored(key)) : [];
    const oldest = old.pop();
    if (oldest === undefined) return; // not stored; the page holds it until it is closed
    remember(`${ROOM}${oldest}`, null);
  }
}
