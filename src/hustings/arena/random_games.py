"""Make complete random games as saved games: for other implementations to replay, for tests, and as examples."""

from __future__ import annotations

from typing import Any

from hustings.engine.bound import BoundGame
from hustings.engine.game import Game, Table
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import CHOICE_STREAM, draw, key_of
from hustings.engine.moves import CHANCE_MARK, seat_label
from hustings.engine.record import Row


class _Player:
    """Plays one game to its end at random and collects its log entries."""

    def __init__(self, game: Game, seats: int, seed: int | str, with_legal: bool) -> None:
        self.book: BoundGame = game.book
        self.row: Row = game.start_row(seats)
        self.key = key_of(seed)
        self.buffers = self.book.buffers(note_rows=1)
        self.counts = [0] * len(self.book.streams)
        self.decisions = 0
        self.log: list[str] = []
        self.legal: list[list[str]] | None = [] if with_legal else None

    def play(self) -> None:
        """Play to the end of the game."""
        while not verbs.over(self.row):
            if verbs.owes(self.row):
                self._move()
            else:
                self._settle()

    def _settle(self) -> None:
        row, write, weights = self.row, self.book.write_outcome, self.buffers.weights
        if self.legal is not None:
            verbs.chances(row, weights)
            self.legal.append(sorted(write(row, k) for k in weights.nonzero()[0].tolist()))
        stream = int(verbs.stream(row))
        outcome = int(verbs.roll(row, draw(self.key, stream, self.counts[stream]), weights))
        self.counts[stream] += 1
        self.log.append(CHANCE_MARK + write(row, outcome))
        verbs.settle(row, outcome, self.buffers.note)

    def _move(self) -> None:
        row, write = self.row, self.book.write_move
        program = int(verbs.forced(row))
        if program:
            seat, action = int(verbs.owes(row)).bit_length() - 1, program - 1
            options = [action]
        else:
            lists = self._lists()
            seat, action = self._drawn(lists)
            options = lists[seat]
            self.decisions += 1
        label = seat_label(seat)
        if self.legal is not None:
            self.legal.append(sorted(f"{label} {write(row, option)}" for option in options))
        self.log.append(f"{label} {write(row, action)}")
        verbs.act(row, seat, action, self.buffers.note)

    def _lists(self) -> dict[int, list[int]]:
        """Return the legal actions of every seat that must or may move now."""
        mask, actions = int(verbs.owes(self.row)) | int(verbs.may(self.row)), self.buffers.actions
        seats = [seat for seat in range(mask.bit_length()) if mask >> seat & 1]
        return {seat: actions[: int(verbs.legal(self.row, seat, actions))].tolist() for seat in seats}

    def _drawn(self, lists: dict[int, list[int]]) -> tuple[int, int]:
        """Draw a seat and an action: first a verb, then a seat, then an action, each uniformly."""
        by_verb: dict[str, dict[int, list[int]]] = {}
        for seat, options in lists.items():
            for action in options:
                by_verb.setdefault(self.book.moves.verb(action), {}).setdefault(seat, []).append(action)
        number, verb = divmod(draw(self.key, CHOICE_STREAM, self.decisions), len(by_verb))
        by_seat = list(by_verb.values())[verb]
        number, place = divmod(number, len(by_seat))
        seat, alike = list(by_seat.items())[place]
        return seat, alike[number % len(alike)]


def random_game(game: Game, seats: int, seed: int | str, with_legal: bool = False) -> dict[str, Any]:
    """Play one complete random game and return it as a saved game; the same arguments give the same game.

    Chance outcomes are those of the table `game.start(seats, seed)`. Moves are drawn from the seed as well: first a
    verb, then one of its moves, so a verb with few moves is as frequent as a verb with many.

    Args:
        game: The game with its options.
        seats: The number of seats.
        seed: The seed of chance and moves.
        with_legal: Whether to add "legal", a list parallel to "log". For a move it has the sorted notations of all
            legal moves of the seat; for a chance entry, the sorted texts of all possible outcomes.

    Raises:
        OptionError: The game does not allow this number of seats.
    """
    player = _Player(game, seats, seed, with_legal)
    player.play()
    saved = Table(game, player.row, lambda stream, count: 0, asked=True).save()
    saved["log"] = player.log
    if player.legal is not None:
        saved["legal"] = player.legal
    return saved
