/**
 * Who says something of what has happened, and which line. It follows from events that every spectator is told in the same
 * words, the deal's commitment and who sits where: all screens say the same, and nothing hidden can be heard in it.
 */

import type { EventInfo } from '../../lib/protocol';
import { seatNumber } from '../../lib/read';
import type { Occasion } from '../../words/entries';

/** An event that somebody may speak of. */
export interface Cause {
  event: string;
  says: 'gain' | 'loss' | 'close';
  /** Who: a seat's label, or what the event calls them; its own seat where nothing stands here. */
  who?: string;
  /** Only where one number of the event exceeds another by so much. */
  where?: { over: readonly [string, string]; least?: number; most?: number };
}

export interface Speech {
  /** The log entry it is said after. */
  entry: number;
  seat: number;
  occasion: Occasion;
  /** Any number from 0: which of several lines it is. */
  turn: number;
}

/** Log entries between two lines, and how many chances to speak pass for one that is taken. */
const QUIET = 12;
const SELDOM = 3;

/** A number from 0 for a text, the same on every device (FNV-1a). */
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
 * What is said during a game, in order. speaks: by seat, whether somebody sits there who does; key: the deal's commitment.
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

/** One of those who speak, to open the game or to close it; winners: null at the beginning. */
export function framing(winners: readonly number[] | null, speaks: readonly boolean[], key: string): Speech | null {
  const able = speaks.flatMap((one, seat) => (one ? [seat] : []));
  const turn = numberOf(`${key} ${winners === null ? 'begin' : 'end'}`);
  const seat = able[turn % able.length];
  if (seat === undefined) return null;
  const occasion = winners === null ? 'begin' : winners.includes(seat) ? 'won' : 'lost';
  return { entry: winners === null ? 0 : Infinity, seat, occasion, turn };
}

/** The line of a speech among those that somebody has for its occasion. */
export function lineOf(speech: Speech, lines: readonly string[] | undefined): string {
  return lines?.[speech.turn % lines.length] ?? '';
}
