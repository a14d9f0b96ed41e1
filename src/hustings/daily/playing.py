"""Play a ballot, and verify a saved one: chance and bots are recomputed from its number.

Bots always move before the person, the lowest seat first, so the log depends on nothing but the person's choices.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hustings.bots.levels import choose_with_key
from hustings.daily.ballots import PERSON, Ballot, ballot, of_club
from hustings.engine import saved
from hustings.engine.errors import HustingsError, OptionError, SavedGameError
from hustings.engine.moves import Move, seat_label
from hustings.engine.table import Table


def begin(one: Ballot) -> Table:
    """Start a ballot; the bots have moved where they owe a move."""
    table = one.rules.start(seats=one.seats, draw=one.chance)
    _advance(one, table)
    return table


def resume(one: Ballot, log: list[str]) -> Table:
    """Return the table of a ballot after a log, at the person's next choice.

    Raises SavedGameError if the log is not one of this ballot.
    """
    table = one.rules.start(seats=one.seats, draw=one.chance)
    _follow(one, table, log)
    _advance(one, table)
    return table


def play(one: Ballot, table: Table, text: str) -> None:
    """Make the person's move, then the bots' moves. Raises IllegalMove or NotationError as `Table.play` does."""
    table.play(text)
    _advance(one, table)


def bot_move(one: Ballot, table: Table, level: str | None = None) -> Move | None:
    """Return the next move of a bot, or None if only the person owes one.

    level  the level of a bot on the person's seat, which then moves after the other bots.
    """
    owing = sorted(table.owes, key=lambda seat: (seat == PERSON, seat))
    if not owing or (owing[0] == PERSON and level is None):
        return None
    seat = owing[0]
    name = level if seat == PERSON and level is not None else one.bots[seat - 1].level
    mark = f"{seat_label(seat)} "
    count = sum(entry.startswith(mark) for entry in table.log)
    return choose_with_key(table.game.book, table.view_row(seat), seat, name, one.bot_key(seat, count))


def _advance(one: Ballot, table: Table) -> None:
    while (move := bot_move(one, table)) is not None:
        table.play(move)


def save(one: Ballot, table: Table, name: str) -> dict[str, Any]:
    """Return a ballot's saved game. name: the person's name."""
    names = [name, *(bot.name for bot in one.bots)]
    levels = [None, *(bot.level for bot in one.bots)]
    return {**table.save(names), "bots": levels, "daily": one.number}


def verify(source: dict[str, Any] | str | Path) -> tuple[Ballot, Table]:
    """Check a saved ballot: the deal, every outcome of chance, every move of a bot, the rules and the result.

    The check proves that the game is possible, not that it was the first try.

    Returns:
        The ballot, and the table at the end of the log.

    Raises:
        SavedGameError: The first of these that is wrong.

    Examples:
        >>> from hustings import daily
        >>> one = daily.ballot(7)
        >>> table = daily.begin(one)
        >>> number, there = daily.verify({**table.save(), "daily": 7})
        >>> there.log == table.log
        True
    """
    data = saved.read(source)
    one = ballot_of(data)
    last = saved.load(data)  # the moves are legal and lead to the claimed result
    try:
        table = one.rules.start(seats=one.seats, draw=one.chance)
        _follow(one, table, data["log"])
    except (OptionError, HustingsError) as error:
        if isinstance(error, SavedGameError):
            raise
        raise SavedGameError("engine.not_here", error=saved.told(error)) from None
    return one, last


def ballot_of(data: dict[str, Any]) -> Ballot:
    """Return the ballot of a saved game. Raises SavedGameError if the file is no ballot or has another game."""
    number = data.get("daily")
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise SavedGameError("daily.no_number")
    try:
        one = of_club(number, bytes.fromhex(data["secret"])) if "secret" in data else ballot(number)
    except (TypeError, ValueError):
        raise SavedGameError("daily.no_secret") from None
    options = saved.game_of(data).options
    if data["game"] != one.game or len(data["seats"]) != one.seats or options != one.rules.options:
        raise SavedGameError("daily.other_game", number=number, game=one.rules.title, seats=one.seats)
    return one


def _follow(one: Ballot, table: Table, log: list[str]) -> None:
    """Play a log again with the ballot's chance and bots. Raises SavedGameError at the first difference."""
    checked = _compare(table, log, 0)
    while checked < len(log):
        move = bot_move(one, table)
        if move is None and not log[checked].startswith(f"{seat_label(PERSON)} "):
            raise SavedGameError("daily.not_persons", number=checked + 1, claimed=log[checked])
        table.play(log[checked] if move is None else move)
        checked = _compare(table, log, checked)


def _compare(table: Table, log: list[str], since: int) -> int:
    """Compare the table's log with the claimed one from `since` on; return the length of the table's log."""
    for number, recomputed in enumerate(table.log[since:], since):
        if number >= len(log):
            raise SavedGameError("daily.missing_entry", number=number, entry=recomputed)
        if log[number] != recomputed:
            raise SavedGameError("daily.wrong_entry", number=number + 1, claimed=log[number], entry=recomputed)
    return len(table.log)
