"""How many days in a row somebody has played the ballot."""

from __future__ import annotations

from collections.abc import Collection

WEEK = 7  # of so many days one may be missed


def streak(played: Collection[int], today: int) -> int:
    """Return the number of ballots played in a row up to today or yesterday; one missed day in seven is forgiven.

    Args:
        played: The numbers of the ballots played on their day.
        today: The number of today's ballot.

    Examples:
        >>> from hustings import daily
        >>> daily.streak({1, 2, 4, 5}, 5), daily.streak({1, 3, 5}, 5), daily.streak({1, 2}, 3)
        (4, 2, 2)
    """
    count, missed = 0, today + WEEK
    first = min(played, default=today)
    for day in range(today, first - 1, -1):
        if day in played:
            count += 1
        elif day != today:  # today may still be played
            if missed - day < WEEK:
                break
            missed = day
    return count
