"""Check the file of an imported room as strictly as the protocol checks its clients.

A server's own log needs no such checks: its records passed the protocol when they were written.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, replace
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from hustings import bots
from hustings.daily import ballot
from hustings.engine import game as games
from hustings.engine.errors import HustingsError, SavedGameError
from hustings.engine.moves import seat_label
from hustings.rooms.commands.changes import distinct, make_ballot
from hustings.rooms.commands.remarks import author_of
from hustings.rooms.commands.takeback import forbidden_since
from hustings.rooms.log import log_events as r
from hustings.rooms.log.replaying import added_up
from hustings.rooms.log.rounds import round_now
from hustings.rooms.log.state import RoomState
from hustings.rooms.log.windows import Awaited, Collected, Missed, OnLeave, Planned
from hustings.rooms.names import REACTIONS, clean_name, clean_remark


def checked(code: str, found: list[Any]) -> list[r.Record]:
    """Return the records of a file after checking them and playing its games again.

    Raises SavedGameError for the first record that does not fit, RoomDamagedError for one that does not replay.
    """
    log = [_formed(number, body) for number, body in enumerate(found, 1)]
    if isinstance(log[0], r.Made):
        _need(_unfit_making(log[0]), 1)
    added_up(code, log, lambda state, record: _need(_unfit(state, record), state.seq + 1))
    return log


def _formed(number: int, body: Any) -> r.Record:
    kind = body.get("what") if isinstance(body, dict) else None
    if not isinstance(kind, str) or kind not in r.KINDS:
        raise SavedGameError("room.unknown_record", number=number)
    parts = {name: value for name, value in body.items() if name != "what"}
    try:
        return cast(r.Record, _adapter(kind).validate_json(json.dumps(parts), strict=True))
    except ValidationError as error:
        place = error.errors(include_url=False, include_context=False, include_input=False)[0]["loc"]
        if place and place[0] in {part.name for part in fields(r.KINDS[kind])}:
            _need(str(place[0]), number)
    except RecursionError:
        pass
    raise SavedGameError("room.unknown_record", number=number)


@cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(r.KINDS[kind])


def _need(unfit: str | None, number: int) -> None:
    if unfit is not None:
        raise SavedGameError("room.unfit_record", number=number, part=unfit)


def _unfit_making(made: r.Made) -> str | None:
    """Return the name of the wrong field in a room's first record, or None."""
    if not _is_game(made.game, made.options, len(made.chairs)):
        return "options"
    if made.ballot is not None and replace(make_ballot(ballot(made.ballot), made.chairs[0]), terms=made.terms) != made:
        return "ballot"
    if [number for number, chair in enumerate(made.chairs) if chair.kind == "person"] != [made.host]:
        return "host"
    return None if _fit_together(made.chairs) else "chairs"


def _unfit(state: RoomState, record: r.Record) -> str | None:
    """Return the name of the field that makes a record wrong in a state, or None."""
    chair, by = getattr(record, "chair", 0), getattr(record, "by", None)
    if chair >= len(state.chairs):
        return "chair"
    if by is not None and by >= len(state.chairs):
        return "by"
    match record:
        case r.SeatChanged():
            chairs = [record.now if number == chair else other for number, other in enumerate(state.chairs)]
            return None if chairs[state.host].kind == "person" and _fit_together(chairs) else "now"
        case r.Swapped():
            return None if state.games == 0 and max(record.seats) < len(state.chairs) else "seats"
        case r.Optioned():
            fit = state.phase != "playing" and _is_game(state.game_name, record.options)
            return None if fit else "options"
        case r.SettingsChanged():
            fit = state.phase != "playing" or replace(record.terms, chat=state.settings.chat) == state.settings
            return None if fit else "terms"
        case r.Hosted() | r.Issued():
            return None if state.chairs[chair].kind == "person" else "chair"
        case r.Closed():
            return None if not record.text or clean_remark(record.text) == record.text else "text"
        case r.RoomFlagsChanged():
            return "paused" if record.paused and not state.games else None
        case r.Hinted():
            fit = state.games > 0 and state.settings.hints and record.decision == state.decisions[chair]
            return None if fit else "decision"
        case _:
            unfit = _BY_KIND.get(type(record))
            return "what" if unfit is None else unfit(state, record)


def _unfit_beginning(state: RoomState, record: r.Began) -> str | None:
    if state.phase == "playing":
        return "what"
    if sorted(record.order) != list(range(len(state.chairs))) or state.open_chairs():
        return "order"
    if record.given > len(record.entries):
        return "given"
    shares, series = list(map(Fraction, record.shares)), state.standing()
    if state.games == 0 or state.table is not None:  # otherwise earlier games had rules that cannot be replayed
        same = {
            "round": record.round == series.round,
            "shares": shares == series.shares,
            "lead": record.lead == series.lead,
        }
        return next((name for name, fits in same.items() if not fits), None)
    most = min(state.games, state.settings.games - 1) if state.settings.games else state.games
    if not 0 <= record.round <= most:
        return "round"
    games = 2 * sum(shares) + (record.lead is not None) if state.duel else sum(shares)
    return None if len(shares) == len(state.chairs) and games == record.round else "shares"


def _unfit_move(state: RoomState, record: r.Played) -> str | None:
    if state.games == 0 or (state.table is not None and (state.phase != "playing" or state.paused)):
        return "what"
    if not record.entries[0].startswith(f"{seat_label(state.seat_of(record.chair))} "):
        return "chair"
    if (record.by is None) != (record.id is None):
        return "id"
    return None if record.by is None else _unfit_sender(state, record.by, record.chair, str(record.id))


def _unfit_remark(state: RoomState, record: r.Said) -> str | None:
    allowed = state.settings.chat or (state.settings.reactions and record.text in REACTIONS)
    if not allowed or not _is_clean(record.text, clean_remark):
        return "text"
    return _unfit_sender(state, record.chair, record.chair, record.id)


def _unfit_mark(state: RoomState, record: r.Marked) -> str | None:
    if state.games == 0:
        return "what"
    author = None if state.table is None else author_of(state, record.entry)
    if state.table is not None and author in (None, state.seat_of(record.chair)):
        return "entry"
    return _unfit_sender(state, record.by, record.chair, record.id)


def _unfit_proposal(state: RoomState, record: r.Proposed) -> str | None:
    if state.games == 0 or (state.table is not None and (state.phase != "playing" or state.proposal is not None)):
        return "what"
    if state.table is not None:
        if state.last_move(state.chairs_of(state.chairs[record.by].token or "")) != (record.chair, record.length):
            return "length"
        if forbidden_since(state, record.length) is not None:
            return "length"
    return _unfit_sender(state, record.by, record.chair, record.id)


def _unfit_consent(state: RoomState, record: r.Consented) -> str | None:
    if state.proposal is None:
        return "what"
    if record.chair not in state.waiting and (record.agrees or record.chair != state.proposal.by):
        return "chair"
    return _unfit_sender(state, record.chair, record.chair, record.id)


def _unfit_windows(state: RoomState, record: Awaited) -> str | None:
    if state.games == 0 or state.settings.clock != "days":
        return "what"
    if len({*record.chairs}) < len(record.chairs) or max(record.chairs) >= len(state.chairs):
        return "chairs"
    return None if record.until > record.at else "until"


def _unfit_missing(state: RoomState, record: Missed) -> str | None:
    return None if state.windows.of(record.chair, state.decisions[record.chair]) is not None else "chair"


def _unfit_plan(state: RoomState, record: Planned | Collected) -> str | None:
    if isinstance(record, Planned) and state.chairs[record.chair].kind == "bot":
        return "chair"
    if state.table is None:  # an earlier game, whose rules cannot be replayed
        return None
    if record.round != round_now(state):
        return "round"
    return "length" if isinstance(record, Collected) and record.length != state.table.length else None


def _unfit_leave(state: RoomState, record: OnLeave) -> str | None:
    if state.chairs[record.chair].kind != "person":
        return "chair"
    try:
        days = [date.fromisoformat(day) for day in record.days]
    except ValueError:
        return "days"
    return None if sorted({*days}) == days else "days"


def _unfit_resignation(state: RoomState, record: r.Resigned) -> str | None:
    holder = state.chairs[record.chair]
    if state.games == 0 or holder.kind != "person" or holder.forfeited:
        return "chair"
    if record.level not in bots.LEVELS:
        return "level"
    return _unfit_sender(state, record.chair, record.chair, record.id)


_BY_KIND: dict[type[r.Record], Callable[[RoomState, Any], str | None]] = {
    r.Began: _unfit_beginning,
    r.Played: _unfit_move,
    r.Said: _unfit_remark,
    r.Marked: _unfit_mark,
    r.Proposed: _unfit_proposal,
    r.Consented: _unfit_consent,
    r.Resigned: _unfit_resignation,
    Awaited: _unfit_windows,
    Missed: _unfit_missing,
    OnLeave: _unfit_leave,
    Planned: _unfit_plan,
    Collected: _unfit_plan,
}


def _unfit_sender(state: RoomState, by: int, chair: int, command: str) -> str | None:
    """Return the name of the wrong field in a command that chair `by` sent for `chair`; an id may occur only once."""
    token = state.chairs[by].token
    if token is None or chair not in state.chairs_of(token):
        return "by"
    return "id" if command in state.answered[by] else None


def _is_game(name: str, options: dict[str, str], seats: int | None = None) -> bool:
    try:
        game = games.whole_game(name, **options)
        if seats is not None:
            game.start_row(seats)
    except (HustingsError, TypeError):
        return False
    return True


def _fit_together(chairs: list[r.Chair]) -> bool:
    """Return True if each chair is possible, no two names look alike, and no two people have the same token."""
    tokens = [chair.token for chair in chairs if chair.token]
    try:
        return all(map(_is_possible, chairs)) and len({*tokens}) == len(tokens) and distinct(chairs) == chairs
    except HustingsError:
        return False


def _is_possible(chair: r.Chair) -> bool:
    named = _is_clean(chair.name, clean_name)
    match chair.kind:
        case "person":
            stand_in = chair.stand_in is None or chair.stand_in in bots.LEVELS
            return named and chair.token is not None and stand_in and chair.level is None and chair.number is None
        case "bot":
            number = None if chair.name or chair.character else chair.number
            bare = r.Chair(
                "bot", chair.name, chair.level, number=number, character=None if chair.name else chair.character
            )
            known = chair.character is None or chair.character in [
                one.key for one in bots.characters(chair.level or "")
            ]
            return chair == bare and chair.level in bots.LEVELS and known and (named or not chair.name)
        case "device":
            return named and chair == r.Chair("device", chair.name)
        case _:
            return chair == r.Chair("open")


def _is_clean(text: str, clean: Any) -> bool:
    try:
        return bool(clean(text) == text)
    except HustingsError:
        return False
