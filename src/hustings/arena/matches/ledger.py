"""Files that go on after a kill: lines of JSON, and a match's finished deals."""

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
    """Return the heading that must be equal for finished work to be reused."""
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
    """A file of JSON lines: a heading, then one line for each piece of work; a torn last line is dropped.

    Args:
        path: The file; None: nothing is stored.
        heading: The first line, which must be equal for the others to be reused.
        work: The work, as an error names it: "match".

    Attributes:
        found: The lines of an earlier call.

    Raises:
        HustingsError: The file holds something else, or other work.
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
        """Write a line to the disk."""
        if self._file is not None:
            self._file.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


class Ledger:
    """Finished deals on disk, a line for each stopping rule and piece of work. path: None: nothing is stored.

    Raises:
        HustingsError: The file holds something else, or another match's deals.
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
        """Write the stopping rule before the next deal is played; return all rules so far, each with the deals before.

        The rule stays as it is when a match goes on from its file, so that a change after a look at the results shows.
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
        """Write the finished games of a plan, by its number."""
        self.blocks[number].append(block)
        weights, scores, lengths = block.weights.tolist(), block.scores.tolist(), block.lengths.tolist()
        self._lines.append({"pairing": number, "first": block.first, "weights": weights, "scores": scores,
                            "lengths": lengths})  # fmt: skip

    def close(self) -> None:
        """Close the file."""
        self._lines.close()
