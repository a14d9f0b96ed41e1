"""The settings of the games that a gathering plays."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, TypeVar

from pydantic import Field

from hustings import bots
from hustings.engine import game as games
from hustings.rooms.log.log_events import MOST_SEATS, Word
from hustings.rooms.settings import ClassClock
from hustings.rooms.wire import Wire

Switch = Annotated[bool, Field(strict=True)]
Size = Annotated[int, Field(ge=2, le=MOST_SEATS, strict=True)]


@dataclass(frozen=True, slots=True)
class GameSettings(Wire):
    """A game and how it is played at the tables of a gathering.

    size: the number of seats at each table; bots take the seats without people.
    level: the level of the bots.
    clock, seconds: the clock at every table (see `RoomSettings`).
    duplicate: whether all tables have the same deal, whose secret stays hidden until the last table is over.
    """

    game: Word
    options: Annotated[dict[Word, Word], Field(max_length=40)] = field(default_factory=dict)
    size: Size = 2
    level: Word = "thumb"
    clock: ClassClock = "gentle"
    seconds: Annotated[int, Field(ge=5, le=3600, strict=True)] = 60
    duplicate: Switch = False

    @property
    def chosen(self) -> dict[str, Any]:
        """The settings of the game alone, by name."""
        return {part.name: getattr(self, part.name) for part in fields(GameSettings)}


Chosen = TypeVar("Chosen", bound=GameSettings)


def playable(settings: Chosen) -> Chosen:
    """Return settings with every option of their game filled in. Raises OptionError if one is not allowed."""
    game = games.whole_game(settings.game, **settings.options)
    game.start_row(settings.size)
    bots.level(settings.level)
    return replace(settings, options=game.options)
