"""The characters of bots: each level has a few, the same in every game.

A character gives a level a name and a face. It does not affect how well the bot plays. It does affect whether the bot
keeps its promises, in games that record promises (`temperaments`).
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
        key: The key of the character in logs and in the protocol; it never changes.
        name: The displayed name.
        level: The name of the level that the character plays at.
        manner: A sentence about the character.
        temperament: Whether the character keeps promises (`temperaments.TEMPERAMENTS`); if not always, `manner` says
            so.
        face: The parts of the portrait: by part a shape, or a colour by number or name.
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
"""All characters by key; those of the weakest level come first."""


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
    """Return the temperament of the character with this key; "steady" for an unknown key or None."""
    return CHARACTERS[key].temperament if key in CHARACTERS else "steady"


def who_plays(name: str, place: str) -> Iterator[Character]:
    """Return the characters of a level, shuffled in an order that depends only on the place at a table.

    Args:
        name: The level's name.
        place: A text that identifies the place, such as a room's code and a seat.

    Raises:
        OptionError: There is no such level.
    """
    return iter(sorted(characters(name), key=lambda one: hashlib.sha256(f"{place} {one.key}".encode()).digest()))
