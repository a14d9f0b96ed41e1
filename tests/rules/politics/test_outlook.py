"""PO-8: a table says when a side can no longer win or lose, and is never wrong."""

from __future__ import annotations

from collections import Counter

import pytest

import hustings
from hustings.bots import choose
from hustings.engine.table import Table
from hustings.games.politics.record import MARKETS
from tests.rules.politics.tables import table_of
from tests.rules.tables import enter

GAMES = 16


def outlook(table: Table, seat: int) -> str:
    """The outlook in the effects of a seat's moves, which is the same in all of them."""
    found = {
        word for known in table.previews(table.legal(seat)).values() for word in ("beaten", "safe") if word in known
    }
    assert len(found) <= 1
    return found.pop() if found else ""


def played(number: int, seats: int, level: str, options: dict[str, str]) -> tuple[Table, list[tuple[int, str]]]:
    """A finished game, with each decision's seat and outlook."""
    table = hustings.game("politics", **options).start(seats=seats, seed=f"outlook {number}")
    told = []
    while not table.over:
        (seat,) = table.owes
        told.append((seat, outlook(table, seat)))
        table.play(choose(table, seat, level, key=number))
    return table, told


@pytest.mark.parametrize("must_play", ["yes", "no"])
@pytest.mark.parametrize("market", MARKETS)
@pytest.mark.parametrize("seats", [2, 4])
def test_PO_8_whoever_can_no_longer_win_or_lose_does_not(seats: int, market: str, must_play: str) -> None:
    """Whatever the bots play: the weak one makes games that nobody would expect."""
    found: Counter[str] = Counter()
    for number in range(GAMES):
        level = ("random", "thumb")[number % 2]
        table, told = played(number, seats, level, {"must_play": must_play, "market": market})
        assert table.result is not None
        for seat, word in told:
            found[word] += 1
            if word:
                assert (table.result.shares[seat] > 0) == (word == "safe"), (number, seat, word)
    assert found["safe"] > 0


def test_PO_8_with_open_cards_most_losers_are_told_before_the_end() -> None:
    early = 0
    for number in range(GAMES):
        table, told = played(number, 2, "thumb", {"must_play": "no", "market": "even"})
        assert table.result is not None
        early += any(word == "beaten" for _, word in told)
    assert early > GAMES // 2


@pytest.mark.parametrize(("market", "told"), [("even", "beaten"), ("fronts", "")])
def test_PO_13_the_only_rival_keeps_every_unseen_card_once_none_lies_face_down(market: str, told: str) -> None:
    """P2 has or holds 36 votes, and P1 could have 28 in all; a last deal would mix the cards again."""
    start = "* P2 AL; * CT; * RI; * ME; P1 side R; P1 nominate VT; P2 nominate NC"
    table = table_of("VT NH / NC GA", "AL CT RI ME DE", start, must_play="no", market=market)
    assert outlook(table, 0) == ""
    enter(table, "P1 take CT; * DE")
    assert outlook(table, 1) == told.replace("beaten", "safe")
    enter(table, "P2 play GA")
    assert outlook(table, 0) == told
