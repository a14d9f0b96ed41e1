/**
 * Choosing several things for one move, knowing no rule: a choice is allowed exactly when it is part of a legal move.
 * A token is what a move's text calls a thing: a card's code or a place's number.
 */

import type { MoveInfo } from '../../lib/protocol';

export type Tokens = readonly string[];

function includesAll(whole: Tokens, part: Tokens): boolean {
  return part.every((token) => whole.includes(token));
}

/** Whether some legal move takes all of these. */
export function fits(moves: readonly MoveInfo[], chosen: Tokens): boolean {
  return moves.some((move) => includesAll(move.args, chosen));
}

/** The legal move that is exactly this choice, in whatever order it was made. */
export function matching(moves: readonly MoveInfo[], chosen: Tokens): MoveInfo | null {
  return moves.find((move) => move.args.length === chosen.length && includesAll(move.args, chosen)) ?? null;
}

/** How many things are lacking at the least and at the most until the choice is a legal move; null where it never is. */
export function lacking(moves: readonly MoveInfo[], chosen: Tokens): readonly [least: number, most: number] | null {
  const open = moves.filter((move) => includesAll(move.args, chosen)).map((move) => move.args.length - chosen.length);
  return open.length > 0 ? [Math.min(...open), Math.max(...open)] : null;
}

/** Whether a token is in any legal move: those are lit. */
export function lit(moves: readonly MoveInfo[], token: string): boolean {
  return moves.some((move) => move.args.includes(token));
}

/**
 * The choice after a tap. A chosen token is put back. A new one joins; what no longer fits with it is put back, the
 * oldest first. Null when no legal move has the token at all.
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

/** The subsets of a size, those that keep what was chosen last coming first. */
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

/** What is left of a choice when the legal moves have changed. */
export function stillChosen(moves: readonly MoveInfo[], chosen: Tokens): string[] {
  return fits(moves, chosen) ? [...chosen] : [];
}
