"""Names people give themselves, and what they write: what may be shown to others."""

from __future__ import annotations

import unicodedata
from itertools import groupby

from hustings import bots
from hustings.rooms.errors import NameRefusedError
from hustings.rooms.log.log_events import Chair

LONGEST_NAME = 24
LONGEST_REMARK = 200
MOST_MARKS = 3  # accents stacked on one letter; more would spill over the lines around it
_JOINERS = {"\u200d", "\ufe0f"}  # parts of many emoji, harmless


def chair_name(chair: Chair) -> str:
    """The name a chair is shown under: a bot that has none of its own goes by its level's title and its number."""
    if chair.name or chair.level is None:
        return chair.name
    title = bots.LEVELS[chair.level].title if chair.level in bots.LEVELS else chair.level
    return title if chair.number is None else f"{title} {chair.number}"


def clean_name(raw: str) -> str:
    """The name as it is shown: composed, with single blanks.

    >>> clean_name("  Ann   Lee ")
    'Ann Lee'

    Raises NameRefusedError for a name without a letter to see, of more than 24 characters, or with control characters.
    """
    return _clean(raw, LONGEST_NAME, "name")


def clean_remark(raw: str) -> str:
    """The remark as it is shown: on one line, with single blanks.

    >>> clean_remark("  well   played! ")
    'well played!'

    Raises NameRefusedError as for a name; 200 characters are allowed.
    """
    return _clean(raw, LONGEST_REMARK, "text")


def _clean(raw: str, longest: int, what: str) -> str:
    text = " ".join(unicodedata.normalize("NFC", raw).split())
    if not 1 <= len(text) <= longest:
        raise NameRefusedError(f"room.{what}_length", length=len(text), most=longest)
    if any(_unprintable(letter) for letter in text):
        raise NameRefusedError(f"room.{what}_control")
    if any(mark and len(list(run)) > MOST_MARKS for mark, run in groupby(text, _is_mark)):
        raise NameRefusedError(f"room.{what}_accents", most=MOST_MARKS)
    if all(_is_mark(letter) or letter in _JOINERS or letter == " " for letter in text):
        raise NameRefusedError(f"room.{what}_blank")
    return text


def _unprintable(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "CZ" and letter != " " and letter not in _JOINERS


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")
