"""kill -9 in an evening: what was acknowledged and shown is there, and the evening goes on."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from hustings.clubs import changes
from hustings.clubs.updates import ClubView
from tests.clubs.helpers import Page, announce, club_of, hurry, open_clubs, play_round, rooms_of, standings
from tests.rooms.dying import DyingStore, die, killed, say
from tests.rooms.helpers import run

MEMBERS = 8


class Watching(Page):
    """A page that prints each message before it counts as shown."""

    def tell(self, notice: object) -> None:
        assert isinstance(notice, ClubView)
        number = 0 if notice.round is None else notice.round.number
        say(f"shown {notice.seq} {number}")


async def evening(folder: Path, step: str, fatal: int) -> None:
    """Play an evening until killed at a step of the append with the number `fatal`."""
    store = DyingStore(folder / "rooms.db", step, 10**9)
    async with open_clubs(folder, store) as clubs:
        club, members = await club_of(clubs, MEMBERS)
        say(f"club {club.state.code} {members[0].token}")
        await club.attach(Watching(), members[0].token)
        await announce(club, game="combat", size=2)
        store.fatal = store.appended + fatal
        for _ in range(3):
            await play_round(club)
            say(f"round {len(club.state.evenings[0].rounds)} {club.state.seq}")
        die()


@pytest.mark.parametrize("fatal", [1, 2, 4, 60])  # the round's record, its first rooms, moves
@pytest.mark.parametrize("step", ["before the commit", "after the commit"])
def test_an_evening_that_is_killed_goes_on(tmp_path: Path, step: str, fatal: int) -> None:
    said = killed("tests.clubs.test_killed", tmp_path, step, fatal)
    code, token = next(words[1:] for words in said if words[0] == "club")
    shown = [(int(words[1]), int(words[2])) for words in said if words[0] == "shown"]
    rounds = [int(words[1]) for words in said if words[0] == "round"]

    async def work() -> None:
        async with open_clubs(tmp_path) as clubs:
            club = await clubs.find(code)
            assert club.state.seq >= max(seq for seq, _ in shown)
            assert len(club.state.evenings[0].rounds) >= max([number for _, number in shown] + rounds)
            assert club.member(token).number == 1
            assert [member.name for member in club.state.people.values()] == [f"Member {n:02}" for n in range(1, 9)]
            if not club.state.playing:
                await club.change(changes.start_round)
            tables = club.state.tables
            assert sorted(who for table in tables for seat in table.seats for who in seat) == [*range(1, MEMBERS + 1)]
            assert [room.state.code for room in rooms_of(club)] == [table.room for table in tables]
            while club.state.playing:
                await hurry(club)
                await asyncio.sleep(0)
            played = len(club.state.evenings[0].rounds)
            assert [row.games for row in (await standings(club))] == [played] * MEMBERS

    run(work())


if __name__ == "__main__":
    asyncio.run(evening(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
