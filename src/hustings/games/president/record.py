"""The cards, the pyramids and the record of a game of U.S. President.

A state is a number from 0 to 10, in the order of `CODES`. A size is a number from 0 to 2; a pyramid is worth its size
plus 1 victory points.
"""

from __future__ import annotations

import numpy as np

from hustings.atlas import states
from hustings.engine.record import Schema
from hustings.engine.record.field import FLAG, SEES_OWN, Cube, Matrix, Record, Vector, field, option

APPORTIONMENTS = ("2012", "2024")
CODES = ("MT", "NV", "IA", "CO", "WI", "VA", "NC", "MI", "OH", "PA", "FL")
STATES = len(CODES)
FLORIDA = CODES.index("FL")
SIZE_NAMES = ("small", "medium", "large")
SIZES = len(SIZE_NAMES)
#: electors by [apportionment, state]
ELECTORS = np.array([[states.votes(year)[code] for code in CODES] for year in APPORTIONMENTS], np.int64)

MOST_SEATS = 6
WEEKS = 12
FORECASTS_FROM = 7  # the first week that begins with a forecast of the count
OF_EACH_SIZE = 4
MOST_IN_STATE = 3
FLORIDA_MARGIN = 2
MOST_POINTS = SIZES * MOST_IN_STATE  # the most points of a seat in a state
MOST_ELECTORS = int(ELECTORS.sum(axis=1).max())

NOBODY = MOST_SEATS  # the "holder" of a card that lies beside the map
ABSENT = MOST_SEATS + 1  # the "holder" of a card that is not in this game; only smaller versions leave states out
SEAT_OR_NONE = ("P1", "P2", "P3", "P4", "P5", "P6", None)
HOLDER = (*SEAT_OR_NONE, "absent")
CHOICES = (None, *(f"{size} {state}" for size in SIZE_NAMES for state in CODES))

BY_SEAT, BY_SIZE, BY_STATE = (MOST_SEATS,), (MOST_SEATS, SIZES), (MOST_SEATS, STATES)
BY_BOTH, PLACES = (*BY_STATE, SIZES), ("seat", CODES, SIZE_NAMES)


class State(Record):
    """A game of U.S. President in progress."""

    seats: int = field("i1", (), "how many play", bounds=(2, MOST_SEATS))
    dealt: int = option("how the state cards are dealt (UP-2)", ("equal", "one"))
    overtaken: int = option("what a tie above a card's holder does (UP-7)", ("aside", "keeps"))
    empty_states: int = option("a last player without points there (UP-11)", ("inherit", "aside"))
    votes: int = option("the apportionment printed on the cards", APPORTIONMENTS)
    weeks: int = field("i1", (), "weeks in the whole game (UP-3)", bounds=(1, WEEKS))
    week: int = field("i1", (), "the week being played, from 1; the last one after the end", bounds=(1, WEEKS))
    to_deal: int = field("i1", (), "state cards still to be dealt (UP-2)", bounds=(0, STATES))
    dealing: int = field("i1", (), "who gets the next of them", unit=SEAT_OR_NONE)
    stock: Matrix = field("i1", BY_SIZE, "pyramids left, by size", axes=("seat", SIZE_NAMES), bounds=(0, OF_EACH_SIZE))
    placed: Cube = field("i1", BY_BOTH, "pyramids in each state, by size", axes=PLACES, bounds=(0, MOST_IN_STATE))
    points: Matrix = field(
        "i1", BY_STATE, "victory points in each state", axes=("seat", CODES), bounds=(0, MOST_POINTS)
    )
    removed: Vector = field("i1", BY_SEAT, "pyramids removed (UP-4)", axes=("seat",), bounds=(0, WEEKS - MOST_IN_STATE))
    holder: Vector = field("i1", (STATES,), "who holds each card; nobody: beside the map", unit=HOLDER, axes=(CODES,))
    sealed: Vector = field("i1", BY_SEAT, "1 where this week's choice is sealed (UP-3)", axes=("seat",), bounds=FLAG)
    choice: Vector = field("i1", BY_SEAT, "the sealed choice", sees=SEES_OWN, unit=CHOICES, axes=("seat",))
    remaining: Vector = field("i1", BY_SEAT, "1 for a player still in the count (UP-10)", axes=("seat",), bounds=FLAG)
    counts: int = field("i1", (), "how often the electors were counted (UP-9 to UP-12)", bounds=(0, MOST_SEATS))
    electors: Vector = field(
        "i2", BY_SEAT, "electors at the player's last count", axes=("seat",), bounds=(0, MOST_ELECTORS)
    )
    winner: int = field("i1", (), "the elected president", unit=SEAT_OR_NONE)
    finished: int = field("i1", (), "1 when the game is over", bounds=FLAG)


SCHEMA = Schema("president", State)
