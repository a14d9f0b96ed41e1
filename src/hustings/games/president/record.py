"""The record of a game of U.S. President."""

from __future__ import annotations

from hustings.engine.record import Schema
from hustings.engine.record.field import FLAG, SEES_OWN, Field
from hustings.games.president.cards import APPORTIONMENTS, CODES, ELECTORS, OF_EACH_SIZE, SIZE_NAMES, SIZES, STATES

DEALT = ("equal", "one")
OVERTAKEN = ("aside", "keeps")
EMPTY_STATES = ("inherit", "aside")
MOST_SEATS = 6
WEEKS = 12
MOST_IN_STATE = 3
FLORIDA_MARGIN = 2

NOBODY = MOST_SEATS
ABSENT = MOST_SEATS + 1  # no card of this game: only small set-ups leave states out
SEAT_OR_NONE = ("P1", "P2", "P3", "P4", "P5", "P6", None)
HOLDER = (*SEAT_OR_NONE, "absent")
CHOICES = (None, *(f"{size} {state}" for size in SIZE_NAMES for state in CODES))

BY_SEAT, BY_SIZE, BY_STATE = (MOST_SEATS,), (MOST_SEATS, SIZES), (MOST_SEATS, STATES)
BY_ALL, PLACES = (*BY_STATE, SIZES), ("seat", CODES, SIZE_NAMES)
MOST_POINTS = SIZES * MOST_IN_STATE  # in a state
MOST_ELECTORS = int(ELECTORS.sum(axis=1).max())

SCHEMA = Schema(
    "president",
    [
        Field("seats", "i1", (), "how many play", bounds=(2, MOST_SEATS)),
        Field("dealt", "i1", (), "how the state cards are dealt (UP-2)", unit=DEALT, option=True),
        Field("overtaken", "i1", (), "what a tie above a card's holder does (UP-7)", unit=OVERTAKEN, option=True),
        Field("empty_states", "i1", (), "a last player without points there (UP-11)", unit=EMPTY_STATES, option=True),
        Field("votes", "i1", (), "the apportionment printed on the cards", unit=APPORTIONMENTS, option=True),
        Field("weeks", "i1", (), "weeks in the whole game (UP-3)", bounds=(1, WEEKS)),
        Field("week", "i1", (), "the week being played, from 1; the last one after the end", bounds=(1, WEEKS)),
        Field("to_deal", "i1", (), "state cards still to be dealt (UP-2)", bounds=(0, STATES)),
        Field("dealing", "i1", (), "who gets the next of them", unit=SEAT_OR_NONE),
        Field("stock", "i1", BY_SIZE, "pyramids left, by size", axes=("seat", SIZE_NAMES), bounds=(0, OF_EACH_SIZE)),
        Field("placed", "i1", BY_ALL, "pyramids in each state, by size", axes=PLACES, bounds=(0, MOST_IN_STATE)),
        Field("points", "i1", BY_STATE, "victory points in each state", axes=("seat", CODES), bounds=(0, MOST_POINTS)),
        Field("removed", "i1", BY_SEAT, "pyramids removed (UP-4)", axes=("seat",), bounds=(0, WEEKS - MOST_IN_STATE)),
        Field("holder", "i1", (STATES,), "who holds each card; nobody: beside the map", unit=HOLDER, axes=(CODES,)),
        Field("sealed", "i1", BY_SEAT, "1 where this week's choice is sealed (UP-3)", axes=("seat",), bounds=FLAG),
        Field("choice", "i1", BY_SEAT, "the sealed choice", sees=SEES_OWN, unit=CHOICES, axes=("seat",)),
        Field("remaining", "i1", BY_SEAT, "1 for a player still in the count (UP-10)", axes=("seat",), bounds=FLAG),
        Field("counts", "i1", (), "how often the electors were counted (UP-9 to UP-12)", bounds=(0, MOST_SEATS)),
        Field(
            "electors", "i2", BY_SEAT, "electors at the player's last count", axes=("seat",), bounds=(0, MOST_ELECTORS)
        ),
        Field("winner", "i1", (), "the elected president", unit=SEAT_OR_NONE),
        Field("finished", "i1", (), "1 when the game is over", bounds=FLAG),
    ],
)
