"""Changes that members and organisers ask for: functions from a club's state to new records of its log.

The functions only return the records and do not change the state. Each raises RoomError if the club does not allow the
change. A `mark` is always the digest of a token; `by` is the number of the member who asks.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Annotated

from pydantic import Field

from hustings.clubs import records as r
from hustings.clubs.pairing import pair
from hustings.clubs.results import history, member_of, points
from hustings.clubs.settings import MOST_EVENINGS, MOST_MEMBERS, MOST_ROUNDS, ClubGame, ClubName, Day, Hour, Zone
from hustings.clubs.state import ClubState, Evening, Member
from hustings.engine import game as games
from hustings.engine.errors import OptionError
from hustings.gatherings import people, seats
from hustings.gatherings.results import Finish
from hustings.gatherings.roll import Seats
from hustings.gatherings.seats import SECRET_BYTES, room_codes, unseat
from hustings.gatherings.settings import playable
from hustings.rooms.commands.registry import MOST_EXACT, Registry
from hustings.rooms.errors import RoomError
from hustings.rooms.hours import zone_of
from hustings.rooms.keys import code_digest
from hustings.rooms.log.log_events import Digest
from hustings.rooms.names import clean_name

Change = Callable[[ClubState], list[r.Record]]
MEMBER, ORGANISER = Registry("Member"), Registry("Organiser")  # `Clubs` has them all
MOST_ORGANISERS = 4
MemberNumber = Annotated[int, Field(ge=1, le=MOST_EXACT)]


# --- members


def founded(club: str, name: str, key: str, mark: str, code: str) -> r.Founded:
    """Return the first record of a club.

    Args:
        club: The code of the club.
        name: The name of the club.
        key: That of the founder's name.
        mark: The digest of the founder's token.
        code: Lets the founder return on another device.
    """
    return r.Founded(clean_name(name), key, mark, code_digest(club, code), time.time())


def own_name(state: ClubState, name: str, by: int = 0) -> str:
    """Return a member's name in displayed form. Raises RoomError or NameRefusedError if they cannot have it."""
    name = clean_name(name)
    people.need_no_bots_name(ClubState.kind, name)
    people.need_free_name(ClubState.kind, name, [other.name for other in state.present_people() if other.number != by])
    return name


def join(state: ClubState, key: str, mark: str, code: str) -> r.Came:
    """Let a new member join. key: of their stored name; code: lets them return on another device."""
    if state.locked:
        raise RoomError("club.locked")
    if len(state.present_people()) >= MOST_MEMBERS:
        raise RoomError("club.full", most=MOST_MEMBERS)
    return r.Came(len(state.people) + 1, key, mark, code_digest(state.code, code))


@MEMBER.command(given=2)
def come(state: ClubState, by: int, coming: bool | None) -> list[r.Record]:
    """Say whether you come to the next evening; null takes the answer back."""
    if state.evening is None:
        raise RoomError("club.no_evening")
    return [] if state.people[by].coming == coming else [r.Coming(by, coming)]


@MEMBER.command(given=2)
def sit_out(state: ClubState, by: int, out: bool) -> list[r.Record]:
    """Sit out the next rounds of this evening, or play again."""
    if state.evening is None:
        raise RoomError("club.no_evening")
    return [] if state.people[by].out == out else [r.SatOut(by, out)]


def leave(state: ClubState, person: int, removed: bool) -> list[r.Record]:
    """Let a member go, and their seat with them. removed: by an organiser."""
    member = _member(state, person)
    if member.organiser and len(state.organisers()) == 1 and len(state.present_people()) > 1:
        raise RoomError("club.last_organiser")
    return [r.Left(person, removed), *unseat(state, [person])]


# --- organisers


@ORGANISER.command()
def appoint(state: ClubState, member: MemberNumber, organiser: bool = True) -> list[r.Record]:
    """Make a member an organiser, of whom a club has four at most, or an ordinary member again."""
    who, others = _member(state, member), state.organisers()
    if who.organiser == organiser:
        return []
    if organiser and len(others) >= MOST_ORGANISERS:
        raise RoomError("club.organisers", most=MOST_ORGANISERS)
    if not organiser and len(others) == 1:
        raise RoomError("club.last_organiser")
    return [r.Appointed(member, organiser)]


@ORGANISER.command()
def allow(state: ClubState, mark: Digest, allowed: bool = True) -> list[r.Record]:
    """Allow or refuse somebody in `claims` who claims to be a member; mark: the claim's."""
    return [*people.allow(state, mark, allowed)]


@ORGANISER.command()
def lock(state: ClubState, locked: bool = True) -> list[r.Record]:
    """Lock the club against new people, or unlock it; members can still come back."""
    return [*people.lock(state, locked)]


@ORGANISER.command()
def settle(
    state: ClubState, name: ClubName, best: Annotated[int, Field(ge=1, le=MOST_EVENINGS)] | None = None
) -> list[r.Record]:
    """Change the club's name, and how many of a member's best evenings count in the season; null: all."""
    told = (clean_name(name), best)
    return [] if told == (state.name, state.best) else [r.Settled(*told)]


@ORGANISER.command()
def announce(
    state: ClubState,
    day: Day,
    hour: Hour,
    zone: Zone,
    game: ClubGame,
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 3,
) -> list[r.Record]:
    """Announce the next evening, or change its announcement.

    day, hour: its beginning, such as "2026-12-03" and "20:00", in the zone, such as "Europe/Madrid".
    rounds: how many are planned.
    """
    if state.evening is not None and state.evening.rounds:
        raise RoomError("club.evening_goes_on")
    if len(state.evenings) >= MOST_EVENINGS:
        raise RoomError("club.evenings", most=MOST_EVENINGS)
    try:
        at = datetime.combine(date.fromisoformat(day), datetime.strptime(hour, "%H:%M").time(), zone_of(zone))
    except ValueError:
        raise RoomError("club.no_day", day=day) from None
    return [r.Announced(at.timestamp(), zone, rounds, _playable(game))]


@ORGANISER.command()
def cancel(state: ClubState) -> list[r.Record]:
    """Cancel the next evening; all answers are forgotten."""
    if _evening(state).rounds:
        raise RoomError("club.evening_goes_on")
    return [r.Cancelled()]


@ORGANISER.command()
def choose(state: ClubState, game: ClubGame) -> list[r.Record]:
    """Choose the game of the next round."""
    chosen = _playable(game)
    return [] if chosen == _evening(state).game else [r.Chosen(chosen)]


@ORGANISER.command()
def start_round(state: ClubState) -> list[r.Record]:
    """Pair the members who come and do not sit out, and begin a round; bots take seats that are left."""
    evening = _evening(state)
    if state.playing:
        raise RoomError("club.round_goes_on")
    if len(evening.rounds) >= MOST_ROUNDS:
        raise RoomError("club.rounds", most=MOST_ROUNDS)
    playing = [member for member in state.present_people() if member.coming and not member.out]
    if not playing:
        raise RoomError("club.nobody_comes")
    sizes = _sizes(evening.game)
    found = points(state)
    drawn = pair(
        [member_of(state, member.number, found) for member in playing],
        history(state),
        sizes,
        secrets.randbits(62),
    )
    codes, one = room_codes(state, len(drawn.tables)), secrets.token_hex(SECRET_BYTES)
    tables = []
    for code, table in zip(codes, drawn.tables, strict=True):
        seats: Seats = [[int(who)] for who in table.seats]
        seats += [[] for _ in range(min(size for size in sizes if size >= len(seats)) - len(seats))]
        secret = one if evening.game.duplicate else secrets.token_hex(SECRET_BYTES)
        why = [(key, [int(who) for who in facts.get("members", ())]) for key, facts in table.reason.sentences()]
        tables.append(r.Dealt(code, seats, secret, why))
    return [r.RoundBegan(tables, None if drawn.bye is None else int(drawn.bye), evening.game, time.time())]


@ORGANISER.command()
def end_evening(state: ClubState) -> list[r.Record]:
    """End the evening, after its last round."""
    if state.playing:
        raise RoomError("club.round_goes_on")
    if not _evening(state).rounds:
        raise RoomError("club.not_begun")
    return [r.EveningEnded(time.time())]


def ended(state: ClubState, finishes: list[Finish]) -> list[r.Record]:
    """End the round at all tables."""
    return [r.RoundEnded(finishes, time.time())] if state.playing else []


def seat_late(state: ClubState, person: int, open_now: Sequence[int]) -> list[r.Record]:
    """Seat a member who comes late at a bot's seat of one of the tables `open_now`, if there is one."""
    member, now = state.people.get(person), state.round
    if member is None or not member.coming or member.out or (now is not None and now.bye == person):
        return []
    return [*seats.seat_late(state, person, open_now)]


def copies(state: ClubState) -> list[r.Record]:
    """Return the records that begin copies of all rooms that have the name of a former member."""
    rooms = [table.room for table in state.named() if table.room not in state.copying]
    return [r.Copying(room, copy) for room, copy in zip(rooms, room_codes(state, len(rooms)), strict=True)]


def copied(state: ClubState, room: str) -> list[r.Record]:
    """Let the copy of a room take its place."""
    return [r.Copied(room, state.copying[room])] if room in state.copying else []


# --- shared by the functions above


def _member(state: ClubState, number: int) -> Member:
    member = state.people.get(number)
    if member is None or member.gone:
        raise RoomError("club.no_member", number=number)
    return member


def _evening(state: ClubState) -> Evening:
    if state.evening is None:
        raise RoomError("club.no_evening")
    return state.evening


def _playable(game: ClubGame) -> ClubGame:
    """Return what a round plays with every option filled in. Raises OptionError or RoomError if it cannot be played."""
    chosen = playable(game)
    if game.duplicate and game.game == "mudslinger":
        raise RoomError("club.no_duplicate")
    return chosen


def _sizes(game: ClubGame) -> list[int]:
    """Return the allowed numbers of seats, the usual one first."""
    rules = games.whole_game(game.game, **game.options)
    allowed = [game.size]
    for size in rules.book.seats:
        if size != game.size:
            try:
                rules.start_row(size)
            except OptionError:
                continue
            allowed.append(size)
    return allowed
