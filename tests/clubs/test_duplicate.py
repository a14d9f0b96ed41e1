"""Duplicate deals at a club: the same deal at all tables, compared from three tables on, sealed until the last ends."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from hustings.clubs import changes
from hustings.clubs.export import COLUMNS, as_csv
from hustings.clubs.settings import ClubGame
from hustings.rooms.errors import RoomError
from tests.clubs.helpers import announce, club_of, open_clubs, play_round, rooms_of
from tests.rooms.helpers import run, until


def test_members_are_compared_with_those_who_had_their_seat_and_deal(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, _ = await club_of(clubs, 6)
            await announce(club, game="combat", size=2, duplicate=True)
            await play_round(club)
            assert len({table.secret for table in club.state.tables}) == 1
            await until(lambda: not any(room.state.sealed for room in rooms_of(club)))
            tables = club.evening(1).rounds[0].tables
            for seat in range(2):
                won = {table.number: table.seats[seat].points for table in tables}
                alike = {table.number: table.seats[seat].alike for table in tables}
                for table in tables:
                    others = [won[other] for other in won if other != table.number]
                    mine = won[table.number]
                    if len({*won.values()}) == 2 and others.count(mine) == 0:  # alone with its result at this seat
                        assert alike[table.number] == (1.0 if mine == max(won.values()) else 0.0)
                assert sum(share or 0 for share in alike.values()) == pytest.approx(1.5, abs=0.02)

    run(work())


def test_deals_are_compared_from_three_tables_on_and_never_in_mudslinger(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, _ = await club_of(clubs, 4)
            await announce(club, game="combat", size=2, duplicate=True)
            await play_round(club)
            assert {seat.alike for table in club.evening(1).rounds[0].tables for seat in table.seats} == {None}
            with pytest.raises(RoomError, match="drift apart"):
                await club.change(lambda state: changes.choose(state, ClubGame("mudslinger", duplicate=True)))

    run(work())


def test_the_results_are_a_table_for_spreadsheets(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, _ = await club_of(clubs, 3)
            await club.rename(2, "=1+1")
            await announce(club, game="combat", size=2)
            await play_round(club)
            rows = [*csv.reader(io.StringIO(as_csv([club.evening(1)]).decode("utf-8-sig")))]
            assert rows[0] == [*COLUMNS]
            found = [dict(zip(COLUMNS, row, strict=True)) for row in rows[1:]]
            assert {(row["evening"], row["day"], row["round"]) for row in found} == {("1", "2026-12-03", "1")}
            seated = {seat[0] for table in club.state.tables for seat in table.seats if seat}
            assert {int(row["member"]) for row in found if row["member"]} == seated
            assert {row["name"] for row in found if row["member"] == "2"} <= {"'=1+1"}
            assert {row["replay"] for row in found} == {table.room for table in club.state.tables}

    run(work())
