"""Ballots by number: the date, the game, the opponents and the keys of each (`epochs.json`).

An epoch says what is played from a number on, until the next epoch. A new rotation or a new version of the rules is a
new epoch, so a past ballot never changes.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from importlib.resources import files
from typing import Any

from hustings.bots.characters import CHARACTERS, Character
from hustings.engine.errors import OptionError
from hustings.engine.game import Game
from hustings.engine.game import game as game_of
from hustings.engine.kernels.chance import Seeded, draw

PERSON = 0  #: the seat of the person; bots have all others
BALLOTS = 0  # the stream of the base key with the keys of the ballots
FIRST_BOT = 1000  # in a ballot's key, the stream of seat 0's bot; each further seat has the next stream


def _read() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(files(__package__).joinpath("epochs.json").read_text("utf-8"))
    return told


EPOCHS = _read()
FIRST = date.fromisoformat(EPOCHS["first"])  #: the date of ballot 1


@dataclass(frozen=True, slots=True)
class Ballot:
    """One day's ballot.

    Attributes:
        number: Its number, from 1.
        game: The name of the game.
        options: The value of every option of the game.
        seats: The number of seats.
        bots: The characters of the bots, from seat 1 on.
        key: The key of its chance and of its bots.
    """

    number: int
    game: str
    options: dict[str, str]
    seats: int
    bots: tuple[Character, ...]
    key: int

    @property
    def rules(self) -> Game:
        """The game with the ballot's options."""
        return game_of(self.game, **self.options)

    @property
    def chance(self) -> Seeded:
        """The source of the ballot's chance."""
        return Seeded(self.key, self.rules.book.streams)

    def bot_key(self, seat: int, count: int) -> int:
        """Return the key of a bot's decision. count: how many moves of the seat come before it."""
        return draw(self.key, FIRST_BOT + seat, count)


@lru_cache(maxsize=64)
def ballot(number: int) -> Ballot:
    """Return a ballot by its number.

    Raises:
        OptionError: The number is below 1.

    Examples:
        >>> from hustings import daily
        >>> [bot.name for bot in daily.ballot(1).bots]
        ['Rufus Tarn', 'Cleo Barnaby']
    """
    if number < 1:
        raise OptionError("daily.no_ballot", number=number, first=EPOCHS["first"])
    epoch = max((one for one in EPOCHS["epochs"] if one["from"] <= number), key=lambda one: int(one["from"]))
    rotation, company = epoch["rotation"], epoch["company"]
    told = epoch["tables"][rotation[(number - 1) % len(rotation)]]
    bots = tuple(CHARACTERS[company[(number + k) % len(company)]] for k in range(told["seats"] - 1))
    key = draw(int(EPOCHS["key"]), BALLOTS, number)
    return Ballot(number, told["game"], dict(told["options"]), told["seats"], bots, key)


def of_club(number: int, secret: bytes) -> Ballot:
    """Return a club's ballot of a date: the game and the opponents of the public one, with a deal of its own.

    Args:
        number: The number of the date's ballot.
        secret: The club's secret of that date, from which the deal follows.

    Raises:
        OptionError: The number is below 1.

    Examples:
        >>> from hustings import daily
        >>> daily.of_club(7, b"a secret").key == daily.ballot(7).key
        False
    """
    return replace(ballot(number), key=int.from_bytes(hashlib.sha256(secret).digest()[:8], "big"))


def number_on(day: date) -> int:
    """Return the number of the ballot of a date; below 1 for dates before the first ballot.

    Examples:
        >>> from datetime import date
        >>> from hustings import daily
        >>> daily.number_on(date(2026, 7, 27))
        1
    """
    return day.toordinal() - FIRST.toordinal() + 1


def date_of(number: int) -> date:
    """Return the date of a ballot.

    Examples:
        >>> from hustings import daily
        >>> daily.date_of(1).isoformat()
        '2026-07-27'
    """
    return FIRST + timedelta(days=number - 1)
