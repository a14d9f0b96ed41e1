/** The table of a puzzle: a room at its position. A move is only an answer until the player continues the game. */

import { noteAnswer, type Answered } from '../lib/puzzles';
import type { MoveInfo, RoomInfo, ServerMessage } from '../lib/protocol';
import { keepToken } from '../lib/tokens';
import { RoomStore } from '../session/store.svelte';
import type { Puzzle } from './puzzles';

export class PuzzleStore extends RoomStore {
  /** The player's first answer; null before it. */
  first = $state.raw<Answered | null>(null);
  /** The move tried last. After the first answer, any move may be tried. */
  tried = $state<string | null>(null);

  constructor(
    code: string,
    readonly number: number,
    readonly puzzle: Puzzle,
    first: Answered | null,
    token: string,
  ) {
    super(code);
    [this.first, this.tried, this.token] = [first, first?.move ?? null, token];
  }

  override play(move: MoveInfo | string): void {
    const text = typeof move === 'string' ? move : move.text;
    this.answer = null;
    this.tried = text;
    this.first ??= noteAnswer(this.number, { move: text, right: this.puzzle.accepted.includes(text) });
  }

  /** Continue the game in the room, against the bots. */
  playOn(move: string): void {
    keepToken(this.code, this.token);
    super.play(move);
  }

  /** A puzzle does not count as a game of this device until it is continued. */
  protected override isOurs(): boolean {
    return false;
  }

  /** Remove the hints of a room, because a puzzle has none. */
  override hear(message: ServerMessage): void {
    const without = (room: RoomInfo): RoomInfo => ({ ...room, terms: { ...room.terms, hints: false } });
    super.hear(message.type === 'state' || message.type === 'room' ? { ...message, room: without(message.room) } : message);
  }
}
