"""Solves small games and measures how much a best response gains against each level: docs/small-games.md.

    python scripts/small_games.py [--measure] [--check]

Measuring takes some minutes. The figures lie beside the page as JSON, and the page's table follows from them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from statistics import mean
from typing import Any

import hustings
from hustings import arena, bots
from hustings.arena.matches.entrants import Entrant
from hustings.engine.table import Table

ROOT = Path(__file__).resolve().parent.parent
PAGE, FIGURES = ROOT / "docs/small-games.md", ROOT / "docs/small-games.json"
BEGIN, BEGIN_POSITIONS = "<!-- figures -->\n", "<!-- positions -->\n"
END = "<!-- end of figures -->\n"
#: game, its sizes, iterations
GAMES = (
    ("president", {"weeks": 2, "states": 2}, 2000),
    ("president", {"weeks": 2, "states": 3}, 2000),
    ("president", {"weeks": 3, "states": 2}, 2000),
    ("president", {"weeks": 3, "states": 3}, 500),
    ("combat", {"cards": 4}, 2000),
    ("politics", {"cards": 6}, 2000),
    ("politics", {"cards": 7}, 500),
)
#: game, its sizes, deals; None: all deals
FROM_THE_END: tuple[tuple[str, dict[str, int], int | None], ...] = (
    ("president", {"weeks": 3, "states": 3}, None),
    ("president", {"weeks": 5, "states": 3}, None),
    ("president", {"weeks": 4, "states": 4}, None),
)
MOST_SETS = 3200  # information sets of a game whose levels are measured
KEYS, SLOW_KEYS = 100, 20  # choices of a level in each set; of the two levels that search most
SLOW = ("boss", "kingmaker")


def exploited(tree: arena.GameTree, level: str) -> list[float]:
    """Return the exploitability of a level, or two numbers between which it lies: one on average below, one above.

    The policy of a searching level is the frequency of its choices with different keys. The best response to all of
    them overrates the exploitability. The response to one half of the keys, played against the other half, underrates
    it.
    """
    if level == "random":
        uniform = tree.policy_of(lambda table, seat: dict.fromkeys(legal := table.legal_actions(seat), 1 / len(legal)))
        return [mean(tree.gains(uniform))]
    entrant, keys = Entrant.read(level), SLOW_KEYS if level in SLOW else KEYS
    halves = [sampled(tree, entrant, range(half, keys, 2)) for half in range(2)]
    below = (mean(tree.gains(*halves)) + mean(tree.gains(*halves[::-1]))) / 2
    return sorted([max(0.0, below), mean(tree.gains((halves[0] + halves[1]) / 2))])


def sampled(tree: arena.GameTree, entrant: Entrant, keys: range) -> Any:
    """Return the frequency of an entrant's choices with some keys, as a policy."""

    def choose(table: Table, seat: int) -> dict[int, float]:
        found = Counter(entrant.action(table, seat, key) for key in keys)
        return {action: count / len(keys) for action, count in found.items()}

    return tree.policy_of(choose)


def measured(name: str, sizes: dict[str, int], iterations: int) -> dict[str, Any]:
    """Solve a game and measure its levels."""
    tree = arena.GameTree(hustings.game(name, **sizes))
    solution = tree.solve(iterations)
    levels = {}
    if tree.information_sets <= MOST_SETS:
        for level in ("random", *(each.name for each in bots.levels(name) if each.name != "random")):
            levels[level] = [round(bound, 4) for bound in exploited(tree, level)]
    return {
        "game": name,
        "sizes": sizes,
        "nodes": tree.nodes,
        "sets": tree.information_sets,
        "iterations": iterations,
        "value": round(solution.values[0], 5),
        "exploitability": float(f"{solution.exploitability:.2g}"),
        "levels": levels,
    }


def induced(name: str, sizes: dict[str, int], deals: int | None) -> dict[str, Any]:
    """Solve a game from the end."""
    solved = arena.backward_induction(hustings.game(name, **sizes), deals)
    return {
        "game": name,
        "sizes": sizes,
        "deals": deals,
        "positions": solved.positions,
        "value": round(solved.value, 5),
        "error": round(solved.error, 5),
        "bound": float(f"{solved.bound:.1g}"),
    }


def positions(found: list[dict[str, Any]]) -> str:
    """Return the table of games solved from the end."""
    lines = ["| game | deals | positions | P1's share | exploitability at most |", "|---|---|---|---|---|"]
    for one in found:
        share = f"{one['value']:.4f}" + (f" ± {one['error']:.4f}" if one["deals"] else "")
        cells = (
            _title(one),
            one["deals"] or "all",
            f"{one['positions']:,}",
            share,
            f"{one['bound']:.0e}" if one["bound"] else "0",
        )
        lines.append("| `{}` | {} | {} | {} | {} |".format(*cells))
    return "\n".join(lines) + "\n"


def trees(found: list[dict[str, Any]]) -> str:
    """Return the tables of games solved on their trees, and of the levels."""
    lines = ["| game | nodes | information sets | P1's share | exploitability |", "|---|---|---|---|---|"]
    for one in found:
        exact = f"{one['exploitability']:.1e}, {one['iterations']} iterations"
        lines.append(f"| `{_title(one)}` | {one['nodes']:,} | {one['sets']:,} | {one['value']:.4f} | {exact} |")
    names = list(dict.fromkeys(name for one in found for name in one["levels"]))
    lines += ["", "| game | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    for one in found:
        if one["levels"]:
            lines.append(f"| `{_title(one)}` | " + " | ".join(_gain(one["levels"], name) for name in names) + " |")
    return "\n".join(lines) + "\n"


def _gain(levels: dict[str, list[float]], name: str) -> str:
    return " to ".join(dict.fromkeys(f"{bound:.3f}" for bound in levels.get(name, [])))


def _title(one: dict[str, Any]) -> str:
    return f"{one['game']}({', '.join(f'{name}={size}' for name, size in one['sizes'].items())})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measure", action="store_true", help="solve the games anew")
    parser.add_argument("--check", action="store_true", help="fail if the page is not fresh")
    asked = parser.parse_args()
    if asked.measure:
        found: dict[str, list[dict[str, Any]]] = {"trees": [], "positions": []}
        for game in GAMES:
            found["trees"].append(measured(*game))
            print(found["trees"][-1], file=sys.stderr, flush=True)
        for large in FROM_THE_END:
            found["positions"].append(induced(*large))
            print(found["positions"][-1], file=sys.stderr, flush=True)
        FIGURES.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    figures, fresh = json.loads(FIGURES.read_text(encoding="utf-8")), page
    for begin, table in ((BEGIN, trees(figures["trees"])), (BEGIN_POSITIONS, positions(figures["positions"]))):
        head, rest = fresh.split(begin)
        fresh = head + begin + table + END + rest.split(END, 1)[1]
    if asked.check and fresh != page:
        sys.exit("docs/small-games.md is not fresh: run scripts/small_games.py")
    PAGE.write_text(fresh, encoding="utf-8")


if __name__ == "__main__":
    main()
