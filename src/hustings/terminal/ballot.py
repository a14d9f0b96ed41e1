"""A daily ballot in a terminal: the ballot's bots answer, and every choice is kept before the next is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console

from hustings import daily
from hustings.engine.moves import Move
from hustings.engine.table import Table
from hustings.terminal.seats import Chair
from hustings.terminal.session import Session


class BallotSession(Session):
    """Runs a ballot in one terminal. keep: writes the game down."""

    def __init__(
        self, ballot: daily.Ballot, table: Table, name: str, console: Console, keep: Callable[[], None]
    ) -> None:
        chairs = [Chair(name), *(Chair(bot.name, bot.level) for bot in ballot.bots)]
        super().__init__(table, chairs, console)
        self._ballot, self._keep = ballot, keep

    def _bot(self, seat: int) -> None:
        move = daily.bot_move(self._ballot, self.table)
        assert move is not None
        self.table.play(move)

    def _does(self, line: str, seat: int, moves: Sequence[Move]) -> bool:
        played = super()._does(line, seat, moves)
        if played:
            self._keep()
        return played
