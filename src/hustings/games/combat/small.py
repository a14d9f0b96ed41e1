"""Smaller versions of Electoral College Combat for research, with fewer cards."""

from __future__ import annotations

from collections.abc import Mapping

from hustings.engine.smaller import Smaller
from hustings.games.combat.cards import CARDS, CODES, NUMBERED, VOTES
from hustings.games.combat.hand import begin, majority
from hustings.games.combat.record import ABSENT, PLACES, SEATS, UNSEEN, WHERE, State

ADDED = 2  # cards added to a player's last hand (EC-19)


def _fits(cards: int) -> bool:
    """Return whether ordinary hands of five leave room for the added cards in the last one (EC-2, EC-19)."""
    left = (cards // SEATS - 1) % PLACES + 1
    return left + ADDED <= PLACES


SIZES = {"cards": tuple(filter(_fits, range(2 * SEATS, CARDS + 1, SEATS)))}


def start_small(s: State, sizes: Mapping[str, int]) -> None:
    """Begin a game with fewer cards.

    Numbered cards are chosen at even distances in the order of their votes; wild cards keep their part of the deck.
    """
    wilds = sizes["cards"] * (CARDS - NUMBERED) // CARDS
    last = sizes["cards"] - wilds - 1
    by_votes = sorted(range(NUMBERED), key=lambda card: (VOTES[s.votes, card], card))
    kept = {by_votes[place * (NUMBERED - 1) // last] for place in range(last + 1)}
    kept |= set(range(NUMBERED, NUMBERED + wilds))
    for card in range(CARDS):
        s.where[card] = UNSEEN if card in kept else ABSENT
    begin(s)


def smaller(s: State, sizes: Mapping[str, int]) -> Smaller:
    """Return what a version lacks: cards, hands and votes."""
    absent = [CODES[card] for card in range(CARDS) if s.where[card] == ABSENT]
    here = {code: int(VOTES[s.votes, card]) for card, code in enumerate(CODES) if code not in absent}
    hands, stack, votes = int(s.hands), sizes["cards"] // SEATS, sum(here.values())
    bounds = {"hands": (hands, hands), "hand": (1, hands), "stack": (0, stack), "tally": (0, votes)}
    words = {
        "stack": str(stack),
        "hands": str(hands),
        "and": f"{hands - 1} and {hands}",
        "or": f"{hands - 1} or {hands}",
        "left": str(stack - PLACES * (hands // SEATS - 1)),
        "total": str(votes),
        "majority": str(majority(s)),
        "draw": "with an equal number the game is a draw" if votes % 2 == 0 else "the number is odd",
        "list": ", ".join(f"{code} {count}" if count else code for code, count in here.items()),
    }
    return Smaller(frozenset({*absent, WHERE[ABSENT]}), bounds, words)
