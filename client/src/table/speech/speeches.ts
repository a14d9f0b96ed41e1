/**
 * Decides which bot's character speaks after an event, and which line. It depends only on public events, the deal's
 * commitment and the seating: all screens show the same line, and no line reveals anything hidden.
 */

import type { EventInfo } from '../../lib/protocol';
import { seatNumber } from '../../lib/read';
import type { Occasion } from '../../words/entries';

/** An event that a character may speak about. */
export interface Cause {
  event: string;
  says: 'gain' | 'loss' | 'close';
  /** The speaker: a seat's label, or the event's argument that names them; by default the event's own seat. */
  who?: string;
  /** A condition: the first number of `over` exceeds the second by at least `least` and at most `most`. */
  where?: { over: readonly [string, string]; least?: number; most?: number };
}

export interface Speech {
  /** The log entry after which it is spoken. */
  entry: number;
  seat: number;
  occasion: Occasion;
  /** A number from 0 that selects one of several lines. */
  turn: number;
}

/** QUIET: log entries between two lines. SELDOM: one of this many opportunities is used. */
const QUIET = 12;
const SELDOM = 3;

/** A hash of a text, the same on every device (FNV-1a). */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function holds(cause: Cause, event: EventInfo): boolean {
  if (cause.event !== event.event) return false;
  if (!cause.where) return true;
  const [more, less] = cause.where.over.map((name) => Number(event.args[name]));
  const by = (more ?? NaN) - (less ?? NaN);
  return by >= (cause.where.least ?? -Infinity) && by <= (cause.where.most ?? Infinity);
}

function speaker(cause: Cause, event: EventInfo): number | null {
  if (cause.who === undefined) return event.seat;
  return seatNumber(cause.who) ?? seatNumber(event.args[cause.who]);
}

/**
 * The speeches of a game, in order. speaks: by seat, whether a character who speaks sits there. key: the deal's
 * commitment.
 */
export function speeches(events: readonly EventInfo[], causes: readonly Cause[], speaks: readonly boolean[], key: string): Speech[] {
  const said: Speech[] = [];
  let last = 0;
  for (const event of events) {
    if (event.entry - last < QUIET) continue;
    const ready = causes.flatMap((cause): Speech[] => {
      const seat = holds(cause, event) ? speaker(cause, event) : null;
      if (seat === null || !speaks[seat]) return [];
      const turn = numberOf(`${key} ${event.entry} ${event.event} ${seat}`);
      return turn % SELDOM === 0 ? [{ entry: event.entry, seat, occasion: cause.says, turn: Math.floor(turn / SELDOM) }] : [];
    });
    const first = ready.find((one) => one.occasion === 'close') ?? ready[0];
    if (!first) continue;
    said.push(first);
    last = event.entry;
  }
  return said;
}

/** A speech that opens or closes the game. winners: null at the beginning. */
export function framing(winners: readonly number[] | null, speaks: readonly boolean[], key: string): Speech | null {
  const able = speaks.flatMap((one, seat) => (one ? [seat] : []));
  const turn = numberOf(`${key} ${winners === null ? 'begin' : 'end'}`);
  const seat = able[turn % able.length];
  if (seat === undefined) return null;
  const occasion = winners === null ? 'begin' : winners.includes(seat) ? 'won' : 'lost';
  return { entry: winners === null ? 0 : Infinity, seat, occasion, turn };
}

/** The line of a speech among a character's lines for the occasion. */
export function lineOf(speech: Speech, lines: readonly string[] | undefined): string {
  return lines?.[speech.turn % lines.length] ?? '';
}
