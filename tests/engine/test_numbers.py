"""Tables in numbers, and tables made from tables: actions, observations, copies, undo, pickles, saved files."""

from __future__ import annotations

import copy
import json
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hustings
from hustings import HustingsError, IllegalMove, Move, NotationError, OptionError, SavedGameError, Table
from hustings.engine.record import Schema
from hustings.engine.record.field import BY_SIDE, Field
from hustings.engine.record.layout import Layout

GAMES = [("combat", 2), ("president", 3), ("politics", 4), ("mudslinger", 3)]


def advanced(name: str, seats: int, moves: int, seed: int = 5) -> Table:
    """A table some random moves into its game."""
    table, choice = hustings.game(name).start(seats=seats, seed=seed), random.Random(seed)
    for _ in range(moves):
        seat = min(table.owes)
        table.play_action(seat, choice.choice(table.legal_actions(seat)))
    return table


def same(one: Table, other: Table) -> bool:
    """Whether two tables stand alike and have told the same."""
    kept = (one.log, one.record().tobytes(), one.all_events(), one.owes, one.over)
    return kept == (other.log, other.record().tobytes(), other.all_events(), other.owes, other.over)


# --- numbers


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_actions_are_the_moves_by_number(name: str, seats: int) -> None:
    table = advanced(name, seats, 6)
    for seat in range(seats):
        moves = table.legal(seat)
        assert table.legal_actions(seat) == [move.action for move in moves]
        assert np.flatnonzero(table.action_mask(seat)).tolist() == table.legal_actions(seat)
        assert [table.move(seat, move.action) for move in moves] == list(moves)
    other = table.copy()
    move = table.legal(min(table.owes))[-1]
    assert table.play_action(move.seat, move.action) == other.play(move)
    assert same(table, other)


@pytest.mark.parametrize("action", [-1, 33, "place", None, 1.0])
def test_an_action_that_there_is_not_is_refused(action: Any) -> None:
    table = hustings.game("president").start(seats=2, seed=1)
    with pytest.raises(NotationError, match=r"action .* was asked for; this game has actions 0 to 32"):
        table.play_action(0, action)
    assert not [entry for entry in table.log if not entry.startswith("*")]


def test_an_illegal_action_is_refused_with_its_clause() -> None:
    table = hustings.game("combat").start(seats=2, seed=7)
    with pytest.raises(IllegalMove, match="EC-3"):
        table.play_action(1, 2)
    assert table.log == ()


def test_seats_and_actions_may_be_numpys() -> None:
    table = hustings.game("president").start(seats=np.int64(2), seed=np.int64(7))
    assert table.log == hustings.game("president").start(seats=2, seed=7).log
    move = table.play_action(np.int64(0), np.int64(3))
    assert type(move.seat) is int
    assert type(move.action) is int
    assert json.dumps(move.as_dict())


SCHEMA = Schema(
    "layouts",
    [
        Field("seats", "i1", bounds=(2, 4)),
        Field("gone", "i2", (2,), "of which side", unit=("nowhere", "side 1", "side 2"), seat_word="side "),
        Field("turn", "i1", (), "whose turn", unit=("P1", "P2", "P3", "P4", None)),
        Field("money", "i8", (4,), "dollars", axes=("seat",), bounds=(0, 5000)),
        Field("party", "i4", (2,), "of each side", axes=(BY_SIDE,), bounds=(0, 9)),
        Field("hand", "i1", (4, 2), "cards", "own", axes=("seat", ("AL", "AK")), bounds=(0, 3)),
        Field("knows", "i1", (2,), "who knows each", seat_bits=True, axes=(("AL", "AK"),)),
        Field("card", "i2", (2,), "which it is", "knows", (None, "P1", "P2", "P3", "P4"), (("AL", "AK"),)),
        Field("idle", "i1", (), "bookkeeping", shown=False),
        Field("secret", "i1", (), "nobody's", "nobody"),
    ],
)


def layout_row() -> Any:
    row = SCHEMA.new()
    row.seats, row.turn, row.secret = 3, 1, 1
    row.gone[0], row.gone[1] = 1, 2
    for seat in range(4):
        row.money[seat] = 1000 * (seat + 1)
        row.hand[seat, 0], row.hand[seat, 1] = seat, 3
    row.party[0], row.party[1] = 4, 5
    row.knows[0], row.knows[1] = 0b010, 0b101
    row.card[0], row.card[1] = 3, 1
    return row


def test_a_layout_by_hand_seen_from_a_seat() -> None:
    layout = Layout(SCHEMA, 3)
    told = dict(zip([column.name for column in layout.columns], layout.encode(layout_row(), 1).tolist(), strict=True))
    assert told == {
        "seat": 1,
        "gone[0]": 2,  # side 1 is the other side
        "gone[1]": 1,
        "turn": 0,  # P2, the seat itself
        "money[you]": 2000,
        "money[you+1]": 3000,
        "money[you+2]": 1000,
        "party[you]": 5,
        "party[you+1]": 4,
        "hand[AL]": 1,
        "hand[AK]": 3,
        "knows[you][AL]": 1,
        "knows[you][AK]": 0,
        "knows[you+1][AL]": 0,
        "knows[you+1][AK]": 1,
        "knows[you+2][AL]": 0,
        "knows[you+2][AK]": 1,
        "card[AL]": 2,  # P3 is the next seat
        "card[AK]": 0,
    }
    assert layout.columns[layout.index("turn")].words == ("you", "you+1", "you+2", "P4", None)
    assert layout.dtype == np.int32


def test_a_number_without_a_bound_is_told_as_far_as_its_field_says() -> None:
    schema = Schema(
        "rich",
        [Field("seats", "i1", bounds=(2, 2)), Field("money", "i4", (2,), "dollars", axes=("seat",), told_to=900)],
    )
    row = schema.new()
    row.seats, row.money[0], row.money[1] = 2, 899, 901
    layout = Layout(schema, 2)
    assert layout.encode(row, 1).tolist() == [1, 900, 899]
    assert (layout.columns[1].high, layout.columns[1].meaning) == (900, "dollars; 900 for more")


@pytest.mark.parametrize("given", [{"unit": ("no", "yes")}, {"seat_bits": True}, {"told_to": 0}])
def test_only_quantities_are_told_so_far(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="is no quantity"):
        Field("money", "i4", **{"told_to": 900, **given})


def test_a_layout_by_hand_seen_from_no_seat() -> None:
    layout = Layout(SCHEMA, 3, relative=False)
    told = dict(zip([column.name for column in layout.columns], layout.encode(layout_row(), 2).tolist(), strict=True))
    assert told["seat"] == 2
    assert (told["gone[0]"], told["gone[1]"], told["turn"]) == (1, 2, 1)
    assert [told[f"money[P{k}]"] for k in (1, 2, 3)] == [1000, 2000, 3000]
    assert (told["party[P1]"], told["hand[AL]"], told["knows[P2][AL]"], told["card[AK]"]) == (4, 2, 1, 1)
    assert "money[P4]" not in told
    assert not {"seats", "idle", "secret"} & {column.field for column in layout.columns}


def test_other_forms_of_an_observation() -> None:
    layout = Layout(SCHEMA, 3)
    numbers = layout.encode(layout_row(), 1)
    scaled = layout.scaled(numbers)
    assert scaled[layout.index("party[you]")] == pytest.approx(5 / 9)
    assert scaled[layout.index("money[you]")] == pytest.approx(np.log1p(2000) / np.log1p(5000))
    hot = layout.one_hot(np.stack([numbers, numbers]))
    assert hot.shape == (2, layout.one_hot_size)
    assert hot[0].tolist()[:12] == [0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0]  # seat, the two sides, whose turn
    assert hot[1].sum() == pytest.approx(hot[0].sum())


def test_an_observation_hides_what_the_view_hides() -> None:
    table = hustings.game("president").start(seats=2, seed=3)
    before = table.observation(1)
    table.play_action(0, 4)
    sealed = table.game.layout(2).index("sealed[you+1]")
    assert [k for k, (one, two) in enumerate(zip(before, table.observation(1), strict=True)) if one != two] == [sealed]


def test_a_number_of_seats_that_is_not_played_with_has_no_layout() -> None:
    with pytest.raises(OptionError, match="is played with 2"):
        hustings.game("combat").layout(seats=3)


# --- information states


def test_information_states_remember_what_the_view_forgets() -> None:
    """Two histories that lead to the same view, but were told otherwise, are two information states."""
    states, views = set(), set()
    for first, second in (("small MI", "large PA"), ("large PA", "small MI")):
        table = hustings.game("president").start(seats=2, seed=7)
        for mine, other in ((first, "small FL"), (second, "small FL")):
            table.play(f"P1 place {mine}")
            table.play(f"P2 place {other}")
        states.add(table.information_state(0))
        views.add(table.view_bytes(0))
    assert (len(states), len(views)) == (2, 1)


def test_information_states_tell_nothing_that_is_hidden() -> None:
    one = hustings.game("president").start(seats=2, seed=7)
    other = one.copy()
    one.play("P1 place small MI")
    other.play("P1 place large PA")
    assert one.information_state(1) == other.information_state(1)
    assert one.information_state(0) != other.information_state(0)


# --- copies


def pickled(table: Table) -> Table:
    """A table that has been to another process and back."""
    found: Table = pickle.loads(pickle.dumps(table))
    return found


@pytest.mark.parametrize(
    "copied", [Table.copy, copy.copy, copy.deepcopy, pickled], ids=["method", "copy", "deepcopy", "pickled"]
)
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_copy_goes_on_alike_and_shares_nothing(name: str, seats: int, copied: Any) -> None:
    table = advanced(name, seats, 8)
    before = table.log
    other = copied(table)
    assert same(table, other)
    choice = random.Random(1)
    for _ in range(6):
        seat = min(other.owes)
        other.play_action(seat, choice.choice(other.legal_actions(seat)))
    assert table.log == before
    choice = random.Random(1)
    for _ in range(6):
        seat = min(table.owes)
        table.play_action(seat, choice.choice(table.legal_actions(seat)))
    assert same(table, other)


def test_games_rows_moves_and_results_can_be_pickled() -> None:
    table = advanced("president", 2, 24)
    assert table.result is not None
    for thing in (table.game, table.game.facts, table.result, table.result.facts):
        assert pickle.loads(pickle.dumps(thing)) == thing
    row = table.record()
    for other in (pickle.loads(pickle.dumps(row)), copy.copy(row), copy.deepcopy(row)):
        assert other.tobytes() == row.tobytes()
        other.week = 1
        assert row.week == 12


def test_an_imagined_table_can_be_copied() -> None:
    world = advanced("politics", 2, 5).imagine(0, key=3)
    other = pickle.loads(pickle.dumps(world))
    assert same(world, other)
    with pytest.raises(HustingsError, match="imagined"):
        other.save()


def test_a_position_from_a_view() -> None:
    table = advanced("politics", 4, 9)
    for view in (table.view_bytes(1), table.view_row(1)):
        world = table.game.imagined(view, seat=1, key=4)
        assert world.view(1) == table.view(1)
        assert world.legal_actions(1) == table.legal_actions(1)
        while not world.over:
            seat = min(world.owes)
            world.play_action(seat, world.legal_actions(seat)[0])
    with pytest.raises(OptionError, match="a view of 3 bytes was given"):
        table.game.imagined(b"abc", seat=1)
    with pytest.raises(OptionError, match="a view was given as dict; give what `view_row` or `view_bytes` returned"):
        table.game.imagined(table.view(1), seat=1)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="with other options"):
        hustings.game("politics", must_play="no").imagined(table.view_bytes(1), seat=1)


# --- undo


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_undo_takes_whole_moves_back(name: str, seats: int) -> None:
    """Back to the start and on again: the same moves, the same chance."""
    table = advanced(name, seats, 12)
    end = table.copy()
    undone = [table.undo() for _ in range(12)]
    with pytest.raises(HustingsError, match="nothing has happened"):
        table.undo()
    assert same(table, hustings.game(name).start(seats=seats, seed=5))
    for text in reversed(undone):
        table.play(text)
    assert same(table, end)


def test_undo_where_chance_is_asked_for_takes_single_steps_back() -> None:
    table = hustings.game("combat").start(seats=2, chance="asked")
    table.play("P1 turn 3")
    table.settle("TX")
    assert (table.undo(), table.log) == ("* TX", ("P1 turn 3",))
    assert table.odds()["TX"] > 0
    assert (table.undo(), table.log) == ("P1 turn 3", ())


def test_undo_after_loading_and_forking() -> None:
    saved = advanced("combat", 2, 5).save()
    table = hustings.load(saved, seed=9)
    fork = table.fork(key=2)
    for each in (table, fork):
        seat = min(each.owes)
        entries = len(each.log)
        move = each.play(each.legal(seat)[0])
        log = each.log
        assert each.undo() == move.text
        assert len(each.log) == entries
        each.play(move)
        assert each.log == log
    while table.log:
        try:
            table.undo()
        except HustingsError:
            break
    assert table.owes == frozenset({0})
    assert not table.log


def test_undo_in_an_imagined_world_goes_no_further_back_than_its_start() -> None:
    world = advanced("politics", 2, 5).imagine(0, key=3)
    before = world.copy()
    move = world.play(world.legal(min(world.owes))[0])
    assert world.undo() == move.text
    assert same(world, before)
    with pytest.raises(HustingsError, match="nothing has happened"):
        world.undo()


# --- files


def test_saving_to_a_path(tmp_path: Path) -> None:
    table = advanced("combat", 2, 6)
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    assert table.save(one) == table.save()
    assert table.save(["Ann", "Bo"], path=str(two))["seats"] == ["Ann", "Bo"]
    assert table.save(str(one)) == json.loads(one.read_text(encoding="utf-8"))
    assert hustings.load(two).log == table.log
    with pytest.raises(SavedGameError, match="cannot be written to"):
        table.save(tmp_path / "nowhere" / "game.json")


# --- what goes wrong


def test_a_move_whose_text_is_not_its_action_is_refused_and_not_logged() -> None:
    table = hustings.game("combat").start(seats=2, seed=7)
    with pytest.raises(NotationError, match=r"the move 'P1 turn 4' has the action of 'P1 turn 3'"):
        table.play(Move(0, 2, "P1 turn 4"))
    with pytest.raises(NotationError, match="no move"):
        table.play(Move(0, 2, "nonsense"))
    assert table.log == ()
    assert table.play(Move(0, 2, "")).text == "P1 turn 3"
    assert table.play(Move(1, 1, " P2   turn 2")).text == "P2 turn 2"
    assert hustings.load(table.save()).log == table.log


def test_a_draw_that_raises_leaves_the_table_as_it_was() -> None:
    answers = iter([3])

    def draw(stream: str, count: int) -> int:
        return next(answers)

    table = hustings.game("combat").start(seats=2, draw=draw)
    table.play("P1 turn 3")
    before = table.copy()
    with pytest.raises(StopIteration):
        table.play("P2 turn 2")
    assert same(table, before)
    answers = iter([4])
    table.play("P2 turn 2")
    assert len(table.log) == 4


@pytest.mark.parametrize("number", [-1, 1 << 63, 0.5, "7", None])
def test_a_draw_must_return_whole_numbers_of_63_bits(number: Any) -> None:
    table = hustings.game("combat").start(seats=2, draw=lambda stream, count: number)
    with pytest.raises(HustingsError, match="must return whole numbers from 0 to"):
        table.play("P1 turn 3")
    assert table.log == ()


@pytest.mark.parametrize("seed", [1.5, b"7", (7,), [7], object])
def test_a_seed_of_another_type_is_refused(seed: Any) -> None:
    with pytest.raises(OptionError, match="allowed are whole numbers, texts and None"):
        hustings.game("combat").start(seats=2, seed=seed)


def test_a_seed_is_the_same_as_text() -> None:
    """So that a seed from a form or a command line deals what the same number deals in Python."""
    game = hustings.game("president")
    logs = {game.start(seats=2, seed=seed).log for seed in (7, "7", np.int32(7))}
    assert len(logs) == 1
    assert game.start(seats=2, seed="07").log not in logs


@pytest.mark.parametrize("move", [None, 3, b"P1 turn 3", ["P1 turn 3"]])
@pytest.mark.parametrize("verb", ["play", "why_not", "read"])
def test_what_is_no_move_is_refused_in_words(verb: str, move: Any) -> None:
    table = hustings.game("combat").start(seats=2, seed=7)
    with pytest.raises(NotationError, match=r"is no move; a move is one of those `legal` lists, or a text like turn 3"):
        getattr(table, verb)(move)


@pytest.mark.parametrize("seat", ["P1", 2, -1, 0.0, None])
@pytest.mark.parametrize("asked", ["legal", "legal_actions", "action_mask", "observation", "information_state"])
def test_what_is_no_seat_is_refused_in_words(asked: str, seat: Any) -> None:
    table = hustings.game("combat").start(seats=2, seed=7)
    with pytest.raises(NotationError, match=r"seat .+ was asked for; this table has seats 0 to 1"):
        getattr(table, asked)(seat)


@pytest.mark.parametrize("outcome", [None, 3])
def test_what_is_no_outcome_is_refused_in_words(outcome: Any) -> None:
    table = hustings.game("combat").start(seats=2, chance="asked")
    table.play("P1 turn 3")
    with pytest.raises(NotationError, match="is no chance outcome; an outcome is a text"):
        table.settle(outcome)


@pytest.mark.parametrize("seats", ["2", 2.0, [2]])
def test_a_number_of_seats_that_is_none_is_refused_in_words(seats: Any) -> None:
    with pytest.raises(OptionError, match="as the number of seats; it must be a whole number: 2"):
        hustings.game("combat").start(seats=seats)


def test_a_file_of_a_newer_format_is_told_from_one_that_is_none() -> None:
    saved = advanced("combat", 2, 3).save()
    with pytest.raises(SavedGameError, match="of format 2, and this Hustings reads format 1; a newer"):
        hustings.load({**saved, "hustings": 2})
    for version in (0, "1", None, True):
        with pytest.raises(SavedGameError, match="no saved game of Hustings"):
            hustings.load({**saved, "hustings": version})


@pytest.mark.parametrize(
    ("attempt", "near"),
    [
        (lambda: hustings.game("comabt"), "combat"),
        (lambda: hustings.game("President"), "president"),
        (lambda: hustings.game("combat", editon="prose"), "edition"),
        (lambda: hustings.game("combat", edition="Prose"), "prose"),
        (lambda: hustings.game("combat").start(seed=7).play("P1 trun 3"), "turn"),
        (lambda: hustings.game("politics").start(seed=7).play("P1 play Ny"), "NY"),
    ],
)
def test_a_mistyped_word_is_answered_with_the_nearest(attempt: Any, near: str) -> None:
    with pytest.raises(HustingsError, match=rf"\(did you mean '{near}'\?\)"):
        attempt()


def test_a_word_like_no_other_is_answered_without_a_guess() -> None:
    with pytest.raises(OptionError) as raised:
        hustings.game("zzzz")
    assert "did you mean" not in str(raised.value)
