"""The settings of a club and its rounds, as people type them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from hustings.gatherings.settings import GameSettings, Size

MOST_MEMBERS = 60
MOST_ROUNDS = 12  # of an evening
MOST_EVENINGS = 99
ClubName = Annotated[str, Field(max_length=120)]  # before it is cleaned and checked
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
Hour = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
Zone = Annotated[str, Field(max_length=40)]


@dataclass(frozen=True, slots=True)
class ClubGame(GameSettings):
    """The game of a round and how it is played.

    size: the seats at a table; a table with fewer members has bots, or fewer seats if the game allows it.
    duplicate: whether all tables have the same deal; only from three tables on are its results counted. Not in
      Mudslinger, whose deals part after the first different choice.
    """

    size: Size = 4
