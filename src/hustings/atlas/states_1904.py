"""The 45 states of 1896 to 1907: votes, the party of 1900, borders, and the people a card may name.

The figures come from `data/politics_states_1904.json`. Arizona, New Mexico, Oklahoma, the Indian Territory, Alaska and
Hawaii were territories: they have no card and join no states.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

#: the years whose votes are known, and the parties by which the states voted in 1900
YEARS = ("1904", "1900")
PARTIES = ("R", "D")
#: the one state whose nominee the old rules name themselves; all other names are suggestions of ours
ATTESTED = "NY"


@dataclass(frozen=True, slots=True)
class State:
    """One state.

    votes       electoral votes by year.
    party       "R" or "D": how it voted in 1900.
    neighbours  codes of the states it borders on land or along a river.
    nominees    who might be nominated, each a name and an office.
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
    """All states by code, by the alphabet of their codes.

    >>> states()["NY"].votes["1904"], states()["NY"].nominees[0][0], sum(s.votes["1904"] for s in states().values())
    (39, 'Theodore Roosevelt', 476)
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
    """Pairs of states that meet only in a lake or a sound."""
    return tuple((first, second) for first, second in _data()["meta"]["optional_water_edges"])
