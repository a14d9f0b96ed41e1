"""The seats of a table in a terminal: people at this keyboard, and bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hustings.bots import LEVELS, characters, level, levels, own
from hustings.engine.errors import OptionError, SavedGameError
from hustings.engine.messages import printable
from hustings.engine.moves import seat_label


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat: its displayed name, and the level of the bot that plays it (None: a person plays)."""

    name: str
    bot: str | None = None


def usual_bots(game: str, seats: int, people: int | None, names: int) -> list[str]:
    """Return the default levels of the bots on all seats without a person.

    people  the number of people who play; None: one for each name, and at least one.
    names   the number of people who are named.
    Raises OptionError if there are more names than people, no people, or more people than seats.
    """
    persons = max(1, names) if people is None else people
    if not max(1, names) <= persons <= seats:
        raise OptionError(f"{persons} people were asked for, {names} of them by name, at a table of {seats} seats")
    known = levels(game)
    return [known[min(1, len(known) - 1)].name] * (seats - persons)  # the level of the browser's "Play now"


def level_called(text: str) -> str:
    """Return the name of a level, given by its name or its title ("Ward captain", "ward-captain").

    A user's own bot, such as module:function, is returned unchanged.
    Raises OptionError if there is no such level; the message lists the titles.
    """
    if text in LEVELS or own.is_own(text):
        return text
    wanted = " ".join(text.replace("-", " ").casefold().split())
    found = next((one.name for one in LEVELS.values() if one.title.casefold() == wanted), None)
    if found is None:
        raise OptionError(
            f"there is no bot called {text!r}; there are {', '.join(one.title for one in LEVELS.values())}"
        )
    return found


def chairs(seats: int, bots: Sequence[str], people: Sequence[str]) -> tuple[Chair, ...]:
    """Return the seats of a table: people first, then bots.

    bots    a level for each bot, by name or title as in `level_called`.
    people  the names of the people, in order; a person without a name is called by the seat's label.
    Raises OptionError if there are more bots or names than seats, or if a level does not exist.
    """
    bots = [level_called(name) for name in bots]
    if len(bots) > seats:
        raise OptionError(f"{len(bots)} bots were asked for at a table of {seats} seats")
    persons = seats - len(bots)
    if len(people) > persons:
        raise OptionError(f"{len(people)} names were given, but {persons} of the {seats} seats are for people")
    taken = [Chair(printable(people[seat]) if seat < len(people) else seat_label(seat)) for seat in range(persons)]
    for name in bots:
        taken.append(Chair(_bot_name(name, bots, taken), name))
    return tuple(taken)


def _bot_name(name: str, bots: Sequence[str], taken: Sequence[Chair]) -> str:
    """Return a name for the next bot: the first character of its level not at the table yet, else the level's title."""
    ours = name in LEVELS or not own.is_own(name)
    there = {chair.name.casefold() for chair in taken}
    who = next((one.name for one in characters(name) if one.name.casefold() not in there), None) if ours else None
    if who is not None:
        return who
    title = level(name).title if ours else _own_title(name)
    return title if bots.count(name) == 1 else f"{title} {seat_label(len(taken))}"


def _own_title(name: str) -> str:
    """Return a title for a user's own bot; raise OptionError if its function cannot be loaded."""
    own.function(name)
    return printable(name.rpartition(":")[2])


def chairs_again(names: Sequence[str], bots: object) -> tuple[Chair, ...]:
    """Return the seats of a saved game.

    names  the names of the seats.
    bots   the file's list of bots: for each seat a level, or null for a person; None if the file has no such list.
    Raises SavedGameError if the list is wrong.
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
