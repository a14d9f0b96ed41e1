"""Events as sentences, from the templates of a game's words file.

A template such as "{seat} takes {cards} {places}." is filled with the event's arguments: seats become names, lists are
joined ("CA, TX and FL"), two lists side by side become one, and what is empty leaves no gap behind. A part in brackets,
"{seat} plays {card}[ against {target}].", is said only where all it speaks of is somebody or something.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hustings.engine.events import Event
from hustings.engine.moves import seat_label

_SEAT = re.compile(r"\bP([1-9]\d?)\b")
_LISTS = re.compile(r"\{(\w+)\} \{(\w+)\}")
_SLOT = re.compile(r"\{(\w+)\}")
_PERHAPS = re.compile(r"\[([^\[\]]*)\]")
_EMPTY_MARKS = re.compile(r"\(\s*\)|\"\s*\"|'\s*'|“\s*”")
_SPACE_BEFORE_MARK = re.compile(r"\s+([.,:;!?)])")
_MARK_BEFORE_STOP = re.compile(r"[,:;]([.!?])")
FREE_TEXT = "text"


@dataclass(frozen=True)
class Sentences:
    """Makes sentences of one table's events.

    words  the game's words file: "events" has the templates; "event_words" how "nobody" and numbered things read, e.g.
           "place": "the card on place {place}" for the elements of a list argument "places".
    names  one per seat, as people read them.
    cards  how a card's code reads in a sentence; a code that is not here stands for itself.
    """

    words: Mapping[str, Any]
    names: Sequence[str]
    cards: Mapping[str, str] = field(default_factory=dict)

    def of(self, event: Event) -> str:
        """The sentence of one event; an event without a template reads as its name and arguments."""
        template = self.words.get("events", {}).get(event.event)
        facts = {"seat": None if event.seat is None else seat_label(event.seat), **event.args}
        if template is None:
            shown = ", ".join(f"{key} {self._value(key, value)}" for key, value in facts.items() if value is not None)
            return f"{event.event}: {shown}." if shown else f"{event.event}."
        wanted = _PERHAPS.sub(lambda match: self._perhaps(match[1], facts), template)
        merged = _LISTS.sub(lambda match: self._side_by_side(match, facts), wanted)
        return tidied(_SLOT.sub(lambda match: self._slot(match, facts), merged))

    def named(self, text: str) -> str:
        """A text with every P-label replaced by that seat's name."""
        return _SEAT.sub(lambda match: self._name(match[0]), text)

    def _name(self, label: str) -> str:
        seat = int(label[1:]) - 1
        return self.names[seat] if seat < len(self.names) else label

    @staticmethod
    def _perhaps(part: str, facts: Mapping[str, Any]) -> str:
        return part if all(facts.get(key) not in (None, []) for key in _SLOT.findall(part)) else ""

    def _slot(self, match: re.Match[str], facts: Mapping[str, Any]) -> str:
        key = match[1]
        return self._value(key, facts[key]) if key in facts else match[0]

    def _side_by_side(self, match: re.Match[str], facts: Mapping[str, Any]) -> str:
        first, second = (facts.get(key) for key in match.groups())
        if not (isinstance(first, list) and isinstance(second, list)):
            return match[0]
        both = self._elements(match[1], first) + self._elements(match[2], second)
        return joined(both).replace("{", "").replace("}", "")

    def _value(self, key: str, value: Any) -> str:
        if value is None:
            return str(self.words.get("event_words", {}).get("nobody", "nobody"))
        if isinstance(value, list):
            return joined(self._elements(key, value))
        if isinstance(value, str) and key != FREE_TEXT:
            return self._name(value) if _SEAT.fullmatch(value) else self.cards.get(value, value)
        return str(value)

    def _elements(self, key: str, values: Sequence[Any]) -> list[str]:
        single = key.removesuffix("s")
        form = str(self.words.get("event_words", {}).get(single, f"{single} {{{single}}}"))
        return [
            form.replace(f"{{{single}}}", str(value)) if isinstance(value, int) else self._value(single, value)
            for value in values
        ]


def joined(parts: Sequence[str]) -> str:
    """A list in words: "CA", "CA and TX", "CA, TX and FL"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def tidied(text: str) -> str:
    """A sentence without the gaps that empty parts left."""
    text = " ".join(_EMPTY_MARKS.sub("", text).split())
    return _MARK_BEFORE_STOP.sub(r"\1", _SPACE_BEFORE_MARK.sub(r"\1", text))


def printable(text: str) -> str:
    """A text from outside on one line, its control characters spelled out, so that it cannot steer a terminal."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)
