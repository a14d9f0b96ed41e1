"""The texts for people, the README, events, and the notation."""

from __future__ import annotations

import pytest

import hustings
from hustings import NotationError
from hustings.engine.messages import slots
from hustings.games.politics import moves
from hustings.games.politics.moves import EVENTS
from hustings.games.politics.record import TASK
from tests.rules.politics.tables import table_of, whole_table
from tests.rules.tables import refused, told

CLAUSES = [f"PO-{number}" for number in range(1, 14)]
GAME = hustings.game("politics")


@pytest.mark.parametrize(
    "options", [{}, {"side": "D"}, {"waters": "yes"}, {"must_play": "no"}, {"votes": "1900"}, {"market": "3"}]
)
def test_each_clause_is_listed_once_and_in_order(options: dict[str, str]) -> None:
    clauses = hustings.game("politics", **options).clauses()
    assert [clause.id for clause in clauses] == CLAUSES
    assert all(clause.title and clause.text.endswith(".") for clause in clauses)


@pytest.mark.parametrize(
    ("option", "value", "clause"), [("side", "D", 2), ("waters", "yes", 5), ("must_play", "no", 6), ("market", "3", 10)]
)
def test_an_option_changes_the_text_of_its_clause_only(option: str, value: str, clause: int) -> None:
    plain = {one.id: one.text for one in GAME.clauses()}
    other = {one.id: one.text for one in hustings.game("politics", **{option: value}).clauses()}
    assert [one for one in CLAUSES if plain[one] != other[one]] == [f"PO-{clause}"]


def test_the_rules_advise_on_nominations() -> None:
    text = next(one.text for one in GAME.clauses() if one.id == "PO-3")
    assert "a central one with many neighbors" in text


def test_every_task_and_event_has_words() -> None:
    assert set(GAME.words["tasks"]) == set(filter(None, TASK))
    assert {task["clause"] for task in GAME.words["tasks"].values()} <= set(CLAUSES)
    assert set(GAME.words["events"]) == {form.name for form in EVENTS.values()}
    for form in EVENTS.values():
        assert slots(GAME.words["events"][form.name]) <= {name for name, _ in form.args} | {"seat", "text"}


def test_every_refusals_sentence_has_blanks_that_are_filled() -> None:
    facts = {form.name: {"tried", "seat", *dict(form.args)} for form in moves.REASONS.values()}
    reasons = GAME.words["reasons"]
    assert set(facts) == set(reasons)
    assert {reason.get("clause", "PO-5") for reason in reasons.values()} <= set(CLAUSES)
    for key, reason in reasons.items():
        assert slots(reason["text"]) <= facts[key]


@pytest.mark.parametrize(
    "text",
    ["P1 play", "P1 play XX", "P1 play AZ", "P1 side X", "P1 draw 2", "P1 nominate", "P1 vote NY", "P3 draw", "P1"],
)
def test_a_text_that_is_no_move_is_told_so(text: str) -> None:
    with pytest.raises(NotationError):
        whole_table(entries="P1 side R").play(text)


@pytest.mark.parametrize("text", ["NY", "P3 NY", "P1 AZ", "P1 NY PA", ""])
def test_a_text_that_brings_no_card_is_told_so(text: str) -> None:
    table = hustings.game("politics").start(seats=2, chance="asked")
    with pytest.raises(NotationError):
        table.settle(text)


def test_a_card_to_another_seat_than_the_one_due_cannot_come() -> None:
    table = hustings.game("politics").start(seats=2, chance="asked")
    with pytest.raises(hustings.IllegalMove):
        table.settle("P2 NY")


def test_a_refusal_says_nothing_of_a_rivals_hand() -> None:
    """Whatever P2 holds, P1 is told the same, and P2 himself is told of his own hand only."""
    tables = [table_of(f"NY TX / {hand}", "CA", "P1 side R; P1 nominate NY") for hand in ("VA KY", "GA AL")]
    assert refused(tables[0], "P1 play PA") == refused(tables[1], "P1 play PA")
    assert "TX" not in refused(tables[0], "P2 play PA").text


def test_the_story_of_a_short_game_in_order() -> None:
    table = table_of("NY PA / VA TX", "CA", "P1 side R; P1 nominate NY; P2 nominate VA; P1 play PA; P2 draw; * P2 CA")
    names = [event.event for event in table.events()]
    assert names == [
        "dealt",
        "chose",
        "nominated",
        "nominated",
        "walled_in",
        "played",
        "walled_in",
        "drew",
        "no_more_extra",
        "kept",
    ]
    assert told(table, "chose") == [(0, {"party": "Republican"})]
