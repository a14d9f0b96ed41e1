"""Notation of cards in moves: face-up and other cards by code, face-down cards by place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from hustings.engine.declared import Number, Part, Refused, Words
from hustings.engine.errors import NotationError
from hustings.engine.messages import Message
from hustings.games.combat.cards import CARDS, CODES, NO_CARD, PAIR
from hustings.games.combat.record import DOWN, PLACES, UP

PLACE, CARD = Number("place", 1, PLACES), Words("card", CODES)


@lru_cache(maxsize=256)  # the texts of a decision's thirty moves are all made of these
def _names(cards: tuple[int, ...], lies: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    """Return each place's bit and its card's name, in the order of the notation."""
    names = [
        CODES[card] if how == UP else str(place) for place, (card, how) in enumerate(zip(cards, lies, strict=True), 1)
    ]
    bits = [(1 << place, name) for place, name in enumerate(names)]
    return tuple(sorted(bits, key=lambda each: (each[1].isdigit(), each[1])))


def named(s: Any, places: int) -> list[str]:
    """Return the names of the cards on these places (bits): codes of face-up cards by alphabet, then place numbers."""
    return [name for bit, name in _names(tuple(s.card), tuple(s.lies)) if places & bit]


def table(s: Any) -> Message:
    """Return the face-up and face-down cards as a phrase."""
    up, down = (named(s, sum(1 << place for place in range(PLACES) if s.lies[place] == what)) for what in (UP, DOWN))
    key = "up_and_down" if up and down else "only_up" if up else "only_down" if down else "no_cards"
    return Message(key, {"up": up, "down": down})


def different(words: Sequence[str], values: list[int]) -> list[int]:
    """Return the values of words; raise NotationError if two are equal."""
    if len(set(values)) < len(values):
        raise NotationError("engine.named_twice", text=" ".join(words))
    return values


class Lying(Part):
    """A card on the table, named by its code if face up, else by its place. task: the task that names it."""

    what, size, static = "card", PLACES, False

    def __init__(self, task: str) -> None:
        self.task = Message(task)

    def write(self, s: Any, index: int) -> str:
        return CODES[s.card[index]] if s.lies[index] == UP else str(index + 1)

    def read(self, s: Any, words: Sequence[str]) -> int:
        if words[0][:1].isdigit():
            place = PLACE.read(s, words)
            if s.lies[place] == UP:
                raise Refused("face_up", task=self.task, place=place + 1, card=CODES[s.card[place]])
            return place
        card = CARD.read(s, words)
        for place in range(PLACES):
            if s.lies[place] == UP and s.card[place] == card:
                return place
        raise Refused("not_face_up", task=self.task, card=words[0], table=table(s))


class SomeLying(Lying):
    """Cards on the table, in any order; the number is the bit mask of their places."""

    size, most = 1 << PLACES, PLACES

    def write(self, s: Any, index: int) -> str:
        return " ".join(named(s, index))

    def read(self, s: Any, words: Sequence[str]) -> int:
        places = [super(SomeLying, self).read(s, [word]) for word in words]
        return sum(1 << place for place in different(words, places))


class OneOrTwoCards(Part):
    """One card or two, in any order; the number is the lower one's times PAIR, plus the higher one's or NO_CARD."""

    what, size, most = "card", CARDS * PAIR, 2

    def write(self, s: Any, index: int) -> str:
        return " ".join(sorted(CODES[card] for card in divmod(index, PAIR) if card != NO_CARD))

    def read(self, s: Any, words: Sequence[str]) -> int:
        cards = different(words, [CARD.read(s, [word]) for word in words])
        first, second = sorted([*cards, NO_CARD])[:2]
        return first * PAIR + second
