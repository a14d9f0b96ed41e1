"""The compiled search: what Python calls. Importing this module imports Numba."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from hustings.bots.search import iteration, nodes
from hustings.engine import compiled
from hustings.engine.kernels import Numbers


@overload(nodes.fold, jit_options=compiled.INNER)
def _fold(total: Any, word: Any) -> Any:
    def wrapping(total: Any, word: Any) -> Any:
        mixed = (np.uint64(total) ^ np.uint64(word)) * np.uint64(nodes.FACTOR)
        return np.int64(mixed ^ (mixed >> np.uint64(32)))

    return wrapping


compiled.activate()


@compiled.entry
def think(
    view: Numbers,
    seat: int,
    key: int,
    begin: int,
    end: int,
    settings: Numbers,
    tree: Numbers,
    work: Numbers,
    masks: Numbers,
) -> int:
    """Iterations `begin` to before `end` of a search from row ROOT; returns how many choices there are."""
    size = iteration.begin_search(view, seat, tree, work) if begin == 0 else 2
    if size > 1:
        for number in range(begin, end):
            iteration.iterate(view, seat, key, number, settings, tree, work, masks)
    return size
