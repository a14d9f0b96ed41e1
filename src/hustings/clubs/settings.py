"""The settings of a club and its rounds, as people type them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from hustings.rooms.log.log_events import MOST_SEATS, Word
from hustings.rooms.settings import ClassClock
from hustings.rooms.wire import Wire

MOST_MEMBERS = 60
MOST_ROUNDS = 12  # of an evening
MOST_EVENINGS = 99
ClubName = Annotated[str, Field(max_length=120)]  # before it is cleaned and checked
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
Hour = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
Zone = Annotated[str, Field(max_length=40)]
Switch = Annotated[bool, Field(strict=True)]


@dataclass(frozen=True, slots=True)
class ClubGame(Wire):
    """The game of a round and how it is played.

    size: the seats at a table; a table with fewer members has bots, or fewer seats if the game allows it.
    level: the level of the bots.
    clock, seconds: the clock at every table (see `RoomSettings`).
    duplicate: whether all tables have the same deal; only from three tables on are its results counted. Not in
      Mudslinger, whose deals part after the first different choice.
    """

    game: Word
    options: Annotated[dict[Word, Word], Field(max_length=40)] = field(default_factory=dict)
    size: Annotated[int, Field(ge=2, le=MOST_SEATS, strict=True)] = 4
    level: Word = "thumb"
    clock: ClassClock = "gentle"
    seconds: Annotated[int, Field(ge=5, le=3600, strict=True)] = 60
    duplicate: Switch = False
