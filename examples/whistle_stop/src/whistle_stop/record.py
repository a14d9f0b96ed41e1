"""The record of Whistle Stop: the fields of a game in progress."""

import numpy as np

from hustings.atlas import states
from hustings.engine.record import Schema
from hustings.engine.record.field import FLAG, SEES_OWN, Record, Vector, field, option

CODES = states.MODERN
ELECTORS = np.array([states.votes("2024")[code] for code in CODES], np.int64)
SIZES = ("small", "middle", "large")
SIZE = np.array([(votes >= 6) + (votes >= 12) for votes in ELECTORS.tolist()], np.int64)  # of each state

MOST_SEATS = 4
STOPS = (8, 5)
VOICE = 16  # minutes each candidate can speak in the whole game
LONGEST = 5  # minutes at one stop
PLEDGING, RIDING, SPEAKING, ARRIVED = range(4)
HOLDERS = (None, "P1", "P2", "P3", "P4", "nobody")  # of a state; None: the train has not come to it
AHEAD, NOBODY = 0, 5


class State(Record):
    """A game of Whistle Stop in progress."""

    seats: int = field("i1", (), "how many play", bounds=(2, MOST_SEATS))
    stops: int = option("how many stops the train makes", tuple(map(str, STOPS)))
    phase: int = field("i1", (), "what is going on", unit=("pledges", "on the way", "speeches", "the end"))
    stop: int = field("i1", (), "the stop the train has come to", bounds=(0, max(STOPS)))
    state: int = field("i1", (), "the state it stands in", unit=(None, *CODES))
    holder: Vector = field("i1", (len(CODES),), "who took each state", unit=HOLDERS, axes=(CODES,))
    voice: Vector = field("i1", (MOST_SEATS,), "minutes left", axes=("seat",), bounds=(0, VOICE))
    sealed: Vector = field("i1", (MOST_SEATS,), "1 where a choice is sealed", axes=("seat",), bounds=FLAG)
    pledge: Vector = field("i1", (MOST_SEATS,), "the states pledged to", SEES_OWN, (None, *SIZES), ("seat",))
    speech: Vector = field("i1", (MOST_SEATS,), "1 + sealed minutes", SEES_OWN, axes=("seat",), bounds=(0, LONGEST + 1))


SCHEMA = Schema("whistle_stop", State)
