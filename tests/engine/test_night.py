"""Election night: the order of the states, the totals after each, and the state that decides."""

from __future__ import annotations

import random
from itertools import accumulate

import pytest

import hustings
from hustings.engine.holdings import Holdings
from hustings.engine.knowledge import holdings
from hustings.engine.night import Night
from hustings.engine.table import Table


def played(name: str, seats: int, seed: int, **options: str) -> tuple[Table, Night, Holdings]:
    """A finished game of random moves, its night and its map."""
    table, chosen = hustings.game(name, **options).start(seats=seats, seed=seed), random.Random(seed)
    assert table.night is None
    while not table.over:
        table.play(chosen.choice(table.legal(min(table.owes))))
    night, held = table.night, holdings(table)
    assert night is not None
    assert held is not None
    return table, night, held


def by_side(table: Table) -> tuple[int, ...]:
    assert table.result is not None
    return tuple(table.result.scores[side[0]] for side in table.sides)


GAMES = [
    ("combat", 2, {}),
    ("combat", 2, {"objective": "book-deal", "edition": "illustrated"}),
    ("politics", 2, {}),
    ("politics", 6, {}),
    ("president", 2, {}),
    ("president", 5, {"votes": "2024"}),
    ("mudslinger", 3, {}),
]


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_night_calls_each_state_that_counts_and_ends_in_the_result(
    name: str, seats: int, options: dict[str, str], seed: int
) -> None:
    table, night, held = played(name, seats, seed, **options)
    assert table.result is not None
    counted = [state for state, side in held.holder.items() if side is not None]
    assert sorted(counted) == sorted(call.state for call in night.calls)
    for side in range(len(held.sides)):
        own = [held.votes[call.state] for call in night.calls if call.side == side]
        assert own == sorted(own)
    for number, call in enumerate(night.calls[1:], 1):  # the side behind gets the next state, if it has one left
        votes = [
            sum(held.votes[one.state] for one in night.calls[:number] if one.side == k) for k in range(len(held.sides))
        ]
        rest = {one.side for one in night.calls[number:]}
        assert votes[call.side] == min(votes[side] for side in rest)
    steps = [[held.votes[call.state] * (side == call.side) for side in range(len(held.sides))] for call in night.calls]
    sums = accumulate(steps, lambda before, step: [sum(pair) for pair in zip(before, step, strict=True)])
    assert [list(call.totals) for call in night.calls] == list(sums)
    assert set(table.result.winners) <= set(table.sides[night.places[0]])
    if held.last_count is not None:
        assert night.deciding is None
    else:
        assert night.calls[-1].totals == by_side(table)


@pytest.mark.parametrize("seed", range(4))
def test_a_majority_decides_when_it_is_reached(seed: int) -> None:
    table, night, _ = played("combat", 2, seed)
    winner = night.places[0]
    assert table.majority == 270
    assert night.deciding == [call.totals[winner] >= 270 for call in night.calls].index(True)


@pytest.mark.parametrize("seed", range(4))
def test_a_book_deal_is_decided_when_the_loser_has_too_many(seed: int) -> None:
    table, night, _ = played("combat", 2, seed, objective="book-deal")
    winner, loser = night.places
    assert (table.majority, table.too_many) == (None, 270)
    assert night.calls[-1].totals[winner] < night.calls[-1].totals[loser]
    assert night.deciding == [call.totals[loser] >= 270 for call in night.calls].index(True)


@pytest.mark.parametrize("seed", range(4))
def test_without_a_majority_a_lead_decides_that_the_states_still_out_cannot_make_up(seed: int) -> None:
    _, night, held = played("politics", 4, seed)
    winner, other = night.places
    out = [sum(held.votes[later.state] for later in night.calls[k + 1 :]) for k in range(len(night.calls))]
    leads = [call.totals[winner] - call.totals[other] - left for call, left in zip(night.calls, out, strict=True)]
    assert night.deciding is not None
    assert leads[night.deciding] >= 0  # with equal votes more states win (PO-8)
    assert max(leads[: night.deciding], default=0) <= 0


def test_a_game_gone_back_has_no_night() -> None:
    table, night, _ = played("president", 3, 1)
    table.undo()
    assert table.night is None
    assert night.calls


def test_sides_are_seats_that_win_together() -> None:
    assert hustings.game("politics").start(seats=6, seed=1).sides == ((0, 2, 4), (1, 3, 5))
    assert hustings.game("mudslinger").start(seats=3, seed=1).sides == ((0,), (1,), (2,))
