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
from typing import Any

import hustings
from hustings import arena, bots
from hustings.engine.table import Table

ROOT = Path(__file__).resolve().parent.parent
PAGE, FIGURES = ROOT / "docs/small-games.md", ROOT / "docs/small-games.json"
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
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
MOST_SETS = 3200  # information sets of a game whose levels are measured
KEYS = {"random": 0, "newcomer": 40, "canvasser": 40, "thumb": 1}  # choices of a level in each set; searching ones: 4


def level_policy(tree: arena.GameTree, level: str) -> Any:
    """Return the policy of a level, by the frequency of its choices with different keys."""

    def choose(table: Table, seat: int) -> dict[int, float]:
        if level == "random":
            legal = table.legal_actions(seat)
            return dict.fromkeys(legal, 1 / len(legal))
        keys = KEYS.get(level, 4)
        found = Counter(bots.choose(table, seat, level, key).action for key in range(keys))
        return {action: count / keys for action, count in found.items()}

    return tree.policy_of(choose)


def measured(name: str, sizes: dict[str, int], iterations: int) -> dict[str, Any]:
    """Solve a game and measure its levels."""
    tree = arena.GameTree(hustings.game(name, **sizes))
    solution = tree.solve(iterations)
    levels = {}
    if tree.information_sets <= MOST_SETS:
        for level in ("random", *(each.name for each in bots.levels(name) if each.name != "random")):
            gains = tree.gains(level_policy(tree, level))
            levels[level] = round(sum(gains) / len(gains), 4)
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


def tables(found: list[dict[str, Any]]) -> str:
    """Return both tables of the page."""
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


def _gain(levels: dict[str, float], name: str) -> str:
    return f"{abs(levels[name]):.3f}" if name in levels else ""


def _title(one: dict[str, Any]) -> str:
    return f"{one['game']}({', '.join(f'{name}={size}' for name, size in one['sizes'].items())})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measure", action="store_true", help="solve the games anew")
    parser.add_argument("--check", action="store_true", help="fail if the page is not fresh")
    asked = parser.parse_args()
    if asked.measure:
        found = []
        for game in GAMES:
            found.append(measured(*game))
            print(found[-1], file=sys.stderr, flush=True)
        FIGURES.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    head, rest = page.split(BEGIN)
    fresh = head + BEGIN + tables(json.loads(FIGURES.read_text(encoding="utf-8"))) + END + rest.split(END)[1]
    if asked.check and fresh != page:
        sys.exit("docs/small-games.md is not fresh: run scripts/small_games.py")
    PAGE.write_text(fresh, encoding="utf-8")


if __name__ == "__main__":
    main()
