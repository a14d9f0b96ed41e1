"""Write the tree of a small game as a file that Gambit and OpenSpiel read: an extensive game, `EFG 2 R`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count

import numpy as np

from hustings.arena.game_tree import CHANCE
from hustings.arena.solving import GameTree
from hustings.engine.moves import seat_label

FINEST = 1_000_000  # the greatest denominator of a probability or a share


def efg(tree: GameTree) -> str:
    """Return a game's tree as an extensive game for Gambit and OpenSpiel.

    Payoffs are shares of the result. Each seat's information sets are counted from 1, in the order of the tree's; moves
    have their notation and chance outcomes their number.

    Examples:
        >>> import hustings
        >>> from hustings import arena
        >>> text = arena.efg(arena.GameTree(hustings.game("president", weeks=1, states=1)))
        >>> text.splitlines()[0]
        'EFG 2 R "U.S. President (weeks 1, states 1)" { "P1" "P2" }'
    """
    return "\n".join(_lines(tree)) + "\n"


def _lines(tree: GameTree) -> Iterator[str]:
    parent, mover, action, odds = tree._tree
    sizes = ", ".join(f"{name} {size}" for name, size in tree.game.sizes)
    title = f"{tree.game.title} ({sizes})" if sizes else tree.game.title
    yield f'EFG 2 R "{title}" {{ {" ".join(_quoted(seat_label(seat)) for seat in range(tree.seats))} }}'
    yield '""'
    children: list[list[int]] = [[] for _ in range(tree.nodes)]
    for node, above in enumerate(parent.tolist()[1:], 1):
        children[above].append(node)
    names = [_moves(tree, info) for info in range(tree.information_sets)]
    owners = [tree.seat_of(info) for info in range(tree.information_sets)]
    counters = [count(1) for _ in range(tree.seats)]
    numbers = [next(counters[owner]) for owner in owners]
    chances = ends = 0
    for node, below in enumerate(children):
        if not below:
            ends += 1
            shares = ", ".join(map(_fraction, tree.shares(node)))
            yield f't "" {ends} "" {{ {shares} }}'
        elif mover[below[0]] == CHANCE:
            chances += 1
            outcomes = " ".join(f'"{number}" {_fraction(odds[child])}' for number, child in enumerate(below, 1))
            yield f'c "" {chances} "" {{ {outcomes} }} 0'
        else:
            info = int(np.searchsorted(tree._first, action[below[0]], "right")) - 1
            moves = " ".join(map(_quoted, names[info]))
            yield f'p "" {owners[info] + 1} {numbers[info]} "" {{ {moves} }} 0'


def _moves(tree: GameTree, info: int) -> list[str]:
    """Return the moves of an information set in notation, without the seat, in the order of a policy."""
    table, seat = tree.table(info), tree.seat_of(info)
    texts = {move.action: str(move).partition(" ")[2] for move in table.legal(seat)}
    return [texts[number] for number in tree.numbers[tree._first[info] : tree._first[info + 1]].tolist()]


def _fraction(number: float) -> str:
    return str(Fraction(number).limit_denominator(FINEST))


def _quoted(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'
