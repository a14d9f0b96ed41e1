"""Odds and moves as far as a seat can know them, and the course of a game as everybody can know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from hustings.engine.campaign import Campaign
from hustings.engine.holdings import Holdings
from hustings.engine.kernels import NOTE_SEES, verbs
from hustings.engine.moves import Move
from hustings.engine.notation import read_outcome
from hustings.engine.position import SPECTATOR, Position
from hustings.engine.record import Row
from hustings.engine.rulebook import Odds, Rulebook

if TYPE_CHECKING:
    from hustings.engine.table import Table

WORLDS_TRIED = 8  # odds that are equal in this many imagined worlds count as independent of hidden information
WORLDS_SHOWN = 16  # a move that can look the same in this many imagined worlds counts as revealing nothing


def counting(table: Position, move: Move, seat: int) -> Callable[[], Mapping[int, int] | None] | None:
    """Return a function that counts the odds after a seat's own move over all worlds; None if the game counts none."""
    if not table.book.telling.odds or move.seat != seat:
        return None
    return partial(table.book.counted, table.view_bytes(seat), seat, move.action)


def move_odds(table: Position, move: Move, seat: int) -> tuple[Odds, Odds]:
    """Return the odds right after a move, by outcome and by kind, as far as a seat can know them."""
    count = counting(table, move, seat)
    weights = count() if count else None
    kind_of = _kinds(table, seat)
    book = table.book
    odds: Odds = {}
    kinds: Odds = {}
    for world in range(1 if weights else WORLDS_TRIED):
        trial = table.imagined_row(seat, key=world)
        if verbs.act(trial, move.seat, move.action, book.scratch.note):
            return {}, {}
        here = book.odds_of(trial, weights or book.weights(trial))
        sums = _by_kind(here, kind_of)
        odds = here if not world or here == odds else {}
        kinds = sums if not world or sums == kinds else {}
        if not (odds or kinds):
            break
    return odds, kinds


def shows_hidden(table: Position, move: Move) -> bool:
    """Return whether a legal move reveals hidden information to another seat or a spectator."""
    return any(_is_shown(table, move, seat) for seat in (None, *range(table.seats)))


def _is_shown(table: Position, move: Move, seat: int | None) -> bool:
    book = table.book
    saw = _sight(book, table.record(), move.seat, move.action, seat)
    for world in range(WORLDS_SHOWN):
        row = table.imagined_row(seat, key=world)
        if _sight(book, row, move.seat, move.action, seat) == saw:
            continue
        if seat == move.seat or not any(
            _sight(book, row, move.seat, action, seat) == saw for action in book.ruling.legal(row, move.seat)
        ):
            return True
    return False


def _sight(book: Rulebook, row: Row, mover: int, action: int, seat: int | None) -> tuple[bytes, list[list[int]]] | None:
    """Return a seat's view and events after a move, or None if the move is illegal."""
    trial, note, bit = row.copy(), book.scratch.note, 0 if seat is None else 1 << seat
    note[0, 0] = 0
    if verbs.act(trial, mover, action, note):
        return None
    told = [line for line in note[1 : int(note[0, 0]) + 1].tolist() if line[NOTE_SEES] == -1 or line[NOTE_SEES] & bit]
    return book.schema.seen(trial, SPECTATOR if seat is None else seat), told


def _kinds(table: Position, seat: int) -> Callable[[str], str | None]:
    """Return a function from an outcome's text to its kind, for a seat: the game's own kinds, or the card's."""
    book, view = table.book, table.view_row(seat)
    if book.telling.kind:
        number, kinds = book.telling.kind, book.telling.kinds
        return lambda text: kinds[number(view.copy(), seat, read_outcome(book, view, text))]
    cards = {card["code"]: card["kind"] for card in book.texts.cards(book.options_of(view))}
    return lambda text: cards.get(text.split()[-1])


def _by_kind(odds: Odds, kind_of: Callable[[str], str | None]) -> Odds:
    """Add up the odds of all outcomes of the same kind; return {} if an outcome has no kind."""
    found: Odds = {}
    for text, chance in odds.items():
        kind = kind_of(text)
        if kind is None:
            return {}
        found[kind] = found.get(kind, Fraction(0)) + chance
    return found


def holdings(table: Position) -> Holdings | None:
    """Return who holds which state, as far as a spectator may know; after the end, with everything revealed.

    None for a game without a map.

    Examples:
        >>> import hustings
        >>> held = holdings(hustings.game("combat").start(seats=2, seed=7))
        >>> held.votes["TX"], held.holder["TX"], held.sides
        (38, None, ((0,), (1,)))
    """
    return _holdings(table, table.record() if table.over else table.view_row(None))


def holdings_seen(table: Position) -> Holdings | None:
    """Return who holds which state, as far as a spectator may know, even after the end; None if there is no map."""
    return _holdings(table, table.view_row(None))


def holdings_open(table: Position) -> Holdings | None:
    """Return who holds which state with everything revealed, for a game that was stopped; None if there is no map."""
    return _holdings(table, table.record())


def scores_open(table: Position) -> tuple[int, ...]:
    """Return each seat's score if the game stopped now and everything were revealed."""
    out = np.zeros((2, table.seats), np.int64)
    verbs.payoff(table.record(), out)
    return tuple(out[1].tolist())


def tally_seen(table: Table) -> tuple[int, ...]:
    """Return each seat's score if the game were counted now; after several counts, each seat's votes in the last one.

    In the last count, players who had dropped out have 0. So no vote counts for two sides, unlike in the scores of the
    result, which have each player's votes in the last count that the player took part in.
    """
    held = holdings_seen(table) if table.over else None
    if held is None or held.last_count is None:
        return table.standing
    votes = {seat: held.last_count[side] for side, seats in enumerate(held.sides) for seat in seats}
    return tuple(votes[seat] for seat in range(table.seats))


def campaign_seen(table: Position) -> Campaign:
    """Return the course of a game, as far as a spectator may know; an empty one if the game declares none."""
    tell = table.book.campaign
    return Campaign() if tell is None else tell(table.view_row(None), table.events())


def progress_seen(table: Position) -> str:
    """Return the progress of the game in a few words, as far as a spectator may know; "" if there is no board."""
    return table.book.board(table.view_row(None), None).now if table.book.board else ""


def _holdings(table: Position, row: Row) -> Holdings | None:
    return table.book.holdings(row, table.events()) if table.book.holdings else None
