"""Apportionment of House seats among states, with the census populations.

`data/census_populations.csv` has the apportionment populations of the United States Census Bureau, 1960 to 2020: the
residents of each state, and from 1970 on (except in 1980) people serving overseas who were counted for it. From these
populations `huntington_hill` gives all electoral votes of 1964 to 2028 that `states.votes` has.
"""

from __future__ import annotations

import csv
import heapq
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from importlib import resources

__all__ = [
    "CENSUSES", "HOUSE", "METHODS", "census_of", "electors", "hamilton", "huntington_hill", "populations", "webster",
    "wyoming_house",
]  # fmt: skip

HOUSE = 435
"""The number of seats in the House of Representatives since 1913."""

CENSUSES = tuple(range(1960, 2021, 10))
"""The years of the censuses in the atlas."""

DISTRICT = "DC"
"""The District of Columbia, which is no state. It has no seat in the House. It has as many electors as it would have as
a state, but not more than the smallest state (23rd Amendment)."""

SENATORS = 2


@cache
def _table() -> dict[int, dict[str, int]]:
    text = resources.files("hustings.atlas").joinpath("data/census_populations.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    return {census: {row["state"]: int(row[str(census)]) for row in rows} for census in CENSUSES}


def populations(census: int) -> dict[str, int]:
    """Return the apportionment population of each state and of the District of Columbia.

    Args:
        census: The year of the census: 1960, 1970 and so on to 2020.

    Raises:
        ValueError: The atlas has no such census.

    Examples:
        >>> populations(2020)["WY"]
        577719
    """
    if census not in CENSUSES:
        raise ValueError(f"there is no census of {census} here; there are {', '.join(map(str, CENSUSES))}")
    return dict(_table()[census])


def census_of(election: str) -> int | None:
    """Return the year of the census by which the electors of an election were apportioned; None before 1964.

    Examples:
        >>> census_of("2020"), census_of("2024"), census_of("1904")
        (2010, 2020, None)
    """
    year = int(election)
    return next((census for census in reversed(CENSUSES) if census + 2 <= year), None)


def huntington_hill(people: Mapping[str, int], seats: int) -> dict[str, int]:
    """Apportion seats by the method of equal proportions (Huntington-Hill), in use since 1941.

    Each state gets one seat. Each further seat goes to the state with the largest quotient of its population and the
    geometric mean of n and n + 1, if it has n seats. The comparisons are exact. Of states with equal quotients, the
    first by code gets the seat.

    Args:
        people: The population of each state, above 0.
        seats: Seats to share, at least one for each state.

    Raises:
        ValueError: There are fewer seats than states, or a state has nobody.
    """
    return _by_priority(people, seats, lambda held: held * (held + 1), at_least=1, squared=True)


def webster(people: Mapping[str, int], seats: int, at_least: int = 1) -> dict[str, int]:
    """Apportion seats by the method of major fractions (Webster), used after the censuses of 1840, 1910 and 1930.

    Each seat goes to the state with the largest quotient of its population and n + 1/2, if it has n seats.

    Args:
        people: The population of each state, above 0.
        seats: Seats to share.
        at_least: Seats of every state; the Constitution gives each one.

    Raises:
        ValueError: There are too few seats, or a state has nobody.
    """
    return _by_priority(people, seats, lambda held: 2 * held + 1, at_least=at_least, squared=False)


def hamilton(people: Mapping[str, int], seats: int, at_least: int = 1) -> dict[str, int]:
    """Apportion seats by the method of largest remainders (Hamilton), in use from 1850 to 1900.

    Each state gets the whole part of its share by population, and the seats that are left go to the states with the
    largest fractions. States with a share below `at_least` get that many seats first; the others share the rest. Of
    states with equal fractions, the first by code gets the seat.

    Args:
        people: The population of each state, above 0.
        seats: Seats to share.
        at_least: Seats of every state; the Constitution gives each one.

    Raises:
        ValueError: There are too few seats, or a state has nobody.
    """
    _need(people, seats, at_least)
    result: dict[str, int] = {}
    shares = _shares(people, seats)
    while small := [state for state, share in shares.items() if share < at_least]:
        result.update(dict.fromkeys(small, at_least))
        rest = {state: people[state] for state in people if state not in result}
        shares = _shares(rest, seats - sum(result.values()))
    result.update({state: int(share) for state, share in shares.items()})
    ranked = sorted(shares, key=lambda state: (int(shares[state]) - shares[state], state))
    for state in ranked[: seats - sum(result.values())]:
        result[state] += 1
    return {state: result[state] for state in people}


def _shares(people: Mapping[str, int], seats: int) -> dict[str, Fraction]:
    total = sum(people.values())
    return {state: Fraction(count * seats, total) for state, count in people.items()}


METHODS: Mapping[str, Callable[[Mapping[str, int], int], dict[str, int]]] = {
    "huntington_hill": huntington_hill,
    "hamilton": hamilton,
    "webster": webster,
}
"""The methods of apportionment, by name."""


def _need(people: Mapping[str, int], seats: int, at_least: int) -> None:
    if any(count <= 0 for count in people.values()):
        raise ValueError("seats are shared by population, so that every state needs one above 0")
    if seats < at_least * len(people):
        raise ValueError(f"{seats} seats are too few for {len(people)} states with at least {at_least} each")


def _by_priority(
    people: Mapping[str, int], seats: int, divisor: Callable[[int], int], *, at_least: int, squared: bool
) -> dict[str, int]:
    """Give each seat in turn to the state with the largest priority: its population divided by a divisor.

    divisor   the function from the number of seats that a state has to its divisor.
    at_least  the seats that every state gets first.
    squared   True if `divisor` returns the square of the divisor; then squares are compared, which are exact numbers
              even if the divisor is a square root.
    """
    _need(people, seats, at_least)
    result = dict.fromkeys(people, at_least)

    def claim(state: str) -> tuple[Fraction, str]:
        count = people[state] ** 2 if squared else people[state]
        return -Fraction(count, divisor(result[state])), state

    claims = [claim(state) for state in people]
    heapq.heapify(claims)
    for _ in range(seats - sum(result.values())):
        _, state = claims[0]
        result[state] += 1
        heapq.heapreplace(claims, claim(state))
    return result


def wyoming_house(census: int) -> int:
    """Return the size of the House by the Wyoming rule: all people divided by those of the smallest state, rounded.

    Examples:
        >>> wyoming_house(2020)
        573
    """
    people = _states_alone(census)
    total, least = sum(people.values()), min(people.values())
    return (2 * total + least) // (2 * least)


def _states_alone(census: int) -> dict[str, int]:
    return {state: count for state, count in populations(census).items() if state != DISTRICT}


@cache
def _electors(census: int, method: str, house: int) -> dict[str, int]:
    people = _states_alone(census)
    seats = METHODS[method](people, house)
    result = {state: seats[state] + SENATORS for state in seats}
    total = sum(people.values())
    quota = max(1, round(Fraction(populations(census)[DISTRICT] * house, total)))
    result[DISTRICT] = min(quota + SENATORS, *result.values())
    return result


def electors(census: int, method: str = "huntington_hill", house: int = HOUSE) -> dict[str, int]:
    """Return the electoral votes of each state and of the District of Columbia.

    Args:
        census: The year of the census by which the House is apportioned.
        method: One of `METHODS`.
        house: The number of seats in the House.

    Raises:
        ValueError: There is no such census or method, or the House is too small.

    Examples:
        >>> from hustings.atlas.states import votes
        >>> electors(2010) == votes("2012")
        True
    """
    if method not in METHODS:
        raise ValueError(f"{method!r} is no method of apportionment; there are {', '.join(METHODS)}")
    return dict(_electors(census, method, house))
