"""An evening of a club: rounds at several tables, latecomers, standings, and what is left after a crash."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from hustings import bots
from hustings.clubs import changes
from hustings.clubs.settings import ClubGame
from hustings.clubs.standings import Rating
from hustings.engine.errors import HustingsError
from hustings.gatherings.people import person_code
from hustings.rooms.errors import NotAllowedError, RoomError
from tests.clubs.helpers import Page, announce, arrive, club_of, hurry, open_clubs, play_round, rooms_of, standings
from tests.rooms.helpers import run, until


def test_sixteen_members_play_an_evening_of_three_rounds_at_four_tables(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, members = await club_of(clubs, 16)
            screen = Page()
            await club.attach(screen, None)
            await announce(club)
            met: Counter[frozenset[int]] = Counter()
            for number in range(1, 4):
                await play_round(club)
                tables = club.state.tables
                assert sorted(len(table.seats) for table in tables) == [4, 4, 4, 4]
                seated = [who for table in tables for seat in table.seats for who in seat]
                assert sorted(seated) == list(range(1, 17))
                for table in tables:
                    met.update(frozenset(two) for two in combinations([seat[0] for seat in table.seats], 2))
                await until(lambda number=number: members[0].shown.round is not None and members[0].shown.round.over)
                told = members[0].shown
                assert told.round is not None
                assert told.round.number == number
                assert told.table is not None
                assert told.round.tables[told.table.number - 1].room == told.table.room
                won = [seat.points for table in told.round.tables for seat in table.seats]
                assert sum(point or 0 for point in won) == pytest.approx(4, abs=0.05)  # a third has 33 of 100 points
            assert sum(count - 1 for count in met.values()) <= 4  # drawn by lot it would be 14
            await until(lambda: [row.games for row in screen.shown.standings] == [3] * 16)
            assert sum(row.points for row in screen.shown.standings) == pytest.approx(12, abs=0.1)
            await club.change(changes.end_evening)
            assert (club.state.evening, club.info().evenings, club.state.people[1].coming) == (None, 1, None)
            printed = club.evening(1)
            assert [len(each.tables) for each in printed.rounds] == [4, 4, 4]
            assert all(table.why and table.finish for each in printed.rounds for table in each.tables)

    run(work())


def test_an_evening_goes_on_where_it_was_when_the_server_is_killed(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, members = await club_of(clubs, 8)
            await announce(club)
            await play_round(club)
            await club._write(changes.start_round)  # killed before the rooms are made
            code, before = club.state.code, club.state
        async with open_clubs(tmp_path) as clubs:
            club = await clubs.find(code)
            assert [member.name for member in club.state.people.values()] == [f"Member {n:02}" for n in range(1, 9)]
            assert [(table.room, table.seats) for table in club.state.tables] == [
                (table.room, table.seats) for table in before.tables
            ]
            assert [room.state.phase for room in rooms_of(club)] == ["playing"] * 2
            names = {chair.name for room in rooms_of(club) for chair in room.state.chairs}
            assert names == {f"Member {n:02}" for n in range(1, 9)}
            page = Page()
            await club.attach(page, members[3].token)
            while club.state.playing:
                await hurry(club)
                await asyncio.sleep(0)
            assert [row.games for row in (await standings(club))] == [2] * 8

    run(work())


def test_a_latecomer_takes_a_bots_seat_and_others_wait_for_the_next_round(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, _members = await club_of(clubs, 3)
            await announce(club, game="mudslinger", size=4)
            await club.change(lambda state: changes.come(state, 3, False))
            await club.change(changes.start_round)
            [table] = club.state.tables
            assert [len(seat) for seat in table.seats].count(0) == 1  # three seats are the fewest
            await club.change(lambda state: changes.come(state, 3, True))
            await until(lambda: club.state.place_of(3) is not None)
            late = await arrive(club, "token of somebody late", "Late")
            await club.change(lambda state: changes.come(state, late.number, True))
            await until(lambda: late.shown.evening is not None and late.shown.evening.coming == 4)
            assert club.state.place_of(late.number) is None
            while club.state.playing:
                await hurry(club)
                await asyncio.sleep(0)
            rows = {row.member: row.games for row in (await standings(club))}
            assert rows == {1: 1, 2: 1}  # the game counts for nobody who missed its beginning
            await club.change(changes.start_round)
            assert club.state.place_of(late.number) is not None

    run(work())


def test_who_comes_plays_and_who_sits_out_does_not(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, _members = await club_of(clubs, 5)
            with pytest.raises(RoomError, match="no evening is announced"):
                await club.change(lambda state: changes.come(state, 2, True))
            await announce(club, game="combat", size=2)
            await club.change(lambda state: changes.sit_out(state, 5, True))
            await club.change(lambda state: changes.come(state, 4, None))
            await club.change(changes.start_round)
            playing = {who for table in club.state.tables for seat in table.seats for who in seat}
            assert len(playing) + (club.state.round.bye is not None) == 3  # type: ignore[union-attr]
            assert not {4, 5} & playing
            with pytest.raises(RoomError, match="a round is being played"):
                await club.change(changes.start_round)
            await club.end_round()
            assert club.state.round is not None
            assert club.state.round.tables[0].finish is not None
            assert club.state.round.tables[0].finish.stopped

    run(work())


def test_members_come_back_with_their_code_and_organisers_allow_claims(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, members = await club_of(clubs, 3)
            await club.come_back(person_code(members[1].token), "another device")
            assert club.member("another device").number == 2
            with pytest.raises(NotAllowedError):
                club.member(members[1].token)
            with pytest.raises(NotAllowedError, match="belongs to nobody"):
                await club.come_back(person_code(members[1].token), "a third device")
            await club.ask_back("member 03", "a new phone")
            await until(lambda: bool(members[0].shown.claims))
            [claim] = members[0].shown.claims
            assert (claim.member, members[2].shown.claims) == (3, [])
            await club.change(lambda state: changes.allow(state, claim.mark))
            assert club.member("a new phone").number == 3
            with pytest.raises(RoomError, match="come back with your code"):
                await club.join("MEMBER 01", "token of a stranger")

    run(work())


def test_a_club_has_one_to_four_organisers(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, _ = await club_of(clubs, 6)
            for number in (2, 3, 4):
                await club.change(lambda state, who=number: changes.appoint(state, who))
            with pytest.raises(RoomError, match="at most 4"):
                await club.change(lambda state: changes.appoint(state, 5))
            for number in (1, 2, 3):
                await club.change(lambda state, who=number: changes.appoint(state, who, False))
            with pytest.raises(RoomError, match="needs an organiser"):
                await club.change(lambda state: changes.appoint(state, 4, False))
            with pytest.raises(RoomError, match="needs an organiser"):
                await club.go(4)

    run(work())


def test_a_round_plays_any_of_the_four_games(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, _ = await club_of(clubs, 7)
            await announce(club)
            for game, size, sizes in (
                ("combat", 2, [2, 2, 2]),
                ("politics", 2, [2, 2, 2]),
                ("mudslinger", 3, [3, 4]),
                ("president", 3, [3, 4]),
            ):
                chosen = ClubGame(game, size=size, clock="off")
                await club.change(lambda state, one=chosen: changes.choose(state, one))
                await club.change(changes.start_round)
                assert sorted(len(table.seats) for table in club.state.tables) == sizes
                assert {room.state.game_name for room in rooms_of(club)} == {game}
                await club.end_round()
            with pytest.raises(HustingsError):
                await club.change(lambda state: changes.choose(state, ClubGame("combat", size=3)))

    run(work())


def test_a_rating_names_the_bot_that_is_nearest(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club, _ = await club_of(clubs, 2)
            await announce(club, game="combat", size=2)
            await play_round(club)
            assert {(row.rating, row.level, row.title) for row in await standings(club)} == {(None, None, None)}
            club._season.ratings.update({"1": Rating(120, 90, "boss"), "2": Rating(-40, 80, None)})
            shown = {row.member: row for row in club.pictures().for_member(club.state.people[2]).standings}
            assert (shown[1].rating, shown[1].level, shown[1].title) == (120, "boss", bots.LEVELS["boss"].title)
            assert (shown[2].rating, shown[2].level, shown[2].title) == (-40, None, None)

    run(work())
