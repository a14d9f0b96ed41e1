"""Count every line of play up to a depth, over moves and chance outcomes (perft)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from hustings.engine.moves import CHANCE_MARK, seat_label
from hustings.testing.game_suite import Reference
from hustings.testing.positions import Position, bits


@dataclass
class Lines:
    """The lines of play counted: by depth the nodes, and the nodes weighted by the probability to reach them.

    The probability is that of the chance outcomes on the way. `ends` is the number of lines that end the game.
    """

    nodes: list[int] = field(default_factory=list)
    weighted: list[Fraction] = field(default_factory=list)
    ends: int = 0

    def meet(self, depth: int, chance: Fraction) -> None:
        if depth == len(self.nodes):
            self.nodes.append(0)
            self.weighted.append(Fraction(0))
        self.nodes[depth] += 1
        self.weighted[depth] += chance


def make_forced(position: Position) -> None:
    """Make all forced moves that come next, because they are not counted."""
    while program := position.forced():
        position.act(min(bits(position.owes())), program - 1)


def kernel_lines(position: Position, depth: int) -> Lines:
    """Count the lines of play of the game's rules from a position."""
    lines = Lines()

    def descend(here: Position, ply: int, chance: Fraction) -> None:
        make_forced(here)
        lines.meet(ply, chance)
        lines.ends += here.over()
        if ply == depth or here.over():
            return
        weights = here.weights()
        total = sum(weights.values())
        for outcome, weight in weights.items():
            there = here.copy()
            there.settle(outcome)
            descend(there, ply + 1, chance * Fraction(weight, total))
        for seat in sorted(bits(here.owes() | here.may())):
            for action in here.legal(seat):
                there = here.copy()
                assert not there.act(seat, action)
                descend(there, ply + 1, chance)

    descend(position, 0, Fraction(1))
    return lines


def reference_lines(make: Callable[[], Reference], entries: Sequence[str], depth: int) -> Lines:
    """Count the lines of play of the second implementation, replaying each node's path from the start."""
    lines = Lines()

    def descend(path: list[str], ply: int, chance: Fraction) -> None:
        here = led(make(), path)
        lines.meet(ply, chance)
        lines.ends += here.over()
        if ply == depth or here.over():
            return
        odds = here.odds()
        total = sum(odds.values())
        for text, weight in odds.items():
            descend([*path, CHANCE_MARK + text], ply + 1, chance * Fraction(weight, total))
        for seat in sorted(here.owes() | here.may()):
            for text in here.legal(seat):
                descend([*path, f"{seat_label(seat)} {text}"], ply + 1, chance)

    descend(list(entries), 0, Fraction(1))
    return lines


def led(reference: Reference, entries: Sequence[str]) -> Reference:
    """Carry out log entries in a second implementation and return it."""
    for entry in entries:
        who, text = entry.split(" ", 1)
        if who == "*":
            reference.settle(text)
        else:
            reference.play(int(who[1:]) - 1, text)
    return reference
