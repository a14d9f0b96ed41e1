/** Find the content of any game's view by its schema: who holds each state, and where cards and numbers are. */

import type { FieldInfo, GameDetail } from '../../lib/protocol';
import { fieldsOf, rows, seatNumber } from '../../lib/read';
import { TILES } from '../../map/holdings';

/** A number, or a word such as a card, with an optional value: its number, its place or its content. */
export interface Item {
  token: string | null;
  value: number | string | readonly Item[] | null;
}

/** The content of a field: one list for each seat, or one list for the whole table. */
export interface Row {
  field: FieldInfo;
  lists: Item[][];
}

export interface Shape {
  /** The states and the seats that hold them; empty if no field of the view has states. */
  states: ReadonlyMap<string, number | null>;
  bySeat: Row[];
  ofTable: Row[];
}

type Owners = ReadonlyMap<string, number | null>;

const MOST_NAMED = 14; // the most cards of a place that are named; with more, only their number is shown
const SILENT = ['seats', 'task', 'finished']; // shown elsewhere on the table

export function shapeOf(view: Readonly<Record<string, unknown>>, game: GameDetail, seats: number): Shape {
  const options = game.options.map((option) => option.name);
  const fields = game.fields.filter(({ name }) => name in view && ![...options, ...SILENT].includes(name));
  const onMap = fields.find((field) => ofStates(ownersIn(field, view[field.name])));
  const shape: Shape = { states: onMap ? (ownersIn(onMap, view[onMap.name]) ?? new Map()) : unheld(fields, view), bySeat: [], ofTable: [] };
  for (const field of fields) {
    const value = view[field.name];
    const owners = field.axes[0] === 'words' ? ownersIn(field, value) : null;
    if (field === onMap) continue;
    if (owners) shape.bySeat.push({ field, lists: Array.from({ length: seats }, (_, seat) => heldBy(owners, seat)) });
    else if (field.axes[0] === 'seats') shape.bySeat.push({ field, lists: rows(value).map(itemsOf) });
    else shape.ofTable.push({ field, lists: [itemsOf(value).filter((item) => item.value !== 0)] });
  }
  const said = ({ lists }: Row): boolean => lists.some((list) => list.length > 0);
  return { ...shape, bySeat: shape.bySeat.filter(said), ofTable: shape.ofTable.filter(said) };
}

/** The seat of each card or word. The field gives it as "P2", or as a list of 0 and 1 for every seat. */
function ownersIn(field: FieldInfo, value: unknown): Owners | null {
  if (field.axes[0] === 'words') {
    const entries = Object.entries(fieldsOf(value));
    return entries.some(([, who]) => seatNumber(who) !== null) ? new Map(entries.map(([code, who]) => [code, seatNumber(who)])) : null;
  }
  if (field.axes.join() !== 'seats,words') return null;
  const lists = rows(value).map(fieldsOf);
  const codes = Object.keys(lists[0] ?? {});
  const owners = codes.map((code) => lists.flatMap((list, seat) => (list[code] === 1 ? [seat] : [])));
  const flags = lists.every((list) => Object.values(list).every((one) => one === 0 || one === 1));
  return flags && owners.every((seats) => seats.length < 2) ? new Map(codes.map((code, k) => [code, owners[k]?.[0] ?? null])) : null;
}

function ofStates(owners: Owners | null): boolean {
  return owners !== null && [...owners.keys()].some((code) => code in TILES);
}

/** States that appear in the view without a holder. */
function unheld(fields: readonly FieldInfo[], view: Readonly<Record<string, unknown>>): Owners {
  const spoken = fields.flatMap(({ name, axes }) => Object.keys(fieldsOf(axes[0] === 'seats' ? rows(view[name])[0] : view[name])));
  return new Map(spoken.filter((code) => code in TILES).map((code) => [code, null]));
}

function heldBy(owners: Owners, seat: number): Item[] {
  return [...owners].flatMap(([token, owner]) => (owner === seat ? [{ token, value: null }] : []));
}

/** A value as items; null has no items. */
export function itemsOf(value: unknown): Item[] {
  if (typeof value === 'number') return [{ token: null, value }];
  if (typeof value === 'string') return [{ token: value, value: null }];
  if (Array.isArray(value)) return value.flatMap(itemsOf);
  const entries = Object.entries(fieldsOf(value));
  return entries.every(([, what]) => typeof what === 'string' || what === null) ? gathered(entries) : counted(entries);
}

/** Each place with the cards or words in it. */
function gathered(entries: readonly [string, unknown][]): Item[] {
  const places = new Map<string, Item[]>();
  for (const [token, place] of entries)
    if (typeof place === 'string') places.set(place, [...(places.get(place) ?? []), { token, value: null }]);
  return [...places].map(([token, items]) => ({ token, value: items.length > MOST_NAMED ? items.length : items }));
}

/** Words with their numbers, without words whose number is 0. */
function counted(entries: readonly [string, unknown][]): Item[] {
  return entries.flatMap(([token, what]): Item[] => {
    if (typeof what === 'number') return what === 0 ? [] : [{ token, value: what === 1 ? null : what }];
    const items = itemsOf(what);
    return items.length === 0 ? [] : [{ token, value: items }];
  });
}
