"""The record of Whistle Stop: the fields of a game in progress."""

import numpy as np

from hustings.atlas import states
from hustings.engine.record import Schema
from hustings.engine.record.field import FLAG, SEES_OWN, Field

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

SCHEMA = Schema(
    "whistle_stop",
    [
        Field("seats", "i1", meaning="how many play", bounds=(2, MOST_SEATS)),
        Field("stops", "i1", meaning="how many stops the train makes", unit=tuple(map(str, STOPS)), option=True),
        Field("phase", "i1", meaning="what is going on", unit=("pledges", "on the way", "speeches", "the end")),
        Field("stop", "i1", meaning="the stop the train has come to", bounds=(0, max(STOPS))),
        Field("state", "i1", meaning="the state it stands in", unit=(None, *CODES)),
        Field("holder", "i1", (len(CODES),), "who took each state", unit=HOLDERS, axes=(CODES,)),
        Field("voice", "i1", (MOST_SEATS,), "minutes left", axes=("seat",), bounds=(0, VOICE)),
        Field("sealed", "i1", (MOST_SEATS,), "1 where a choice is sealed", axes=("seat",), bounds=FLAG),
        Field("pledge", "i1", (MOST_SEATS,), "the states pledged to", SEES_OWN, (None, *SIZES), ("seat",)),
        Field("speech", "i1", (MOST_SEATS,), "1 + sealed minutes", SEES_OWN, axes=("seat",), bounds=(0, LONGEST + 1)),
    ],
)
