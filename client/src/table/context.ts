/** What surrounds a board: where the lines of its log lead to, and whether it shows a replay or somebody's first game. */

import { getContext, setContext, type Component } from 'svelte';
import type { Lesson } from './help/lesson.svelte';
import type { RoomStore } from '../session/store.svelte';
import type { Replay } from '../replay/replay.svelte';

export interface TableContext {
  /** At a table: what explains the decision at hand in a first game. */
  coach: { store: RoomStore; lesson: Lesson; Coach: Component<{ store: RoomStore; lesson: Lesson }> } | null;
  /** The address of a point; null while the game goes on. */
  href: (entry: number) => string | null;
  /** Inside a replay: the game being gone through, and what stands in place of a player's moves and beside the board. */
  film: { replay: Replay; Controls: Component<{ replay: Replay }>; Story: Component<{ replay: Replay }> } | null;
}

const KEY = Symbol('table');

export function provideTableContext(around: TableContext): void {
  setContext(KEY, around);
}

export function tableContext(): TableContext | null {
  return getContext<TableContext | undefined>(KEY) ?? null;
}

/** From which seat a room was last looked at, so that its replay begins there. */
const looked = new Map<string, number>();

export function lookedFrom(code: string): number {
  return looked.get(code) ?? 0;
}

export function lookFrom(code: string, seat: number | null): void {
  if (seat !== null) looked.set(code, seat);
}

/** The address of a point of a room's game; of its last where no game is named. */
export function pointPath(code: string, entry: number, game: number | null = null): string {
  return `/r/${code}/replay/${game === null ? '' : `${game}/`}${entry}`;
}

/** Whether the table shows a replay: nothing is hidden there, and nothing can be played. */
export function inReplay(): boolean {
  return tableContext()?.film != null;
}
