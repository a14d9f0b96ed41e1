"""The characters of bots: each level has a few, the same in every game.

Who somebody is changes nothing about how well they play: a character is a name and a face for a level. What it does
change is whether they keep their word, where a game has it on record (`temperaments`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from hustings.bots.levels import level


@dataclass(frozen=True, slots=True)
class Character:
    """A character that a bot plays at a table.

    Attributes:
        key: What logs and the protocol call them; it never changes.
        name: What people call them.
        level: The name of the level they play at.
        manner: A sentence about them.
        temperament: Whether they keep their word (`temperaments.TEMPERAMENTS`); where it is not always, `manner` tells.
        face: What their portrait is put together from, by part: how a head is shaped, a colour's number or name.
    """

    key: str
    name: str
    level: str
    manner: str
    face: dict[str, str | int]
    temperament: str = "steady"


def _read() -> dict[str, Character]:
    told = json.loads(files(__package__).joinpath("characters.json").read_text("utf-8"))
    return {one["key"]: Character(**one) for one in told}


CHARACTERS = _read()
"""All characters by key, those of the weakest level first."""


def characters(name: str) -> tuple[Character, ...]:
    """Return the characters of a level.

    Args:
        name: The level's name.

    Raises:
        OptionError: There is no such level.

    Examples:
        >>> from hustings import bots
        >>> [one.name for one in bots.characters("thumb")][:2]
        ['Dolores Whitfield', 'Rufus Tarn']
    """
    wanted = level(name).name
    return tuple(one for one in CHARACTERS.values() if one.level == wanted)


def temperament_of(key: str | None) -> str:
    """Return a character's temperament by key; an unknown one is steady."""
    return CHARACTERS[key].temperament if key in CHARACTERS else "steady"


def who_plays(name: str, place: str) -> Iterator[Character]:
    """Return the characters of a level in the order of preference of a place at a table.

    Args:
        name: The level's name.
        place: Any text that names the place, such as a room's code and a seat: the same text, the same order.

    Raises:
        OptionError: There is no such level.
    """
    return iter(sorted(characters(name), key=lambda one: hashlib.sha256(f"{place} {one.key}".encode()).digest()))
