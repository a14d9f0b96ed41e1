/** The context that a page gives every game's board: address of a log entry, replay, and snippets around the board. */

import { createContext, type Snippet } from 'svelte';
import type { EventInfo } from '../lib/protocol';
import type { TableModel } from './model.svelte';
import type { ElectionNight } from './night/night.svelte';

/** A mistake in a review: its mark, and a sentence with the better move. */
export interface Slip {
  word: string;
  why: string;
}

/** The state of a replay, in which the viewer goes through a game entry by entry. */
export interface Rerun {
  readonly whole: readonly EventInfo[];
  /** The table before the first move: the players and the options. */
  readonly opening: string;
  readonly terms: string;
  /** The entry that is shown. */
  readonly shown: number;
  go(entry: number): void;
  /** The review's mark and words for the move in an entry; null if the review has none. */
  slip(entry: number): Slip | null;
}

export interface TableContext {
  readonly store: TableModel;
  /** The address of a point in the log; null while the game goes on. */
  href: (entry: number) => string | null;
  /** Null at a live table. */
  replay: Rerun | null;
  /** Put a move in game notation into words. */
  say: (move: string) => string;
  /** Why a hinted move is good, in one sentence; null if the game has no such sentence. move: null while the bot thinks, for what is known before. */
  why?: (move: string | null) => string | null;
  /** The game's own settings, shown in the table's menu. */
  settings?: Snippet;
  /** Further buttons in the bar. */
  bar?: Snippet;
  /** coach: shown above the viewer's choices. taught: whether the coach shows anything. */
  coach?: Snippet;
  taught?: boolean;
  /** Shown in the panel while others decide: which of them are away. */
  away?: Snippet;
  /** The chat, shown under the log. */
  talk?: Snippet;
  /** Shown in place of the viewer's choices during the game. */
  instead?: Snippet;
  /** Shown in place of the viewer's choices and of the result. */
  dock?: Snippet;
  /** Shown beside the board, above its map and log. */
  story?: Snippet;
  /**
   * The buttons after the game. Its parameters: a game's own buttons, the election night with its newspaper, and a
   * sentence about the result.
   */
  ending?: Snippet<[Snippet | undefined, Pick<ElectionNight, 'begin' | 'open'> | undefined, Snippet<[Snippet?]>]>;
}

export const [tableContext, provideTableContext] = createContext<TableContext>();
