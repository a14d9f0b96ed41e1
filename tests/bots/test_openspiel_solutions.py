"""Small games of two against OpenSpiel: its CFR+ finds the values we find, and tells how our search can be beaten."""

from __future__ import annotations

import pytest

from hustings import game
from hustings.bots.search import Searcher, Settings
from hustings.engine.kernels import verbs
from hustings.engine.record import Row
from tests.bots.spiel import Play, Spiel, played
from tests.games import combat, politics_worlds, president

CLOSE = 0.005
WHOLE = Settings(iterations=1, exact=1_000_000)
ITERATIONS = 200  # of CFR+


def two_weeks_of_three_states() -> Row:
    row = president.small_game(2, 2, ["CO", "WI", "VA"], {})
    return played(game("president").book, row, ["* P1 CO", "* P2 WI"])


def six_cards() -> Row:
    """After two of them were turned; all six are in the last two hands."""
    row = combat.small_deck(["CA", "TX", "NY", "FL", "PA", "IL"], {})()
    return played(game("combat").book, row, ["P1 turn 1", "* NY", "P2 turn 2", "* TX"])


def eight_states() -> Row:
    """Four in each hand, none in the stock; what remains is dealt anew."""
    deal = ["* P1 NY", "* P2 WV", "* P1 MO", "* P2 OH", "* P1 MI", "* P2 TN", "* P1 KY", "* P2 MD"]
    row = politics_worlds.small_game(2, sorted(entry.split()[2] for entry in deal), 4, {})
    return played(game("politics").book, row, deal)


SMALL = {
    "president": (two_weeks_of_three_states, 2 / 3),
    "combat": (six_cards, 0.85),
    "politics": (eight_states, 0.6),
}


@pytest.mark.parametrize("name", SMALL)
def test_a_small_game_is_worth_what_openspiel_says(name: str) -> None:
    """Its CFR+ knows nothing of our solver, and takes hidden hands and sealed choices for what they are."""
    make, expected = SMALL[name]
    row, book = make(), game(name).book
    value, error = Spiel(book, row).value(ITERATIONS)
    assert error < CLOSE
    assert value == pytest.approx(expected, abs=CLOSE)
    searcher = Searcher(book, 2, WHOLE)
    mask = int(verbs.owes(row))
    seat = 0 if mask & 1 else 1
    ours = max(move.share for move in searcher.look(row.schema.seen(row, seat), seat, 1))
    assert searcher.solved
    assert (ours if seat == 0 else 1 - ours) == pytest.approx(value, abs=CLOSE)


def by_weight(searcher: Searcher) -> Play:
    """How a searcher plays."""

    def play(view: bytes, seat: int) -> dict[int, float]:
        found = searcher.look(view, seat, 7)
        whole = sum(move.weight for move in found)
        return {move.action: move.weight / whole for move in found}

    return play


def test_the_longer_a_search_thinks_the_less_it_can_be_exploited() -> None:
    """Without a solution, every move of a small game by visits alone: OpenSpiel's best answers gain less and less."""
    book, row = game("president").book, two_weeks_of_three_states()
    spiel = Spiel(book, row)
    gains = [
        spiel.exploitability(by_weight(Searcher(book, 2, Settings(iterations=iterations, exact=0, sharpen=1))))
        for iterations in (50, 400, 3200)
    ]
    assert gains[0] > 2 * gains[1] > 2.5 * gains[2]
    assert gains[2] < 0.08


def test_a_solved_game_cannot_be_exploited() -> None:
    book, row = game("president").book, two_weeks_of_three_states()
    assert Spiel(book, row).exploitability(by_weight(Searcher(book, 2, WHOLE))) < 1e-5
