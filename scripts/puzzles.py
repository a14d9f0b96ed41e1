"""Finds the weekly puzzles and writes client/src/puzzle/puzzles.json, which only the puzzle page loads.

    python scripts/puzzles.py find combat 2 0 200   measure the positions of games 0 to 199 between two bots
    python scripts/puzzles.py choose                choose the puzzles among all that were found
    python scripts/puzzles.py --check               replay the chosen positions; exit 1 if one is wrong

`find` appends to a file in build/ and can be stopped at any time. Games, positions and measures follow from the seeds,
so a further run finds the same puzzles. tests/arena/test_puzzles.py solves each chosen one again with another key.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections import Counter
from itertools import zip_longest
from pathlib import Path
from typing import Any

import hustings
from hustings import bots
from hustings.arena import puzzles
from hustings.arena.reviewing import judged
from hustings.bots.characters import characters
from hustings.engine import saved
from hustings.engine.table import Table

ROOT = Path(__file__).resolve().parent.parent
FOUND, CHOSEN = ROOT / "build/puzzles", ROOT / "client/src/puzzle/puzzles.json"
NICE = 10
PLAYS = "canvasser"  # plays the games: now and then it leaves the usual paths
OPPONENTS = "thumb"  # plays on if somebody continues a puzzle
FEWEST, MOST = 3, 60  # legal moves
SCREENED = 1500  # iterations of a first search, which leaves out most positions
QUICK_GAP, QUICK_ERRORS = 0.08, 1.0
MOST_ACCEPTED = 2
MANY = 60
#: so many of each game and number of seats, at most
SHARES = {"politics 2": 26, "president 2": 16, "combat 2": 30}
EASY = ("canvasser", "thumb")


def find(name: str, seats: int, first: int, last: int) -> None:
    """Append the clear positions of some games to a file."""
    os.nice(NICE)
    FOUND.mkdir(parents=True, exist_ok=True)
    with (FOUND / f"{name}-{seats}.jsonl").open("a", encoding="utf-8") as out:
        for number in range(first, last):
            seed = f"puzzle {name} {seats} {number}"
            table, count = hustings.game(name).start(seats=seats, seed=seed), 0
            while table.owes:
                seat = min(table.owes)
                if one := puzzle_at(table, seat, f"{seed} {count}"):
                    print(json.dumps(one, ensure_ascii=False), file=out, flush=True)
                table.play(bots.choose(table, seat, PLAYS, f"{seed} {count}"))
                count += 1


def puzzle_at(table: Table, seat: int, key: str) -> dict[str, Any] | None:
    """Return the puzzle of a position, or None if no move is clearly best."""
    legal = len(table.legal(seat))
    if not FEWEST <= legal <= MOST or table.game.book.moves_are_alike(table.view_row(None)):
        return None
    weighed = puzzles.weigh(table, seat, key, 1, SCREENED)
    if not weighed or not weighed.is_clear(QUICK_GAP, QUICK_ERRORS if not weighed.exact else 0.0):
        return None
    weighed = weighed if weighed.exact else puzzles.weigh(table, seat, key)
    if not weighed or not weighed.is_clear() or len(weighed.accepted) > MOST_ACCEPTED:
        return None
    why = judged(table, table.read(_tempting(table, seat, weighed, key)), key)
    if why is None or why.best not in weighed.accepted or why.loss <= 0:
        return None
    others = iter(characters(OPPONENTS))
    cast = [None if one == seat else next(others) for one in range(table.seats)]
    return {
        "key": key,
        "saved": {
            **table.save([one.name if one else "" for one in cast]),
            "bots": [one.level if one else None for one in cast],
        },
        "choices": {one.move: one.share for one in weighed.choices},
        "accepted": list(weighed.accepted),
        "exact": weighed.exact,
        "level": puzzles.lowest_finder(table, seat, weighed.accepted, key),
        "why": {
            "move": why.move,
            "best": why.best,
            "leads": [[one.state, one.better, one.played] for one in why.leads],
            "scores": why.scores,
            "effects": list(why.effects),
        },
    }


def _tempting(table: Table, seat: int, weighed: puzzles.Weighed, key: str) -> str:
    """Return the wrong move that the rule of thumb makes, otherwise the best wrong move."""
    usual = str(bots.choose(table, seat, OPPONENTS, key))
    wrong = [one.move for one in weighed.choices if one.move not in weighed.accepted]
    return usual if usual in wrong else wrong[0]


def choose() -> None:
    """Choose among the puzzles found and write the file."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name, most in SHARES.items():
        path = FOUND / f"{name.replace(' ', '-')}.jsonl"
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        known = [json.loads(line) for line in dict.fromkeys(lines)]
        found[name] = _varied([one for one in known if len(one["accepted"]) <= MOST_ACCEPTED], most)
        print(name, len(lines), "found,", len(found[name]), "taken:", Counter(one["level"] for one in found[name]))
    places = sorted(((k + 0.5) / len(group), name, k) for name, group in found.items() for k in range(len(group)))
    mixed = [found[name][k] for _, name, k in places][:MANY]
    CHOSEN.parent.mkdir(parents=True, exist_ok=True)
    CHOSEN.write_text(written(mixed), encoding="utf-8")
    print(f"wrote {CHOSEN.relative_to(ROOT)}, {len(mixed)} puzzles")


def _varied(found: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """Return some puzzles, easy and hard by turns, at most one of each game and as many kinds of moves as there are."""
    seen: Counter[str] = Counter()
    by_kind: dict[tuple[int, bool], list[dict[str, Any]]] = {}
    for one in found:
        game, kind = one["key"].rsplit(" ", 1)[0], one["accepted"][0].split()[1]
        if seen[game]:
            continue
        seen[game] += 1
        seen[kind] += 1
        by_kind.setdefault((seen[kind], one["level"] in EASY), []).append(one)
    ordered = [one for _, group in sorted(by_kind.items()) for one in group]
    easy = [one for one in ordered if one["level"] in EASY]
    hard = [one for one in ordered if one["level"] not in EASY]
    return [one for pair in zip_longest(easy, hard) for one in pair if one is not None][:most]


def written(chosen: list[dict[str, Any]]) -> str:
    """Return the file: one puzzle a line, so that a change of one is seen."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in chosen)
    return f"[\n{lines}\n]\n"


def faults(chosen: list[dict[str, Any]]) -> list[str]:
    """Return what is wrong with the file's puzzles, each replayed with the present rules."""
    found = [] if len(chosen) == MANY else [f"{len(chosen)} puzzles, not {MANY}"]
    digests = Counter(hashlib.sha256(json.dumps(one["saved"]["log"]).encode()).hexdigest() for one in chosen)
    found += [f"{count} puzzles have one position" for count in digests.values() if count > 1]
    for number, one in enumerate(chosen, 1):
        table, seat = saved.load(one["saved"]), one["saved"]["bots"].index(None)
        legal = {str(move) for move in table.legal(seat)}
        if seat not in table.owes or legal != set(one["choices"]):
            found.append(f"puzzle {number}: its choices are not the legal moves")
        if not set(one["accepted"]) < legal or one["why"]["best"] not in one["accepted"]:
            found.append(f"puzzle {number}: its answers are not some of its choices")
        if one["level"] not in {None, *(level.name for level in bots.levels(table.game.name))}:
            found.append(f"puzzle {number}: the game has no level {one['level']}")
    return found


def main() -> int:
    """Find, choose or check."""
    match sys.argv[1:]:
        case ["find", name, seats, first, last]:
            find(name, int(seats), int(first), int(last))
        case ["choose"]:
            choose()
        case ["--check"]:
            wrong = faults(json.loads(CHOSEN.read_text("utf-8")))
            print("\n".join(wrong), end="\n" if wrong else "")
            return int(bool(wrong))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
