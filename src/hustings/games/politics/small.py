"""Smaller versions of Politics for research, with fewer states."""

from __future__ import annotations

from collections.abc import Mapping

from hustings.engine.kernels.bits import lowest
from hustings.engine.smaller import Smaller
from hustings.games.politics.cards import CARDS, CODES, NEIGHBOURS, VOTES
from hustings.games.politics.election import begin
from hustings.games.politics.record import ABSENT, WHERE, State
from hustings.games.politics.rules import HAND

SIZES = {"cards": range(6, CARDS + 1)}
SEATS = (2, 4, 6)
CENTRE = CODES.index("OH")


def start_small(s: State, sizes: Mapping[str, int]) -> None:
    """Begin a game with the states nearest to Ohio; hands are smaller if the cards are few, but never empty (PO-1)."""
    near, deck = [CENTRE], 1 << CENTRE
    for card in near:
        others = int(NEIGHBOURS[s.waters, card]) & ~deck
        while others and len(near) < sizes["cards"]:
            near.append(lowest(others))
            deck |= 1 << near[-1]
            others &= others - 1
    begin(s, deck, _dealt(sizes["cards"], s.seats))


def _dealt(cards: int, seats: int) -> int:
    """Return the number of cards that each hand is dealt."""
    return min(HAND, max(1, cards // (seats + 1)))


def longest(seats: int, sizes: Mapping[str, int]) -> int:
    """Return an upper bound on the number of moves in a game.

    One move chooses a party, and each card is drawn at most once and played at most once. Between two played cards all
    seats but one can pass, and twice in a game all seats pass in a row (PO-7, PO-8).
    """
    cards = sizes["cards"]
    return 1 + 2 * cards + (seats - 1) * cards + 2 * seats


def smaller(s: State, sizes: Mapping[str, int]) -> Smaller:
    """Return what a version lacks: cards and votes."""
    cards = sizes["cards"]
    absent = [CODES[card] for card in range(CARDS) if s.where[card] == ABSENT]
    here = {code: int(VOTES[s.votes, card]) for card, code in enumerate(CODES) if code not in absent}
    bounds = dict.fromkeys(("states", "held", "stock", "to_deal"), (0, cards))
    bounds |= {"tally": (0, sum(here.values())), "dealt": (1, cards)}
    dealt = [f"{_dealt(cards, seats)} with {seats} players" for seats in SEATS]
    words = {"cards": str(cards), "list": ", ".join(here), "dealt": ", ".join(dealt)}
    return Smaller(frozenset({*absent, WHERE[ABSENT]}), bounds, words)
