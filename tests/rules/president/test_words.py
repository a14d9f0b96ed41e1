"""The texts for people: clauses under every option, the sentences of refusals and results, cards and notation."""

from __future__ import annotations

import pytest

import hustings
from hustings.engine.installed import rulebook
from hustings.engine.messages import slots
from hustings.games.president import moves
from hustings.games.president.moves import ACTIONS, WHY_ASIDE
from hustings.games.president.record import CODES
from tests.rules.president.tables import dealt, undealt

CLAUSES = [f"UP-{number}" for number in range(1, 13)]
WORDED_TWICE = {"votes": {"UP-1", "UP-9"}, "dealt": {"UP-2"}, "overtaken": {"UP-7"}, "empty_states": {"UP-11", "UP-12"}}


@pytest.mark.parametrize("votes", ["2012", "2024"])
@pytest.mark.parametrize("overtaken", ["aside", "keeps"])
@pytest.mark.parametrize("empty", ["inherit", "aside"])
@pytest.mark.parametrize("dealing", ["equal", "one"])
def test_each_clause_is_listed_once_and_in_order(dealing: str, empty: str, overtaken: str, votes: str) -> None:
    """All twelve under every option."""
    game = hustings.game("president", dealt=dealing, overtaken=overtaken, empty_states=empty, votes=votes)
    clauses = game.clauses()
    assert [clause.id for clause in clauses] == CLAUSES
    assert all(clause.title and clause.text.endswith(".") for clause in clauses)


@pytest.mark.parametrize(("option", "clauses"), WORDED_TWICE.items())
def test_options_change_the_texts_of_their_clauses_only(option: str, clauses: set[str]) -> None:
    """What an option decides reads differently under its values."""
    values = next(known.values for known in hustings.game("president").book.options if known.name == option)
    texts = [
        {clause.id: clause.text for clause in hustings.game("president", **{option: value}).clauses()}
        for value in values
    ]
    assert {clause for clause in texts[0] if texts[0][clause] != texts[1][clause]} == clauses


@pytest.mark.parametrize("votes", ["2012", "2024"])
def test_the_numbers_in_the_clauses_are_those_of_the_cards(votes: str) -> None:
    """Total and majority as UP-1 and UP-9 print them."""
    game = hustings.game("president", votes=votes)
    total = sum(card["value"] for card in game.cards())
    texts = {clause.id: clause.text for clause in game.clauses()}
    assert f"send {total} electors" in texts["UP-1"]
    assert f"{total // 2 + 1} or more" in texts["UP-9"]
    for card in game.cards():
        assert card["name"] in texts["UP-1"]
        assert str(card["value"]) in texts["UP-1"]
    if votes == "2012":
        assert game.words["fields"] == {"electors": total, "majority": total // 2 + 1}


def test_every_refusals_sentence_has_blanks_that_are_filled() -> None:
    """Each reason's sentence asks only for facts the refusal provides, and each reason has a sentence."""
    facts = {form.name: {"tried", "seat", *dict(form.args)} for form in moves.REASONS.values()}
    reasons = hustings.game("president").words["reasons"]
    assert set(facts) == set(reasons)
    assert {reason["clause"] for reason in reasons.values()} <= set(CLAUSES)
    for key, reason in reasons.items():
        assert slots(reason["text"]) <= facts[key]


def test_whoever_shows_the_game_finds_every_kind_of_words() -> None:
    """Title and summary for the home page, and what the table, the log and the rules are read from."""
    texts = hustings.game("president").words
    assert {"title", "line", "about", "players", "minutes", "tasks", "events", "event_words", "results"} <= set(texts)
    assert tuple(texts["players"]) == hustings.game("president").seats_allowed
    assert set(texts["event_words"]) == {"nobody", *WHY_ASIDE}
    assert set(texts["cards"]) == {"FL"}


def test_every_move_reads_back_as_it_is_written() -> None:
    """All 33."""
    row = dealt(2, "FL MT PA OH NV IA CO WI VA NC")._row
    texts = [rulebook("president").write_move(row, action) for action in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS
    for action, text in enumerate(texts):
        verb, *args = text.split()
        assert rulebook("president").read_move(row, verb, args) == action


def test_every_outcome_reads_back_as_it_is_written() -> None:
    """Each card, to the player whose turn it is."""
    row = undealt(3)._row
    for outcome, code in enumerate(CODES):
        assert rulebook("president").write_outcome(row, outcome) == f"P1 {code}"
        assert rulebook("president").read_outcome(row, f"P1 {code}") == outcome
