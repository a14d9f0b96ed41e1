/** Read values from untyped JSON; missing or malformed values become null or empty. */

export function rows(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function texts(value: unknown): (string | null)[] {
  return rows(value).map(textOf);
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Parse a seat's label: "P2" is seat 1, counted from 0. */
export function seatNumber(value: unknown): number | null {
  const label = typeof value === 'string' ? /^P(\d+)$/.exec(value) : null;
  return label ? Number(label[1]) - 1 : null;
}

/** The label of a seat: seat 1, counted from 0, is "P2". */
export function labelOf(seat: number): `P${number}` {
  return `P${seat + 1}`;
}

/** The keys of a record, with their type. */
export function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record) as K[];
}

/** A copy of a list with another value at one index. */
export function changed<T>(list: readonly T[], at: number | null, value: T): T[] {
  return list.map((one, k) => (k === at ? value : one));
}
