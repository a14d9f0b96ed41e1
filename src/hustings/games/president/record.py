"""The record of a game of U.S. President."""

from __future__ import annotations

from hustings.engine.record import SEES_OWN, Field, Schema
from hustings.games.president.cards import APPORTIONMENTS, CODES, SIZE_NAMES, SIZES, STATES

DEALT = ("equal", "one")
OVERTAKEN = ("aside", "keeps")
MOST_SEATS = 6
WEEKS = 12
MOST_IN_STATE = 3
FLORIDA_MARGIN = 2

NOBODY = MOST_SEATS
ABSENT = MOST_SEATS + 1  # no card of this game: only small set-ups leave states out
SEAT_OR_NONE = ("P1", "P2", "P3", "P4", "P5", "P6", None)
HOLDER = (*SEAT_OR_NONE, "absent")
CHOICES = (None, *(f"{size} {state}" for size in SIZE_NAMES for state in CODES))

SCHEMA = Schema(
    "president",
    [
        Field("seats", "i1", (), "how many play"),
        Field("dealt", "i1", (), "how the state cards are dealt (UP-2)", unit=DEALT),
        Field("overtaken", "i1", (), "what becomes of a card whose holder a tie overtakes (UP-7)", unit=OVERTAKEN),
        Field("votes", "i1", (), "the apportionment printed on the cards", unit=APPORTIONMENTS),
        Field("weeks", "i1", (), "weeks in the whole game (UP-3)"),
        Field("week", "i1", (), "the week being played, from 1; it stays at the last one after the end"),
        Field("to_deal", "i1", (), "state cards still to be dealt (UP-2)"),
        Field("dealing", "i1", (), "who gets the next of them", unit=SEAT_OR_NONE),
        Field("stock", "i1", (MOST_SEATS, SIZES), "pyramids left, by size", axes=("seat", SIZE_NAMES)),
        Field(
            "placed",
            "i1",
            (MOST_SEATS, STATES, SIZES),
            "pyramids standing in each state, by size",
            axes=("seat", CODES, SIZE_NAMES),
        ),
        Field("points", "i1", (MOST_SEATS, STATES), "victory points in each state", axes=("seat", CODES)),
        Field("removed", "i1", (MOST_SEATS,), "pyramids removed from the game (UP-4)", axes=("seat",)),
        Field("holder", "i1", (STATES,), "who holds each card; nobody: beside the map", unit=HOLDER, axes=(CODES,)),
        Field("sealed", "i1", (MOST_SEATS,), "1 where this week's choice is sealed (UP-3)", axes=("seat",)),
        Field("choice", "i1", (MOST_SEATS,), "the sealed choice", sees=SEES_OWN, unit=CHOICES, axes=("seat",)),
        Field("remaining", "i1", (MOST_SEATS,), "1 for a player who has not left in the count (UP-10)", axes=("seat",)),
        Field("counts", "i1", (), "how often the electors were counted (UP-9 to UP-12)"),
        Field("electors", "i2", (MOST_SEATS,), "electors at the last count the player took part in", axes=("seat",)),
        Field("winner", "i1", (), "the elected president", unit=SEAT_OR_NONE),
        Field("finished", "i1", (), "1 when the game is over"),
    ],
)
