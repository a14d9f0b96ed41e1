/**
 * The daily ballots on this device: their random keys, the bots' moves, and the results of the bots' levels with the
 * same cards.
 */

import type { BallotField, CharacterData } from '../lib/protocol';
import { BALLOT_KEY, BALLOTS, FIRST_BOT, PERSON, type Ballot } from '../lib/ballots.ts';
import type { Bots } from './bots.ts';
import { breath } from './chances.ts';
import type { Kept } from '../lib/keptRoom.ts';
import { keptRoom } from './kept.ts';
import { Table, type Board } from './table.ts';

export const keyOf = (board: Board, number: number): bigint => board.draw(BALLOT_KEY, BALLOTS, number);

/**
 * The next move that a ballot's bot owes, as text; null if only the player owes one. Bots move before the player and in
 * the order of their seats, so that the log depends only on the player's choices. levels: by seat; null for the player.
 */
export function answer(bots: Bots, table: Table, key: bigint, levels: readonly (string | null)[]): string | null {
  const owing = table.standingNow.owes.filter((seat) => levels[seat] != null).sort((a, b) => Number(a === PERSON) - Number(b === PERSON) || a - b);
  const [seat] = owing;
  const level = seat === undefined ? null : levels[seat];
  if (seat === undefined || level == null) return null;
  const count = table.log.filter((entry) => entry.startsWith(`P${seat + 1} `)).length;
  const action = bots.choose(table.viewBytes(seat), table.seats, seat, level, table.board.draw(key, FIRST_BOT + seat, count));
  return table.text(seat, action);
}

/** A new room for a ballot, before its first card. */
export function ballotRoom(code: string, ballot: Ballot, board: Board, name: string, characters: readonly CharacterData[], terms: Kept['terms']): Kept {
  const cast = ballot.bots.map((key) => characters.find((one) => one.key === key));
  const chairs = [
    { number: PERSON, kind: 'person' as const, name, level: null, character: null },
    ...cast.map((who, k) => ({ number: k + 1, kind: 'bot' as const, name: who?.name ?? '', level: who?.level ?? null, character: who?.key ?? null })),
  ];
  const kept = keptRoom(code, ballot.game, ballot.options, chairs, terms);
  return { ...kept, key: String(keyOf(board, ballot.number)), ballot: ballot.number };
}

/**
 * The results of the bots' levels, each in the player's seat. told: called with the number of finished games and of all
 * games.
 */
export async function fieldOf(bots: Bots, ballot: Ballot, characters: readonly CharacterData[], told: (done: number, total: number) => void): Promise<BallotField['placings']> {
  const { board } = bots;
  const key = keyOf(board, ballot.number);
  const { offered } = board.game;
  const cast = ballot.bots.map((name) => characters.find((one) => one.key === name)?.level ?? null);
  const placings: BallotField['placings'] = [];
  for (const { name, title } of offered) {
    told(placings.length, offered.length);
    const table = new Table(board, ballot.seats, ballot.options, key);
    for (;;) {
      const move = answer(bots, table, key, [name, ...cast]);
      if (move === null) break;
      table.play(move);
      await breath();
    }
    const result = table.result();
    placings.push({ level: name, title, share: result?.shares[PERSON] ?? 0, scores: table.standing() });
  }
  return placings;
}
