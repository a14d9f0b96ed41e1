/** The parts that a page adds around every game's board. */

import { createContext, type Snippet } from 'svelte';
import type { EventInfo } from '../lib/protocol';
import type { TableModel } from './model.svelte';

/** A game that is gone through point by point. */
export interface Rerun {
  readonly whole: readonly EventInfo[];
  /** What the table is before the first move: who sits there, and under which options. */
  readonly opening: string;
  readonly terms: string;
  /** The entry that is shown. */
  readonly shown: number;
  go(entry: number): void;
  /** What a review says of the move that an entry is, as a mark and in words; null where it says nothing. */
  slip(entry: number): string | null;
}

export interface TableContext {
  readonly store: TableModel;
  /** The address of a point in the log; null while the game goes on. */
  href: (entry: number) => string | null;
  /** Null at a live table. */
  replay: Rerun | null;
  /** A move, as its notation has it, in words. */
  say?: (move: string) => string;
  /** Why a hinted move is good, in one sentence; null where the game has none. */
  why?: (move: string) => string | null;
  /** Further buttons in the bar. */
  bar: Snippet;
  /** Above what the viewer can do, and whether there is anything. */
  coach?: Snippet;
  taught?: boolean;
  /** In the panel while others are waited for: who of them is away. */
  away?: Snippet;
  /** What people say to each other, under the log. */
  talk?: Snippet;
  /** Until the game has ended, in place of what a viewer can do. */
  instead?: Snippet;
  /** In place of what a viewer can do and of how it ended. */
  dock?: Snippet;
  /** Beside the board, above its map and log. */
  story?: Snippet;
  /** What can be done when the game is over; a game may have more, a newspaper, and a word on how it ended. */
  ending?: Snippet<[Snippet | undefined, (() => void) | undefined, Snippet]>;
}

export const [tableContext, provideTableContext] = createContext<TableContext>();
