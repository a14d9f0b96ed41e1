"""Rooms that continue a saved game: who sits where."""

from __future__ import annotations

from typing import Any

from hustings import bots
from hustings.engine.errors import SavedGameError
from hustings.rooms.commands.changes import distinct
from hustings.rooms.log.log_events import Chair
from hustings.rooms.names import clean_name

_BY_NAME = {who.name: who for who in bots.CHARACTERS.values()}


def chairs_of(saved: dict[str, Any], token: str) -> list[Chair]:
    """Return the chairs of a saved game; the first person gets a token (its digest), all others share that device.

    If the file has no list of bots, a seat that is named after a character is that bot's.

    Raises:
        SavedGameError: The list of bots is wrong.
        NameRefusedError, RoomError: A name is not allowed in a room.
    """
    names = [str(name) for name in saved["seats"]]
    listed = saved.get("bots")
    levels = [_BY_NAME[name].level if name in _BY_NAME else None for name in names] if listed is None else listed
    if not isinstance(levels, list) or len(levels) != len(names) or not all(map(_is_level, levels)):
        raise SavedGameError("room.wrong_bots", seats=len(names), levels=list(bots.LEVELS))
    own = levels.index(None) if None in levels else 0
    chairs = []
    for seat, (name, level) in enumerate(zip(names, levels, strict=True)):
        if seat == own:
            chairs.append(Chair("person", clean_name(name), token=token))
        else:
            chairs.append(Chair("device", clean_name(name)) if level is None else _bot(name, level))
    return distinct(chairs)


def _is_level(found: Any) -> bool:
    return found is None or (isinstance(found, str) and found in bots.LEVELS)


def _bot(name: str, level: str) -> Chair:
    """Return a bot's chair: with a character if the name is that of a character at this level, else with the name."""
    who = _BY_NAME.get(name)
    if who is not None and who.level == level:
        return Chair("bot", level=level, character=who.key)
    return Chair("bot", level=level) if name == bots.LEVELS[level].title else Chair("bot", clean_name(name), level)
