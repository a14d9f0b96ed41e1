"""A table as text: the same state, the same text; nothing a seat may not know."""

from __future__ import annotations

import random
from typing import Any

import pytest

import hustings
from hustings.engine.moves import seat_label
from hustings.engine.table import Table
from hustings.models.text import TableText
from tests.games import NAMES


def state_of(table: Table, seat: int) -> dict[str, Any]:
    """A state as the protocol sends it, as far as a text needs it."""
    return {
        "view": table.view(seat),
        "owes": sorted(table.owes),
        "legal": [move.as_dict() for move in table.legal(seat)] if not table.over else [],
        "decision": 3,
        "over": table.over,
        "result": table.result.as_message() if table.result else None,
    }


def midgame(name: str, seed: int, moves: int) -> Table:
    chosen = random.Random(seed)
    game = hustings.game(name)
    table = game.start(seats=game.seats_allowed[-1], seed=seed)
    for _ in range(moves):
        if table.over:
            break
        table.play(chosen.choice(table.legal(min(table.owes))))
    return table


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_worlds_a_seat_cannot_tell_apart_read_the_same(name: str, seed: int) -> None:
    """The text of an imagined world, which agrees with all the seat knows, is the text of the true one."""
    table = midgame(name, seed, 15 + 10 * seed)
    for seat in range(table.seats):
        text = TableText(table.game, seat)
        there = text.table(state_of(table, seat))
        for world in range(3):
            assert text.table(state_of(table.imagine(seat, key=world), seat)) == there
        events = [event.as_dict() for event in table.events(seat=seat)]
        assert text.events(events) == text.events(events)


@pytest.mark.parametrize("name", NAMES)
def test_a_text_has_every_legal_move_or_says_how_to_ask(name: str) -> None:
    table = midgame(name, 1, 20)
    seat = min(table.owes)
    text = TableText(table.game, seat)
    legal = [move.as_dict() for move in table.legal(seat)]
    told = text.table(state_of(table, seat))
    for move in legal:
        short = move["text"].removeprefix(f"{seat_label(seat)} ")
        assert short in told or (f"{move['verb']} (" in told and short in text.moves(legal, move["verb"]))
    assert f"You are {seat_label(seat)}." in told
    assert "You must move." in told


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_those_of_the_options(name: str) -> None:
    game = hustings.game(name)
    rules = TableText(game, 0).rules()
    for clause in game.clauses():
        applies = all(game.options[option] == value for option, value in clause.when.items())
        assert (clause.text in rules) == applies or any(
            clause.text == other.text for other in game.clauses() if other is not clause
        )
    for field in game.book.schema.fields:
        if field.shown and not field.option and field.name not in ("seats",):
            assert f"{field.name}: " in rules or field.sees == "nobody", field.name
