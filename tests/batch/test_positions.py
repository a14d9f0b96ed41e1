"""A batch begins at any position, imagines what a seat cannot know, and plays on by any policy."""

from __future__ import annotations

import numpy as np
import pytest

import hustings
from hustings.batch import Batch
from hustings.batch.stepping import NOBODY
from hustings.engine.record import Schema
from hustings.engine.record.field import Field

GAMES = (("combat", 2), ("mudslinger", 3), ("politics", 4), ("president", 2))


def midgame(name: str, seats: int, seed: int, moves: int = 6) -> hustings.Table:
    """A table after some moves."""
    table = hustings.game(name).start(seats, seed)
    for number in range(moves):
        actions = table.legal_actions(min(table.owes))
        table.play_action(min(table.owes), actions[number % len(actions)])
    return table


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_games_begin_at_positions(name: str, seats: int, compiled: bool) -> None:
    """Game k begins at position k % len(positions), and again at every reset and restart."""
    tables = [midgame(name, seats, seed) for seed in (1, 2)]
    batch = Batch(name, 5, seats, seed=3, compiled=compiled)
    batch.start_from([tables[0], tables[1].record().tobytes()])
    for _ in range(2):
        for k in range(5):
            assert batch.table(k).record().tobytes() == tables[k % 2].record().tobytes()
            assert batch.seat[k] == min(tables[k % 2].owes)
        batch.step_as("random")
        batch.restart(np.ones(5, np.bool_))
    keys = batch._arrays.keys.copy()
    batch.start_from(tables)
    assert len({*keys.tolist(), *batch._arrays.keys.tolist()}) == 10  # a chance of its own each time


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_worlds_agree_with_a_view_and_nothing_else(name: str, seats: int) -> None:
    """From the table or from the bytes of its view: worlds differ, the view does not; both modes imagine the same."""
    table = midgame(name, seats, 4)
    records = []
    for position, compiled in ((table, True), (table.view_bytes(1), True), (table.view_bytes(1), False)):
        batch = Batch(name, 6, seats, seed=5, compiled=compiled)
        batch.start_from(position, seat=1, seed=5)
        first = batch._arrays.records.tobytes()
        batch.reset()
        records.append((first, batch._arrays.records.tobytes()))
    assert records[0] == records[1] == records[2]
    if table.game.facts.hidden and not table.game.facts.simultaneous:
        assert records[0][0] != records[0][1]
        assert len({batch.table(k).record().tobytes() for k in range(6)}) > 1
    views = {batch.table(k).view_bytes(1) for k in range(6)}
    world = table.imagine(1, key=1)
    assert views == {world.view_bytes(1)} or table.game.facts.simultaneous  # a sealed choice is made anew


def test_a_sealed_choice_is_owed_again() -> None:
    """A rival's sealed choice is unknown, so in the worlds of the other seat the rival chooses anew."""
    table = hustings.game("president").start(seats=2, seed=1)
    table.play_action(0, 3)
    batch = Batch("president", 4, seed=1)
    batch.start_from(table, seat=1)
    assert batch.owes.tolist() == [3] * 4
    batch.start_from(table)
    assert batch.owes.tolist() == [2] * 4


@pytest.mark.parametrize("level", ["random", "canvasser", "thumb"])
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_rollout_is_what_steps_would_play(name: str, seats: int, level: str) -> None:
    """The same ends as by `step_as`, decision for decision, and as by a function that chooses."""
    table = midgame(name, seats, 2)
    ends = []
    for way in (level, lambda batch: batch.choose(level), None):
        batch = Batch(name, 4, seats, seed=7, auto_reset=way is not None)
        batch.start_from(table, seed=7)
        if way is None:
            shares = np.zeros_like(batch.rewards)
            while (batch.seat != NOBODY).any():
                shares += batch.step_as(level)[1]
        else:
            shares = batch.rollout(way)
        assert shares.sum(1).tolist() == [1] * 4
        assert (batch.seat == NOBODY).all()
        ends.append((shares.tobytes(), batch.scores.tobytes(), batch.lengths.tobytes()))
    assert ends[0] == ends[1] == ends[2]


def test_smaller_games_begin_at_their_positions() -> None:
    small = hustings.game("president", weeks=2, states=3)
    table = small.start(seats=2, seed=1)
    batch = Batch(small, 4, seed=1)
    batch.start_from(table, seat=0)
    assert batch.rollout("random").sum() == 4
    with pytest.raises(hustings.OptionError):
        batch.start_from(hustings.game("president").start(seats=2, seed=1))


def test_what_is_no_position_is_refused() -> None:
    batch = Batch("president", 2, seed=1)
    table = hustings.game("president").start(seats=2, seed=1)
    with pytest.raises(hustings.OptionError, match="3 positions were given for 2 games"):
        batch.start_from([table] * 3)
    with pytest.raises(hustings.OptionError, match="no seat 2"):
        batch.start_from(table, seat=2)
    with pytest.raises(hustings.OptionError):
        batch.start_from(hustings.game("president").start(seats=3, seed=1))
    with pytest.raises(hustings.OptionError):
        batch.start_from(hustings.game("president", dealt="one").start(seats=2, seed=1))
    with pytest.raises(hustings.OptionError):
        batch.start_from(b"short")
    with pytest.raises(hustings.OptionError, match="searches"):
        batch.rollout("boss")


def corrupted(data: bytes, schema: Schema, field: Field, number: int) -> bytes:
    """The bytes of a record with a number in the first element of a field."""
    row = schema.new(data)
    row.array[field.name][(0,) * row.array[field.name].ndim] = number
    return row.tobytes()


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_number_out_of_bounds_is_refused_by_its_field(name: str, seats: int) -> None:
    """In every field of records and views, wherever they come in; compiled rules would write outside an array."""
    table = midgame(name, seats, 4)
    game, schema, batch = table.game, table.game.book.schema, Batch(name, 2, seats, seed=1)
    for field in schema.fields:
        low, high = field.range
        for number in {max(low - 1, np.iinfo(field.type).min), min(high + 1, np.iinfo(field.type).max)} - {low, high}:
            broken = corrupted(table.record().tobytes(), schema, field, number)
            view = corrupted(table.view_bytes(0), schema, field, number)
            message = f"'{field.name}' that is not between {low} and {high}"
            with pytest.raises(hustings.OptionError, match=message):
                game.row_of(broken)
            with pytest.raises(hustings.OptionError, match=message):
                game.imagined(view, seat=0)
            with pytest.raises(hustings.OptionError, match=message):
                batch.start_from(broken)
            with pytest.raises(hustings.OptionError, match=message):
                batch.start_from(view, seat=0)


def test_a_position_that_cannot_occur_is_refused() -> None:
    """Numbers within their bounds can also lead outside an array: more cards would be laid than there are places."""
    table = midgame("combat", 2, 4)
    schema = table.game.book.schema
    for data, seat in ((table.record().tobytes(), None), (table.view_bytes(0), 0)):
        broken = corrupted(data, schema, schema.by_name["stack"], 28)
        with pytest.raises(
            hustings.OptionError, match="cannot occur in a game of Electoral College Combat: the unseen"
        ):
            Batch("combat", 2, seed=1).start_from(broken, seat=seat)
    with pytest.raises(hustings.OptionError, match="cannot occur"):
        table.game.imagined(broken, seat=0)


@pytest.mark.filterwarnings("error")
def test_a_view_that_leaves_no_card_to_draw_is_refused() -> None:
    """NumPy divides by zero with a warning only, and goes on with 0."""
    table = midgame("mudslinger", 3, 4)
    schema = table.game.book.schema
    for name in ("played", "cards", "hand"):
        view = corrupted(table.view_bytes(0), schema, schema.by_name[name], schema.by_name[name].range[1])
        with pytest.raises(hustings.OptionError, match=r"cannot occur in a game of Mudslinger: divide by zero"):
            table.game.imagined(view, seat=0)


@pytest.mark.parametrize("compiled", [True, False])
def test_the_end_of_a_game_is_no_position_to_begin_at(compiled: bool) -> None:
    """A batch would begin such a game again and again."""
    table = midgame("combat", 2, 4, moves=0)
    while not table.over:
        before = table.copy()
        table.play_action(min(table.owes), table.legal_actions(min(table.owes))[0])
    batch = Batch("combat", 2, seed=1, compiled=compiled)
    with pytest.raises(hustings.OptionError, match="game 1 of the batch ends before a seat is asked"):
        batch.start_from([before, table])
    (last,) = before.owes
    others = Batch("combat", 2, seed=1, levels={last: "thumb"}, compiled=compiled)
    with pytest.raises(hustings.OptionError, match="game 0 of the batch ends before a seat is asked"):
        others.start_from(before)
    assert batch.start_from(before).shape == (2, batch.layout.size)
