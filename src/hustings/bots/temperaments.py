"""Temperaments: whether a bot keeps a promise that a game records.

How well a bot plays is its level; this is what it is like to deal with.
"""

from __future__ import annotations

from hustings.bots.search.bargaining import STEADY
from hustings.engine.errors import OptionError

#: by name, more than what a broken word must bring, in the units of the game's `heuristic`; STEADY: it is kept
TEMPERAMENTS = {"steady": STEADY, "opportunist": 40}


def tempted_by(temperament: str) -> int:
    """Return the gain above which a bot of this temperament breaks its word; STEADY if it never does.

    Raises:
        OptionError: There is no such temperament.

    Examples:
        >>> from hustings.bots.temperaments import tempted_by
        >>> tempted_by("steady") < 0 < tempted_by("opportunist")
        True
    """
    if temperament not in TEMPERAMENTS:
        raise OptionError("bot.no_such_temperament", temperament=temperament, temperaments=list(TEMPERAMENTS))
    return TEMPERAMENTS[temperament]
