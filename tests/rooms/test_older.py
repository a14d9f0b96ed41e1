"""Rooms that earlier versions left in mid-game open in this one and are played to their end (decision 15)."""

from __future__ import annotations

import gzip
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from hustings.rooms.log.log_events import Played
from hustings.rooms.log.replaying import replay
from hustings.rooms.log.state import RoomState
from hustings.rooms.stores.sqlite import SqliteStore
from tests.rooms.helpers import Onlooker, open_rooms, play_on, run
from tests.rooms.older.record import TOKENS

VERSIONS = sorted(Path(__file__).with_name("older").glob("*.db.gz"))
PLAYED_HERE = 3  # decisions sent as a person's commands; the rest of a game is played without a server

RECORDED = [  # options that the oldest version had
    *[("combat", "edition"), ("combat", "objective"), ("combat", "votes"), ("politics", "side"), ("politics", "votes")],
    *[("politics", "waters"), ("politics", "must_play"), ("president", "dealt"), ("president", "overtaken")],
    *[("president", "votes"), ("mudslinger", "cap"), ("mudslinger", "hot_streak"), ("mudslinger", "candidates")],
    *[("mudslinger", "replace_mate"), ("mudslinger", "open_states"), ("mudslinger", "votes")],
]

LATER = [  # options that came later: the only rule there was, and the versions that lacked them
    ("president", "empty_states", "aside", {"871d768", "6cd7bef"}),  # UP-11
    ("mudslinger", "attack_cards", "closed", {"871d768", "6cd7bef"}),  # MS-19
]


def finish(state: RoomState, random: Random) -> None:
    """Play the room's game to its end, as its records would tell it."""
    table = state.table
    assert table is not None
    while not table.over:
        seat, before = min(table.owes), table.length
        table.play(random.choice(table.legal(seat)))
        state.apply(Played(state.order[seat], list(table.log[before:])))


@pytest.mark.parametrize("stored", VERSIONS, ids=lambda path: path.name.split(".")[0])
def test_rooms_of_earlier_versions_are_played_to_their_end(stored: Path, tmp_path: Path) -> None:
    async def work() -> dict[str, dict[str, set[str]]]:
        seen: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))  # values by game and option
        async with open_rooms(tmp_path, SqliteStore(tmp_path / "rooms.db")) as rooms:
            store = rooms.context.store
            for number, entry in enumerate(await store.rooms()):
                room = await rooms.find(entry.code)
                assert room.state.phase == "playing"
                people = [token for chair, token in zip(room.state.chairs, TOKENS, strict=False) if chair.token]
                watchers = [await room.attach(Onlooker(), token) for token in people]
                assert await play_on(room, watchers, PLAYED_HERE) > 0
                await room.close()
                state = replay(entry.code, await store.read(entry.code))
                finish(state, Random(number))
                assert (state.phase, state.series.round) == ("over", state.games)
                for option, value in state.game.options.items():
                    seen[state.game_name][option].add(value)
        return seen

    (tmp_path / "rooms.db").write_bytes(gzip.decompress(stored.read_bytes()))
    seen = run(work())
    assert sorted(seen) == ["combat", "mudslinger", "politics", "president"]
    for game, option, value, lacking in LATER:
        assert (seen[game][option] == {value}) == (stored.name.split(".")[0] in lacking)
    assert len(seen["combat"]["votes"]) == 7
    assert all(len(seen[game][option]) > 1 for game, option in RECORDED)


def test_versions_are_recorded() -> None:
    """Each file is small, and the oldest ones are still there."""
    assert {"871d768", "6cd7bef", "eaf4fc0"} <= {path.name.split(".")[0] for path in VERSIONS}
    assert sum(path.stat().st_size for path in VERSIONS) < 1_000_000
