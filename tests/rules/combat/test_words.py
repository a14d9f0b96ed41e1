"""The texts for people: clauses under every option, the sentences of refusals and results, and the cards."""

from __future__ import annotations

import re
from itertools import chain

import pytest

import hustings
from hustings.engine.messages import slots
from hustings.games.combat import moves
from hustings.games.combat.record import TASK
from tests.rules.combat.tables import EDITIONS

CLAUSES = [f"EC-{number}" for number in range(1, 26)]
OF_ONE_EDITION = {"prose": {"EC-14"}, "illustrated": {"EC-13"}}  # the other edition's Recount
BOOK_DEAL = {"EC-22"}
STOPS = {"EC-23", "EC-24", "EC-25"}


@pytest.mark.parametrize("stops", ["0", "3"])
@pytest.mark.parametrize("objective", ["president", "book-deal"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_clause_that_applies_is_listed_once_and_in_order(edition: str, objective: str, stops: str) -> None:
    """All 25, without the Recount of the other edition, Book Deal when the majority wins, and stops that nobody has."""
    game = hustings.game("combat", edition=edition, objective=objective, stops=stops)
    missing = OF_ONE_EDITION[edition] | (BOOK_DEAL if objective == "president" else set())
    missing |= STOPS if stops == "0" else set()
    assert [clause.id for clause in game.clauses()] == [clause for clause in CLAUSES if clause not in missing]
    assert all(clause.title and clause.text.endswith(".") for clause in game.clauses())


def test_the_editions_say_different_things_where_they_differ() -> None:
    """EC-3, EC-6 and EC-15 have a text for each edition; all other shared clauses have one text."""
    texts = [
        {clause.id: clause.text for clause in hustings.game("combat", edition=name).clauses()} for name in EDITIONS
    ]
    shared = set(texts[0]) & set(texts[1])
    assert {clause for clause in shared if texts[0][clause] != texts[1][clause]} == {"EC-3", "EC-6", "EC-15"}


def test_a_book_deal_tells_of_no_race_to_270() -> None:
    """EC-21 says what the totals are; only EC-22 says who wins."""
    told = {one.id: one.text for one in hustings.game("combat", objective="book-deal").clauses()}
    assert [clause for clause, text in told.items() if "270" in text] == ["EC-22"]
    assert "fewer than 270" in told["EC-22"]


def test_what_both_objectives_share_promises_nobody_270_votes() -> None:
    """The words beside the clauses are the same in a Book Deal."""
    texts = hustings.game("combat", objective="book-deal").words
    lesson = [step["text"] for step in texts["lesson"]["steps"]]
    said = " ".join(
        [
            texts["line"],
            *chain(*hustings.game("combat", objective="book-deal").brief().values()),
            texts["about"],
            *lesson,
        ]
    )
    assert not re.search(r"race to|until you have 270|more votes win|270 votes win", said)


@pytest.mark.parametrize("edition", EDITIONS)
def test_throws_are_not_spoken_of_before_they_are_explained(edition: str) -> None:
    told = {one.id: one.text.lower() for one in hustings.game("combat", edition=edition).clauses()}
    assert next(clause for clause, text in told.items() if re.search(r"thr[eo]w", text)) == "EC-17"


def test_the_full_deck_can_leave_a_recount_without_a_card() -> None:
    """EC-20 does not deny what EC-14 describes."""
    text = next(one.text for one in hustings.game("combat").clauses() if one.id == "EC-20")
    assert "never" not in text
    assert "only a Recount in the illustrated edition can lack a card" in text


def test_every_refusals_sentence_has_blanks_that_are_filled() -> None:
    """Each reason's sentence asks only for facts the refusal provides, and each reason has a sentence."""
    of_reading = {"face_up": {"place", "card"}, "not_face_up": {"card", "table"}}  # a card named the other way round
    facts = {form.name: {"tried", "seat", *dict(form.args)} for form in moves.REASONS.values()} | of_reading
    reasons = hustings.game("combat").words["reasons"]
    assert set(facts) == set(reasons)
    for key, reason in reasons.items():
        assert slots(reason["text"]) <= facts[key]
        assert reason.get("clause", "EC-1") in CLAUSES


def test_every_task_has_words() -> None:
    """What is owed can always be said."""
    tasks = hustings.game("combat").words["tasks"]
    assert set(tasks) == set(filter(None, TASK))
    assert {task["clause"] for task in tasks.values()} <= set(CLAUSES)


def test_every_wild_card_has_its_name_and_text() -> None:
    """The names on the cards are those of the deck."""
    printed = hustings.game("combat").words["cards"]
    deck = {card["code"]: card["name"] for card in hustings.game("combat").cards() if card["kind"] == "wild"}
    assert {code: card["name"] for code, card in printed.items()} == deck
    assert all(card["text"].endswith(".") for card in printed.values())
