"""How bots spend their dollars in the last contests: on what they still decide, and down to a few."""

from __future__ import annotations

import pytest

from hustings import Table
from hustings.bots import choose
from hustings.engine.kernels import verbs
from hustings.engine.kernels.verbs import choices
from hustings.games.mudslinger.cards import POINTS, STATES
from hustings.games.mudslinger.evaluation import mud_stakes, prize
from hustings.games.mudslinger.record import NOBODY
from hustings.games.mudslinger.scoring import points_left
from hustings.games.mudslinger.standing import clear_leader, decides, is_decided, is_settled, takes_the_lead
from tests.rules.mudslinger.tables import dealt, drawn, holding, play, rich, see

LAST = ("VT", "WY", "SD", "ND")  # three points each
OPENED = "* VT, * WY, * SD, * ND"
OF = {code: int(points) for code, points in zip(STATES, POINTS[0], strict=True)}


def worth(points: int, codes: list[str]) -> list[str]:
    """Return states out of these with so many points in all."""
    found: dict[int, list[str]] = {0: []}
    for code in codes:
        found = {total + OF[code]: [*chosen, code] for total, chosen in found.items()} | found
    return found[points]


def late(first: int, second: int, *money: int, **options: str) -> Table:
    """P1, whose turn it is, runs in Vermont; four states are left. P1 and P2 have so many points, P3 the rest."""
    codes = [code for code in STATES if code not in LAST]
    shares = {"P1": worth(first, codes)}
    shares["P2"] = worth(second, [code for code in codes if code not in shares["P1"]])
    shares["P3"] = [code for code in codes if code not in shares["P1"] + shares["P2"]]
    table = rich(drawn("M01", opened=OPENED, open_states="yes", **options), *money)
    holding(table, **{label: " ".join(codes) for label, codes in shares.items()})
    return play(table, "P1 campaign VT")


def considered(table: Table, seat: int) -> list[str]:
    """Return the moves that bots consider."""
    actions = table.game.book.buffers().actions
    view = table.view_row(seat - 1)
    found = actions[: choices(view, seat - 1, actions)].tolist()
    return [table.game.book.write_move(view, action) for action in found]


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


def test_it_slings_when_the_contest_puts_the_leader_out_of_reach() -> None:
    """Eleven points behind P3 with twelve left, P2 needs every state, although P1 is far behind."""
    table = play(late(100, 206, 4, 60, 0), "P1 spend 4")
    assert decides(table._row, 1)
    assert not decides(table._row, 2)
    assert answer(table, 2) == "sling"


def test_it_slings_no_mud_that_can_change_no_place() -> None:
    table = play(late(300, 150, 4, 60, 60), "P1 spend 4")
    assert all(is_settled(table._row, seat) for seat in range(3))
    assert answer(table, 2) == "pass"
    assert not any("sling" in move or "spend" in move for move in considered(table, 2))
    assert not any(is_settled(late(200, 191, 4, 9, 0)._row, seat) for seat in range(2))


def test_a_place_can_be_settled_with_many_states_left() -> None:
    """P1 has more points than all other states are worth together."""
    table = rich(drawn("M01", opened=OPENED, open_states="yes"), 4, 60, 60)
    mine = worth(300, [code for code in STATES if code not in LAST])
    holding(table, P1=" ".join(mine))
    assert points_left(play(table, "P1 campaign VT")._row) < 300
    assert is_settled(table._row, 0)
    assert not is_settled(table._row, 1)


def test_it_slings_although_many_states_are_left_if_the_leader_would_get_out_of_reach() -> None:
    """P1 is about 35 points ahead and runs for 29 more; 12 states with 67 points are left."""
    table = drawn("M01", opened="* FL, * WY, * SD, * ND", open_states="yes")
    rich(table, 60, 60, 60)
    unheld = ["FL", "WY", "SD", "ND", *("VT", "AK", "DE", "MT", "HI", "ID", "ME", "NH")]
    codes = [code for code in STATES if code not in unheld]
    mine = worth(180, codes)
    others = [code for code in codes if code not in mine]
    holding(table, P1=" ".join(mine), P2=" ".join(others[::2]), P3=" ".join(others[1::2]))
    play(table, "P1 campaign FL")
    assert decides(table._row, 1)
    play(table, "P1 spend 4")
    assert answer(table, 2) == "sling"


def test_nobody_slings_once_the_winner_is_known() -> None:
    """P1 cannot be caught; P2 and P3 still fight for the second place, but no dollar changes who wins."""
    table = play(late(300, 116, 4, 60, 60), "P1 spend 4")
    assert is_decided(table._row)
    assert not is_settled(table._row, 1)
    assert not any("sling" in move or "spend" in move for move in considered(table, 2))
    assert answer(table, 2) == "pass"


def test_a_bid_that_leaves_the_chance_as_it_is_is_never_considered() -> None:
    """After two attack ads a runner at -2 wins with 1 dollar as with none, with 5 dollars some rolls."""
    table = late(200, 191, 9, 9, 0)
    assert "spend 1" in considered(table, 1)
    table._row.rating = -2
    assert "spend 4" not in considered(table, 1)
    assert "spend 5" in considered(table, 1)


def test_it_does_not_reckon_with_points_that_it_cannot_see() -> None:
    table = late(300, 150, 4, 60, 60)
    table._row.open_states = 0
    assert not is_settled(table._row, 1)


def test_a_runner_saves_no_dollars_that_have_no_other_use() -> None:
    table = late(300, 150, 4, 60, 60)
    assert answer(table, 1) == "spend"
    assert see(table, "money")[0] == 4


def test_MS_24_a_card_counts_in_full_when_the_contest_decides_who_leads() -> None:
    """With `start=first_card` an Attack Ad is worth all that P1 would win, not only P2's part of the loss."""
    worth = {}
    for start in ("small_first", "first_card"):
        table = late(200, 191, 8, 60, 0, start=start)
        if start == "small_first":
            dealt(table, "", "ATTACK")
        move = play(table, "P1 spend 8").read("P2 play ATTACK on P1")
        assert decides(table._row, 1)
        worth[start] = int(verbs.heuristic(table.view_row(1), 1, move.action))
    assert worth["first_card"] > 0 > worth["small_first"]


def stakes(first: int, second: int, runner: int, seat: int, start: str) -> int:
    """Return what the failure of the runner in Vermont is worth to a seat, in hundredths of the prize."""
    table = late(first, second, 30, 30, 30, start=start)
    table._row.runner = runner - 1
    return 100 * mud_stakes(table._row, seat - 1) // prize(table._row, table._row.contest - 1)


@pytest.mark.parametrize("start", ["first_card", "three_cards"])
def test_rivals_act_together_against_a_clear_leader(start: str) -> None:
    """P1 leads by 38: the two others fight him with all their dollars, and each other less than usual."""
    assert clear_leader(late(200, 161, 0, 0, 0, start=start)._row) == 0
    assert clear_leader(late(175, 174, 0, 0, 0, start=start)._row) == NOBODY
    assert clear_leader(late(200, 161, 0, 0, 0)._row) == NOBODY
    assert [stakes(200, 161, 1, seat, start) for seat in (2, 3)] == [200, 200]
    for seat, runner in ((2, 3), (3, 2)):
        assert stakes(200, 161, runner, seat, start) == stakes(200, 161, runner, seat, "small_first") // 2 > 0
