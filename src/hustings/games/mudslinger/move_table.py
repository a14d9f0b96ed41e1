"""The moves and chance outcomes of Mudslinger: their numbers and their notation.

A name of several moves is the number of the first; the others follow in the order of what they name. An item of a gift
or an offer is a sum, $1 to $10, or a kind of action card.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Any

from hustings.engine.declared import MoveTable, Number, Optional, OutcomeTable, Refused, Words
from hustings.engine.errors import NotationError
from hustings.engine.messages import Message
from hustings.games.mudslinger.cards import CANDIDATES, CODES, KIND_CODES, PARTIES, PEOPLE_CODES, STATES
from hustings.games.mudslinger.record import ITEM_TEXTS, MOST_DOLLARS, SEAT_LABELS, SEAT_OR_NONE, SEATS

MOST_BID = 16
SUM = re.compile(r"\$[0-9]+")
NO_TARGET = SEATS  # of a card that names nobody
TARGET_SLOTS = SEATS + 1


class Seats(Words):
    """A seat's label. A text that is none is answered with the seats of this table, not of the game."""

    def read(self, s: Any, words: Sequence[str]) -> int:
        if words[0] not in self.words:
            first, *_, last = self.words[: s.seats]
            raise NotationError("engine.no_such_number", text=words[0], what=Message(self.what), first=first, last=last)
        return super().read(s, words)


class Items(Words):
    """A sum or an action card, which may change hands (MS-17)."""

    def read(self, s: Any, words: Sequence[str]) -> int:
        """The item a word stands for; Refused for what never changes hands, NotationError for no item."""
        if words[0] in STATES or words[0] in PEOPLE_CODES:
            raise Refused("never_given", card=words[0])
        if SUM.fullmatch(words[0]) and words[0] not in self.words:
            raise Refused("no_such_sum", sum=words[0], most=MOST_DOLLARS)
        return super().read(s, words)


SEAT, STATE = Seats("seat", SEAT_LABELS), Words("state", STATES)
CARD, ITEM, BID = Words("action_card", KIND_CODES), Items("item", ITEM_TEXTS), Number("bid", 1, MOST_BID)

MOVES = MoveTable(
    "draw", "campaign GA", "spend 3", "sling 2", "pass", "play DONOR", "play LEAK on P3", "trade SURGE", "give P3 $4",
    "poll",
)  # fmt: skip
DRAW = MOVES.add("draw")
LOBBY = MOVES.add("lobby")
REST = MOVES.add("rest")
PASS = MOVES.add("pass")
REPLACE = MOVES.add("replace")
KEEP = MOVES.add("keep")
ACCEPT = MOVES.add("accept")
DECLINE = MOVES.add("decline")
WITHDRAW = MOVES.add("withdraw")
POLL = MOVES.add("poll")
RUN = MOVES.add("run", Words("candidate", CANDIDATES))
PARTY = MOVES.add("party", Words("party_of_five", PARTIES))
CAMPAIGN = MOVES.add("campaign", STATE)
SPEND = MOVES.add("spend", BID)
SLING = MOVES.add("sling", BID)
TAKE = MOVES.add("take", CARD)
FOR = MOVES.add("for", ITEM)
TRADE = MOVES.add("trade", CARD)
PLAY = MOVES.add("play", CARD, Optional("on", SEAT))  # NO_TARGET: on nobody
PLAY_GERRY = MOVES.add("play", "GERRY", "on", STATE)
GIVE = MOVES.add("give", SEAT, ITEM)
OFFER = MOVES.add("offer", SEAT, ITEM)
PROMISE = MOVES.add("promise", SEAT, remark=True)
ACTIONS = MOVES.count

ROLLS = tuple(f"dice {first} {second} {third}" for first, second, third in product(range(1, 7), repeat=3))
#: by what chance is to bring, the words of its outcomes
BRINGS = ((), CANDIDATES, ROLLS, STATES, CODES, ROLLS, ROLLS)
NUMBERS = {word: number for words in BRINGS for number, word in enumerate(words)}


class Outcomes(OutcomeTable):
    """Candidates, states, cards and rolls, after the seat they are for, if any: "GA", "P1 G17", "dice 4 2 6"."""

    def write(self, s: Any, outcome: int) -> str:
        """The notation of an outcome of what chance is to bring now."""
        seat, word = SEAT_OR_NONE[s.pending_seat], BRINGS[s.pending][outcome]
        return f"{seat} {word}" if seat else word

    def read(self, s: Any, text: str) -> int:
        """The outcome a text stands for, whatever chance is to bring now; NotationError for none."""
        seat, _, word = text.partition(" ")
        number = NUMBERS.get(word if seat in SEAT_LABELS else text)
        if number is None:
            raise self.unread(text)
        return number


CHANCE = Outcomes(ROLLS, "GA", "P1 CON", "P1 G17", "dice 4 2 6")
