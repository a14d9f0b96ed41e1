"""The seats of a table in a terminal: people at this keyboard, and bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hustings.bots import LEVELS, level, own
from hustings.engine.errors import OptionError, SavedGameError
from hustings.engine.messages import printable
from hustings.engine.moves import seat_label


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat: its name for people, and the level of the bot on it (None: a person)."""

    name: str
    bot: str | None = None


def chairs(seats: int, bots: Sequence[str], people: Sequence[str]) -> tuple[Chair, ...]:
    """The seats of a table: people first, bots on the last seats.

    bots    their levels, one for each bot.
    people  names for the people, in order, made printable; a seat without one is called by its label.
    Raises OptionError for more bots or names than seats, or a level that does not exist.
    """
    if len(bots) > seats:
        raise OptionError(f"{len(bots)} bots were asked for at a table of {seats} seats")
    persons = seats - len(bots)
    if len(people) > persons:
        raise OptionError(f"{len(people)} names were given, but {persons} of the {seats} seats are for people")
    taken = [Chair(printable(people[seat]) if seat < len(people) else seat_label(seat)) for seat in range(persons)]
    return (*taken, *(Chair(_bot_name(name, bots, persons + k), name) for k, name in enumerate(bots)))


def _bot_name(name: str, bots: Sequence[str], seat: int) -> str:
    title = level(name).title if name in LEVELS or not own.is_own(name) else _own_title(name)
    return title if bots.count(name) == 1 else f"{title} {seat_label(seat)}"


def _own_title(name: str) -> str:
    """The last part of the name of a bot of one's own; OptionError where there is no such function."""
    own.function(name)
    return printable(name.rpartition(":")[2])


def chairs_again(names: Sequence[str], bots: object) -> tuple[Chair, ...]:
    """The seats of a saved game: its names, and the bots that sat there if the file tells (null for a person).

    Raises SavedGameError when what it tells is not one level or null for each seat.
    """
    levels = [None] * len(names) if bots is None else bots
    if not isinstance(levels, list) or len(levels) != len(names):
        raise SavedGameError(f"the saved game's 'bots' must be a list of {len(names)}: a level or null for each seat")
    for name in levels:
        if isinstance(name, str) and ":" in name:  # a file must not choose what code runs
            raise SavedGameError(f"the saved game's bot {name!r} is a function; seat it again with --bot {name}")
        if name in own.installed():
            continue
        if name is not None and (not isinstance(name, str) or name not in LEVELS):
            raise SavedGameError(f"the saved game names the bot level {name!r}; there are {', '.join(LEVELS)}")
    return tuple(Chair(printable(str(name)), bot) for name, bot in zip(names, levels, strict=True))
