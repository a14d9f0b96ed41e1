"""The 45 states of 1896 to 1907, for Politics: their votes, their party in 1900, their borders and possible nominees.

The data come from `data/politics_states_1904.json`. Arizona, New Mexico, Oklahoma, the Indian Territory, Alaska and
Hawaii were territories: they have no card and connect no states.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

__all__ = ["ATTESTED", "PARTIES", "YEARS", "State", "states", "water_borders"]

YEARS = ("1904", "1900")
"""The elections whose electoral votes are known."""

PARTIES = ("R", "D")
"""The parties that won states in 1900: Republican and Democratic."""

ATTESTED = "NY"
"""The only state whose nominee is named by the rules of 1904; the other names are our suggestions."""


@dataclass(frozen=True, slots=True)
class State:
    """One state of the Union as it was in 1904.

    Attributes:
        code: The postal code.
        name: The full name.
        party: The party that won the state in 1900: "R" or "D".
        votes: The electoral votes by year.
        neighbours: The codes of the states that it borders on land or along a river.
        nominees: People who might be nominated there, each with a name and an office.
    """

    code: str
    name: str
    party: str
    votes: dict[str, int]
    neighbours: tuple[str, ...]
    nominees: tuple[tuple[str, str], ...]


@cache
def _data() -> dict[str, Any]:
    text = resources.files("hustings.atlas").joinpath("data/politics_states_1904.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def _nominee(text: str) -> tuple[str, str]:
    name, _, office = text.partition(" (")
    return name, office.split(")")[0]


@cache
def states() -> dict[str, State]:
    """Return all 45 states by postal code, in alphabetical order.

    Examples:
        >>> from hustings.atlas.states_1904 import states
        >>> new_york = states()["NY"]
        >>> new_york.votes["1904"], new_york.nominees[0][0]
        (39, 'Theodore Roosevelt')
        >>> sum(state.votes["1904"] for state in states().values())
        476
    """
    found = [
        State(
            row["abbr"],
            row["name"],
            row["party1900"],
            {year: row[f"ev{year}"] for year in YEARS},
            tuple(row["neighbours"]),
            tuple(_nominee(text) for text in row["nominee_suggestions"]),
        )
        for row in _data()["states"]
    ]
    return {state.code: state for state in sorted(found, key=lambda state: state.code)}


@cache
def water_borders() -> tuple[tuple[str, str], ...]:
    """Return pairs of states whose only common border runs through a lake or a sound.

    Examples:
        >>> from hustings.atlas.states_1904 import water_borders
        >>> ("IL", "MI") in water_borders()
        True
    """
    return tuple((first, second) for first, second in _data()["meta"]["optional_water_edges"])
