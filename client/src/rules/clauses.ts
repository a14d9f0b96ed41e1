/** The clauses that hold at a table: those whose conditions its options meet. */

import type { ClauseInfo, GameDetail } from '../lib/protocol';

export function clausesFor(game: GameDetail, options: Record<string, string> | null): ClauseInfo[] {
  return game.clauses.filter(
    (clause) => options === null || Object.entries(clause.when).every(([name, wanted]) => options[name] === wanted),
  );
}
