/** The parts that a page adds around every game's board. */

import { createContext, type Snippet } from 'svelte';
import type { EventInfo } from '../lib/protocol';
import type { TableModel } from './model.svelte';

/** A game that is gone through point by point. */
export interface Rerun {
  readonly whole: readonly EventInfo[];
  /** The table before the first move: the players and the options. */
  readonly opening: string;
  readonly terms: string;
  /** The entry that is shown. */
  readonly shown: number;
  go(entry: number): void;
  /** The mark and the words of a review for the move in an entry; null without any. */
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
  /** Why a hinted move is good, in one sentence; null if the game has no such sentence. */
  why?: (move: string) => string | null;
  /** Further buttons in the bar. */
  bar: Snippet;
  /** coach: shown above the viewer's choices; taught: whether it shows anything. */
  coach?: Snippet;
  taught?: boolean;
  /** In the panel while others are waited for: who of them is away. */
  away?: Snippet;
  /** The chat, under the log. */
  talk?: Snippet;
  /** During the game, in place of the viewer's choices. */
  instead?: Snippet;
  /** In place of the viewer's choices and of the result. */
  dock?: Snippet;
  /** Beside the board, above its map and log. */
  story?: Snippet;
  /** The buttons after the game; a game may add some, a newspaper, and a sentence about the result. */
  ending?: Snippet<[Snippet | undefined, (() => void) | undefined, Snippet]>;
}

export const [tableContext, provideTableContext] = createContext<TableContext>();
