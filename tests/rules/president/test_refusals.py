"""Every reason a move can be refused for: its clause, and the numbers its sentence carries."""

from __future__ import annotations

import pytest

import hustings
from hustings.engine.errors import NotationError
from hustings.engine.table import Table
from hustings.games.president import moves, rules
from tests.rules.president.tables import dealt, place, small, undealt
from tests.rules.refusals import Case, assert_not_listed, assert_says_why, by_number, every_case, ids
from tests.rules.tables import enter

TEN = "FL MT PA OH NV IA CO WI VA NC"


def at_the_end() -> Table:
    """A finished game of one week."""
    return place(small(2, "NV IA", 1), "1 NV, 1 IA")


def used_up() -> Table:
    """P1 has no small pyramid left."""
    return place(dealt(2, TEN), "1 MT, 3 MT; 1 NV, 3 MT; 1 IA, 3 MT; 1 CO, 3 NV")


CASES = {
    moves.GAME_IS_OVER: [
        Case(at_the_end, "P1 place large NV", "UP-12", ("P1 place large NV", "after the count")),
        Case(at_the_end, "P2 place small OH", "UP-12", ("P2 place small OH", "the game is over")),
    ],
    moves.NO_SUCH_ACTION: [
        Case(lambda: dealt(2, TEN), by_number(0, moves.ACTIONS), "UP-3", ("33", "does not exist")),
        Case(lambda: dealt(2, TEN), by_number(1, -1), "UP-3", ("-1", "does not exist")),
    ],
    moves.STILL_DEALING: [
        Case(undealt, "P1 place small MT", "UP-2", ("P1 place small MT", "10 of the states")),
        Case(lambda: undealt(6), "P6 place large FL", "UP-2", ("P6 place large FL", "6 of the states")),
        Case(lambda: dealt(3, "FL", dealt="one"), "P1 place medium FL", "UP-2", ("2 of the states",)),
    ],
    moves.ALREADY_CHOSEN: [
        Case(
            lambda: enter(dealt(2, TEN), "P2 place small MT"),
            "P2 place large FL",
            "UP-3",
            ("P2 has already chosen", "week 1 of 12"),
        ),
        Case(
            lambda: enter(used_up(), "P1 place large FL"),
            "P1 place large FL",
            "UP-3",
            ("P1 has already chosen", "week 5 of 12"),
        ),
    ],
    moves.NONE_LEFT: [
        Case(
            used_up,
            "P1 place small FL",
            "UP-3",
            ("P1 place small FL", "a small pyramid", "P1 has none left", "0 small, 4 medium, 4 large"),
        ),
        Case(used_up, "P2 place large NV", "UP-3", ("a large pyramid", "4 small, 4 medium, 0 large")),
    ],
    moves.NOT_IN_PLAY: [
        Case(lambda: small(2, "MT FL"), "P1 place large OH", "UP-1", ("P1 place large OH", "the states are MT, FL")),
    ],
}


def test_every_reason_has_a_case() -> None:
    """The cases name every reason the game has; a new reason needs one."""
    assert set(CASES) == set(range(1, 7)) == set(moves.REASONS)


every_case_refuses = pytest.mark.parametrize(("reason", "case"), every_case(CASES), ids=ids(CASES))


@every_case_refuses
def test_a_refusal_names_its_clause_and_carries_the_numbers(reason: int, case: Case) -> None:
    assert_says_why(rules.refusal, reason, case)


@every_case_refuses
def test_a_refused_move_is_not_in_the_legal_list(reason: int, case: Case) -> None:
    assert_not_listed(case)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("P1 turn 3", "moves look like place large FL"),
        ("P1 place large", "moves look like place large FL"),
        ("P1 place huge FL", "is no size of a pyramid; there are small, medium, large"),
        ("P1 place large TX", "is no state of this game; there are MT, NV"),
        ("P3 place large FL", "P1 to P2"),
    ],
)
def test_a_text_that_is_no_move_is_told_what_moves_look_like(text: str, says: str) -> None:
    """Notation errors name what is allowed in that place."""
    with pytest.raises(NotationError, match=says):
        dealt(2, TEN).play(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [("FL", "outcomes look like"), ("P3 FL", "outcomes look like"), ("P1 TX", "is no state of this game")],
)
def test_a_text_that_is_no_card_is_told_what_outcomes_look_like(text: str, says: str) -> None:
    """The same for what chance may deal."""
    with pytest.raises(NotationError, match=says):
        undealt(2).settle(text)


@pytest.mark.parametrize("text", ["P2 MT", "P1 FL"])
def test_a_card_for_another_player_or_dealt_before_cannot_come(text: str) -> None:
    """P1's second card: it is not P2's turn, and Florida is gone."""
    table = dealt(2, "FL MT")
    before = table._row.tobytes()
    with pytest.raises(hustings.IllegalMove, match="cannot come up now"):
        table.settle(text)
    assert table._row.tobytes() == before
