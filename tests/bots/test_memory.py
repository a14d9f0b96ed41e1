"""The memory of a search: one block, laid out alike for bots and for a page."""

from __future__ import annotations

import numpy as np
import pytest

from hustings import game, game_names
from hustings.bots.search.memory import PLACES, WORD_BYTES, memory_for, places, sizes_for


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("exact", [0, 500])
def test_arrays_lie_where_a_page_looks_for_them(name: str, exact: int) -> None:
    """One after another, without overlap, each from a whole word on."""
    book, seats = game(name).book, game(name).seats_allowed[-1]
    begins, words = places(sizes_for(book, seats, 256, exact))
    memory = memory_for(book, seats, 256, compiled=False, exact=exact)
    arrays = {field: array for part in memory for field, array in part._asdict().items()}
    [base] = {arrays[field].__array_interface__["data"][0] - WORD_BYTES * begin for field, begin in begins.items()}
    bounds = [WORD_BYTES * begin for begin in (*begins.values(), words)]
    ends = [arrays[field].__array_interface__["data"][0] - base + arrays[field].nbytes for field in begins]
    assert all(end <= bound for end, bound in zip(ends, bounds[1:], strict=True))
    assert memory.size == sum(arrays[field].nbytes for field in PLACES) <= bounds[-1]


def test_records_are_the_words() -> None:
    book = game("combat").book
    row = np.frombuffer(game("combat").start_row(2).tobytes(), np.uint8)
    for compiled in (True, False):
        world = memory_for(book, 2, 1, compiled).world
        world.write(row.tobytes())
        assert world.raw[0, : len(row)].tolist() == row.tolist()
        first = world.records[0] if compiled else world.records[0].array
        assert first.tobytes() == row.tobytes()
