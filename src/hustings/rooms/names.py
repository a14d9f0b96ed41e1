"""Rules for names and texts that people type."""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import Literal, get_args

from hustings import bots
from hustings.rooms.errors import NameRefusedError
from hustings.rooms.log.log_events import Chair

LONGEST_NAME = 24
LONGEST_REMARK = 200
#: a remark that may be sent without chat
Reaction = Literal["👍", "🎩", "😂", "😮", "😬", "🎉"]
REACTIONS: tuple[str, ...] = get_args(Reaction)
MOST_MARKS = 3  # accents stacked on one letter; more would spill over the lines around it
_JOINERS = {"\u200d", "\ufe0f"}  # parts of many emoji, harmless
_KEYCAP = "\u20e3"  # encloses a digit in emoji
_OVERLAID = 1  # the combining class of strokes through a letter
_CUNEIFORM = range(0x12000, 0x12550)  # some of its signs are as wide as ten letters
_WIDE = frozenset("\u2e3a\u2e3b\ufdfa\ufdfb\ufdfd")  # dashes of two and three letters, whole sentences in one sign
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")  # letters and signs that show nothing
_DRAWN = {  # by Latin letter: the Cyrillic and Greek letters and the digits that look like it
    "A": "\u0410\u0391",
    "B": "\u0412\u0392",
    "C": "\u0421\u03f9",
    "E": "\u0415\u0395",
    "G": "\u050c",
    "H": "\u041d\u0397",
    "J": "\u0408",
    "K": "\u041a\u039a",
    "M": "\u041c\u039c",
    "N": "\u039d",
    "O": "\u041e\u039f0",
    "P": "\u0420\u03a1",
    "Q": "\u051a",
    "S": "\u0405",
    "T": "\u0422\u03a4",
    "V": "\u0474",
    "W": "\u051c",
    "X": "\u0425\u03a7",
    "Y": "\u0423\u03a5\u04ae",
    "Z": "\u0396",
    "a": "\u0430\u03b1",
    "c": "\u0441\u03f2",
    "d": "\u0501",
    "e": "\u0435",
    "h": "\u04bb",
    "i": "\u0456\u03b9",
    "j": "\u0458\u03f3",
    "k": "\u043a\u03ba",
    "l": "\u04cf\u04c0\u0406\u0399I1|",
    "o": "\u043e\u03bf",
    "p": "\u0440\u03c1",
    "q": "\u051b",
    "s": "\u0455",
    "u": "\u03c5",
    "v": "\u0475\u03bd",
    "w": "\u051d",
    "x": "\u0445\u03c7",
    "y": "\u0443\u03b3\u04af",
}
_SHAPES = {ord(other): letter for letter, others in _DRAWN.items() for other in others}


def chair_name(chair: Chair) -> str:
    """Return the displayed name of a chair; a nameless bot has its character's name, or its level and number."""
    if chair.name or chair.level is None:
        return chair.name
    if chair.character in bots.CHARACTERS:
        return bots.CHARACTERS[chair.character].name
    title = bots.LEVELS[chair.level].title if chair.level in bots.LEVELS else chair.level
    return title if chair.number is None else f"{title} {chair.number}"


def clean_name(raw: str) -> str:
    """Return a name in displayed form: composed, with single blanks.

    >>> clean_name("  Ann   Lee ")
    'Ann Lee'

    Raises NameRefusedError if the name has no visible letter, has more than 24 characters, or contains control or
    invisible characters, such as a line break.
    """
    if any(unicodedata.category(letter) == "Cc" for letter in raw):
        raise NameRefusedError("room.name_control")
    return _clean(raw, LONGEST_NAME, "name")


def look_alike(name: str, other: str) -> bool:
    """Return whether two names look alike, by case or by similar letters.

    >>> look_alike("Ann", "ANN"), look_alike("Bob", "B0b"), look_alike("Ann", "Anna")
    (True, True, False)
    """
    return name.casefold() == other.casefold() or _drawn(name) == _drawn(other)


def _drawn(name: str) -> str:
    """Return the name's skeleton, as Unicode defines it for easily confused letters."""
    seen = (letter for letter in unicodedata.normalize("NFKD", name) if not _is_joined(letter))
    return "".join(seen).translate(_SHAPES).casefold()


def clean_remark(raw: str) -> str:
    """Return a remark in displayed form: one line, single blanks.

    >>> clean_remark("  well   played! ")
    'well played!'

    Raises NameRefusedError in the same cases as `clean_name`, but allows 200 characters.
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
    if any(_covers_letter(letter) for letter in text):
        raise NameRefusedError(f"room.{what}_strokes")
    if any(letter in _WIDE or ord(letter) in _CUNEIFORM for letter in text):
        raise NameRefusedError(f"room.{what}_wide")
    if all(_is_mark(letter) or letter in _JOINERS or letter == " " for letter in text):
        raise NameRefusedError(f"room.{what}_blank")
    return text


def _unprintable(letter: str) -> bool:
    if letter in _UNSEEN:
        return True
    return unicodedata.category(letter)[0] in "CZ" and letter != " " and letter not in _JOINERS


def _covers_letter(letter: str) -> bool:
    """Return whether a mark strikes a letter through or encloses it."""
    enclosing = unicodedata.category(letter) == "Me" and letter != _KEYCAP
    return enclosing or unicodedata.combining(letter) == _OVERLAID


def _is_joined(letter: str) -> bool:
    """Return whether a character is invisible by itself: joiners and variation selectors."""
    return letter in _JOINERS or unicodedata.name(letter, "").startswith(("VARIATION SELECTOR", "MONGOLIAN FREE"))


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")
