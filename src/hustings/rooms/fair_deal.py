"""Fair deals: a room commits to all random outcomes before the first card; anybody can verify them afterwards.

The room draws with HMAC-SHA256(secret, "stream:count"). It publishes SHA-256(secret) before the game and the secret
after it, so anyone can recompute every outcome.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hustings.daily import Ballot, of_club
from hustings.engine import saved
from hustings.engine.errors import HustingsError, OptionError, SavedGameError
from hustings.engine.game import Game
from hustings.engine.moves import CHANCE_MARK
from hustings.engine.table import Table

SECRET_BYTES = 32


class Deal:
    """The random outcomes of one game: a secret, the commitment to it, and the numbers drawn from it."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes | None = None) -> None:
        self._secret = secrets.token_bytes(SECRET_BYTES) if secret is None else secret

    @property
    def secret(self) -> str:
        """The secret in hexadecimal: for the store, and for everybody after the end, but never before."""
        return self._secret.hex()

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret's bytes, in hexadecimal; published before the first card."""
        return hashlib.sha256(self._secret).hexdigest()

    def saved(self, given: int) -> dict[str, Any]:
        """Return the entry of a saved game by which the deal is verified; given: the number of entries before it."""
        told = {"commitment": self.commitment, "secret": self.secret}
        return {"deal": {**told, "given": given} if given else told}

    @property
    def told(self) -> str:
        """The secret as people pass it on in a link, in base64 for addresses; see `told_deal`."""
        return base64.urlsafe_b64encode(self._secret).decode().rstrip("=")

    def draw(self, stream: str, count: int) -> int:
        """Return number `count` (from 0) of a stream of uniform 63-bit integers."""
        drawn = hmac.digest(self._secret, f"{stream}:{count}".encode(), "sha256")
        return int.from_bytes(drawn[:8], "big") >> 1

    def __repr__(self) -> str:
        return f"<Deal {self.commitment[:12]}>"


class BallotDeal(Deal):
    """The deal of a daily ballot. Its outcomes follow from the ballot's number, or from a club's secret of the date.

    Attributes:
        ballot: The ballot with the key of this deal.
    """

    __slots__ = ("_chance", "_of_club", "ballot")

    def __init__(self, ballot: Ballot, secret: bytes | None = None) -> None:
        super().__init__(secret or hashlib.sha256(f"ballot {ballot.number}".encode()).digest())
        self._of_club = secret is not None
        self.ballot = ballot if secret is None else of_club(ballot.number, secret)
        self._chance = self.ballot.chance

    def saved(self, given: int) -> dict[str, Any]:
        """Return the number of the ballot, and the secret of a club's, by which it is verified."""
        told = {"daily": self.ballot.number}
        return {**told, "secret": self.secret} if self._of_club else told

    def draw(self, stream: str, count: int) -> int:
        """Return number `count` (from 0) of a stream of uniform 63-bit integers."""
        return self._chance(stream, count)


def told_deal(game: Game, told: str) -> Deal:
    """Return the deal of a finished game that is played again, from the rules' version and the secret ("3_R2Fy...").

    Raises OptionError if the game was played by another version of the rules, which would deal other cards.
    """
    rules, _, secret = told.partition("_")
    if rules != game.book.rules:
        raise OptionError("room.dealt_by_other_rules", version=rules, own=game.book.rules)
    return Deal(base64.urlsafe_b64decode(f"{secret}="))


def deal_of(secret: bytes, ballot: Ballot | None, of_club: bool) -> Deal:
    """Return the deal of a room's game from its secret. ballot: the daily ballot that it plays; of_club: a club's."""
    if ballot is None:
        return Deal(secret)
    return BallotDeal(ballot, secret if of_club else None)


def begin(game: Game, seats: int, deal: Deal, given: Sequence[str] = ()) -> Table:
    """Start a game whose chance outcomes come from a deal, after the log entries of a saved game (`given`)."""
    if not given:
        return game.start(seats=seats, draw=deal.draw)
    table = game.start(seats=seats, chance="asked")
    for entry in given:
        table.enter(entry)
    table.resume(draw=deal.draw)
    return table


def dealt_first(table: Table | None) -> int:
    """Return how many chance outcomes came before a table's first choice, such as the cards of all hands."""
    log = () if table is None else table.log
    return next((number for number, entry in enumerate(log) if not entry.startswith(CHANCE_MARK)), len(log))


def lesson_deal(game: Game) -> Deal:
    """Return the fixed deal of a game's guided first game.

    Raises OptionError if the game has no such lesson.
    """
    lesson = game.words.get("lesson")
    if lesson is None:
        raise OptionError("room.no_lesson", game=game.title)
    return Deal(hashlib.sha256(lesson["deal"].encode()).digest())


def verify(source: dict[str, Any] | str | Path) -> Table:
    """Check a saved game that carries its deal: the commitment, every chance outcome of the deal, and the result.

    Returns the table at the end. Raises SavedGameError with a sentence on the first of these that is wrong.
    """
    data = saved.read(source)
    deal = _deal_of(data)
    last = saved.load(data)  # the moves are legal and lead to the claimed result
    table = begin(saved.game_of(data), len(data["seats"]), deal, data["log"][: given(data)])
    _compare(table, data["log"])
    while len(table.log) < len(data["log"]):  # chance outcomes and forced moves follow a move by themselves
        table.play(data["log"][len(table.log)])
        _compare(table, data["log"])
    return last


def draws(data: dict[str, Any]) -> int:
    """Return the number of chance outcomes in a saved game that came from its deal."""
    return sum(entry.startswith(CHANCE_MARK) for entry in data["log"][given(data) :])


def given(data: dict[str, Any]) -> int:
    """Return the number of log entries that a saved game with a deal had before the deal."""
    before: int = data["deal"].get("given", 0)
    return before


def _deal_of(data: dict[str, Any]) -> Deal:
    claimed = data.get("deal")
    if not isinstance(claimed, dict) or not all(isinstance(claimed.get(key), str) for key in ("commitment", "secret")):
        raise SavedGameError("room.no_deal")
    before = claimed.get("given", 0)
    if type(before) is not int or not 0 <= before <= len(data["log"]):
        raise SavedGameError("room.wrong_given", entries=len(data["log"]))
    try:
        deal = Deal(bytes.fromhex(claimed["secret"]))
    except ValueError:
        raise SavedGameError("room.secret_not_hexadecimal") from None
    if not hmac.compare_digest(deal.commitment, claimed["commitment"]):
        raise SavedGameError("room.wrong_secret", commitment=deal.commitment, claimed=claimed["commitment"])
    return deal


def _compare(table: Table, log: list[str]) -> None:
    """Raise SavedGameError if the table's recomputed log differs from the claimed one."""
    for number, (recomputed, claimed) in enumerate(zip(table.log, log, strict=False), 1):
        if recomputed != claimed:
            raise SavedGameError("room.wrong_entry", number=number, claimed=claimed, entry=recomputed)
    if len(table.log) > len(log):
        raise SavedGameError("room.missing_entry", number=len(log), entry=table.log[len(log)])


def replayed(table: Table, entries: list[str]) -> None:
    """Play a recorded move and compare its chance outcomes with those that follow it in `entries`.

    Raises HustingsError if they differ.
    """
    before = table.length
    table.play(entries[0])
    now = table.log_since(before)
    if now != entries:
        raise HustingsError("room.other_entries", entries=entries, now=now)
