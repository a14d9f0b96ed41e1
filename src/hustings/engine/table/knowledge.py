"""Knowledge: views, events, and odds from a seat's information."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from hustings.engine.bound import Odds
from hustings.engine.campaign import Campaign
from hustings.engine.events import Event
from hustings.engine.holdings import Holdings
from hustings.engine.kernels import NOTE_SEES, verbs
from hustings.engine.kernels.chance import key_of
from hustings.engine.moves import Move
from hustings.engine.notation import read_outcome, write_move
from hustings.engine.record import Row
from hustings.engine.table.core import SPECTATOR, Core

WORLDS_TRIED = 8  # odds that agree in so many imagined worlds do not hang on what is hidden
WORLDS_SHOWN = 16  # and what could have been seen in so many shows nothing that is


class Knowing(Core):
    """The knowledge of each seat at a table."""

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return a seat's view of the record as plain data; None is a spectator.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> table.view(0)["hand"]
            1
        """
        return self.book.schema.as_json(self.view_row(seat))

    def view_bytes(self, seat: int | None) -> bytes:
        """Return the bytes of `view_row`; equal bytes mean equal views."""
        number = SPECTATOR if seat is None else seat if type(seat) is int and seat >= 0 else self._need_seat(seat)
        known = self._seen.get(number)
        if known is None:
            number = SPECTATOR if seat is None else self._need_seat(seat)
            known = self._seen[number] = self.book.schema.seen(self._row, number)
        return known

    def view_text(self, seen: bytes, before: bytes | None = None) -> str:
        """Return a result of `view_bytes` as JSON; before: an earlier view, to return only the differences from it."""
        return self.book.schema.as_text(seen, before)

    def view_row(self, seat: int | None) -> Row:
        """Return the record with everything hidden from a seat set to zero; bots get this."""
        if seat is not None:
            seat = self._need_seat(seat)
        return self.book.schema.blanked(self._row, SPECTATOR if seat is None else seat)

    def record(self) -> Row:
        """Return a copy of the complete record with hidden parts, for use after the end only."""
        return self._row.copy()

    def all_events(self) -> list[Event]:
        """Return all events with hidden ones, for use after the end only."""
        return self._events.told()

    def events(self, since: int = 0, seat: int | None = None) -> list[Event]:
        """Return the events after log entry `since` that a seat (None: a spectator) may know."""
        if seat is not None:
            seat = self._need_seat(seat)
        return self._events.told(since, 0 if seat is None else 1 << seat)

    def events_text(self, since: int, seat: int | None) -> str:
        """Return the result of `events` as a JSON array, faster, for servers."""
        return f"[{self._events.told_text(since, 0 if seat is None else 1 << seat)}]"

    def previews(self, moves: Sequence[Move]) -> dict[str, dict[str, int]]:
        """New values of the numbers that the game's odds depend on, and other effects, for legal moves of one seat.

        By the move's text, then the field of the view or the effect; a move that has none is left out.
        """
        found: dict[str, dict[str, int]] = {}
        if not moves or not self.book.has_effects:
            return found
        seen = self.view_row(moves[0].seat)
        for move in moves:
            if known := self.book.effects_of(seen, move.seat, move.action):
                found[move.text] = known
        return found

    def foreseen(self, seat: int) -> list[str]:
        """Return moves that a seat can prepare while others are asked: possibly legal when the seat is asked next.

        Uses only the seat's view. Empty in games that foresee none, and for a seat that is asked now.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> table.foreseen(1)
            ['P2 turn 1', 'P2 turn 2', 'P2 turn 3', 'P2 turn 4', 'P2 turn 5']
        """
        due = self.due
        if due.over or seat in due.owes:
            return []
        view, actions = self.view_row(seat), self.book.prepared(self.view_row(seat), seat)
        return [write_move(self.book, view, seat, action).text for action in actions]

    def odds_after(self, move: str | Move, seat: int) -> Odds:
        """Return the odds of the next outcomes after a move, by outcome, if `seat` can know them exactly."""
        return self.move_odds(move, seat)[0]

    def odds_by_kind(self, move: str | Move, seat: int) -> Odds:
        """Return the odds of the next outcomes after a move, by kind."""
        return self.move_odds(move, seat)[1]

    def move_odds(self, move: str | Move, seat: int) -> tuple[Odds, Odds]:
        """Return the odds of the next outcomes after a move, by outcome and by kind, if `seat` can know them exactly.

        Nothing hidden is consulted. A game may count over all worlds that agree with the seat's view (its
        information set). In other games the move is tried in several determinizations, and odds that differ between
        them are left out: those by kind may agree where those by card do not. Both are {} if nothing would come up;
        there are no kinds for anything but cards.
        """
        read = self.read(move)
        counting = self.counting(read, seat)
        weights = counting() if counting else None
        kind_of = self._kinds(self.view_row(seat), seat)
        odds: Odds = {}
        kinds: Odds = {}
        for world in range(1 if weights else WORLDS_TRIED):
            trial = self._imagined_row(seat, key=world)
            if verbs.act(trial, read.seat, read.action, self._buffers.note):
                return {}, {}
            here = self.book.odds_of(trial, weights) if weights else self._odds_of(trial)
            sums = _by_kind(here, kind_of)
            odds = here if not world or here == odds else {}
            kinds = sums if not world or sums == kinds else {}
            if not (odds or kinds):
                break
        return odds, kinds

    def shows_hidden(self, move: str | Move) -> bool:
        """Return whether a legal move reveals hidden information to another seat or a spectator.

        It shows nothing to somebody who could have seen the same whatever is hidden from them: in several
        determinizations of their information set the seat has a move that looks just so. A choice that stays sealed
        looks like any other; a card laid open does not.

        Raises:
            NotationError: It is not a move of this game.

        Examples:
            >>> import hustings
            >>> table = hustings.game("mudslinger").start(seats=3, seed=7)
            >>> table.play("P1 draw").text, table.shows_hidden("P1 rest")
            ('P1 draw', False)
        """
        read = self.read(move)
        return any(self._is_shown(read, seat) for seat in (None, *range(self.seats)))

    def _is_shown(self, move: Move, seat: int | None) -> bool:
        saw = self._sight(self._row, move.seat, move.action, seat)
        for world in range(WORLDS_SHOWN):
            row = self._imagined_row(seat, key=world)
            if self._sight(row, move.seat, move.action, seat) == saw:
                continue
            if seat == move.seat or not any(
                self._sight(row, move.seat, action, seat) == saw for action in self._actions(row, move.seat)
            ):
                return True
        return False

    def _actions(self, row: Row, seat: int) -> list[int]:
        actions = self._buffers.actions
        found: list[int] = actions[: verbs.legal(row, seat, actions)].tolist()
        return found

    def _sight(self, row: Row, mover: int, action: int, seat: int | None) -> tuple[bytes, list[list[int]]] | None:
        """Return a seat's view and events after a move, or None if the move is illegal."""
        trial, note, bit = row.copy(), self._buffers.note, 0 if seat is None else 1 << seat
        note[0, 0] = 0
        if verbs.act(trial, mover, action, note):
            return None
        told = [
            line for line in note[1 : int(note[0, 0]) + 1].tolist() if line[NOTE_SEES] == -1 or line[NOTE_SEES] & bit
        ]
        return self.book.schema.seen(trial, SPECTATOR if seat is None else seat), told

    def counting(self, move: str | Move, seat: int) -> Callable[[], Mapping[int, int] | None] | None:
        """The slow part of `move_odds` as a function to call; None if nothing in it is slow.

        What it finds is remembered. A server calls it in another thread, then calls `move_odds`.
        """
        read = self.read(move)
        if not self.book.counts_odds or read.seat != seat:
            return None
        return partial(self.book.counted, self.view_bytes(seat), seat, read.action)

    def _kinds(self, view: Row, seat: int) -> Callable[[str], str | None]:
        """Return a function from an outcome's text to its kind: the game's own kinds, or the card's."""
        telling = self.book.telling
        if telling and telling.kind:
            number, kinds = telling.kind, telling.kinds
            return lambda text: kinds[number(view.copy(), seat, read_outcome(self.book, view, text))]
        cards = {card["code"]: card["kind"] for card in self.book.texts.cards(self.book.options_of(self._row))}
        return lambda text: cards.get(text.split()[-1])

    def _imagined_row(self, seat: int | None, key: int | str) -> Row:
        row = self.view_row(seat)
        verbs.imagine(row, SPECTATOR if seat is None else seat, key_of(f"imagine {key}") >> 1)
        return row


def _by_kind(odds: Odds, kind_of: Callable[[str], str | None]) -> Odds:
    """Add odds up by the kinds of their outcomes; {} if an outcome has none."""
    found: Odds = {}
    for text, chance in odds.items():
        kind = kind_of(text)
        if kind is None:
            return {}
        found[kind] = found.get(kind, Fraction(0)) + chance
    return found


def holdings(table: Knowing) -> Holdings | None:
    """Return who holds which state of a table, as far as a spectator may know it; after the end, all of it.

    None for a game without a map.

    Examples:
        >>> import hustings
        >>> held = holdings(hustings.game("combat").start(seats=2, seed=7))
        >>> held.votes["TX"], held.holder["TX"], held.sides
        (38, None, ((0,), (1,)))
    """
    return _holdings(table, table.record() if table.over else table.view_row(None))


def holdings_seen(table: Knowing) -> Holdings | None:
    """Return who holds which state, as far as a spectator may know it, after the end too; None without a map."""
    return _holdings(table, table.view_row(None))


def holdings_open(table: Knowing) -> Holdings | None:
    """Return who holds which state of a game that was stopped, with everything laid open; None without a map."""
    return _holdings(table, table.record())


def scores_open(table: Knowing) -> tuple[int, ...]:
    """Return each seat's score if the game stopped now and everything were laid open."""
    out = np.zeros((2, table.seats), np.int64)
    verbs.payoff(table.record(), out)
    return tuple(out[1].tolist())


def campaign_seen(table: Knowing) -> Campaign:
    """Return the course of a game as far as a spectator may know it; an empty one from a game that tells none."""
    tell = table.book.campaign
    return Campaign() if tell is None else tell(table.view_row(None), table.events())


def progress_seen(table: Knowing) -> str:
    """Return how far the game has come, in a few words that a spectator may know; "" without a board in words."""
    return table.book.board(table.view_row(None), None).now if table.book.board else ""


def _holdings(table: Knowing, row: Row) -> Holdings | None:
    return table.book.holdings(row, table.events()) if table.book.holdings else None
