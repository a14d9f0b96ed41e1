/** The clauses that hold at a table, and which of them is in play. */

import type { ClauseInfo, GameDetail } from '../lib/protocol';
import { fieldsOf, rows, textOf } from '../lib/read';

type Options = Readonly<Record<string, string>> | null;

/** The clauses whose conditions a table's options meet. */
export function clausesFor(game: GameDetail, options: Options): ClauseInfo[] {
  return game.clauses.filter(
    (clause) => options === null || Object.entries(clause.when).every(([name, wanted]) => options[name] === wanted),
  );
}

/** The options in which a table differs from the usual rules, each by its name and its value. */
export function changedIn(game: GameDetail | null, options: Options): string[] {
  return (game?.options ?? []).flatMap(({ name, label, labels, default: usual }) => {
    const chosen = options?.[name] ?? usual;
    return chosen === usual ? [] : [`${label}: ${labels[chosen] ?? chosen}`];
  });
}

/**
 * The clause in play: the first that the game's words have for one of `what`, be it a task or something from their
 * section `in_play` (a card, "over" for the end). There, several may stand for one thing: the first that holds counts.
 */
export function clauseOf(game: GameDetail | null, options: Options, ...what: readonly (string | null | undefined)[]): string | null {
  if (!game) return null;
  const [tasks, others] = [fieldsOf(game.words['tasks']), fieldsOf(game.words['in_play'])];
  const known = clausesFor(game, options).map((clause) => clause.id);
  const wanted = what.flatMap((one) => [fieldsOf(tasks[one ?? ''])['clause'], others[one ?? ''], ...rows(others[one ?? ''])]);
  return wanted.map(textOf).find((id) => id !== null && known.includes(id)) ?? null;
}
