"""The daily ballot: one deal a day that everybody plays once, with the same cards and the same bots.

A ballot is known by its number, one for each date. Everything else follows from the number: the game, the deal, the
opponents and each of their moves. So the same choices give the same game on every machine.

Examples:
    >>> from datetime import date
    >>> from hustings import daily
    >>> ballot = daily.ballot(daily.number_on(date(2026, 11, 28)))
    >>> ballot.number, ballot.game, ballot.seats
    (125, 'president', 3)
    >>> table = daily.begin(ballot)
    >>> sorted(table.owes)
    [0]
"""

from hustings.daily.ballots import PERSON, Ballot, ballot, date_of, number_on, of_club
from hustings.daily.field import Placing, field
from hustings.daily.playing import begin, bot_move, play, resume, verify
from hustings.daily.streak import streak
from hustings.engine.messages import add_words

__all__ = [
    "PERSON",
    "Ballot",
    "Placing",
    "ballot",
    "begin",
    "bot_move",
    "date_of",
    "field",
    "number_on",
    "of_club",
    "play",
    "resume",
    "streak",
    "verify",
]

add_words("daily", __package__)
