"""The figures of one study, with what they were measured on."""

from __future__ import annotations

from dataclasses import dataclass

from hustings.arena.studies.figure import Figure, judged
from hustings.engine.game import Game


@dataclass(frozen=True)
class Findings:
    """The figures of one study; `off` of each allows for all of them."""

    game: Game
    bot: str
    seed: int | str
    figures: tuple[Figure, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "figures", judged(self.figures))

    def part(self, name: str) -> list[Figure]:
        """The figures of one question."""
        return [figure for figure in self.figures if figure.part == name]
