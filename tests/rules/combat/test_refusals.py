"""Every reason a move can be refused for: its clause, and the numbers and cards its sentence carries."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hustings.engine.errors import IllegalMove, NotationError
from hustings.engine.table import Table
from hustings.games.combat import moves
from hustings.games.combat.cards import PAIR
from tests.rules.combat.tables import after_ten_hands, hand, new_table, only_wilds, ordinary_hand, tiny_table
from tests.rules.refusals import Case, assert_not_listed, assert_says_why, by_number, every_case, ids
from tests.rules.tables import enter, moves_of, refused

OPENED = "P1 turn 1; P2 turn 2"


def at_the_end() -> Table:
    """A finished game of six cards."""
    table = hand(tiny_table("AK DC DE MT ND SD"), "AK DC DE", f"{OPENED}; P1 turn 3")
    return hand(table, "MT ND SD", "P2 turn 1; P1 turn 2; P2 turn 3")


def choosing(edition: str = "prose") -> Table:
    """CA and TX are exposed on places 1 and 2, and CA's player chooses."""
    opener, other = ("P1", "P2") if edition == "prose" else ("P2", "P1")
    return hand(new_table(edition), "CA TX", f"{opener} turn 1; {other} turn 2")


def tie_from_above() -> Table:
    """CT and OR tied, NY came third."""
    return hand(new_table(), "CT OR NY", f"{OPENED}; P1 turn 3")


def picking() -> Table:
    """Collusion: P1 picked place 2 and has won the next throw too."""
    return hand(new_table(), "RUSSIA TX", "P1 turn 1; P1 rock; P2 scissors; P1 pick 2; P1 rock; P2 scissors")


CASES = {
    moves.GAME_IS_OVER: [Case(at_the_end, "P1 turn 1", "EC-21", ("P1 turn 1", "the last hand"))],
    moves.WRONG_TASK: [
        Case(new_table, "P1 rock", "EC-4", ("P1 rock", "P1 must turn a card (turn 1 to turn 5)")),
        Case(choosing, "P1 turn 3", "EC-6", ("P1 turn 3", "P1 must choose what to take")),
        Case(
            lambda: hand(new_table(), "TX FAKE", OPENED),
            "P2 turn 3",
            "EC-11",
            ("P2 turn 3", "P2 must call higher, lower or equal"),
        ),
        Case(
            lambda: hand(new_table(), "RUSSIA", "P1 turn 1"),
            "P1 pick 3",
            "EC-17",
            ("P1 pick 3", "both players must throw rock, paper or scissors"),
        ),
        Case(picking, "P1 paper", "EC-16", ("P1 paper", "P1 must pick a card")),
        Case(after_ten_hands, "P1 turn 1", "EC-19", ("P1 turn 1", "P1 must add cards from the pile")),
    ],
    moves.CARD_COMES_FIRST: [
        Case(lambda: enter(new_table(), "P1 turn 1"), "P2 turn 2", "EC-4", ("P2 turn 2", "too early", "a card")),
        Case(lambda: enter(new_table(), "P1 turn 1"), "P1 rock", "EC-4", ("P1 rock", "too early")),
    ],
    moves.NOT_YOUR_MOVE: [
        Case(new_table, "P2 turn 1", "EC-3", ("P2 turn 1", "tried by P2", "P1 who must turn a card")),
        Case(lambda: new_table("illustrated"), "P1 turn 1", "EC-3", ("P1 turn 1", "P2 who must turn a card")),
    ],
    moves.NO_SUCH_ACTION: [
        Case(new_table, by_number(0, moves.ACTIONS), "EC-4", (str(moves.ACTIONS), "does not exist")),
        Case(new_table, by_number(1, -1), "EC-4", ("-1", "does not exist")),
    ],
    moves.PLACE_NOT_DOWN: [
        Case(
            lambda: hand(new_table(), "TX", "P1 turn 1"),
            "P2 turn 1",
            "EC-4",
            ("P2 turn 1", "face up are TX, face down are places 2, 3, 4, 5"),
        ),
        Case(
            lambda: hand(new_table(), "FAKE", "P1 turn 1"),
            "P1 turn 1",
            "EC-4",
            ("P1 turn 1", "no card lies face up, face down are places 2, 3, 4, 5"),
        ),
        Case(lambda: tiny_table("AK DC DE MT ND SD"), "P1 turn 4", "EC-4", ("P1 turn 4", "places 1, 2, 3")),
    ],
    moves.ALREADY_THROWN: [
        Case(
            lambda: hand(new_table(), "RUSSIA", "P1 turn 1; P2 rock"),
            "P2 paper",
            "EC-17",
            ("P2 has already thrown",),
        )
    ],
    moves.PLACE_IS_EMPTY: [
        Case(picking, "P1 pick 2", "EC-16", ("P1 pick 2", "face down are places 3, 4, 5")),
        Case(picking, "P1 pick 1", "EC-16", ("P1 pick 1", "no card lies face up")),
        Case(
            lambda: hand(tiny_table("CA TX OH AK DC DE"), "CA TX OH", OPENED),
            "P1 take CA 4",
            "EC-6",
            ("P1 take CA 4", "no card lies", "face up are CA, TX, face down are places 3"),
        ),
    ],
    moves.TAKE_NOT_A_CHOICE: [
        Case(
            choosing, f"P1 take {tried}", "EC-6", (f"P1 take {tried}", "CA (55) with exactly one other card", "TX (38)")
        )
        for tried in ("CA", "TX", "TX 3", "CA TX 3", "CA 3 4", "3 4", "TX 3 4 5", "3", "CA TX 3 4 5")
    ],
    moves.TAKE_NOT_ILLUSTRATED: [
        Case(
            lambda: choosing("illustrated"),
            f"P2 take {tried}",
            "EC-6",
            (
                f"P2 take {tried}",
                "CA (55) with one face-down card",
                "TX (38) with two face-down cards",
                "places 3, 4, 5",
            ),
        )
        for tried in ("CA TX", "CA", "TX 4", "CA 3 4", "3 4", "TX 3 4 5")
    ],
    moves.TAKE_NOT_WITH_THIRD: [
        Case(tie_from_above, f"P1 take {tried}", "EC-7", (f"P1 take {tried}", f"takes {count} cards", "NY (29)"))
        for tried, count in (("CT OR", 2), ("NY", 1), ("CT NY OR", 3), ("CT 4", 2), ("NY 4 5", 3))
    ],
    moves.TAKE_AFTER_STOP: [
        Case(
            lambda: hand(new_table(stops="3"), "OH FL TX", f"{OPENED}; P1 turn 3; P2 stand"),
            f"P1 take {tried}",
            "EC-24",
            (f"P1 take {tried}", "TX (38) with exactly one other card", "places 4, 5"),
        )
        for tried in ("TX", "FL OH", "OH 4", "FL OH 4", "4 5", "TX 4 5")
    ],
    moves.TAKE_AFTER_STOP_ILLUSTRATED: [
        Case(
            lambda: hand(new_table("illustrated", stops="3"), "FL OH TX", "P2 turn 2; P1 turn 1; P2 turn 3; P1 stand"),
            f"P2 take {tried}",
            "EC-24",
            (f"P2 take {tried}", "TX (38) with one face-down card", "places 4, 5"),
        )
        for tried in ("FL TX", "TX", "OH 4", "TX 4 5")
    ],
    moves.ADD_NOT_IN_PILE: [
        Case(after_ten_hands, "P1 add CA NY", "EC-19", ("P1 add CA NY", "not in P1's pile")),
        Case(after_ten_hands, "P1 add NY TX", "EC-19", ("P1 add NY TX", "not in P1's pile")),
        Case(after_ten_hands, "P1 add CT", "EC-19", ("P1 add CT", "not in P1's pile")),
        Case(after_ten_hands, by_number(0, moves.ADD_ID + 40 * PAIR + 2), "EC-19", ("not in P1's pile",)),
    ],
    moves.ADD_NO_HIGHEST: [
        Case(after_ten_hands, "P1 add PA SWING", "EC-19", ("P1 add PA SWING", "must be worth 29")),
        Case(after_ten_hands, "P1 add OH PA", "EC-19", ("P1 add OH PA", "must be worth 29")),
    ],
    moves.ADD_TWO_WILDS: [
        Case(after_ten_hands, "P1 add CELEB SWING", "EC-19", ("P1 add CELEB SWING", "two wild cards")),
    ],
    moves.ADD_TOO_FEW: [
        Case(after_ten_hands, "P1 add NY", "EC-19", ("P1 add NY", "P1 must add exactly 2")),
        Case(after_ten_hands, "P1 add SWING", "EC-19", ("P1 add SWING", "P1 must add exactly 2")),
    ],
    moves.ADD_FROM_SHORT_PILE: [
        Case(only_wilds, "P1 add FAKE RUSSIA", "EC-20", ("P1 add FAKE RUSSIA", "P1 can add exactly 1")),
    ],
}


def test_every_reason_has_a_case() -> None:
    """The cases below name every reason the game has but that of a text; a new reason needs one."""
    assert {*CASES, moves.NOT_FACE_UP} == set(moves.REASONS)


every_case_refuses = pytest.mark.parametrize(("reason", "case"), every_case(CASES), ids=ids(CASES))


@every_case_refuses
def test_a_refusal_names_its_clause_and_carries_the_numbers(reason: int, case: Case) -> None:
    assert_says_why(moves.refusal, reason, case)


@every_case_refuses
def test_a_refused_move_is_not_in_the_legal_list(reason: int, case: Case) -> None:
    assert_not_listed(case)


@pytest.mark.parametrize(
    ("build", "move"),
    [
        (choosing, "P2 take CA 3"),
        (lambda: hand(new_table(), "TX FAKE", OPENED), "P1 call higher"),
        (picking, "P2 pick 3"),
        (after_ten_hands, "P2 add CA TX"),
    ],
)
def test_nobody_moves_for_the_other_player(build: Callable[[], Table], move: str) -> None:
    """Whatever is owed, only the player who owes it may do it; the refusal names both players."""
    table = build()
    reason = refused(table, move)
    assert move in reason.text
    assert f"tried by {move[:2]}" in reason.text
    assert f"it is {'P2' if move[:2] == 'P1' else 'P1'} who must" in reason.text


@pytest.mark.parametrize(
    ("build", "move", "clause", "says"),
    [
        (choosing, "P1 take CA 2", "EC-6", ("place 2", "face up", "TX")),
        (choosing, "P1 take CA OH", "EC-6", ("OH does not lie face up", "face up are CA, TX")),
        (choosing, "P1 take FAKE 3", "EC-6", ("FAKE does not lie face up", "face down are places 3, 4, 5")),
        (
            lambda: hand(new_table(), "CT OR RUSSIA", f"{OPENED}; P1 turn 3; P1 rock; P2 scissors"),
            "P1 pick 1",
            "EC-16",
            ("CT",),
        ),
        (picking, "P1 pick TX", "EC-16", ("TX does not lie face up", "no card lies face up")),
    ],
)
def test_a_card_is_named_by_its_code_when_exposed_and_by_its_place_when_not(
    build: Callable[[], Table], move: str, clause: str, says: tuple[str, ...]
) -> None:
    """The other way round is refused, with a sentence that says how to write it, not as a text that means nothing."""
    table = build()
    reason = table.why_not(move)
    assert reason is not None
    assert reason.clause == clause
    assert all(part in reason.text for part in says)
    before = table.view(None)
    with pytest.raises(IllegalMove) as caught:
        table.play(move)
    assert caught.value.reason == reason
    assert table.view(None) == before


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("turn 1", "P1 to P2"),
        ("P3 turn 1", "P1 to P2"),
        ("P1", "nothing follows"),
        ("P1 fly", "moves look like"),
        ("P1 turn", "moves look like"),
        ("P1 turn 1 2", "moves look like"),
        ("P1 turn 0", "no place; there are 1 to 5"),
        ("P1 turn 6", "no place; there are 1 to 5"),
        ("P1 turn \N{FULLWIDTH DIGIT THREE}", "no place; there are 1 to 5"),
        ("P1 turn TX", "no place; there are 1 to 5"),
        ("P1 call maybe", "no call; there are higher, lower, equal"),
        ("P1 call", "moves look like"),
        ("P1 rock 3", "moves look like"),
        ("P1 pick", "moves look like"),
        ("P1 pick ZZ", "no card; there are AK, AL"),
        ("P1 pick 9", "no place; there are 1 to 5"),
        ("P1 take", "moves look like"),
        ("P1 take CA CA", "names the same twice"),
        ("P1 take 3 3", "names the same twice"),
        ("P1 take CA ca", r"no card \(did you mean 'CA'\?\); there are AK, AL"),
        ("P1 add", "moves look like"),
        ("P1 add TX TX", "names the same twice"),
        ("P1 add TX NV OH", "moves look like"),
        ("P1 add TX ID10", r"no card \(did you mean 'ID'\?\); there are AK, AL"),
    ],
)
def test_a_text_that_is_no_move_is_not_a_refusal(text: str, says: str) -> None:
    """What cannot be read raises a notation error, from `why_not` as from `play`, and changes nothing."""
    table = choosing()
    before = table.view(None)
    for ask in (table.why_not, table.play):
        with pytest.raises(NotationError, match=says):
            ask(text)
    assert table.view(None) == before


@pytest.mark.parametrize(
    ("text", "error"), [("TX", IllegalMove), ("* TX", IllegalMove), ("ZZ", NotationError), ("", NotationError)]
)
def test_chance_refuses_what_cannot_come_up(text: str, error: type[Exception]) -> None:
    """A card that lies there already cannot turn up, and a code that does not exist is no outcome."""
    table = enter(hand(new_table(), "TX", "P1 turn 1"), "P2 turn 2")
    before = table.odds()
    with pytest.raises(error):
        table.settle(text)
    assert table.odds() == before
    assert "TX" not in before


def test_chance_that_does_not_wait_cannot_be_settled() -> None:
    """Without a place waiting there is nothing to settle."""
    table = new_table()
    with pytest.raises(IllegalMove, match="no chance step waits"):
        table.settle("TX")
    assert table.log == ()


def test_every_legal_move_reads_back_as_itself() -> None:
    """A move's text, spelled with its words turned round too, is the move again."""
    for table in (new_table(), choosing(), tie_from_above(), picking(), after_ten_hands()):
        for seat in table.owes:
            for move in table.legal(seat):
                assert table.read(str(move)) == move
                label, verb, *words = str(move).split()
                assert table.read(" ".join([label, verb, *reversed(words)])) == move
    assert len(moves_of(after_ten_hands(), "P1")) == 41
    assert ordinary_hand(new_table(), "CA TX OH NY FL").log[:4] == ("P1 turn 1", "* CA", "P2 turn 2", "* TX")
