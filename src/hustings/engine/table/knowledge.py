"""Methods of tables for the knowledge of each seat: views, events, and odds that a seat can know."""

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

WORLDS_TRIED = 8  # odds that are equal in this many imagined worlds count as independent of hidden information
WORLDS_SHOWN = 16  # a move that can look the same in this many imagined worlds counts as revealing nothing


class Knowing(Core):
    """A table that knows what each seat and a spectator may know."""

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return the record as a seat (None: a spectator) may know it, as plain data.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> table.view(0)["hand"]
            1
        """
        return self.book.schema.as_json(self.view_row(seat))

    def view_bytes(self, seat: int | None) -> bytes:
        """Return the bytes of a seat's view, as in `view_row`; equal bytes mean equal views."""
        number = SPECTATOR if seat is None else seat if type(seat) is int and seat >= 0 else self._need_seat(seat)
        known = self._seen.get(number)
        if known is None:
            number = SPECTATOR if seat is None else self._need_seat(seat)
            known = self._seen[number] = self.book.schema.seen(self._row, number)
        return known

    def view_text(self, seen: bytes, before: bytes | None = None) -> str:
        """Return a view from `view_bytes` as JSON; before: an earlier view, to return only the fields that differ."""
        return self.book.schema.as_text(seen, before)

    def view_row(self, seat: int | None) -> Row:
        """Return a copy of the record in which everything hidden from a seat is 0; bots decide by it."""
        if seat is not None:
            seat = self._need_seat(seat)
        return self.book.schema.blanked(self._row, SPECTATOR if seat is None else seat)

    def record(self) -> Row:
        """Return a copy of the complete record, hidden parts included; to be shown to people only after the end."""
        return self._row.copy()

    def all_events(self) -> list[Event]:
        """Return all events, hidden ones included; to be shown to people only after the end."""
        return self._events.told()

    def events(self, since: int = 0, seat: int | None = None) -> list[Event]:
        """Return the events after log entry `since` that a seat (None: a spectator) may know."""
        if seat is not None:
            seat = self._need_seat(seat)
        return self._events.told(since, 0 if seat is None else 1 << seat)

    def events_text(self, since: int, seat: int | None) -> str:
        """Return the result of `events` as a JSON array; this is faster, for servers."""
        return f"[{self._events.told_text(since, 0 if seat is None else 1 << seat)}]"

    def previews(self, moves: Sequence[Move]) -> dict[str, dict[str, int]]:
        """Return the immediate effects of legal moves of one seat, such as new values of numbers that odds depend on.

        They are listed by the move's text, then by the field of the view or the name of the effect. Moves without
        effects are left out.
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
        """Return moves that a seat can prepare while others decide; they may be legal at the seat's next decision.

        They depend only on the seat's view. The list is empty if the game declares no such moves, and for a seat that
        must decide now.

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
        """Return the exact odds of each chance outcome right after a move, if `seat` can know them; otherwise {}."""
        return self.move_odds(move, seat)[0]

    def odds_by_kind(self, move: str | Move, seat: int) -> Odds:
        """Return the exact odds of each kind of outcome right after a move, if `seat` can know them; otherwise {}."""
        return self.move_odds(move, seat)[1]

    def move_odds(self, move: str | Move, seat: int) -> tuple[Odds, Odds]:
        """Return the odds of the chance outcomes right after a move, by outcome and by kind, as far as `seat` knows.

        Only the seat's view is used. Some games count the odds over all worlds that agree with the view (the
        information set). In other games the move is tried in several imagined worlds. Odds that differ between them are
        left out; odds by kind may be equal although those by outcome are not. Both results are {} if no chance step
        follows. Only cards and outcomes for which the game defines kinds have kinds.
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

        A move reveals nothing to an observer if, in several imagined worlds that agree with the observer's view, the
        seat has a move that looks the same to them. A choice that stays sealed looks like any other; a card laid open
        does not.

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
        """Return the slow part of `move_odds` as a function to call; None if no part is slow.

        The result is cached, so that a server can call the function in another thread and then call `move_odds`.
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
    """Add up the odds of all outcomes of the same kind; return {} if an outcome has no kind."""
    found: Odds = {}
    for text, chance in odds.items():
        kind = kind_of(text)
        if kind is None:
            return {}
        found[kind] = found.get(kind, Fraction(0)) + chance
    return found


def holdings(table: Knowing) -> Holdings | None:
    """Return who holds which state, as far as a spectator may know; after the end, with everything revealed.

    None for a game without a map.

    Examples:
        >>> import hustings
        >>> held = holdings(hustings.game("combat").start(seats=2, seed=7))
        >>> held.votes["TX"], held.holder["TX"], held.sides
        (38, None, ((0,), (1,)))
    """
    return _holdings(table, table.record() if table.over else table.view_row(None))


def holdings_seen(table: Knowing) -> Holdings | None:
    """Return who holds which state, as far as a spectator may know, even after the end; None if there is no map."""
    return _holdings(table, table.view_row(None))


def holdings_open(table: Knowing) -> Holdings | None:
    """Return who holds which state with everything revealed, for a game that was stopped; None if there is no map."""
    return _holdings(table, table.record())


def tally_seen(table: Knowing) -> tuple[int, ...]:
    """Return each seat's score if the game were counted now; after several counts, each seat's votes in the last one.

    In the last count, players who had dropped out have 0. So no vote counts for two sides, unlike in the scores of the
    result, which have each player's votes in the last count that the player took part in.
    """
    held = holdings_seen(table) if table.over else None
    if held is None or held.last_count is None:
        return table.standing
    votes = {seat: held.last_count[side] for side, seats in enumerate(held.sides) for seat in seats}
    return tuple(votes[seat] for seat in range(table.seats))


def scores_open(table: Knowing) -> tuple[int, ...]:
    """Return each seat's score if the game stopped now and everything were revealed."""
    out = np.zeros((2, table.seats), np.int64)
    verbs.payoff(table.record(), out)
    return tuple(out[1].tolist())


def campaign_seen(table: Knowing) -> Campaign:
    """Return the course of a game, as far as a spectator may know; an empty one if the game declares none."""
    tell = table.book.campaign
    return Campaign() if tell is None else tell(table.view_row(None), table.events())


def progress_seen(table: Knowing) -> str:
    """Return the progress of the game in a few words, as far as a spectator may know; "" if there is no board."""
    return table.book.board(table.view_row(None), None).now if table.book.board else ""


def _holdings(table: Knowing, row: Row) -> Holdings | None:
    return table.book.holdings(row, table.events()) if table.book.holdings else None
