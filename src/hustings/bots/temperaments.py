"""Temperaments: whether a bot keeps its promises, in games that record them; independent of its level of strength."""

from __future__ import annotations

from hustings.bots.search.bargaining import STEADY
from hustings.engine.errors import OptionError

#: for each temperament the gain above which the bot breaks a promise, in units of `heuristic`; STEADY: it never does
TEMPERAMENTS = {"steady": STEADY, "opportunist": 40}


def tempted_by(temperament: str) -> int:
    """Return the gain above which a bot of this temperament breaks a promise; STEADY if it never does.

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
