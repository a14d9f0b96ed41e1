"""The contract suite of Hustings, for Whistle Stop."""

from hustings.testing import Corruption, GameSuite, put
from hustings.testing.contract import *
from whistle_stop.record import AHEAD, NOBODY, PLEDGING, RIDING, SPEAKING

CORRUPTIONS = [
    Corruption("a train that stands nowhere", put("state", 0), lambda row: row.phase == SPEAKING),
    Corruption("a state too many", put("holder", NOBODY, 7), lambda row: row.holder[7] == AHEAD),
    Corruption("a pledge without a mark", put("pledge", 1, 0), lambda row: row.phase == PLEDGING and not row.sealed[0]),
    Corruption("a mark on the way", put("sealed", 1, 0), lambda row: row.phase == RIDING),
    Corruption("the voice of a seat that does not play", put("voice", 3, 3), lambda row: row.seats < 4),
    Corruption("a state of a seat that does not play", put("holder", 4, 7), lambda row: row.seats < 4),
]

GAMES = [GameSuite("whistle_stop", sealed=True, corruptions=CORRUPTIONS)]
