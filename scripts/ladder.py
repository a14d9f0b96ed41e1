"""Write the ladder of bots, docs/ladder.md, from the result files in docs/ladder: python scripts/ladder.py [--check]

The ratings also go to src/hustings/clubs/anchors.json.

A result file is what `hustings match GAME --seats A,B,... --keep docs/ladder/NAME.jsonl` has stored. Anybody can add
files, also with bots of their own. Files of one game with the same options and players make one table.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import hustings
from generated import ROOT
from generated import main as write_or_check
from hustings.arena import Entrant
from hustings.arena.matches.plan import Block, Plan
from hustings.arena.matches.rating import ratings
from hustings.bots import LEVELS

FOLDER, PAGE = ROOT / "docs/ladder", ROOT / "docs/ladder.md"
ANCHORS = ROOT / "src/hustings/clubs/anchors.json"
HEAD = """# The ladder

Every level and the [trained policy](training.md) `learned`, rated in Elo points from matches on the same deals in every
seat. The mean is 0, and 100 points more win 64 games of 100 between two. Ratings follow Bradley and Terry, with Luce's
extension to more than two sides; their 95 % intervals come from drawing deals again.
"""
TAIL = """
## Add your bot

Play it against levels of the ladder, and name a seed of your own. `--keep` stores every deal and the stopping rule:

```console
$ hustings match president --seats my_bots:careful,boss,thumb --seed careful --keep docs/ladder/careful.jsonl
$ python scripts/ladder.py
```

The script writes this page from every file in `docs/ladder`. It refuses a file that is damaged, of other rules, or
played on the deals of another. Send both files. The same command with the same bot repeats the results, so anybody can
check them.
"""
#: by game: a sentence below its table, about results of earlier versions of the bots
NOTES = {"mudslinger": "Played by an earlier rule of thumb, which did not yet spend dollars without later use."}

Results = list[tuple[Plan, Block]]


def read(path: Path) -> Results:
    """Return the pairings of a result file; ValueError with a sentence if the file is no result of today's rules."""
    try:
        heading, *lines = map(json.loads, path.read_text("utf-8").splitlines())
        game = hustings.game(heading["game"], **heading["options"])
        pairings = [tuple(Entrant(name, 0.0) for name in names) for names in heading["entrants"]]
        plans = [Plan(game, heading["players"], names, heading["seed"]) for names in pairings]
        parts: list[list[Block]] = [[] for _ in plans]
        for line in lines:
            if "rule" not in line:
                arrays = (np.array(line[name], np.int64) for name in ("weights", "scores", "lengths"))
                parts[line["pairing"]].append(Block(line["first"], *arrays))
        results = [(plan, Block.joined(blocks)) for plan, blocks in zip(plans, parts, strict=True) if blocks]
        if heading["rules"] != game.book.rules:
            raise ValueError(f"rules {heading['rules']} instead of {game.book.rules}")
        for plan, block in results:
            if block.weights.shape[1:] != (plan.games_a_deal, plan.seats) or block.weights.min() < 0:
                raise ValueError("the shares fit no game")
            if not block.weights.sum(-1).all():
                raise ValueError("a game has no shares")
    except (ValueError, LookupError, TypeError, hustings.HustingsError) as error:
        raise ValueError(f"{path.name} is no result file: {error}") from None
    return results


def page(paths: Sequence[Path]) -> str:
    """Return the page of some result files; ValueError with a sentence if they do not fit together."""
    tables: dict[tuple[hustings.Game, int], Results] = {}
    seen: set[tuple[object, ...]] = set()
    for plan, block in (each for path in paths for each in read(path)):
        deals = (plan.game, plan.seats, plan.seed, *sorted(entrant.name for entrant in plan.entrants))
        if deals in seen:
            raise ValueError(f"{plan.name} was played twice on the deals of seed {plan.seed!r}")
        seen.add(deals)
        tables.setdefault((plan.game, plan.seats), []).append((plan, block))
    ordered = sorted(tables.items(), key=lambda one: (one[0][0].title, one[0][0].chosen, one[0][1]))
    return HEAD + "".join(_table(game, seats, results) for (game, seats), results in ordered) + TAIL


def _table(game: hustings.Game, seats: int, results: Results) -> str:
    names = list(dict.fromkeys(entrant.name for plan, _ in results for entrant in plan.entrants))
    together = {names[0]}
    for _ in names:
        met = [{entrant.name for entrant in plan.entrants} for plan, _ in results]
        together = together.union(*(each for each in met if each & together))
    if len(together) < len(names):
        raise ValueError(f"{game.title}: no chain of games leads from {names[0]} to {set(names) - together}")
    who = [[names.index(entrant.name) for entrant in plan.entrants] for plan, _ in results]
    found = ratings(len(names), [(each, *one) for each, one in zip(who, results, strict=True)])
    defaults = hustings.game(game.name).options
    other = [f"{name} {value}" for name, value in game.options.items() if value != defaults.get(name)]
    lines = [f"\n## {', '.join([game.title, f'{seats} players', *other])}\n", "| bot | rating | 95 % | games |"]
    lines.append("| --- | ---: | ---: | ---: |")
    for number in sorted(range(len(names)), key=lambda k: -found[k][0]):
        games = sum(block.lengths.size for each, (_, block) in zip(who, results, strict=True) if number in each)
        name, (rating, (low, high)) = names[number], found[number]
        title = f"{LEVELS[name].title} (`{name}`)" if name in LEVELS else f"`{name}`"
        lines.append(f"| {title} | {round(rating):+d} | {low:+.0f} to {high:+.0f} | {games:,} |")
    if game.name in NOTES:
        lines += ["", NOTES[game.name]]
    return "\n".join(lines) + "\n"


def anchors(told: str) -> str:
    """Return the levels' ratings of each game from the page, by which clubs rate their members."""
    found: dict[str, dict[str, int]] = {}
    for name in sorted({path.stem.partition("-")[0] for path in FOLDER.glob("*.jsonl")}):
        part = told.partition(f"\n## {hustings.game(name).title}, ")[2].partition("\n## ")[0]
        rows = re.findall(r"^\| .*\(`(\w+)`\) \| ([+-]\d+) \|", part, re.MULTILINE)
        if rows:
            found[name] = {level: int(rating) for level, rating in rows}
    return json.dumps(found, indent=1) + "\n"


if __name__ == "__main__":
    try:
        told = page(sorted(FOLDER.glob("*.jsonl")))
        sys.exit(write_or_check(__doc__, {PAGE: told, ANCHORS: anchors(told)}))
    except ValueError as complaint:
        sys.exit(str(complaint))
