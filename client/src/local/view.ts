/** The part of a record that a seat may know, and its form in JSON, by declared fields and masks. */

import type { FieldData, GameData } from '../lib/protocol';
import { hex } from './kernels.ts';

export const SPECTATOR = -1;

/** A copy of a record in which the bytes that a seat may not know are zero. */
export function seen(game: GameData, record: Uint8Array, seat: number): Uint8Array {
  const { fixed, masked, open } = game.record;
  const mask = maskOf(game, fixed[String(seat)] ?? '');
  const view = record.map((byte, k) => byte & (mask[k] ?? 0));
  for (const [at = 0, size = 1, count = 0, other = 0, width = 1] of seat === SPECTATOR ? open : masked) {
    for (let k = 0; k < count; k++) {
      const told = number(record, other + k * width, width);
      if (seat === SPECTATOR ? told === 0 : ((told >> seat) & 1) === 0) continue;
      view.set(record.subarray(at + k * size, at + (k + 1) * size), at + k * size);
    }
  }
  return view;
}

const masks = new WeakMap<GameData, Map<string, Uint8Array>>();

function maskOf(game: GameData, text: string): Uint8Array {
  const known = masks.get(game) ?? new Map<string, Uint8Array>();
  masks.set(game, known);
  const mask = known.get(text) ?? hex(text);
  known.set(text, mask);
  return mask;
}

/** A record's visible fields as JSON values. */
export function shown(game: GameData, record: Uint8Array): Record<string, unknown> {
  const seats = record[game.record.seats] ?? 0;
  return Object.fromEntries(game.record.fields.filter((field) => field.shown).map((field) => [field.name, value(field, record, seats)]));
}

/** One field as a JSON value. */
export function shownField(game: GameData, record: Uint8Array, name: string): unknown {
  const field = game.record.fields.find((one) => one.name === name);
  return field && value(field, record, record[game.record.seats] ?? 0);
}

/** The value of a field that is a single number. */
export function single(game: GameData, record: Uint8Array, name: string): number {
  const field = game.record.fields.find((one) => one.name === name);
  return field ? number(record, field.at, field.bytes) : 0;
}

/** The options of a record, by name. */
export function optionsOf(game: GameData, record: Uint8Array): Record<string, string> {
  const options = game.record.fields.filter((field) => field.option);
  return Object.fromEntries(options.map((field) => [field.name, String(field.unit?.[number(record, field.at, field.bytes)])]));
}

function value(field: FieldData, record: Uint8Array, seats: number): unknown {
  const step = (shape: readonly number[]): number => shape.reduce((all, one) => all * one, 1);
  const part = (shape: readonly number[], axes: FieldData['axes'], first: number): unknown => {
    const [size, ...rest] = shape;
    if (size === undefined) {
      const found = number(record, field.at + first * field.bytes, field.bytes);
      return field.unit ? (field.unit[found] ?? null) : found;
    }
    const axis = axes[0] ?? null;
    const count = axis === 'seat' ? Math.min(seats, size) : size;
    const children = Array.from({ length: count }, (_, k) => part(rest, axes.slice(1), first + k * step(rest)));
    return Array.isArray(axis) ? Object.fromEntries(children.map((child, k) => [axis[k], child])) : children;
  };
  return part(field.shape, field.axes, 0);
}

function number(record: Uint8Array, at: number, size: number): number {
  const data = new DataView(record.buffer, record.byteOffset, record.byteLength);
  if (size === 1) return data.getInt8(at);
  if (size === 2) return data.getInt16(at, true);
  return size === 4 ? data.getInt32(at, true) : Number(data.getBigInt64(at, true));
}
