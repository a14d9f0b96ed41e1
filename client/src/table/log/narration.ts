/** The table's log in words, shared by parts of the page outside the board, and summaries of what others did. */

import { getContext, setContext } from 'svelte';
import type { EventInfo } from '../../lib/protocol';
import { labelOf } from '../../lib/read';
import type { Weight } from '../moments';

export interface Narration {
  readonly events: readonly EventInfo[];
  line: (event: EventInfo) => string;
  /** Whether the event being shown stays until the viewer goes on. */
  readonly waiting: boolean;
}

const KEY = Symbol('narration');
/** The most lines in a summary. */
const MOST = 8;

export function provideNarration(narration: Narration): void {
  setContext(KEY, narration);
}

export function narration(): Narration | null {
  return getContext<Narration | undefined>(KEY) ?? null;
}

/**
 * How much an event matters to a seat: 0 big, 1 about the seat, 2 plain, 3 a card that was drawn or placed; null: left
 * out.
 */
function rankOf(event: EventInfo, seat: number, weight: Weight): 0 | 1 | 2 | 3 | null {
  const others = event.seat !== null && event.seat !== seat;
  if (weight === 'big') return 0;
  const named = Object.values(event.args).flat().includes(labelOf(seat));
  if (weight !== 'small') return named ? 1 : 2;
  if (!others) return null;
  return named && 'target' in event.args ? 1 : 'card' in event.args || 'cards' in event.args ? 3 : null;
}

/** The most lines about a turning point. */
const GIST = 4;

/**
 * The most important events, in order: first big ones, then the last plain ones, which state the result; small ones
 * only if there are no others. A plain event about the card of a big one of its entry is left out.
 */
export function gistOf(events: readonly EventInfo[], weight: (event: EventInfo) => Weight): EventInfo[] {
  const ofWeight = (wanted: Weight): EventInfo[] => events.filter((event) => weight(event) === wanted);
  const big = ofWeight('big');
  const plain = ofWeight('plain').filter(({ entry, args }) => !big.some((one) => one.entry === entry && one.args['card'] && one.args['card'] === args['card']));
  const kept = new Set([...big.reverse(), ...plain.reverse()].slice(0, GIST));
  return kept.size > 0 ? events.filter((event) => kept.has(event)) : ofWeight('small').slice(-GIST);
}

/** The first sentences that fit into `room` letters, at least one, and the number of those left out. */
export function fitting(lines: readonly string[], room: number, more: (n: number) => string): string {
  const told = lines.filter((_, k) => k === 0 || lines.slice(0, k + 1).join(' ').length <= room);
  return told.length === lines.length ? lines.join(' ') : [...told, more(lines.length - told.length)].join(' ');
}

/**
 * Lines of the log for a summary. weighty: the number of important lines at the beginning. more: the number of lines
 * left out.
 */
export interface Summary {
  readonly lines: readonly EventInfo[];
  readonly weighty: number;
  readonly more: number;
}

/**
 * Summarize the events since a seat's last decision, without that decision itself. Big events and events that name the
 * seat come first, then the others, each in order; cards that others drew or placed fill the remaining lines. decided:
 * the log's length before that decision. The decision's effects on others and the moves that the table made for the
 * seat are included.
 */
export function sinceDecision(events: readonly EventInfo[], decided: number | null, seat: number, weight: (event: EventInfo) => Weight): Summary {
  if (decided === null) return { lines: [], weighty: 0, more: 0 };
  const news = events.filter((event) => event.entry > decided && (event.seat !== seat || event.entry > decided + 1));
  const lines = news.flatMap((event, at) => {
    const rank = rankOf(event, seat, weight(event));
    return rank === null ? [] : [{ event, at, rank }];
  });
  const kept = [...lines].sort((one, other) => one.rank - other.rank || one.at - other.at).slice(0, MOST);
  const weighty = kept.filter(({ rank }) => rank < 2);
  const rest = kept.filter(({ rank }) => rank >= 2);
  const ordered = [weighty, rest].flatMap((group) => group.sort((one, other) => one.at - other.at).map(({ event }) => event));
  const told = lines.filter(({ rank }) => rank < 3).length;
  return { lines: ordered, weighty: weighty.length, more: Math.max(0, told - MOST) };
}
