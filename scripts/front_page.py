"""Record the election on the front page of the documentation: docs/front/election.json, with --check compared to it.

$ python scripts/front_page.py

Three bots play U.S. President. The file holds the saved game, the standing after each week, and the map.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import hustings
from generated import ROOT, main
from hustings import bots
from hustings.engine.knowledge import tally_seen

SEED, LEVEL = 33, "alderman"
NAMES = ("Ann", "Bo", "Cy")
SHAPES = ROOT / "client" / "src" / "map" / "shapes.json"


def election() -> dict[str, Any]:
    """Return the saved game and its weeks."""
    table = hustings.game("president").start(seats=len(NAMES), seed=SEED)
    weeks = [standing(table)]
    while not table.over:
        table.play(bots.choose(table, min(table.owes), LEVEL, len(table.log)))
        if table.view(None)["week"] != weeks[-1]["week"]:
            weeks.append(standing(table))
    weeks.append(standing(table))
    saved = {**table.save(), "seats": list(NAMES)}
    return {"saved": saved, "weeks": weeks}


def standing(table: hustings.Table) -> dict[str, Any]:
    """Return what everybody sees of a table: entries of the log, the holders' seats by state, the seats' electors."""
    view = table.view(None)
    holders = {code: int(holder[1:]) - 1 for code, holder in view["holder"].items() if holder}
    return {"entries": len(table.log), "week": view["week"], "holders": holders, "electors": list(tally_seen(table))}


def rounded(path: str) -> str:
    """Return a path with one decimal in each number."""
    return re.sub(r"-?\d*\.\d+", lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), path)


def chart(codes: set[str]) -> dict[str, Any]:
    """Return the map: the states in play one by one, all other land as one path."""
    shapes = json.loads(SHAPES.read_text(encoding="utf-8"))
    land = "".join(state["path"] for code, state in shapes["states"].items() if code not in codes)
    states = {code: {part: state[part] for part in ("path", "x", "y")} for code, state in shapes["states"].items()}
    return {
        "width": shapes["width"],
        "height": shapes["height"],
        "land": rounded(land),
        "states": {code: states[code] for code in sorted(codes)},
    }


if __name__ == "__main__":
    told = election()
    told["map"] = chart(set(told["weeks"][0]["holders"]))
    sys.exit(main(__doc__, {ROOT / "docs" / "front" / "election.json": json.dumps(told, separators=(",", ":")) + "\n"}))
