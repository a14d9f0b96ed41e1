/**
 * Choose several things for one move without knowing a rule: a choice is allowed if it is part of a legal move. A token
 * is the word for a thing in a move's text: a card's code or a place's number.
 */

import type { MoveInfo } from '../../lib/protocol';

export type Tokens = readonly string[];

function includesAll(whole: Tokens, part: Tokens): boolean {
  return part.every((token) => whole.includes(token));
}

/** Whether some legal move includes all of these tokens. */
export function fits(moves: readonly MoveInfo[], chosen: Tokens): boolean {
  return moves.some((move) => includesAll(move.args, chosen));
}

/** The legal move that consists of exactly these tokens, in any order. */
export function matching(moves: readonly MoveInfo[], chosen: Tokens): MoveInfo | null {
  return moves.find((move) => move.args.length === chosen.length && includesAll(move.args, chosen)) ?? null;
}

/** The least and the most tokens that a choice still lacks to be a legal move; null if it never becomes one. */
export function lacking(moves: readonly MoveInfo[], chosen: Tokens): readonly [least: number, most: number] | null {
  const open = moves.filter((move) => includesAll(move.args, chosen)).map((move) => move.args.length - chosen.length);
  return open.length > 0 ? [Math.min(...open), Math.max(...open)] : null;
}

/** Whether a token is in any legal move; such tokens are highlighted. */
export function lit(moves: readonly MoveInfo[], token: string): boolean {
  return moves.some((move) => move.args.includes(token));
}

/**
 * Return the choice after a press. A chosen token is removed. A new token is added, and tokens that do not fit with it
 * are removed, the oldest first. Return null if no legal move has the token.
 */
export function tapped(moves: readonly MoveInfo[], chosen: Tokens, token: string): string[] | null {
  if (chosen.includes(token)) return chosen.filter((one) => one !== token);
  if (!lit(moves, token)) return null;
  for (let kept = chosen.length; kept >= 0; kept--) {
    for (const subset of subsets(chosen, kept)) {
      const next = [...subset, token];
      if (fits(moves, next)) return next;
    }
  }
  return [token];
}

/** The subsets of this size; those with the tokens chosen last come first. */
function* subsets(tokens: Tokens, size: number): Generator<string[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let last = tokens.length - 1; last >= size - 1; last--) {
    const token = tokens[last];
    if (token === undefined) continue;
    for (const rest of subsets(tokens.slice(0, last), size - 1)) yield [...rest, token];
  }
}

/** The choice, or an empty one if it no longer fits the legal moves. */
export function stillChosen(moves: readonly MoveInfo[], chosen: Tokens): string[] {
  return fits(moves, chosen) ? [...chosen] : [];
}
