"""The differences between a smaller version of a game, for research, and the whole game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Smaller:
    """Limits of a smaller version of a game, compared with the whole game.

    Attributes:
        absent: Words of axes and units that mean things outside this version, such as the codes of states that are left
            out. Observations have no columns for them, and one-hot vectors no places.
        bounds: The least and the greatest value of fields that stay within closer bounds than in the whole game, by
            name.
        words: Words for the holes in the texts of smaller versions ("small" in the words file), by the hole's name.

    Examples:
        >>> from hustings.engine.smaller import Smaller
        >>> Smaller(frozenset({"MT"}), {"week": (1, 2)}, {"weeks": "2 weeks"}).bounds["week"]
        (1, 2)
    """

    absent: frozenset[str] = frozenset()
    bounds: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
