"""A batch plays what single tables play: the same deals, the same bytes, the same ends."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import hustings
from hustings.batch import Batch
from hustings.batch.stepping import NOBODY
from hustings.engine.installed import rulebook
from hustings.engine.kernels import playout
from hustings.engine.kernels.chance import key_of

GAMES = (("combat", 2), ("mudslinger", 3), ("politics", 4), ("president", 2), ("president", 5))
SEEDS = tuple(range(5))


def everything(batch: Batch) -> list[bytes]:
    """All that a batch holds, as bytes."""
    arrays = batch._arrays
    lists = [batch.legal[k, :size] for k, size in enumerate(batch.sizes)]
    told = (
        *lists,
        batch.seat,
        batch.owes,
        batch.bits,
        batch.mask,
        batch.observation,
        *arrays.ends,
        arrays.keys,
        arrays.counts,
        arrays.decisions,
        arrays.records,
    )
    return [array.tobytes() for array in told]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_each_game_is_the_one_a_table_plays(name: str, seats: int) -> None:
    """From the same seeds by the same actions: record, seats that owe, legal actions, observation, shares, scores."""
    batch = Batch(name, len(SEEDS), seats, seed=SEEDS, auto_reset=False)
    tables = [hustings.game(name).start(seats, seed) for seed in SEEDS]
    moves = 0
    while (batch.seat != NOBODY).any():
        actions = batch.choose("random" if moves % 3 else "thumb").copy()
        asked = batch.seat.copy()
        batch.step(actions)
        moves += 1
        for k, table in enumerate(tables):
            if asked[k] == NOBODY:
                continue
            table.play_action(int(asked[k]), int(actions[k]))
            assert table.record().tobytes() == batch._arrays.records[k].tobytes()
            assert bool(batch.ended[k]) == table.over
            assert {seat for seat in range(seats) if batch.owes[k] >> seat & 1} == table.owes
            if not table.over and (k + moves) % 5 == 0:
                seat = min(table.owes)
                assert batch.seat[k] == seat
                assert batch.legal[k, : batch.sizes[k]].tolist() == table.legal_actions(seat)
                assert batch.observation[k].tolist() == table.observation(seat).tolist()
    for k, table in enumerate(tables):
        assert table.result is not None
        assert batch.scores[k].tolist() == list(table.result.scores)
        assert batch.table(k).result == table.result
        assert hustings.load(table.save()).record().tobytes() == batch._arrays.records[k].tobytes()


@pytest.mark.parametrize(("name", "seats"), GAMES[:4])
@pytest.mark.parametrize("level", ["random", "thumb"])
def test_whole_games_are_those_of_the_playouts(name: str, seats: int, level: str) -> None:
    """The helper that chooses is the playouts' own player: the same ends from the same keys."""
    from hustings.engine.kernels import compiled

    seeds = list(range(40)) if name != "mudslinger" else [1, 3, 4]  # in which nobody deals
    batch = Batch(name, len(seeds), seats, seed=seeds, observe=False)
    shares, lengths, left = np.zeros((len(seeds), seats)), np.zeros(len(seeds), np.int64), set(range(len(seeds)))
    while left:
        _, rewards, ended = batch.step(batch.choose(level))
        for k in sorted(left & set(ended.nonzero()[0].tolist())):
            shares[k], lengths[k] = rewards[k], batch.lengths[k]
            left.remove(k)
    levels = np.full(seats, playout.THUMB if level == "thumb" else playout.RANDOM)
    keys = np.array([key_of(seed) for seed in seeds], np.uint64)
    results, decisions = compiled.random_games(rulebook(name), hustings.game(name).start_options(seats), keys, levels)
    assert np.allclose(shares, results[:, 0] / results[:, 0].sum(axis=1, keepdims=True))
    assert int(lengths.sum()) == decisions


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_interpreted_and_compiled_batches_hold_the_same_bytes(name: str, seats: int) -> None:
    """With a level inside, masks, observations and games that begin anew."""
    made = [
        Batch(name, 4, seats, seed="both", levels={1: "canvasser"}, mask=True, compiled=compiled)
        for compiled in (True, False)
    ]
    for move in range(60):
        assert everything(made[0]) == everything(made[1])
        for batch in made:
            batch.step(batch.choose(("random", "thumb", "canvasser")[move % 3]))
    if name != "mudslinger":
        assert (made[0]._arrays.begun > 1).any()


@pytest.mark.parametrize(("name", "seats"), GAMES[:4])
def test_lists_bits_and_mask_say_the_same(name: str, seats: int) -> None:
    batch = Batch(name, 6, seats, seed=3, mask=True)
    for _ in range(120):
        bits = np.unpackbits(batch.bits.view(np.uint8), axis=1, bitorder="little")[:, : batch.mask.shape[1]]
        assert (bits == batch.mask).all()
        for k in range(batch.n):
            assert batch.mask[k].nonzero()[0].tolist() == batch.legal[k, : batch.sizes[k]].tolist()
        batch.step(batch.choose())


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_stepping_as_a_level_is_choosing_and_stepping(name: str, seats: int) -> None:
    """To the byte, with one thread or two, with a level inside, past the ends of games, and where games stay over."""
    length = {"mudslinger": 80, "president": 12 * seats}.get(name, 150)
    for again in (True, False):
        apart, joint, shared = (
            Batch(name, 6, seats, seed=2, levels={1: "canvasser"}, mask=True, auto_reset=again, threads=threads)
            for threads in (1, 1, 2)
        )
        for move in range(length):
            level = ("random", "thumb", "canvasser")[move % 3]
            apart.step(apart.choose(level))
            for batch in (joint, shared):
                told = batch.step_as(level)
                assert told[0] is batch.observation
                assert told[2] is batch.ended
            assert everything(apart) == everything(joint) == everything(shared)
            assert joint.actions.tolist() == shared.actions.tolist() == apart.actions.tolist()
        assert name == "mudslinger" or (joint.lengths > 0).all()
        assert again or name == "mudslinger" or (joint.seat == NOBODY).all()
    with pytest.raises(hustings.OptionError, match="inside it play random, canvasser, thumb"):
        joint.step_as("boss")


@pytest.mark.parametrize("compiled", [True, False])
def test_riches_beyond_what_is_told_are_told_alike(compiled: bool) -> None:
    batch = Batch("mudslinger", 2, 3, seed=1, compiled=compiled)
    arrays = batch._arrays
    arrays.records["money"][:] = [[40_000, 5, 32_767, 0, 0, 0], [1, 2_000_000_000, 32_768, 0, 0, 0]]
    batch._observe(0, 2, *arrays.sees)
    assert batch.observation.dtype == np.int16
    for k in range(2):
        seen = batch.table(k).observation(int(batch.seat[k]))
        assert batch.observation[k].tolist() == seen.tolist()
        assert (seen == 32_767).sum() == 2


def test_threads_change_nothing() -> None:
    made = [Batch("president", 37, 3, seed=1, levels={2: "thumb"}, threads=threads) for threads in (1, 2)]
    for _ in range(60):
        assert everything(made[0]) == everything(made[1])
        for batch in made:
            batch.step(batch.choose())
    before = everything(made[1])
    wrong = made[1].choose().copy()
    wrong[30] = -1
    with pytest.raises(hustings.IllegalMove, match="in game 30 "):
        made[1].step(wrong)
    assert everything(made[1]) == before


def test_a_step_allocates_nothing_that_grows_with_the_batch() -> None:
    batch = Batch("president", 2048, seed=1, mask=True)
    held = [id(array) for array in batch.step(batch.choose())]
    tracemalloc.start()
    try:
        for _ in range(30):
            told = batch.step(batch.choose())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [id(array) for array in told] == held
    assert peak < 2048


@pytest.mark.parametrize(
    ("game", "action", "said"),
    [
        (0, 33, "in game 0 of the batch P1 was to make action 33; 33 are legal: 0 (place small MT)"),
        (7, -1, "in game 7 of the batch P1 was to make action -1; 33 are legal"),
        (9, 1 << 40, "and the others of legal[9]"),
    ],
)
def test_a_refusal_says_where_and_what_and_nothing_is_lost(game: int, action: int, said: str) -> None:
    batch = Batch("president", 10, seed=1)
    before = everything(batch)
    actions = batch.choose().copy()
    actions[game] = action
    with pytest.raises(hustings.IllegalMove) as caught:
        batch.step(actions)
    assert said in str(caught.value)
    assert caught.value.reason.facts["game"] == game
    assert everything(batch) == before


def test_a_refusal_names_the_clause_of_the_rule() -> None:
    batch = Batch("combat", 2, seed=7)
    with pytest.raises(hustings.IllegalMove) as caught:
        batch.step([0, 5])
    assert caught.value.reason.clause == "EC-4"
    batch.step([0, 0], seats=[0, 0])
    with pytest.raises(hustings.IllegalMove, match=r"in game 1 .* P1 .* P2 is asked"):
        batch.step([1, 1], seats=[1, 0])


def test_a_seat_may_act_unasked() -> None:
    """In Mudslinger another seat may start a deal at an open moment; tables agree on when and how."""
    batch = Batch("mudslinger", 1, 3, seed=4)
    while not (free := batch.table(0).may):
        batch.step(batch.choose())
    table, seat, asked = batch.table(0), min(free), int(batch.seat[0])
    action = table.legal_actions(seat)[0]
    with pytest.raises(hustings.IllegalMove):
        batch.step([max(table.legal_actions(seat)) + 1], seats=[seat])
    batch.step([action], seats=[seat])
    table.play_action(seat, action)
    assert asked != seat
    assert table.record().tobytes() == batch._arrays.records[0].tobytes()


def test_games_stay_over_until_they_are_reset() -> None:
    batch = Batch("president", 3, seed=1, auto_reset=False)
    for _ in range(24):
        batch.step(batch.choose())
    assert batch.ended.all()
    assert batch.seat.tolist() == [NOBODY] * 3
    assert batch.rewards.sum(axis=1).tolist() == [1, 1, 1]
    held = batch._arrays.records.tobytes()
    batch.step([99, 99, 99])
    assert not batch.ended.any()
    assert not batch.rewards.any()
    assert batch._arrays.records.tobytes() == held
    with pytest.raises(hustings.IllegalMove, match="the game is over"):
        batch.step([0, 0, 0], seats=[0, -1, -1])
    batch.reset()
    assert batch.seat.tolist() == [0, 0, 0]
    assert (batch._arrays.begun == 2).all()


def test_some_games_are_begun_again() -> None:
    """In a place that is begun again the next deal follows; the other games go on."""
    batch, whole = (Batch("combat", 3, seed=7) for _ in range(2))
    whole.reset()
    batch.step_as("thumb")
    before = batch.observation.copy()
    seen = batch.restart([False, True, False])
    assert np.array_equal(seen[1], whole.observation[1])
    assert np.array_equal(seen[[0, 2]], before[[0, 2]])
    assert batch.decisions.tolist() == [1, 0, 1]
    assert np.array_equal(batch.observe(batch.seat), seen)
    assert not batch.observe([-1, 0, -1])[0].any()
    with pytest.raises(hustings.OptionError, match="no seat 2"):
        batch.observe([0, 2, 0])
    with pytest.raises(hustings.HustingsError, match="3 flags"):
        batch.restart([True])


def test_the_same_seed_is_the_same_batch() -> None:
    one, other, third = (Batch("politics", 5, seed=seed) for seed in ("a", "a", "b"))
    assert everything(one) == everything(other) != everything(third)
    one.step(one.choose())
    one.reset("a")
    assert everything(one) == everything(other)
    one.reset()
    assert everything(one) != everything(other)


def test_actions_may_be_read_only() -> None:
    """Arrays of other libraries often are; compiled code has one type for an array that can be written to."""
    batch = Batch("president", 3, seats=2, seed=1, compiled=True)
    other = Batch("president", 3, seats=2, seed=1, compiled=True)
    actions, seats = batch.choose("random"), batch.seat.copy()
    other.step(actions.copy(), seats.copy())
    actions.flags.writeable = seats.flags.writeable = False
    batch.step(actions, seats)
    assert everything(batch) == everything(other)


def test_seeds_may_be_numpys() -> None:
    for plain, numpys in ((3, np.int64(3)), ([3, 4], np.arange(3, 5))):
        assert everything(Batch("president", 2, seed=plain)) == everything(Batch("president", 2, seed=numpys))


def test_a_batch_of_a_game_with_its_options() -> None:
    batch = Batch(hustings.game("president", dealt="one"), 2)
    assert batch.game == Batch("president", 2, dealt="one").game
    assert repr(batch) == "<Batch of 2 games of U.S. President with 2 seats>"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"n": 0}, "a batch of 0 games"),
        ({"n": 2.5}, "the number of games of a batch was given as 2.5; it is a whole number"),
        ({"threads": 3}, "3 threads"),
        ({"threads": "2"}, "the number of threads of a batch was given as '2'"),
        ({"seats": 7}, "asked for with 7 seats"),
        ({"levels": {2: "thumb"}}, "its seats are 0 to 1"),
        ({"levels": {"P1": "thumb"}}, "has no seat 'P1'; its seats are 0 to 1"),
        ({"levels": {0: "thum"}}, r"no bot level 'thum' \(did you mean 'thumb'\?\)"),
        ({"levels": {0: "thumb", 1: "thumb"}}, "leave one seat out"),
        ({"levels": {0: "boss"}}, "inside it play random, canvasser, thumb"),
        ({"seed": [1, 2, 3]}, "3 seeds were given for 2 games"),
        ({"votes": "1900"}, "1900"),
        ({"game": hustings.game("president"), "votes": "2012"}, "options were given"),
    ],
)
def test_what_cannot_be_is_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(hustings.OptionError, match=said):
        Batch(**{"game": "president", "n": 2, **given})  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [[0], [0.0, 1.0], [[0, 0]], ["0", "0"]])
def test_actions_are_whole_numbers_one_for_each_game(given: object) -> None:
    with pytest.raises(hustings.HustingsError, match="the actions of a batch are 2 whole numbers"):
        Batch("president", 2).step(given)  # type: ignore[arg-type]


def test_a_compiled_observer_is_found_again_by_its_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one process compiles, the next loads; another layout has another name, so it is never taken for it."""
    from hustings.engine.kernels import compiled
    from hustings.engine.record.encoder import views_of, written

    monkeypatch.setenv("HUSTINGS_CACHE", str(tmp_path))
    monkeypatch.setattr(compiled, "_ENTRIES", list(compiled._ENTRIES))
    layout, game = hustings.game("president").layout(seats=2), hustings.game("president")
    plain = written(layout)
    given = (0, 1, np.zeros(1, np.int64), plain.reads, *views_of(game.start_row(2).array))
    for hits in (0, 1):
        observe = compiled.entry(plain.observe, apart=True)
        out = np.zeros((1, layout.size), np.int16)
        observe(*given, out)
        assert out[0].tolist() == layout.encode(game.start_row(2), 0).tolist()
        assert sum(observe.stats.cache_hits.values()) == hits
    others = {written(hustings.game("president").layout(seats=seats)).observe.__name__ for seats in (2, 3, 4)}
    assert len(others) == 3
