"""Smaller versions of Electoral College Combat for research, with fewer cards."""

from __future__ import annotations

from collections.abc import Mapping

from hustings.games.combat.cards import CARDS, NUMBERED, VOTES
from hustings.games.combat.hand import begin
from hustings.games.combat.record import ABSENT, PLACES, SEATS, UNSEEN, State

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
