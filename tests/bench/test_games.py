"""The measurements: what is counted, and that the report prints. No number of them is asserted against a clock."""

from __future__ import annotations

import io
import sys

import _games as bench
import pytest
from rich.console import Console

from hustings import game
from hustings.engine.kernels import playout
from hustings.engine.kernels.chance import key_of
from tests.games import NAMES


def test_a_speed_is_decisions_by_seconds() -> None:
    speed = bench.Speed("sample", 2, games=10, decisions=500, seconds=0.25)
    assert (speed.rate, speed.length) == (2000.0, 50.0)


def test_batches_grow_until_the_time_is_up_and_only_playing_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock of our own: each batch takes a hundredth of a second for each of its games, counting takes an hour."""
    now = 0.0
    asked: list[tuple[int, int]] = []

    def batch(games: int, first: int) -> bench.Callable[[], int]:
        nonlocal now
        asked.append((games, first))
        now += games / 100

        def count() -> int:
            nonlocal now
            now += 3600
            return 7 * games

        return count

    monkeypatch.setattr(bench.time, "perf_counter", lambda: now)
    speed = bench._timed("sample", 2, 4.0, batch)
    assert asked[:4] == [(8, 0), (16, 8), (32, 24), (64, 56)]
    assert [first for _, first in asked] == [sum(games for games, _ in asked[:k]) for k in range(len(asked))]
    assert speed.games == sum(games for games, _ in asked)
    assert speed.decisions == 7 * speed.games
    assert speed.seconds == pytest.approx(speed.games / 100)
    assert 4.0 <= speed.seconds < 8.0


@pytest.mark.parametrize("name", NAMES)
def test_the_compiled_and_the_interpreted_games_are_the_same_ones(name: str) -> None:
    """Both sides of the ratio play the same games from the same keys, decision for decision."""
    from hustings.engine.kernels import compiled

    chosen = game(name)
    seats = chosen.seats_allowed[0]
    games = 2
    keys = [key_of(number) for number in range(games)]
    levels = [playout.RANDOM] * seats
    fast, decisions = compiled.random_games(
        chosen.book, chosen.start_options(seats), bench.np.array(keys, bench.np.uint64), bench.np.array(levels)
    )
    rows = [chosen.start_row(seats) for _ in keys]
    results = bench.np.zeros_like(fast)
    buffers = chosen.book.buffers(note_rows=1)
    slow = playout.playouts(rows, keys, levels, buffers.note, buffers.weights, buffers.actions, buffers.counts, results)
    assert decisions == slow > games
    assert results.tolist() == fast.tolist()


def printed(games: list[str], compile_time: bool) -> list[list[str]]:
    """The cells of every line of a report that is printed, empty lines and rules left out."""
    console = Console(file=io.StringIO(), width=80)
    bench.report(games, 0.01, compile_time, console)
    lines = [line.split("  ") for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]
    cells = [[cell.strip() for cell in line if cell.strip()] for line in lines]
    return [line for line in cells if line and set(line[0]) != {"─"}]


def test_the_report_prints_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "compile_seconds", lambda name: (12.5, 0.25))
    monkeypatch.setattr(bench, "STARTS", 1)
    lines = printed(["president"], compile_time=True)
    assert lines[0] == ["Whole random games on one core, decisions per second"]
    assert lines[1] == ["game", "seats", "decisions/game", "compiled", "interpreted", "ratio"]
    assert lines[2][:2] == ["president", "2"]
    assert len(lines[2]) == 6
    peers = lines.index(["The peer, measured just now: OpenSpiel's random games in C++"])
    assert [line[0] for line in lines[peers + 2 : peers + 4]] == list(bench.PEERS)
    ratios = lines[lines.index(["Ratio, ours compiled to the peer's"]) + 2]
    assert ratios[0] == "president"
    assert all(float(ratio) >= 0 for ratio in ratios[1:])
    assert len(ratios) == 1 + len(bench.PEERS)
    assert ["president", "12.50", "0.25"] in lines
    starts = lines.index(["Starting, in seconds (median of 1)"])
    told = {command: float(seconds) for command, seconds in lines[starts + 2 :]}
    assert told.keys() == {"python", "import hustings", "hustings --help"}
    assert min(told.values()) > 0


def test_without_the_peer_the_report_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    lines = printed(["combat"], compile_time=False)
    assert lines[-1] == ["OpenSpiel (pyspiel) is not installed, so there is no peer to compare with."]


def test_cold_and_cached_each_have_a_process_and_one_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second run finds what the first left, and the folder goes with them."""
    folders: list[str] = []

    def compiled_steps(games: list[str], environment: dict[str, str]) -> list[bench.Speed]:
        folders.append(environment["HUSTINGS_CACHE"])
        return [bench.Speed(games[0], 2, 1, 1, seconds=10.0 / len(folders)), bench.Speed(games[0], 2, 1, 1, seconds=1)]

    monkeypatch.setattr(bench, "warmed", compiled_steps)
    assert bench.compile_seconds("combat") == (11.0, 6.0)
    assert len(set(folders)) == 1
    assert not bench.os.path.exists(folders[0])
