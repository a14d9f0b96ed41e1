"""The list of legal moves, made from a game's declared moves and its `refusal`.

Moves are listed row by row: a row is the moves of one kind that differ only in their last part, at most 62. The verbs
`task`, `rows` and `candidates` leave out moves that cannot be legal, and `refusal` decides about the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from hustings.engine.declared import MoveTable
from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.bits import lowest, member, size_of
from hustings.engine.kernels.verbs import Rule, candidates, refusal, rows, shared, task


def lister(moves: MoveTable, without: Sequence[int] = ()) -> Rule:
    """Return a kernel like `legal` that lists a seat's legal moves, ascending, without some kinds.

    Args:
        moves: The game's moves; all of them must have been added.
        without: The first action of each kind of move to leave out.
    """
    starts, firsts, sizes, lines, masks, exact = moves.by_task(without)

    def legal(s: State, seat: int, out: Numbers) -> int:
        now = int(task(s))
        end = int(starts[now + 1])
        count = 0
        known = shared(s, seat) if starts[now] < end else 0
        for k in range(int(starts[now]), end):
            row, size, moves, sure = int(firsts[k]), int(sizes[k]), int(masks[k]), int(exact[k])
            left = int(lines[k])
            if left > 1:
                left &= rows(s, seat, row, known)
            while left:
                first = row + lowest(left) * size
                left &= left - 1
                rest = candidates(s, seat, first, known) & moves
                while rest:
                    action = first + lowest(rest)
                    rest &= rest - 1
                    if sure or refusal(s, seat, action) == 0:
                        out[count] = action
                        count += 1
        return count

    return kernel(legal)


def drawer(moves: MoveTable) -> Rule | None:
    """Return a kernel like `drawn` that writes no list, for games whose kinds of moves are all exact; else None.

    Random games of U.S. President take 0.8 of the time.
    """
    starts, firsts, sizes, lines, masks, exact = moves.by_task()
    if not exact.all():
        return None

    def drawn(s: State, seat: int, number: int, out: Numbers) -> int:
        now = int(task(s))
        known = shared(s, seat)
        total = 0
        for turn in range(2):  # count the moves, then find the one at the index
            index = number % total if turn else 0
            for k in range(int(starts[now]), int(starts[now + 1])):
                left = int(lines[k])
                if left > 1:
                    left &= rows(s, seat, int(firsts[k]), known)
                while left:
                    first = int(firsts[k]) + lowest(left) * int(sizes[k])
                    left &= left - 1
                    found = candidates(s, seat, first, known) & int(masks[k])
                    size = size_of(found)
                    if turn and index < size:
                        return first + member(found, index)
                    total += size
                    index -= size
        return -1

    return kernel(drawn)
