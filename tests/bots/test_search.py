"""The search: forced wins, legal moves everywhere, the same move again, nothing but the view, memory as told."""

from __future__ import annotations

import math
import time
from dataclasses import fields
from itertools import product
from typing import Any

import numpy as np
import pytest

from hustings import Game, HustingsError, OptionError, game
from hustings.bots import interject
from hustings.bots.search import Searcher, Settings
from hustings.bots.search.memory import EDGES, MOST_NODES, memory_for, nodes_for
from hustings.bots.search.nodes import WAIT, expand
from hustings.bots.search.settings import RANGES
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import draw
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook
from hustings.testing.game_suite import Variant
from tests.bots.test_levels import hidden_moments
from tests.games import GAMES, NAMES

BRIEF = Settings(iterations=40)
MOMENTS, APART = 8, 6  # how many a variant's game is asked at, and about how many choices lie between
WINS = 6  # last weeks with a forced win that are looked at


def bytes_of(row: Row, seat: int) -> bytes:
    return row.schema.seen(row, seat)


def owed(row: Row) -> list[int]:
    return [seat for seat in range(8) if int(verbs.owes(row)) >> seat & 1]


def options(book: Rulebook, row: Row, seat: int) -> list[int]:
    out = book.buffers().actions
    return [int(action) for action in out[: verbs.choices(row, seat, out)]]


# --- forced wins


def last_week(key: int) -> Row:
    """A game of President for two played at random as far as its last week."""
    row, book = game("president").start_row(2), game("president").book
    buffers, count = book.buffers(), 0
    while row.to_deal or row.week < row.weeks:
        count += 1
        if row.to_deal:
            verbs.settle(row, int(verbs.roll(row, draw(key, 0, count), buffers.weights)), buffers.note)
            continue
        seat = owed(row)[0]
        some = options(book, row, seat)
        verbs.act(row, seat, some[draw(key, 1, count) % len(some)], buffers.note)
    return row


def sure(row: Row, seat: int) -> tuple[list[int], list[int]]:
    """All choices of a last week, and those that win whatever the rival chooses."""
    book = game("president").book
    buffers, shares = book.buffers(), np.zeros((2, 2), np.int64)
    winning = []
    for mine in options(book, row, seat):
        lost = False
        for theirs in options(book, row, 1 - seat):
            after = row.copy()
            verbs.act(after, seat, mine, buffers.note)
            verbs.act(after, 1 - seat, theirs, buffers.note)
            verbs.payoff(after, shares)
            lost = lost or shares[0, 1 - seat] > 0
        if not lost:
            winning.append(mine)
    return options(book, row, seat), winning


def test_a_forced_win_is_found() -> None:
    """In last weeks of President with a few choices that win against everything, one of them is made."""
    searcher = Searcher(game("president").book, 2, Settings(iterations=2000, sharpen=8))
    found = key = 0
    while found < WINS:
        key += 1
        row = last_week(key)
        for seat in range(2):
            every, winning = sure(row, seat)
            if winning and 3 * len(winning) <= len(every):
                found += 1
                assert searcher.choose(bytes_of(row, seat), seat, key) in winning, key


def test_a_sealed_choice_that_is_best_against_all_is_tried_most_interpreted(toy: Game) -> None:
    """The toy: two pence are never worse than fewer; the rules are plain Python, which no compiler has seen."""
    searcher = Searcher(toy.book, 2, Settings(iterations=300, exact=0), fast=False)
    for key in range(5):
        found = searcher.look(bytes_of(toy.start_row(2), 0), 0, key)
        assert max(found, key=lambda move: move.tried).action == 2


def test_in_a_sealed_round_moves_are_mixed() -> None:
    """Rock, paper, scissors: a search that always threw the same would lose to whoever saw it once."""
    row = game("combat").start_row(2)
    book, buffers = game("combat").book, game("combat").book.buffers()
    count = 0
    while len(owed(row)) < 2:
        count += 1
        if verbs.over(row):
            row, count = game("combat").start_row(2), count + 1
        elif not verbs.owes(row):
            verbs.settle(row, int(verbs.roll(row, draw(7, 0, count), buffers.weights)), buffers.note)
        else:
            seat = owed(row)[0]
            some = options(book, row, seat)
            verbs.act(row, seat, some[draw(7, 1, count) % len(some)], buffers.note)
    searcher = Searcher(book, 2, Settings(iterations=300))
    assert len({searcher.choose(bytes_of(row, 0), 0, key) for key in range(30)}) == 3


# --- every game


VARIANTS = [variant for suite in GAMES for variant in suite.few_variants]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_move_is_legal(variant: Variant) -> None:
    """Some moments of a random game, with every option and number of seats; interjections too."""
    searcher, random = Searcher(variant.book, variant.seats, BRIEF), variant.random("search")
    table = variant.game.start(seats=variant.seats, chance="asked")
    asked, wait = 0, 0
    for _ in variant.play(table, random):
        for seat in sorted(table.owes | table.may):
            legal = {move.action for move in table.legal(seat)}
            wait -= len(legal) > 1
            if legal and wait < 0:
                asked, wait = asked + 1, random.randrange(2 * APART)
                assert searcher.choose(table.view_row(seat).tobytes(), seat, asked) in legal
        if asked == MOMENTS:
            break
    assert asked


@pytest.mark.parametrize("name", NAMES)
def test_the_same_key_gives_the_same_move(name: str) -> None:
    """Whatever it thought of before, in memory of its own or of another size, all at once or a few at a time."""
    chosen = game(name)
    seats = chosen.seats_allowed[0]
    table = chosen.start(seats=seats, seed="search")
    one, other = (Searcher(chosen.book, seats, Settings(iterations=200), nodes) for nodes in (512, 4096))
    timed = Searcher(chosen.book, seats, Settings(iterations=200, seconds=3600))
    for number, _ in zip(range(6), iter(lambda: table.over, True), strict=False):
        seat = min(table.owes)
        view = table.view_row(seat).tobytes()
        found = one.look(view, seat, number)
        assert found == one.look(view, seat, number) == other.look(view, seat, number) == timed.look(view, seat, number)
        assert one.choose(view, seat, number) == other.choose(view, seat, number)
        assert len(found) == 1 or sum(move.tried for move in found) == 200
        table.play(table.legal(seat)[number % len(table.legal(seat))])


@pytest.mark.parametrize("name", NAMES)
def test_compiled_and_interpreted_searches_find_the_same(name: str) -> None:
    chosen = game(name)
    seats = chosen.seats_allowed[0]
    table = chosen.start(seats=seats, seed="both ways")
    settings = Settings(iterations=6, deepest=3)
    fast, slow = (Searcher(chosen.book, seats, settings, fast=fast) for fast in (True, False))
    while not table.over:
        seat = min(table.owes)
        if len(table.legal(seat)) > 1:
            view = table.view_row(seat).tobytes()
            assert fast.look(view, seat, 3) == slow.look(view, seat, 3)
            return
        table.play(table.legal(seat)[0])


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_cannot_know_changes_nothing(name: str) -> None:
    for one, other, seat in hidden_moments(name):
        searcher = Searcher(one.game.book, one.seats, BRIEF)
        views = [table.view_row(seat).tobytes() for table in (one, other)]
        assert searcher.look(views[0], seat, 1) == searcher.look(views[1], seat, 1)


# --- acting unasked


@pytest.mark.parametrize("worth_it", [True, False])
def test_a_seat_acts_unasked_where_it_gains_by_it(toy: Game, monkeypatch: pytest.MonkeyPatch, worth_it: bool) -> None:
    """The toy, where the second seat may bid as long as the first has not: to bid most wins, or to bid at all loses."""
    rules = verbs.BY_SCHEMA[toy.book.schema]
    changed = {
        "owes": lambda s: int(not s.bids[0]),
        "may": lambda s: 2 * int(not s.bids[0] and not s.bids[1]),
        "chances": lambda s, weights: (
            weights.fill(0) or weights.__setitem__(0, 1) or int(bool(s.bids[0] and not s.face))
        ),
    }
    if not worth_it:
        changed["payoff"] = lambda s, out: out[0].__setitem__(slice(0, 2), (s.bids[1], 1 - s.bids[1]))
    for name, rule in changed.items():
        monkeypatch.setitem(rules, name, rule)  # type: ignore[misc]  # a dictionary underneath
    searcher = Searcher(toy.book, 2, Settings(iterations=200), fast=False)
    view = bytes_of(toy.start_row(2), 1)
    for key in range(4):
        assert searcher.interject(view, 1, key) == (2 if worth_it else None)
        assert searcher.choose(view, 1, key) in range(3)


def test_who_is_asked_cannot_wait() -> None:
    table = game("mudslinger").start(seats=3, seed=7)
    searcher = Searcher(table.game.book, 3, BRIEF)
    for seat in range(3):
        actions = [move.action for move in searcher.look(table.view_row(seat).tobytes(), seat, 1)]
        assert (WAIT in actions) == (seat in table.may)
        assert WAIT not in actions[:-1]


def test_a_level_says_whether_to_act_unasked() -> None:
    table = game("mudslinger").start(seats=3, seed=7)
    assert interject(table, 1, "thumb") is None
    told = {interject(table, 1, "alderman", key) for key in range(8)}
    assert told <= {None, *table.legal(1)}
    with pytest.raises(HustingsError, match="seat 0 may not act unasked now"):
        interject(table, 0)


def one_after_another(monkeypatch: pytest.MonkeyPatch, toy: Game, first: int, last: int, **more: Any) -> None:
    """The toy, where the seats `first` and then `last` are asked; the second seat may bid unasked until they have."""

    def owes(s: Row) -> int:
        return int(s.face == 0) * (1 << first if not s.bids[first] else 1 << last if not s.bids[last] else 0)

    def chances(s: Row, weights: np.ndarray) -> int:
        weights[:] = 0
        weights[0] = 1
        return int(owes(s) == 0 and not s.face)

    changed = {"owes": owes, "may": lambda s: 2 * int(owes(s) > 0 and not s.bids[1]), "chances": chances, **more}
    for name, rule in changed.items():
        monkeypatch.setitem(verbs.BY_SCHEMA[toy.book.schema], name, rule)  # type: ignore[misc]


def test_a_seat_with_nothing_to_say_thinks_as_long(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that how long it takes tells nobody what it holds."""
    legal = verbs.BY_SCHEMA[toy.book.schema]["legal"]
    one_after_another(monkeypatch, toy, 0, 0, choices=lambda s, seat, out: 0 if seat else legal(s, seat, out))
    searcher = Searcher(toy.book, 2, Settings(iterations=30), fast=False)
    assert searcher.interject(bytes_of(toy.start_row(2), 1), 1, 1) is None
    assert searcher.iterations == 30


@pytest.mark.parametrize("worth_it", [True, False])
def test_rivals_in_the_tree_act_unasked(toy: Game, monkeypatch: pytest.MonkeyPatch, worth_it: bool) -> None:
    """Where the game says that it may be worth it, the seat that may act has a node of its own, with waiting in it."""
    more = {} if worth_it else {"interrupts": lambda s, out: 0}
    one_after_another(monkeypatch, toy, 0, 2, **more)
    searcher = Searcher(toy.book, 3, Settings(iterations=60, exact=0), fast=False)
    searcher.look(bytes_of(toy.start_row(3), 0), 0, 1)
    tree = searcher.memory.tree
    actions = tree.action[: tree.used[EDGES]].tolist()
    assert (WAIT in actions) == worth_it


# --- partners


def test_partners_are_credited_alike() -> None:
    """Politics for four: whatever a side's seats win is shared, so both want it."""
    chosen = game("politics")
    table = chosen.start(seats=4, seed=3)
    searcher = Searcher(chosen.book, 4, Settings(iterations=100))
    seat = min(table.owes)
    found = searcher.look(table.view_row(seat).tobytes(), seat, 1)
    assert all(0 <= move.share <= 0.5 for move in found)


def test_partners_play_into_each_others_hands(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy, where the outer two win or lose together: only if the first bids nothing, and the third all."""

    def payoff(s: Row, out: np.ndarray) -> None:
        won = int(s.pence[2] - s.pence[0] == 2)
        out[0, :] = (won, 2 * (1 - won), won)

    monkeypatch.setitem(verbs.BY_SCHEMA[toy.book.schema], "payoff", payoff)  # type: ignore[misc]
    searcher = Searcher(toy.book, 3, Settings(iterations=400), fast=False)
    for seat, helpful in ((0, 0), (2, 2)):
        found = searcher.look(bytes_of(toy.start_row(3), seat), seat, 5)
        assert max(found, key=lambda move: move.tried).action == helpful


# --- how far others are trusted


def test_others_are_expected_to_follow_the_rule_of_thumb() -> None:
    """The better a move looks, the greater its prior, and more so to a higher power."""
    book = game("president").book
    position = game("president").start(seats=4, seed=2).view_row(0)
    world, tree, _, _ = memory_for(book, 4, 256, compiled=False)
    size = verbs.choices(position, 0, world.actions)
    priors = []
    for power in (1, 2):
        begin = expand(position, 0, size, False, power, world, tree)
        priors.append(tree.prior[begin : begin + size])
    best = int(np.argmax(world.worth[:size]))
    assert priors[0][best] == priors[0].max() > priors[0].min()
    assert priors[1] == pytest.approx(priors[0] ** 2)


def test_where_two_play_a_rival_is_trusted_no_further_than_oneself() -> None:
    """Only of several others it is expected that they play alike; ends are solved for two alone."""
    told = Settings(trust=3, exact=500)
    assert [(told.at(seats).trust, told.at(seats).exact) for seats in (2, 3, 6)] == [(1, 500), (3, 0), (3, 0)]


# --- limits


def test_memory_is_fixed_beforehand_and_bounds_the_tree() -> None:
    """With room for a few nodes only it thinks on without growing."""
    chosen = game("president")
    searcher = Searcher(chosen.book, 2, Settings(iterations=20_000, sample=1, exact=0), nodes=256)
    before = searcher.memory.size
    table = chosen.start(seed=1)
    assert sum(move.tried for move in searcher.look(table.view_row(0).tobytes(), 0, 1)) == 20_000
    edges, nodes = searcher.memory.tree.used.tolist()
    assert 0 < nodes <= 3 * 256 // 4 + 1
    assert 0 < edges <= len(searcher.memory.tree.won)
    assert searcher.memory.size == before < 200_000


def test_there_are_nodes_for_every_iteration() -> None:
    for iterations, spare in product((1, 50, 1000, 6000), (4 / 3,)):
        nodes = nodes_for(iterations)
        assert nodes >= spare * iterations
        assert nodes & (nodes - 1) == 0
    assert nodes_for(10**9) == MOST_NODES


def test_a_time_limit_ends_it() -> None:
    chosen = game("president")
    searcher = Searcher(chosen.book, 2, Settings(iterations=0, seconds=0.05))
    view = chosen.start(seed=1).view_row(0).tobytes()
    searcher.look(view, 0, 1)
    before = time.process_time()
    searcher.look(view, 0, 1)
    assert time.process_time() - before < 5
    assert searcher.iterations > 0


def test_settings_are_read_from_a_text() -> None:
    assert Settings.read("") == Settings()
    assert Settings.read("iterations=20,seconds=0.5,lapse=0.25") == Settings(iterations=20, seconds=0.5, lapse=0.25)
    for text, complaint in (
        ("depth=3", "a search has no setting 'depth'; it has iterations, seconds,"),
        ("iterations=many", "the search setting 'iterations' must be a number, not 'many'"),
        ("iterations=0", "a search needs iterations or seconds above 0"),
    ):
        with pytest.raises(OptionError, match=complaint):
            Settings.read(text)


def test_settings_outside_their_range_are_refused_with_it() -> None:
    """Each ran or crashed: `seldom=101` ended in a division by zero, a NaN chose by chance."""
    assert RANGES.keys() == {field.name for field in fields(Settings)}
    for name, (low, high) in RANGES.items():
        for value in (low, high):
            assert getattr(Settings(**{"seconds": 1.0, name: value}), name) == value
        kind = type(getattr(Settings(), name))
        for wrong in (low - 1, high + 1, *((math.nan, math.inf) if kind is float else ())):
            complaint = f"the search setting '{name}' must be from {low} to {high}, not {kind(wrong)}"
            with pytest.raises(OptionError) as refused:
                Settings.read(f"{name}={wrong}")
            assert str(refused.value) == complaint
    with pytest.raises(OptionError, match="a search needs iterations or seconds above 0"):
        Settings(iterations=0)
