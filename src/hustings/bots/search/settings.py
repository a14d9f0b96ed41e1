"""The settings of a search."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from hustings.bots.search.bargaining import STEADY
from hustings.engine.errors import OptionError


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a search. Without a time limit, settings, view and key decide the move on any machine.

    iterations  how many worlds it imagines and plays out; 0: no limit but time.
    seconds     a time limit on top; 0: none.
    explore     how much moves that were seldom tried are favoured.
    sample      playouts: the best by heuristic of so many choices drawn at random is made; 1: any legal move, 0: the
                best of all choices.
    lapse       playouts: how often any choice is made instead.
    cut         playouts: after so many decisions the game's estimate stands for the end; 0: never.
    deepest     the deepest node.
    sharpen     in a sealed round the move is drawn by visits to this power,
    seldom      but none that was tried less often than this many hundredths of the visits of the most tried.
    bargains    1, businesslike: starts deals where the game knows any; 0, quiet: only answers them.
    breaks      below 0, steady: keeps its word; else, opportunist: breaks it where that brings more, by the heuristic.
    exact       the end of a game of two is solved where that takes no more steps than this; 0: never.
    trust       how far others are expected to follow the rule of thumb where more than two play: the prior of a move
                that only k look better than is 1 / (1 + k) to this power. For a seat itself, and for both of two: 1.
    """

    iterations: int = 1000
    seconds: float = 0.0
    explore: float = 1.0
    sample: int = 0
    lapse: float = 0.1
    cut: int = 0
    deepest: int = 64
    sharpen: int = 3
    seldom: int = 0
    exact: int = 60_000
    bargains: int = 1
    breaks: int = STEADY
    trust: int = 2

    def at(self, seats: int) -> Settings:
        """Return the settings for a number of seats: ends are solved for two, others are trusted with more."""
        return replace(self, trust=1) if seats == 2 else replace(self, exact=0)

    @property
    def vector(self) -> npt.NDArray[np.float64]:
        """Return the numbers that the kernels read, by the constants below."""
        told = (self.explore, self.sample, self.lapse, self.cut, self.deepest, self.exact, self.trust)
        return np.array(told, np.float64)

    @classmethod
    def read(cls, text: str) -> Settings:
        """Read settings from a text.

        >>> Settings.read("iterations=200,lapse=0.2").lapse
        0.2

        Raises OptionError for what is no setting or has no such value.
        """
        settings, known = cls(), {field.name: type(getattr(cls(), field.name)) for field in fields(cls)}
        for part in filter(None, text.split(",")):
            name, _, value = part.partition("=")
            if name not in known:
                raise OptionError(f"a search has no setting {name!r}; it has {', '.join(known)}")
            try:
                settings = replace(settings, **{name: known[name](value)})
            except ValueError:
                raise OptionError(f"the search setting {name!r} must be a number, not {value!r}") from None
        if min(settings.iterations, settings.seconds) < 0 or max(settings.iterations, settings.seconds) <= 0:
            raise OptionError("a search needs iterations or seconds above 0")
        return settings


EXPLORE, SAMPLE, LAPSE, CUT, DEEPEST, EXACT, TRUST = range(7)
