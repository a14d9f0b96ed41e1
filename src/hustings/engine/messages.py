"""Messages to people, each a key with facts, and the renderer that turns them into English.

A key with a dot ("engine.no_such_game") belongs to a part of Hustings, a key without a dot to a game. The English for a
key is a template such as "{seat} takes {cards} {places}." in a `words.en.json`. The renderer fills it with the facts:
labels of seats become names, a list is joined ("CA, TX and FL", or "CA, TX, FL" if the template has {cards,}), two
lists side by side become one list, and an empty fact leaves no gap. A part in brackets, as in "{seat} plays {card}[
against {target}].", is left out if one of its facts is missing; brackets without a fact ("hustings[study]") are plain
text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, TypeAlias, Union

#: a number, a code, a seat's label, a move's notation, a name, a phrase (Message), a list of these, or None for nobody
Fact: TypeAlias = Union[int, str, "Message", Sequence["Fact"], None]

FREE_TEXT = "text"  # the name of a fact that a person typed; a label such as P1 in it does not mean a seat
SECTIONS = ("terms", "tasks", "reasons")  # the sections of a game's words file that have phrases for other messages

_SEAT = re.compile(r"\bP([1-9]\d?)\b")
_SLOT = re.compile(r"\{(\w+)(,?)\}")
_SLOTS = re.compile(r"\{(\w+)\} \{(\w+)\}|\{(\w+)(,?)\}")
_PERHAPS = re.compile(r"\[([^\[\]{]*\{[^\[\]]*)\]")  # brackets with at least one fact, unlike "hustings[study]"
_EMPTY_MARKS = re.compile(r"\(\s*\)|\"\s*\"|“\s*”")
_SPACE_BEFORE_MARK = re.compile(r"\s+([.,:;!?)])")
_MARK_BEFORE_STOP = re.compile(r"[,:;]([.!?])")
_HELD = 0xE000  # the first private letter; such letters replace facts while the template around them is tidied

_PACKAGES = {"engine": "hustings.engine"}


@dataclass(frozen=True, slots=True)
class Message:
    """A message in a form to translate: the key of a template and the facts that fill it."""

    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return the message as JSON; nested messages have the same shape."""
        return {"key": self.key, "facts": facts_as_json(self.facts)}

    def english(self, words: Mapping[str, Any] | None = None, *sections: str) -> str:
        """Return the message in English, with labels for seats."""
        return Renderer(words or {}).message(self, *sections)


def facts_as_json(facts: Mapping[str, Fact]) -> dict[str, Any]:
    """Return the facts of a message as plain data for JSON."""
    return {name: _as_json(fact) for name, fact in facts.items()}


def _as_json(fact: Fact) -> Any:
    if isinstance(fact, Message):
        return fact.as_dict()
    if isinstance(fact, list | tuple):
        return [_as_json(element) for element in fact]
    return fact if fact is None or isinstance(fact, str) else int(fact)  # type: ignore[arg-type]  # NumPy's as well


def add_words(prefix: str, package: str) -> None:
    """Register the package whose words.en.json has the English for keys with this prefix."""
    _PACKAGES[prefix] = package


@cache
def words_of(package: str) -> dict[str, Any]:
    """Return a package's words.en.json, cached."""
    text = resources.files(package).joinpath("words.en.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def plainly(words: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a game's words with the texts of its section "people" in place of those that use notation."""
    people = words.get("people", {})
    return {**words, **{section: {**words.get(section, {}), **texts} for section, texts in people.items()}}


@dataclass(frozen=True)
class Renderer:
    """Renders messages in English.

    words  the content of the game's words file, for keys without a dot. Its section "event_words" has the words for
           "nobody" and for numbered things, such as "place": "the card on place {place}" for a list "places".
    names  a name for each seat; if it is empty, sentences have the seats' labels.
    cards  the words for the codes of cards; a code that is missing here stands for itself.
    """

    words: Mapping[str, Any]
    names: Sequence[str] = ()
    cards: Mapping[str, str] = field(default_factory=dict)

    def message(self, message: Message, *sections: str) -> str:
        """Return a message in English; if there is no template for it, return its key and facts.

        sections  the sections of the game's words file in which to look for the key, in order; by default `SECTIONS`.
        """
        template = self._template(message.key, sections or SECTIONS)
        if template is None:
            return self._untold(message)
        return self.fill(template, message.facts)

    def _template(self, key: str, sections: Sequence[str]) -> str | None:
        if "." in key:
            package = _PACKAGES.get(key.partition(".")[0])
            found = words_of(package).get(key) if package else None
        else:
            places = (self.words.get(section, {}) for section in sections)
            found = next((place[key] for place in places if key in place), None)
        return found["text"] if isinstance(found, Mapping) else found

    def _untold(self, message: Message) -> str:
        told = ", ".join(
            f"{name} {self._value(name, fact)}" for name, fact in message.facts.items() if fact is not None
        )
        return f"{message.key}: {told}." if told else f"{message.key}."

    def fill(self, template: str, facts: Mapping[str, Fact]) -> str:
        """Return a template filled with facts."""
        held: list[str] = []

        def hold(text: str) -> str:
            if not text:
                return ""
            held.append(text)
            return chr(_HELD + len(held) - 1)

        wanted = _PERHAPS.sub(lambda match: self._perhaps(match[1], facts), template)
        text = tidied(_SLOTS.sub(lambda match: self._slots(match, facts, hold), wanted))
        return "".join(held[ord(c) - _HELD] if 0 <= ord(c) - _HELD < len(held) else c for c in text)

    def named(self, text: str) -> str:
        """Return a text with seat labels replaced by names."""
        return _SEAT.sub(lambda match: self._name(match[0]), text) if self.names else text

    def _name(self, label: str) -> str:
        seat = int(label[1:]) - 1
        return self.names[seat] if seat < len(self.names) else label

    @staticmethod
    def _perhaps(part: str, facts: Mapping[str, Fact]) -> str:
        return part if all(facts.get(name) not in (None, [], ()) for name, _ in _SLOT.findall(part)) else ""

    def _slots(self, match: re.Match[str], facts: Mapping[str, Fact], hold: Any) -> str:
        first, second, name, comma = match.groups()
        if name is None:
            left, right = facts.get(first), facts.get(second)
            if isinstance(left, list | tuple) and isinstance(right, list | tuple):
                return str(hold(joined(self._elements(first, left) + self._elements(second, right))))
            return _SLOT.sub(lambda each: self._slot(each[1], "", facts, hold), match[0])
        return self._slot(name, comma, facts, hold)

    def _slot(self, name: str, comma: str, facts: Mapping[str, Fact], hold: Any) -> str:
        if name not in facts:
            return f"{{{name}}}"
        return str(hold(self._value(name, facts[name], ", " if comma else " and ")))

    def _value(self, name: str, fact: Fact, last: str = " and ") -> str:
        if fact is None:
            return str(self.words.get("event_words", {}).get("nobody", "nobody"))
        if isinstance(fact, Message):
            return self.message(fact)
        if isinstance(fact, str):
            if name == FREE_TEXT:
                return printable(fact)
            return self.cards.get(fact) or self.words.get("event_words", {}).get(fact) or self.named(printable(fact))
        return joined(self._elements(name, fact), last) if isinstance(fact, list | tuple) else str(fact)

    def _elements(self, name: str, facts: Sequence[Fact]) -> list[str]:
        single = name.removesuffix("s")
        form = str(self.words.get("event_words", {}).get(single, f"{single} {{{single}}}"))
        return [
            form.replace(f"{{{single}}}", str(fact)) if isinstance(fact, int) else self._value(single, fact)
            for fact in facts
        ]


@cache
def slots(template: str) -> frozenset[str]:
    """Return the names of the facts in a template."""
    return frozenset(name for name, _ in _SLOT.findall(template))


def joined(parts: Sequence[str], last: str = " and ") -> str:
    """Return the elements of a list as one phrase: "CA", "CA and TX", "CA, TX and FL"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])}{last}{parts[-1]}"


def tidied(text: str) -> str:
    """Return a sentence without the blanks and marks that empty facts leave behind."""
    text = " ".join(_EMPTY_MARKS.sub("", text).split())
    return _MARK_BEFORE_STOP.sub(r"\1", _SPACE_BEFORE_MARK.sub(r"\1", text))


def printable(text: str) -> str:
    """Return an untrusted text on one line, with control characters escaped for terminals."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)
