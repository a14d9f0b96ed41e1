"""The law of an election without a majority of electors (12th Amendment), in the year of a game's votes."""

from __future__ import annotations

from hustings.atlas import states
from hustings.debrief.weights import DISTRICT, SENATORS

__all__ = ["facts_of", "more_than_half"]


def more_than_half(whole: int) -> int:
    """Return the smallest majority of `whole` votes."""
    return whole // 2 + 1


def facts_of(year: str) -> dict[str, int]:
    """Return the numbers of the law in the election of a year.

    Returns:
        electors: The electors of the whole country. elect: The electors that elect a president (12th Amendment).
        union: The states of the year. of_union: The states that elect a president in the House.
        senate: The senators that elect a vice president. district: The electors of the District of Columbia, 0 before
        the 23rd Amendment.

    Examples:
        >>> facts_of("2024")
        {'electors': 538, 'elect': 270, 'union': 50, 'of_union': 26, 'senate': 51, 'district': 3}
        >>> facts_of("1904")
        {'electors': 476, 'elect': 239, 'union': 45, 'of_union': 23, 'senate': 46, 'district': 0}
    """
    votes = states.votes(year)
    electors, union = sum(votes.values()), sum(state != DISTRICT for state in votes)
    return {
        "electors": electors,
        "elect": more_than_half(electors),
        "union": union,
        "of_union": more_than_half(union),
        "senate": more_than_half(SENATORS * union),
        "district": votes.get(DISTRICT, 0),
    }
