"""A club's daily ballot: one deal a date, one sealed try for each member, and a table the next morning.

A date's deal follows from the club's secret and the date. Its tries end the next morning, when the store's list of
wake-ups wakes the club; one reading of the wall clock only says which date's ballot a member begins.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime, time, timedelta

from hustings import daily
from hustings.clubs import records as r
from hustings.clubs.changes import ORGANISER
from hustings.clubs.settings import Zone
from hustings.clubs.state import BallotDay, ClubState, Try
from hustings.clubs.updates import BallotResults, BallotRow
from hustings.engine.knowledge import tally_seen
from hustings.gatherings.results import Finish
from hustings.gatherings.seats import room_codes
from hustings.rooms.errors import RoomError
from hustings.rooms.fair_deal import SECRET_BYTES, BallotDeal
from hustings.rooms.hours import zone_of
from hustings.rooms.log.log_events import NOBODY, Chair, Made, RoomFlagsChanged, Unsealed
from hustings.rooms.log.log_events import Record as RoomRecord
from hustings.rooms.log.state import RoomState
from hustings.rooms.settings import RoomSettings

MORNING = time(6)  # when the tries of the date before end, in the club's zone
MOST_DELAY = 24 * 3600.0  # seconds by which they end later at most if no server ran
MOST_SHOWN = 31  # dates whose tables a member's page lists


# --- records


@ORGANISER.command()
def ballots(state: ClubState, zone: Zone | None = None) -> list[r.Record]:
    """Give the club a daily ballot whose dates are those of a zone; null: no daily ballot from now on."""
    if zone == state.zone:
        return []
    if zone is not None:
        zone_of(zone)
    return [r.BallotsChosen(zone, state.secret or secrets.token_hex(SECRET_BYTES))]


def today(state: ClubState, now: float) -> tuple[int, float]:
    """Return the number of today's ballot and when its tries end; now: in seconds since 1970, like the result.

    Raises RoomError if the club has no ballot, OptionError before the first ballot.
    """
    if state.zone is None:
        raise RoomError("club.no_ballots")
    date = datetime.fromtimestamp(now, zone_of(state.zone)).date()
    number = daily.ballot(daily.number_on(date)).number
    until = datetime.combine(date + timedelta(days=1), MORNING, zone_of(state.zone)).timestamp()
    return number, state.days[number].until if number in state.days else until


def tried(state: ClubState, person: int, now: float) -> list[r.Record]:
    """Begin today's ballot, unless the member has begun it. Raises RoomError if the date is over."""
    number, until = today(state, now)
    day = state.days.get(number)
    if day is not None and person in day.tries:
        return []
    if day is not None and (day.over or now >= day.until):
        raise RoomError("club.ballot_over", day=daily.date_of(number).isoformat())
    [room] = room_codes(state, 1)
    return [r.Tried(person, number, room, until, now)]


def put_off(state: ClubState, since: float, now: float) -> list[r.Record]:
    """Return the records that move the ends of open dates by the length of an outage, at most by a day."""
    lost = {day.number: min(now - max(since, day.at), MOST_DELAY) for day in state.open_days()}
    return [r.PutOff(number, state.days[number].until + more, now) for number, more in lost.items() if more > 0]


def tallied(state: ClubState, number: int, finishes: list[Finish]) -> list[r.Record]:
    """Return the record that ends a date with its tries' results; none if a try has no result yet."""
    day = state.days[number]
    return [] if day.over or len(day.tries) != len(finishes) else [r.Tallied(number, finishes)]


# --- rooms


def secret_of(state: ClubState, number: int) -> bytes:
    """Return the secret of a date, from which its deal follows."""
    return hmac.digest(bytes.fromhex(state.secret), daily.date_of(number).isoformat().encode(), "sha256")


def making(state: ClubState, day: BallotDay, one: Try) -> tuple[Made, BallotDeal]:
    """Return the first record of a try's room, and its deal."""
    ballot, member = daily.ballot(day.number), state.people[one.person]
    chairs = [Chair("person", member.name, token=member.mark)]
    chairs += [Chair("bot", level=bot.level, character=bot.key) for bot in ballot.bots]
    settings = RoomSettings(absent="wait", clock="off")
    made = Made(ballot.game, ballot.options, chairs, NOBODY, settings, state.code, sealed=True, ballot=day.number)
    return made, BallotDeal(ballot, secret_of(state, day.number))


def stopped(room: RoomState) -> list[RoomRecord]:
    """Return the records that end the play of a try."""
    return [RoomFlagsChanged(True, True)] if room.phase == "playing" and not room.paused else []


def opened(room: RoomState) -> list[RoomRecord]:
    """Return the records that open a try's room to everybody."""
    return [Unsealed()] if room.sealed else []


def finish_of(room: RoomState | None) -> Finish:
    """Return the end of a try; stopped if it was not finished. None: its room was never made, or cannot be read."""
    table = None if room is None else room.table
    if table is None:
        return Finish([], [], True)
    winners = [] if table.result is None else list(table.result.winners)
    return Finish(list(tally_seen(table)), winners, table.result is None)


# --- the table of a date


def results(state: ClubState, number: int) -> BallotResults:
    """Return the table of a date, the best try first. Raises RoomError before the next morning."""
    day = state.days.get(number)
    if day is None or not day.over:
        told = max(1, min(number, 10**6))
        raise RoomError("club.ballot_open", day=daily.date_of(told).isoformat())
    rows = [_row(state, one) for one in day.tries.values()]
    rows.sort(key=lambda row: (-1.0 if row.share is None else row.share, row.scores[:1]), reverse=True)
    return BallotResults(number, daily.ballot(number).game, rows)


def _row(state: ClubState, one: Try) -> BallotRow:
    finish, name = one.finish, state.people[one.person].name or None
    assert finish is not None
    if finish.stopped:
        return BallotRow(one.person, name, None, finish.scores, one.room)
    first = finish.winners or range(len(finish.scores))
    return BallotRow(one.person, name, (daily.PERSON in first) / len(first), finish.scores, one.room)
