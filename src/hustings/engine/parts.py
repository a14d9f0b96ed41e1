"""Parts of a move's notation that name several cards, or cards that lie on the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from hustings.engine.declared import Number, Part, Refused, Words
from hustings.engine.errors import NotationError
from hustings.engine.messages import Message


def _different(words: Sequence[str], values: list[int]) -> list[int]:
    """Return the values that the words stand for; raise NotationError if a value is named twice."""
    if len(set(values)) < len(values):
        raise NotationError("engine.named_twice", text=" ".join(words))
    return values


class Lying(Part):
    """A card on the table, named by its code if it lies face up, else by the number of its place.

    The game's words need two "reasons": `face_up` refuses the number of a card that lies face up, and `not_face_up`
    refuses the code of a card that does not.

    Args:
        what: The name of the part.
        cards: The codes of all cards.
        field: The field of the record that has, for each place, the card that lies there face up, or a number beyond
            the last card.
        places: The number of places.
        task: The key of the task, one of "tasks" in the game's words, that these refusals mention.
        several: Whether a move names any number of cards, in any order; its value is then the bit mask of their places.
    """

    static = False

    def __init__(
        self, what: str, cards: tuple[str, ...], field: str, places: int, task: str, several: bool = False
    ) -> None:
        self.what, self.field, self.places, self.task, self.several = what, field, places, task, several
        self._cards, self._numbers = Words(what, cards), Number("place", 1, places)
        self.most = places if several else 1
        self._ordered = lru_cache(maxsize=256)(self._order)  # all moves of a decision use the same names

    @property
    def size(self) -> int:
        return 1 << self.places if self.several else self.places

    def write(self, s: Any, index: int) -> str:
        cards = getattr(s, self.field)
        if self.several:
            return " ".join([name for bit, name in self._ordered(tuple(cards)) if index & bit])
        return self._name(index, cards[index])

    def _name(self, place: int, card: int) -> str:
        return self._cards.words[card] if card < self._cards.size else str(place + 1)

    def _order(self, cards: tuple[int, ...]) -> list[tuple[int, str]]:
        """Return pairs of a place's bit and its card's name, sorted by name: first codes, then numbers."""
        named = [(1 << place, self._name(place, card)) for place, card in enumerate(cards)]
        return sorted(named, key=lambda each: (each[1].isdigit(), each[1]))

    def read(self, s: Any, words: Sequence[str]) -> int:
        places = _different(words, [self._place(s, word) for word in words])
        return sum(1 << place for place in places) if self.several else places[0]

    def _place(self, s: Any, word: str) -> int:
        """Return the place of the card that a word names.

        Raises:
            Refused: The word is the number of a card that lies face up, or the code of one that does not.
        """
        cards = getattr(s, self.field)
        if word[:1].isdigit():
            place = self._numbers.read(s, [word])
            if cards[place] < self._cards.size:
                raise Refused("face_up", task=Message(self.task), place=place + 1, card=self._name(place, cards[place]))
            return place
        card = self._cards.read(s, [word])
        for place in range(self.places):
            if cards[place] == card:
                return place
        raise Refused("not_face_up", task=Message(self.task), card=word)


class OneOrTwo(Part):
    """One word of a list, or two different words in any order.

    With n words, numbered from 0, the value is first * (n + 1) + second; for a single word, `second` is n.
    """

    most = 2

    def __init__(self, what: str, words: tuple[str, ...]) -> None:
        self.what = what
        self.each = Words(what, words)

    @property
    def size(self) -> int:
        return self.each.size * (self.each.size + 1)

    @property
    def row(self) -> int:
        return self.each.size + 1

    def write(self, s: Any, index: int) -> str:
        words = self.each.words
        return " ".join(sorted(words[k] for k in divmod(index, len(words) + 1) if k < len(words)))

    def read(self, s: Any, words: Sequence[str]) -> int:
        numbers = _different(words, [self.each.read(s, [word]) for word in words])
        first, second = sorted([*numbers, self.each.size])[:2]
        return first * (self.each.size + 1) + second
