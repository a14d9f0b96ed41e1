/** Decode the numbers that a kernel writes, by the units declared in `hustings.wasm.shapes`. */

import type { EventData, Fact, MessageInfo } from '../lib/protocol';
import type { Kernels } from './kernels.ts';

const COLUMNS = 7; // columns of a row: who sees it, its code, its seat, four arguments

/** An event as a kernel writes it. */
interface Row {
  form: EventData;
  sees: number;
  seat: number;
  numbers: bigint[];
}

/** The rows that a kernel wrote to the event buffer at the address `note`. */
export function told({ kernels, note }: { kernels: Kernels; note: number }, forms: Readonly<Record<string, EventData>>): Row[] {
  const [count = 0] = kernels.numbers(note, 1);
  const words = [...kernels.words(note, (count + 1) * COLUMNS)];
  return Array.from({ length: count }, (_, k) => {
    const row = words.slice((k + 1) * COLUMNS, (k + 2) * COLUMNS);
    const [sees = -1, code = 0, seat = 0] = row.slice(0, 3).map(Number);
    const form = forms[String(code)];
    if (!form) throw new Error(`there is no event ${code}`);
    return { form, sees, seat, numbers: row.slice(3) };
  });
}

/** The message of rows that describe a single event. */
export function one(rows: readonly Row[]): MessageInfo {
  const form = rows[0]?.form;
  return { key: form?.name ?? '', facts: read(form?.args ?? [], rows.flatMap(({ numbers }) => numbers)) };
}

/** A named argument and the units of its numbers. */
type Named = EventData['args'][number];

/** Decode numbers into named facts; the numbers are removed from the array. */
export function read(units: readonly Named[], numbers: bigint[]): Record<string, Fact> {
  const found: Record<string, Fact> = {};
  const next = (): bigint => numbers.shift() ?? 0n;
  for (const [name, unit] of units) {
    if (unit !== null && 'phrase' in unit) {
      found[name] = unit.words.map((word) => ({ key: unit.phrase, facts: { [unit.number]: Number(next()), [unit.word]: word } }));
    } else if (unit !== null && 'phrases' in unit) found[name] = phrase(unit.phrases[unit.phrases.length > 1 ? Number(next()) : 0], read(unit.facts, numbers));
    else found[name] = said(unit, next());
  }
  return found;
}

const phrase = (key: string | null | undefined, facts: Record<string, Fact> = {}): Fact => (key ? { key, facts } : null);

function said(unit: Exclude<Named[1], { words: unknown } | { phrases: unknown }>, number: bigint): Fact {
  if (unit === null) return Number(number);
  if (Array.isArray(unit)) return unit[Number(number)] ?? null;
  if ('terms' in unit) return phrase(unit.terms[Number(number)]);
  if ('counts' in unit) return unit.counts.flatMap((word, place) => Array.from({ length: Number((number >> BigInt(unit.bits * place)) & ((1n << BigInt(unit.bits)) - 1n)) }, () => word));
  const members = unit.members.filter((_, bit) => (number >> BigInt(bit)) & 1n);
  return members.length === 0 && unit.none ? phrase(unit.none) : members;
}
