"""The texts for people: clauses under every option, refusals, results, cards, events, notation."""

from __future__ import annotations

import pytest

import hustings
from hustings import IllegalMove, NotationError
from hustings.engine.installed import rulebook
from hustings.engine.messages import slots
from hustings.games.mudslinger import moves
from hustings.games.mudslinger.cards import KIND_CODES, WHEN, WHENS
from hustings.games.mudslinger.moves import EVENTS, REASONS
from hustings.games.mudslinger.record import FRAME
from tests.rules.mudslinger.tables import begun, dealt, drawn, play, rich, why

CLAUSES = [f"MS-{number}" for number in range(1, 21)]
ADDED = {
    "hot_streak=on": ["MS-19"],
    "length=20": ["MS-21"],
    "start=first_group": ["MS-22"],
    "start=small_first": ["MS-22", "MS-23"],
    "start=first_card": ["MS-22", "MS-23", "MS-24"],
    "start=three_cards": ["MS-22", "MS-23", "MS-24"],
}
WORDED_TWICE = {
    "cap": {"MS-11", "MS-12"},
    "candidates": {"MS-1"},
    "replace_mate": {"MS-7"},
    "open_states": {"MS-16", "MS-18"},
    "truces": {"MS-17"},
    "attack_cards": {"MS-19"},
}


@pytest.mark.parametrize("option", [None, "votes", *WORDED_TWICE])
def test_each_clause_is_listed_once_and_in_order(option: str | None) -> None:
    """All twenty with hot streaks, under every other option; MS-19 is not listed without them."""
    for known in hustings.game("mudslinger").book.options:
        for value in known.values if known.name == option else ():
            game = hustings.game("mudslinger", hot_streak="on", **{known.name: value})
            assert [clause.id for clause in game.clauses()] == CLAUSES
            assert all(clause.title and clause.text.endswith(".") for clause in game.clauses())
    plain = [clause.id for clause in hustings.game("mudslinger").clauses()]
    assert plain == [clause for clause in CLAUSES if clause != "MS-19"]


@pytest.mark.parametrize(("chosen", "clauses"), ADDED.items())
def test_the_clauses_of_an_option_are_listed_with_it_only(chosen: str, clauses: list[str]) -> None:
    name, value = chosen.split("=")
    without = [each.id for each in hustings.game("mudslinger").clauses()]
    listed = [each.id for each in hustings.game("mudslinger", **{name: value}).clauses()]
    assert [clause for clause in listed if clause not in without] == clauses


@pytest.mark.parametrize("start", ["source", "first_group", "small_first", "first_card", "three_cards"])
def test_the_short_game_says_which_state_comes_first_with_every_beginning(start: str) -> None:
    texts = {each.id: each.text for each in hustings.game("mudslinger", length="20", start=start).clauses()}
    assert ("four largest" in texts["MS-21"]) == ("MS-23" not in texts)


@pytest.mark.parametrize(("option", "clauses"), WORDED_TWICE.items())
def test_options_change_the_texts_of_their_clauses_only(option: str, clauses: set[str]) -> None:
    """What an option decides reads differently under its values."""
    values = next(known.values for known in hustings.game("mudslinger").book.options if known.name == option)
    texts = [
        {clause.id: clause.text for clause in hustings.game("mudslinger", hot_streak="on", **{option: value}).clauses()}
        for value in values
    ]
    assert {clause for clause in texts[0] if texts[0][clause] != texts[1][clause]} == clauses


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("MS-2", "The runner is the player whose turn it is."),
        ("MS-4", "A card lost to Scandal, Staff Walkout or Dump the Running Mate lies on top"),
        ("MS-17", "nor (a ruling of ours) are groups"),
        ("MS-17", "three deals in one turn (another ruling of ours)"),
    ],
)
def test_the_rules_sheet_says_what_is_easily_missed(clause: str, said: str) -> None:
    assert said in next(one.text for one in hustings.game("mudslinger").clauses() if one.id == clause)


def test_every_reason_has_a_sentence_and_its_blanks_are_filled() -> None:
    """Each number `act` may return is explained, and each sentence asks only for facts the refusal provides."""
    keys = {form.name for form in REASONS.values()} | {"never_given", "no_such_sum"}
    assert keys == set(hustings.game("mudslinger").words["reasons"])
    row = begun()._row
    for number in REASONS:
        said = rulebook("mudslinger").explain(row, 1, moves.PLAY, number)
        assert said.clause in CLAUSES
        assert said.text.endswith(".")
        assert "{" not in said.text


def test_refusals_say_what_was_tried_and_what_is_allowed() -> None:
    table = play(rich(drawn("G35"), 12, 3, 0), "P1 campaign GA")
    assert why(table, "P1 spend 10").text == "P1 spend 10 would lift the rating from 7 above the cap of 16."
    assert why(table, "P2 spend 1").text.startswith("P2 spend 1 was tried by P2, but the decision is P1's, who must")
    assert "the open states are CA, GA, TX, VT" in why(drawn("G35"), "P1 campaign OH").text
    late = why(dealt(begun(), "RECOUNT"), "P1 play RECOUNT").text
    assert late.endswith(
        "comes at the wrong time: that card is played after the runner's roll, by the seat that is asked."
    )


def test_every_situation_and_every_card_has_its_words() -> None:
    texts = hustings.game("mudslinger").words
    assert set(texts["tasks"]) == set(filter(None, FRAME))
    assert {term for term in texts["terms"] if term.startswith("when_")} == {f"when_{when}" for when in WHENS}


WHEN_ON_CARDS = {
    "contest": "On your turn to bid: ",
    "roll": "After a roll: ",
    "answer": "In answer to an action: ",
    "failed": "After your own failed attempt: ",
    "outside": "Outside a contest: ",
}


def test_every_action_card_says_when_it_can_be_played() -> None:
    """Cards without a word about it can be played at any time (MS-14)."""
    texts = hustings.game("mudslinger").words["cards"]
    for kind, code in enumerate(KIND_CODES):
        said = [when for when, words in WHEN_ON_CARDS.items() if words in texts[code]["text"]]
        assert said == [when for when in [WHENS[WHEN[kind]]] if when != "any"], code


def test_only_a_leak_takes_a_card() -> None:
    """A player at whom it is aimed may trade cards in before (MS-14)."""
    assert [card["code"] for card in hustings.game("mudslinger").cards() if "takes" in card] == ["LEAK"]


def test_every_event_has_a_sentence_with_the_blanks_it_fills() -> None:
    texts = hustings.game("mudslinger").words["events"]
    assert set(texts) == {form.name for form in EVENTS.values()}
    for form in EVENTS.values():
        known = {"seat", *(name for name, _ in form.args), *(["text"] if form.remark else [])}
        assert slots(texts[form.name]) <= known, form.name


@pytest.mark.parametrize(
    "text",
    ["P1 spend 0", "P1 spend 17", "P1 spend x", "P1 campaign DC", "P1 play BRIBE", "P1 play LEAK at P2", "P1 give P2",
     "P1 give P7 $1", "P1 run XXX", "P1 draw 2", "P1 fight", "P1 play GERRY on DC", "P1 trade G01"],
)  # fmt: skip
def test_what_is_no_move_is_said_to_be_none(text: str) -> None:
    with pytest.raises(NotationError):
        begun().play(text)


def test_a_seat_that_is_none_is_told_the_tables_seats() -> None:
    table = hustings.game("mudslinger").start(seats=3, seed=1)
    for text in ("P1 give P9 $3", "P1 play LEAK on P9", "P1 promise P0"):
        with pytest.raises(NotationError, match=r"'P[90]' is no seat; there are P1 to P3$"):
            table.play(text)
    with pytest.raises(IllegalMove, match="names a seat that is not at this table; the seats are P1 to P3"):
        table.play("P1 give P5 $3")


@pytest.mark.parametrize("text", ["dice 1 2", "dice 0 1 1", "dice 7 1 1", "P9 GA", "P1 XX", "XX", "dice a b c"])
def test_what_is_no_outcome_is_said_to_be_none(text: str) -> None:
    with pytest.raises(NotationError):
        begun("P1 draw").settle(text)
