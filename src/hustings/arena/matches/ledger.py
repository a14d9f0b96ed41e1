"""A match's file of finished deals: after a kill the match resumes and gives equal results."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hustings.arena.matches.plan import Block, Plan
from hustings.engine.errors import HustingsError

FORMAT = 1


def _heading(plans: Sequence[Plan]) -> dict[str, Any]:
    """Return the heading that must be equal for deals to be reused."""
    plan = plans[0]
    return {
        "hustings match": FORMAT,
        "game": plan.game.name,
        "rules": plan.game.book.rules,
        "options": plan.game.options,
        "players": plan.seats,
        "seed": plan.seed,
        "entrants": [[entrant.name for entrant in each.entrants] for each in plans],
    }


class Ledger:
    """Finished deals on disk: a line of JSON that names the match, its stopping rule, then one for each piece of work.

    path  None: nothing is kept.
    Raises HustingsError where the file holds something else, or another match's deals.
    """

    def __init__(self, path: Path | None, plans: Sequence[Plan]) -> None:
        self.blocks: list[list[Block]] = [[] for _ in plans]
        self.rules: list[dict[str, Any]] = []
        self._file = None
        if path is None:
            return
        heading = _heading(plans)
        whole = self._taken_over(path, heading) if path.exists() else 0
        self._file = path.open("ab")
        self._file.truncate(whole)
        if not whole:
            self._append(heading)

    def register(self, rule: dict[str, Any]) -> list[dict[str, Any]]:
        """Write the stopping rule before the next deal is played; return all rules so far, each with the deals before.

        The rule stays as it is when a match goes on from its file, so that a change after a look at the results shows.
        """
        last = {name: value for name, value in self.rules[-1].items() if name != "deals"} if self.rules else None
        if last != rule:
            self.rules.append({**rule, "deals": sum(map(self.done, range(len(self.blocks))))})
            if self._file is not None:
                self._append({"rule": self.rules[-1]})
        return self.rules

    def add(self, number: int, block: Block) -> None:
        """Write the finished games of a plan, by its number."""
        self.blocks[number].append(block)
        if self._file is not None:
            weights, scores, lengths = block.weights.tolist(), block.scores.tolist(), block.lengths.tolist()
            self._append({"pairing": number, "first": block.first, "weights": weights, "scores": scores,
                          "lengths": lengths})  # fmt: skip

    def done(self, number: int) -> int:
        """Return the number of finished deals of a plan."""
        return sum(len(block.weights) for block in self.blocks[number])

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _append(self, line: dict[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _taken_over(self, path: Path, heading: dict[str, Any]) -> int:
        """Read the lines of an earlier call; return the number of bytes in whole lines."""
        lines = path.read_bytes().split(b"\n")[:-1]  # what follows the last end of a line was torn off
        if not lines:
            return 0
        try:
            if json.loads(lines[0]) != heading:
                raise HustingsError(f"{path} holds the deals of another match, so this one cannot go on from it")
            for line in map(json.loads, lines[1:]):
                if "rule" in line:
                    self.rules.append(line["rule"])
                    continue
                arrays = (np.array(line[name], np.int64) for name in ("weights", "scores", "lengths"))
                self.blocks[line["pairing"]].append(Block(line["first"], *arrays))
        except (ValueError, KeyError, TypeError, IndexError):
            raise HustingsError(f"{path} is no file of a match's deals") from None
        return sum(len(line) + 1 for line in lines)
