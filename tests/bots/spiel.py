"""Small games of two written out for OpenSpiel, as trees in Gambit's format, which its C++ solves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pyspiel

from hustings.engine.kernels import verbs
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook
from hustings.testing.positions import Position

#: how often each of a seat's actions is played at what it sees
Play = Callable[[bytes, int], dict[int, float]]
Seen = tuple[bytes, ...]


class Spiel:
    """A position of two seats and all that may come of it, as a game of OpenSpiel.

    game  zero-sum: twice a seat's share, less one. Sealed choices are made one after another and hidden.
    sets  each seat's information sets: all it has seen so far, what it sees now last.

    Of moves that are alike there is one.
    """

    def __init__(self, book: Rulebook, row: Row) -> None:
        self._book, self._buffers = book, book.buffers(note_rows=1)
        self.sets: tuple[dict[Seen, int], dict[Seen, int]] = ({}, {})
        self._lines = ['EFG 2 R "hustings" { "P1" "P2" } ""']
        self._ends = 0
        self._write(row, ((), ()))
        self.game = pyspiel.load_efg_game("\n".join(self._lines) + "\n")

    def _write(self, row: Row, seen: tuple[Seen, Seen]) -> None:
        if verbs.over(row):
            return self._end(row)
        views = tuple(row.schema.seen(row, seat) for seat in range(2))
        seen = tuple(old if old[-1:] == (new,) else (*old, new) for old, new in zip(seen, views, strict=True))
        mask = int(verbs.owes(row))
        if mask == 0:
            return self._chance(row, seen)
        seat = 0 if mask & 1 else 1
        program = int(verbs.forced(row))
        some = self._buffers.actions[: verbs.choices(row, seat, self._buffers.actions)].tolist()
        actions = [program - 1] if program else some
        if len(actions) > 1:
            number = self.sets[seat].setdefault(seen[seat], len(self.sets[seat]) + 1)
            labels = " ".join(f'"{action}"' for action in actions)
            self._lines.append(f'p "" {seat + 1} {number} "{number}" {{ {labels} }} 0')
        for action in actions:
            after = row.copy()
            verbs.act(after, seat, action, self._buffers.note)
            self._write(after, seen)
        return None

    def _end(self, row: Row) -> None:
        weights = Position(self._book, row).payoff()[0]
        self._ends += 1
        won = float(2 * weights[0] / weights.sum() - 1)
        self._lines.append(f't "" {self._ends} "" {{ {won} {-won} }}')

    def _chance(self, row: Row, seen: tuple[Seen, Seen]) -> None:
        weights = self._buffers.weights
        weights[:] = 0
        total = int(verbs.chances(row, weights))
        odds = {outcome: weight for outcome, weight in enumerate(weights.tolist()) if weight}
        if len(odds) > 1:
            branches = " ".join(f'"{outcome}" {weight}/{total}' for outcome, weight in odds.items())
            self._lines.append(f'c "" 1 "" {{ {branches} }} 0')
        for outcome in odds:
            after = row.copy()
            verbs.settle(after, outcome, self._buffers.note)
            self._write(after, seen)

    def value(self, iterations: int) -> tuple[float, float]:
        """The first seat's share by OpenSpiel's CFR+, and by how much of a share its play can be exploited."""
        solver = pyspiel.CFRPlusSolver(self.game)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        won = pyspiel.expected_returns(self.game.new_initial_state(), policy, -1, True)[0]
        return (won + 1) / 2, pyspiel.exploitability(self.game, policy) / 2

    def exploitability(self, play: Play) -> float:
        """How much more of a share than the game is worth the best answers to a way of playing get, on average."""
        known = [{number: seen[-1] for seen, number in sets.items()} for sets in self.sets]
        table: dict[str, list[tuple[int, float]]] = {}

        def visit(state: Any) -> None:
            if state.is_terminal():
                return
            if not state.is_chance_node() and (text := state.information_state_string()) not in table:
                seat = state.current_player()
                odds = play(known[seat][int(text.split("-")[-1])], seat)
                legal = {action: int(state.action_to_string(seat, action)) for action in state.legal_actions()}
                table[text] = [(action, odds.get(mine, 0.0)) for action, mine in legal.items()]
            for action in state.legal_actions():
                visit(state.child(action))

        visit(self.game.new_initial_state())
        return float(pyspiel.exploitability(self.game, pyspiel.TabularPolicy(table))) / 2


def played(book: Rulebook, row: Row, entries: Sequence[str]) -> Row:
    """A position after log entries."""
    position = Position(book, row)
    for entry in entries:
        position.enter(entry)
    return position.row
