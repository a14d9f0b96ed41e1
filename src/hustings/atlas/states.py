"""The names of the states, their electoral votes by election, and their places on a map of tiles.

The votes come from `data/electoral_votes.csv`. It has a column for each span of elections that share an apportionment.
"""

from __future__ import annotations

import csv
import json
from functools import cache
from importlib import resources

__all__ = ["MODERN", "NAMES", "span_of", "spans", "votes"]

NAMES = {
    "AK": "Alaska", "AL": "Alabama", "AR": "Arkansas", "AZ": "Arizona", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DC": "District of Columbia", "DE": "Delaware", "FL": "Florida", "GA": "Georgia",
    "HI": "Hawaii", "IA": "Iowa", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "KS": "Kansas", "KY": "Kentucky",
    "LA": "Louisiana", "MA": "Massachusetts", "MD": "Maryland", "ME": "Maine", "MI": "Michigan", "MN": "Minnesota",
    "MO": "Missouri", "MS": "Mississippi", "MT": "Montana", "NC": "North Carolina", "ND": "North Dakota",
    "NE": "Nebraska", "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NV": "Nevada", "NY": "New York",
    "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania", "RI": "Rhode Island",
    "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VA": "Virginia",
    "VT": "Vermont", "WA": "Washington", "WI": "Wisconsin", "WV": "West Virginia", "WY": "Wyoming",
}  # fmt: skip
"""The names of the 50 states and DC, by postal code."""

MODERN = tuple(sorted(NAMES))
"""The postal codes of the 50 states and DC, in alphabetical order."""


@cache
def _columns() -> dict[str, dict[str, int]]:
    text = resources.files("hustings.atlas").joinpath("data/electoral_votes.csv").read_text(encoding="utf-8")
    table = list(csv.DictReader(text.splitlines()))
    spans = [name for name in table[0] if name != "state"]
    return {span: {row["state"]: int(row[span]) for row in table if row[span]} for span in spans}


def _covers(span: str, year: int) -> bool:
    first, _, last = span.partition("-")
    century = first[:2]
    end = int(last if len(last) == 4 else century + last) if last else int(first)
    return int(first) <= year <= end


@cache
def spans() -> tuple[str, ...]:
    """Return the spans of elections that share an apportionment, such as "2012-20", the earliest first."""
    return tuple(_columns())


def span_of(year: str) -> str:
    """Return the span of elections that a year belongs to; raise ValueError if the atlas has none.

    >>> span_of("2016")
    '2012-20'
    """
    found = next((span for span in _columns() if _covers(span, int(year))), None)
    if found is None:
        raise ValueError(f"there are no electoral votes for {year!r}; the spans known are {', '.join(_columns())}")
    return found


@cache
def tiles() -> dict[str, tuple[int, int]]:
    """Return the column and row of each state on a map of square tiles.

    >>> tiles()["AK"], tiles()["FL"]
    ((0, 0), (8, 7))
    """
    text = resources.files("hustings.atlas").joinpath("data/state_tiles.json").read_text(encoding="utf-8")
    return {state: (column, row) for state, (column, row) in json.loads(text).items()}


@cache
def votes(year: str) -> dict[str, int]:
    """Return the electoral votes of each state in the election of `year`, by postal code.

    Args:
        year: A presidential election from the atlas, as text, such as "2012".

    Raises:
        ValueError: The atlas has no figures for that year; the message lists the spans it has.

    Examples:
        >>> from hustings.atlas.states import MODERN, votes
        >>> votes("2012")["TX"], sum(votes("2012")[state] for state in MODERN)
        (38, 538)
    """
    return {state: count for state, count in _columns()[span_of(year)].items() if state != "TOTAL"}
