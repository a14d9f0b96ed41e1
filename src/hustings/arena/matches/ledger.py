"""Files that preserve finished work, so that a stopped program can continue: JSON lines, and the deals of a match."""

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


def heading(work: str, plans: Sequence[Plan], **settings: Any) -> dict[str, Any]:
    """Return the first line of a file: everything that must be equal if finished work is to be reused."""
    plan = plans[0]
    return {
        f"hustings {work}": FORMAT,
        "game": plan.game.name,
        "rules": plan.game.book.rules,
        "options": plan.game.options,
        "players": plan.seats,
        "seed": plan.seed,
        "entrants": [[entrant.name for entrant in each.entrants] for each in plans],
        **settings,
    }


class Lines:
    """A file of JSON lines: a heading, then one line for each piece of work; an incomplete last line is dropped.

    Args:
        path: The file; None to store nothing.
        heading: The first line. An existing file must begin with the same one.
        work: The kind of work, as errors name it, such as "match".

    Attributes:
        found: The lines that the file already had.

    Raises:
        HustingsError: The file is of a different kind or belongs to different work.
    """

    def __init__(self, path: Path | None, heading: dict[str, Any], work: str) -> None:
        self.found: list[dict[str, Any]] = []
        self._file = None
        if path is None:
            return
        lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
        try:
            first, *self.found = map(json.loads, lines) if lines else [heading]
        except ValueError:
            raise HustingsError(f"{path} is no file of {work} games") from None
        if first != heading:
            raise HustingsError(f"{path} holds another {work}, so this one cannot go on from it")
        self._file = path.open("ab")
        self._file.truncate(sum(len(line) + 1 for line in lines))
        if not lines:
            self.append(heading)

    def append(self, line: dict[str, Any]) -> None:
        """Append a line and flush it to the disk."""
        if self._file is not None:
            self._file.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


class Ledger:
    """The finished deals of a match in a file, with a line for each stopping rule and each piece of work.

    Args:
        path: The file; None to store nothing.
        plans: The match's pairings.

    Attributes:
        blocks: For each plan, the finished games.
        rules: The stopping rules so far.

    Raises:
        HustingsError: The file is of a different kind or belongs to a different match.
    """

    def __init__(self, path: Path | None, plans: Sequence[Plan]) -> None:
        self.blocks: list[list[Block]] = [[] for _ in plans]
        self.rules: list[dict[str, Any]] = []
        self._lines = Lines(path, heading("match", plans), "match")
        try:
            for line in self._lines.found:
                if "rule" in line:
                    self.rules.append(line["rule"])
                    continue
                arrays = (np.array(line[name], np.int64) for name in ("weights", "scores", "lengths"))
                self.blocks[line["pairing"]].append(Block(line["first"], *arrays))
        except (ValueError, KeyError, TypeError, IndexError):
            raise HustingsError(f"{path} is no file of match games") from None

    def register(self, rule: dict[str, Any]) -> list[dict[str, Any]]:
        """Write the stopping rule before the next deal is played, and return all rules so far.

        Each rule comes with the number of deals played before it. If somebody looks at the results and continues the
        match under a different rule, the file therefore shows the change.
        """
        last = {name: value for name, value in self.rules[-1].items() if name != "deals"} if self.rules else None
        if last != rule:
            self.rules.append({**rule, "deals": sum(map(self.done, range(len(self.blocks))))})
            self._lines.append({"rule": self.rules[-1]})
        return self.rules

    def done(self, number: int) -> int:
        """Return the number of finished deals of a plan."""
        return sum(len(block.weights) for block in self.blocks[number])

    def add(self, number: int, block: Block) -> None:
        """Write finished games of the plan with this number."""
        self.blocks[number].append(block)
        weights, scores, lengths = block.weights.tolist(), block.scores.tolist(), block.lengths.tolist()
        self._lines.append({"pairing": number, "first": block.first, "weights": weights, "scores": scores,
                            "lengths": lengths})  # fmt: skip

    def close(self) -> None:
        self._lines.close()
