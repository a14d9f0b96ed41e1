"""How bots spend their dollars in the last contests: on what they still decide, and down to a few."""

from __future__ import annotations

import pytest

from hustings import Table
from hustings.batch import Batch
from hustings.bots import choose
from hustings.games.mudslinger.cards import POINTS, STATES
from hustings.games.mudslinger.standing import decides, is_settled, takes_the_lead
from tests.rules.mudslinger.tables import drawn, holding, play, rich, see

LAST = ("VT", "WY", "SD", "ND")  # three points each
OPENED = "* VT, * WY, * SD, * ND"
OF = {code: int(points) for code, points in zip(STATES, POINTS[0], strict=True)}
A_FEW = 6.0  # dollars at the end of a game: of a rule of thumb 5, of a bot that now and then errs less than 6


def worth(points: int, codes: list[str]) -> list[str]:
    """Return states out of these with so many points in all."""
    found: dict[int, list[str]] = {0: []}
    for code in codes:
        found = {total + OF[code]: [*chosen, code] for total, chosen in found.items()} | found
    return found[points]


def late(first: int, second: int, *money: int) -> Table:
    """P1, whose turn it is, runs in Vermont; four states are left. P1 and P2 have so many points, P3 the rest."""
    codes = [code for code in STATES if code not in LAST]
    shares = {"P1": worth(first, codes)}
    shares["P2"] = worth(second, [code for code in codes if code not in shares["P1"]])
    shares["P3"] = [code for code in codes if code not in shares["P1"] + shares["P2"]]
    table = rich(drawn("M01", opened=OPENED, open_states="yes"), *money)
    holding(table, **{label: " ".join(codes) for label, codes in shares.items()})
    return play(table, "P1 campaign VT")


def answer(table: Table, seat: int) -> str:
    return str(choose(table, seat - 1, "thumb", key=1)).split(" ")[1]


def test_it_slings_when_the_contest_decides_who_leads() -> None:
    """Nine points ahead with twelve left, P1 would be out of P2's reach by Vermont; P2 fights with all that it has."""
    table = play(late(200, 191, 4, 9, 0), "P1 spend 4")
    assert decides(table._row, 1)
    assert answer(table, 2) == "sling"
    close = late(200, 201, 4, 9, 0)
    assert takes_the_lead(close._row)
    assert not takes_the_lead(table._row)


def test_it_slings_no_mud_that_can_change_no_place() -> None:
    table = play(late(300, 150, 4, 60, 60), "P1 spend 4")
    assert all(is_settled(table._row, seat) for seat in range(3))
    assert answer(table, 2) == "pass"
    assert not any(is_settled(late(200, 191, 4, 9, 0)._row, seat) for seat in range(2))


def test_it_does_not_reckon_with_points_that_it_cannot_see() -> None:
    table = late(300, 150, 4, 60, 60)
    table._row.open_states = 0
    assert not is_settled(table._row, 1)


def test_a_runner_saves_no_dollars_that_have_no_other_use() -> None:
    table = late(300, 150, 4, 60, 60)
    assert answer(table, 1) == "spend"
    assert see(table, "money")[0] == 4


@pytest.mark.parametrize("level", ["thumb", "canvasser"])
def test_few_dollars_are_left_at_the_end_of_a_short_game(level: str) -> None:
    batch = Batch(
        "mudslinger", 400, seats=3, seed=5, auto_reset=False, length="20", start="first_group", open_states="yes"
    )
    batch.rollout(level)
    money = [sum(batch.table(k).view(None)["money"]) / 3 for k in range(batch.n)]
    assert sum(money) / len(money) < A_FEW
