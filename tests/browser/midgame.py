"""Games led to a moment worth looking at: a known deal, played by the rule of thumb, the same each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from hashlib import sha256

import hustings
from hustings.bots.levels import choose
from hustings.engine.table import Table
from hustings.rooms.fair_deal import Deal
from tests.web.helpers import FRIEND, ME, Client, Site

NAMES = ("Ann", "Bo", "Cy")


@dataclass(frozen=True)
class Moment:
    """P1's first decision after so many moves in which he can make a certain kind of move.

    runner: who runs in a state then, whatever the bots of the day play; empty for anybody.
    """

    game: str
    seats: int
    after: int
    move: str
    number: int  # of a series of deals, chosen by its looks
    runner: str = ""

    @property
    def secret(self) -> bytes:
        """The deal's."""
        return sha256(f"{self.game} {self.number}".encode()).digest()

    def moves(self) -> list[str]:
        """What is played until then."""
        moves: list[str] = []
        table = hustings.game(self.game).start(seats=self.seats, draw=Deal(self.secret).draw)
        while len(moves) < self.after or not self._come(table):
            seat = min(table.owes)
            moves.append(str(choose(table, seat, "thumb", len(moves))))
            table.play(moves[-1])
        return moves

    def _come(self, table: Table) -> bool:
        if self.runner and table.view(None)["runner"] != self.runner:
            return False
        return min(table.owes) == 0 and any(str(move).startswith(f"P1 {self.move}") for move in table.legal(0))


PRESIDENT = Moment("president", 3, 20, "place", 6)
POLITICS = Moment("politics", 2, 34, "play", 2)
MUDSLINGER = Moment("mudslinger", 3, 190, "spend", 1, runner="P1")


@contextmanager
def led(site: Site, moment: Moment, names: Sequence[str] = NAMES) -> Iterator[tuple[str, str]]:
    """A room in which the moment has come, everybody still there: its code and the host's token, who is P1."""
    with seated(site, moment, names) as (code, host, _):
        yield code, host


@contextmanager
def seated(site: Site, moment: Moment, names: Sequence[str] = NAMES) -> Iterator[tuple[str, str, list[Client]]]:
    """A room in which the moment has come: its code, the host's token, who is P1, and everybody's socket.

    The deal of the site's next game must have the moment's secret.
    """
    code, host = site.make(ME, *[FRIEND] * (moment.seats - 1), game=moment.game, name=names[0])
    tokens = [host, *(site.join(code, name) for name in names[1 : moment.seats])]
    assert site.host(code, host, do="start").status == 200
    with ExitStack() as stack:
        players = [stack.enter_context(site.sit(code, token)) for token in tokens]
        seq = 0
        for move in moment.moves():
            player = players[int(move[1]) - 1]
            player.caught_up(seq)
            seq = player.acts(move)
        for player in players:
            player.caught_up(seq)
        yield code, host, players
