"""The settings of a search."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from hustings.bots.search.bargaining import STEADY
from hustings.engine.errors import OptionError

#: the least and the greatest value of each setting; both are allowed
RANGES = {
    "iterations": (0, 1_000_000_000),
    "seconds": (0, 86_400),
    "explore": (0, 1000),
    "sample": (0, 1_000_000),
    "lapse": (0, 1),
    "cut": (0, 1_000_000),
    "deepest": (1, 64),
    "sharpen": (0, 16),
    "seldom": (0, 100),
    "exact": (0, 10_000_000),
    "bargains": (0, 1),
    "breaks": (STEADY, 1_000_000),
    "trust": (0, 16),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a search. Without a time limit, settings, view and key determine the move on any machine.

    A setting outside its range in `RANGES` raises OptionError; so does a search with neither iterations nor seconds.

    iterations  the number of worlds to imagine and play out; 0: as many as the time allows.
    seconds     a time limit in addition; 0: none.
    explore     the weight given to moves that were seldom tried.
    sample      in playouts, the number of choices drawn at random, of which the best by heuristic is played; 1: play
                any legal move; 0: play the best of all choices.
    lapse       in playouts, the chance to play any choice instead.
    cut         in playouts, the number of decisions after which the game's estimate replaces the result; 0: never.
    deepest     the greatest depth of a node.
    sharpen     in a sealed round, the move is drawn in proportion to its visits to this power.
    seldom      in a sealed round, a move is never drawn if it has fewer visits than this many hundredths of the most.
    exact       the most steps to solve the end of a game for two exactly; 0: never solve it.
    bargains    1: start deals, in games that have them; 0: only answer deals.
    breaks      the gain above which the bot breaks a promise, by the game's `heuristic`; below 0: it never does.
    trust       with more than two seats, how closely others are expected to follow the rule of thumb: if k moves look
                better than a move, its prior is 1 / (1 + k) to this power. The power is 1 for the seat itself, and for
                both seats in a game for two.
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

    def __post_init__(self) -> None:
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:  # NaN is not either
                raise OptionError(f"the search setting {name!r} must be from {low} to {high}, not {value}")
        if not self.iterations and not self.seconds:
            raise OptionError("a search needs iterations or seconds above 0")

    def at(self, seats: int) -> Settings:
        """Return the settings for a number of seats: `trust` is 1 for two seats, and `exact` is 0 for more than two."""
        return replace(self, trust=1) if seats == 2 else replace(self, exact=0)

    @property
    def vector(self) -> list[float]:
        """The settings that single iterations need, in the order of `memory.EXPLORE` and the indices after it."""
        return [self.explore, self.sample, self.lapse, self.cut, self.deepest, self.exact, self.trust]

    @property
    def habits(self) -> list[int]:
        """The other settings that kernels need, in the order of `memory.ITERATIONS` and the indices after it."""
        return [self.iterations, self.sharpen, self.seldom, self.bargains, self.breaks]

    @classmethod
    def read(cls, text: str) -> Settings:
        """Return the settings in a text such as "iterations=200,lapse=0.2".

        >>> Settings.read("iterations=200,lapse=0.2").lapse
        0.2

        Raises OptionError if there is no such setting or its value is not a number in its range.
        """
        given: dict[str, Any] = {}
        known = {field.name: type(getattr(cls(), field.name)) for field in fields(cls)}
        for part in filter(None, text.split(",")):
            name, _, value = part.partition("=")
            if name not in known:
                raise OptionError(f"a search has no setting {name!r}; it has {', '.join(known)}")
            try:
                given[name] = known[name](value)
            except ValueError:
                raise OptionError(f"the search setting {name!r} must be a number, not {value!r}") from None
        return cls(**given)
