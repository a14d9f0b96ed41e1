"""Changes that the host or people who join ask for: functions from a room's state to new records of its log.

The functions only return the records and do not change the state. Each raises RoomError if the room does not allow the
change. A chair is a player's place in the room; its seat may change between games.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from hustings import bots
from hustings.daily import PERSON, Ballot
from hustings.engine import game as games
from hustings.engine.table import Table
from hustings.rooms.commands.registry import Name, Registry, SeatNumber
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.fair_deal import Deal, dealt_first
from hustings.rooms.hours import zone_of
from hustings.rooms.keys import code_digest
from hustings.rooms.log import log_events as r
from hustings.rooms.log.state import RoomState
from hustings.rooms.names import chair_name, clean_name, look_alike
from hustings.rooms.settings import USUAL, RoomSettings, RoomSettingsRequest

Change = Callable[[RoomState], list[r.Record]]
HOST = Registry("Host")  #: the commands of the host


def make(
    game_name: str, options: Mapping[str, str], chairs: list[r.Chair], settings: RoomSettings, room: str
) -> r.Made:
    """Return the first record of a room; its bots are given characters.

    Raises OptionError if the game, an option or the number of seats does not exist.
    """
    game = games.whole_game(game_name, **options)
    game.start_row(len(chairs))
    people = [number for number, chair in enumerate(chairs) if chair.kind == "person"]
    if len(people) != 1:
        raise RoomError("room.wrong_own_seats", seats=len(people))
    need_days(game, settings)
    seated = distinct(chairs)
    for number, chair in enumerate(chairs):
        if chair.kind == "bot" and chair.level and chair.character is None:
            others = [other for k, other in enumerate(seated) if k < number or other.kind != "bot"]
            seated[number] = _bot(chair.level, room, number, others)
    return r.Made(game_name, game.options, distinct(seated), people[0], settings)


def make_ballot(ballot: Ballot, own: r.Chair) -> r.Made:
    """Return the first record of a room that plays a daily ballot; own: the person's chair."""
    chairs = [own, *(r.Chair("bot", level=bot.level, character=bot.key) for bot in ballot.bots)]
    return r.Made(ballot.game, ballot.options, chairs, PERSON, USUAL, ballot=ballot.number)


def distinct(chairs: list[r.Chair]) -> list[r.Chair]:
    """Return the chairs with nameless bots of the same level numbered. Raises RoomError if two names look alike."""
    told_apart: list[r.Chair] = []
    for chair in chairs:
        bare = chair.kind == "bot" and not chair.name and chair.character is None
        numbers = (chair.number, *range(2, 99)) if bare else (chair.number,)
        numbered = (replace(chair, number=number) for number in numbers)
        fresh = (
            chair if chair.kind == "open" else next((one for one in numbered if not _namesake(one, told_apart)), None)
        )
        if fresh is None:
            raise RoomError("room.same_names", name=chair_name(chair))
        told_apart.append(fresh)
    return told_apart


def join(state: RoomState, name: str, token: str) -> tuple[int, r.SeatChanged]:
    """Return an open chair for a new person, and the record that seats them there."""
    if state.locked:
        raise RoomError("room.locked")
    free = state.open_chairs()
    if not free:
        raise RoomError("room.full")
    shown = _free_name(state, clean_name(name), None)
    return free[0], r.SeatChanged(free[0], r.Chair("person", shown, token=token), "joined")


@HOST.command()
def options(state: RoomState, options: Annotated[Mapping[r.Word, r.Word], Field(max_length=40)]) -> list[r.Record]:
    """Change some of the game's options before the start; others keep their value."""
    _not_playing(state, "room.options_before_start")
    return [r.Optioned(games.whole_game(state.game_name, **{**state.options, **options}).options)]


@HOST.command("terms")
def settings(state: RoomState, terms: RoomSettingsRequest) -> list[r.Record]:
    """Change some of the room's settings between games; others keep their value."""
    _not_playing(state, "room.settings_before_start")
    changed = replace(state.settings, **terms)
    need_days(state.game, changed)
    return [r.SettingsChanged(changed)]


def need_days(game: games.Game, settings: RoomSettings) -> None:
    """Raise RoomError if the settings ask for a game over days, and the game or the time zone does not allow that."""
    if settings.clock != "days":
        return
    zone_of(settings.zone)
    if not game.book.words.get("days"):
        raise RoomError("room.not_over_days", game=game.name)


def alters_ballot(record: r.Record) -> bool:
    """Return whether a record would change a daily ballot's players or settings; a player's name may change."""
    if isinstance(record, r.SeatChanged):
        return record.cause != "renamed"
    return isinstance(record, r.Swapped | r.Optioned | r.SettingsChanged)


def closed_to_others(state: RoomState) -> bool:
    """Return whether nobody may look on: at a club's ballot, which other members play with the same cards."""
    return state.sealed and state.ballot is not None


def hand_over(state: RoomState, seat: int) -> list[r.Record]:
    """Make another person the host; the seats on the host's device go along."""
    if state.of_class is not None:
        raise NotAllowedError("room.class_runs_it")
    number, chair = _chair(state, seat)
    if chair.kind != "person":
        raise RoomError("room.no_host_there", seat=seat)
    return [r.Hosted(number)]


@HOST.command()
def fill(state: RoomState, level: r.Word) -> list[r.Record]:
    """Seat a bot on every open seat."""
    _need_level(level)
    free = state.open_chairs()
    if not free:
        raise RoomError("room.no_open_seat")
    taken = [chair for chair in state.chairs if chair.kind != "open"]
    for number in free:
        taken.append(_bot(level, state.code, number, taken))
    seated = distinct(taken)[-len(free) :]
    return [r.SeatChanged(number, now, "bot") for number, now in zip(free, seated, strict=True)]


def issue(state: RoomState, seat: int, mark: str, code: str) -> r.Issued:
    """Return the record that lets somebody claim a person's seat with a code; mark: the digest of the asker's token.

    Raises NotAllowedError unless the token is that person's or the host's.
    """
    if state.of_class is not None:
        raise NotAllowedError("room.class_runs_it")
    _, chair = _chair(state, seat)
    if mark not in (chair.token, state.host_token):
        raise NotAllowedError("room.code_not_yours")
    return issued(state, seat, code, by_host=mark != chair.token)


def issued(state: RoomState, seat: int, code: str, by_host: bool = False) -> r.Issued:
    """Return the record that lets somebody claim a person's seat with a code, without checking a token."""
    number, chair = _chair(state, seat)
    if chair.kind != "person":
        raise RoomError("room.no_person_to_return", seat=seat)
    return r.Issued(number, code_digest(state.code, code), by_host)


def claim(state: RoomState, code: str, token: str) -> tuple[int, r.SeatChanged]:
    """Return the chair that a code claims, and the record that gives it a new token.

    Raises NotAllowedError if the code claims no seat.
    """
    mark = code_digest(state.code, code)
    for number, issued in state.codes.items():
        if hmac.compare_digest(issued, mark):
            return number, r.SeatChanged(number, replace(state.chairs[number], token=token), "claimed")
    raise NotAllowedError("room.wrong_seat_code")


@HOST.command()
def bot(state: RoomState, seat: SeatNumber, level: r.Word) -> list[r.Record]:
    """Seat a bot on an open seat, or another character on a bot's.

    During a game it can also stand in for an absent person, who gets the seat back on connecting.
    """
    number, chair = _chair(state, seat)
    _need_level(level)
    if chair.kind == "person":
        if state.phase != "playing":
            raise RoomError("room.take_away_first", name=chair_name(chair))
        return [r.SeatChanged(number, replace(chair, stand_in=level), "stand-in")]
    if chair.kind == "device":
        raise RoomError("room.open_first", name=chair_name(chair))
    others = [other for k, other in enumerate(state.chairs) if k != number]
    seated = distinct([*others, _bot(level, state.code, number, others, but=chair.character)])[-1]
    return [r.SeatChanged(number, seated, "bot")]


@HOST.command("open")
def open_seat(state: RoomState, seat: SeatNumber) -> list[r.Record]:
    """Clear a bot's or a device's seat for a friend, before the start."""
    _not_playing(state, "room.opening_before_start")
    number, chair = _chair(state, seat)
    if chair.kind == "person":
        raise RoomError("room.take_away_first", name=chair_name(chair))
    return [r.SeatChanged(number, r.Chair("open"), "opened")]


@HOST.command()
def kick(state: RoomState, seat: SeatNumber) -> list[r.Record]:
    """Take a seat away from a person, also during a game; another may join."""
    number, chair = _chair(state, seat)
    if chair.kind != "person":
        raise RoomError("room.no_person_to_remove", seat=seat)
    if number == state.host:
        raise RoomError("room.host_stays")
    return [r.SeatChanged(number, r.Chair("open"), "kicked")]


@HOST.command()
def rename(state: RoomState, seat: SeatNumber, name: Name) -> list[r.Record]:
    """Give a seat another name."""
    number, chair = _chair(state, seat)
    if chair.kind == "open":
        raise RoomError("room.nameless", seat=seat)
    called = _free_name(state, clean_name(name), number)
    return [r.SeatChanged(number, replace(chair, name=called, number=None, character=None), "renamed")]


@HOST.command()
def swap(state: RoomState, seat: SeatNumber, other: SeatNumber) -> list[r.Record]:
    """Exchange the players of two seats, before the start."""
    if state.phase != "lobby":
        raise RoomError("room.swap_before_start")
    _chair(state, seat)
    _chair(state, other)
    return [r.Swapped([seat, other])]


@HOST.command()
def lock(state: RoomState, locked: bool = True) -> list[r.Record]:
    """Lock the room against new players, or unlock it; watching stays possible."""
    return [r.RoomFlagsChanged(locked, state.paused)]


@HOST.command()
def chat(state: RoomState, chat: bool = True) -> list[r.Record]:
    """Turn the chat on or off, at any time; off hides earlier remarks except reactions."""
    return [r.SettingsChanged(replace(state.settings, chat=chat))]


@HOST.command()
def pause(state: RoomState, paused: bool = True) -> list[r.Record]:
    """Pause the game for everybody, or continue it."""
    if state.phase != "playing":
        raise RoomError("room.nothing_to_pause")
    return [r.RoomFlagsChanged(state.locked, paused)]


def need_full(state: RoomState) -> None:
    """Raise RoomError if a seat is open."""
    free = state.open_chairs()
    if free:
        raise RoomError("room.seat_open", seat=state.seat_of(free[0]))


def next_order(state: RoomState) -> list[int]:
    """Return the chairs' order in a rematch: the next dealer sits last; in games without dealers all move by one seat.

    A game names the next dealer in its public field `next_dealer` ("P2"). In a duel the two change sides.
    """
    table = None if state.duel else state.table
    if table is None or "next_dealer" not in table.game.book.schema.by_name:
        return rotated(state.order)
    view = table.view(None)
    named = re.fullmatch(r"P([1-9]\d?)", str(view.get("next_dealer")))
    if named is None or int(named[1]) > len(state.order):
        return rotated(state.order)
    return [*state.order[int(named[1]) :], *state.order[: int(named[1])]]


def next_deal(state: RoomState) -> tuple[Deal, Table | None]:
    """Return the deal of the next game, and the table where it goes on if the next game begins with the same cards.

    In a duel each deal is played twice. The cards dealt before the first choice come again, and later outcomes are
    drawn anew. In a game that deals no cards before the first choice, all outcomes come again.
    """
    if state.deal is None or state.standing().lead is None:
        return Deal(), None
    dealt = dealt_first(state.table)
    return (Deal(), state.table_asked(dealt)) if dealt else (Deal(bytes.fromhex(state.deal.secret)), None)


def dealt(state: RoomState) -> str | None:
    """Return the deal of the game just played, with which others can play it against the same bots (`told_deal`).

    None if other people played, or if the deal is not the game's alone, as in a duel, a ballot, a class or a club.
    """
    own = state.phase == "over" and state.ballot is None and state.of_class is None and not state.given
    people = [chair.kind for chair in state.chairs if chair.kind != "bot"]
    if state.deal is None or not own or state.settings.series == "duel" or people != ["person"]:
        return None
    return f"{state.game.book.rules}_{state.deal.told}"


def led_by(chair: int, order: list[int], seat: int) -> list[int]:
    """Return the order moved on until a chair sits at the seat."""
    moved = (order.index(chair) - seat) % len(order)
    return [*order[moved:], *order[:moved]]


def rotated(order: list[int]) -> list[int]:
    """Return the order with everybody moved on by one seat."""
    return [*order[-1:], *order[:-1]]


def _chair(state: RoomState, seat: int) -> tuple[int, r.Chair]:
    if not 0 <= seat < len(state.order):
        raise RoomError("room.no_seat", seat=seat, last=len(state.order) - 1)
    return state.order[seat], state.chair_at(seat)


def _bot(level: str, room: str, number: int, others: list[r.Chair], but: str | None = None) -> r.Chair:
    """Return a bot for a chair: a character of the level, or a nameless bot if no character is free.

    A character is free if nobody in the room has a similar name and its key is not `but`.
    """
    for who in bots.who_plays(level, f"{room} {number}"):
        chair = r.Chair("bot", level=level, character=who.key)
        if who.key != but and _namesake(chair, others) is None:
            return chair
    return r.Chair("bot", level=level)


def need_deletable(state: RoomState, token: str) -> None:
    """Raise NotAllowedError unless this token (given by its digest) may delete the room.

    The host may at any time, everybody with a seat after the last game of a series, and nobody at a class's table.
    """
    if state.of_class is None and token == state.host_token:
        return
    if state.of_class is not None or not state.chairs_of(token):
        raise NotAllowedError("room.host_only")
    if state.phase != "over" or ((state.settings.games or state.duel) and state.standing() is state.series):
        raise NotAllowedError("room.delete_after_end")


def _need_level(level: str) -> None:
    if level not in bots.LEVELS:
        raise RoomError("room.no_such_level", level=level, levels=list(bots.LEVELS))


def _not_playing(state: RoomState, key: str) -> None:
    if state.phase == "playing":
        raise RoomError(key)


def _free_name(state: RoomState, name: str, but: int | None) -> str:
    namesake = _namesake(r.Chair("person", name), [chair for k, chair in enumerate(state.chairs) if k != but])
    if namesake is not None:
        raise RoomError("room.name_taken", name=chair_name(namesake))
    return name


def _namesake(chair: r.Chair, others: list[r.Chair]) -> r.Chair | None:
    """Return the first of the other chairs whose name looks like this chair's, or None."""
    named = (other for other in others if other.kind != "open")
    return next((other for other in named if look_alike(chair_name(other), chair_name(chair))), None)
