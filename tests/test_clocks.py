"""Durations are measured by clocks that nobody can set: each use of the wall clock is listed here with its reason."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "hustings"
CLIENT = ROOT / "client" / "src"
#: functions that read the wall clock, by module or class
READING = {
    "time": {"time", "time_ns", "localtime", "gmtime", "strftime", "ctime", "asctime"},
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
}
#: how often each file reads the wall clock, and why it may
ALLOWED = {
    "classes/changes.py": 4,  # times in the log: of the class, of a deal, of an end, of a deadline (see `classroom`)
    "clubs/changes.py": 4,  # times in the log: of the club, of a round and its end, of an evening's end
    "classes/classroom.py": 1,  # turns the stored deadline into running time, once
    "cli/daily.py": 1,  # the date whose ballot is played
    "cli/playing.py": 1,  # the name of a saved game's file
    "engine/folders.py": 1,  # the age of compiled code, which is compiled again
    "models/evaluation/connections.py": 1,  # an endpoint's Retry-After may be a date; the wait is bounded
    "rooms/eventlog/registry.py": 1,  # shows when logs will be removed
    "rooms/stores/sqlite.py": 1,  # stamps records; `Retention` compares it with running time before anything is removed
    "web/abuse.py": 1,  # the time in a line of the abuse log
    "web/doctor.py": 4,  # looks whether the clock is right
}
#: the same for the client, whose pages show the time of day
ALLOWED_IN_CLIENT = {
    "ballot/Stars.svelte": 1,  # the date decides which ballot is today's
    "ballot/ballotPage.svelte.ts": 3,
    "classroom/Lead.svelte": 1,  # the seconds until the time of day that the teacher chose
    "classroom/checks.ts": 1,  # compares the phone's clock with the server's
    "home/MoveGames.svelte": 1,  # the date in a file's name
    "home/FinishedRow.svelte": 1,  # "today" and "yesterday" beside a game
    "lib/deadlines.ts": 2,  # how a deadline is shown, and the first day of leave that may be chosen
    "lib/games.ts": 1,  # the order of the device's games
    "lib/persist.ts": 2,  # when a browser is asked again to keep the storage
    "lib/settings.svelte.ts": 1,  # a mark that differs from the last one
    "pages/PuzzlePage.svelte": 1,  # the date decides which puzzle is this week's
    "puzzle/Archive.svelte": 1,
    "puzzle/PuzzleCard.svelte": 1,
    "home/Home.svelte": 2,
    "session/mine.ts": 2,  # which old rooms the server is asked about, and today's ballot
}


def reads_wall_clock(node: ast.AST) -> bool:
    """Return True if a node of a syntax tree is one of the functions of `READING`, called or handed over."""
    match node:
        case ast.Attribute(value=ast.Name(id=owner) | ast.Attribute(attr=owner), attr=name):
            return name in READING.get(owner, ())
        case ast.ImportFrom(module="time", names=names):
            return any(one.name in READING["time"] for one in names)
    return False


def test_only_listed_places_read_the_wall_clock() -> None:
    found: Counter[str] = Counter()
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found[path.relative_to(PACKAGE).as_posix()] += sum(map(reads_wall_clock, ast.walk(tree)))
    assert +found == ALLOWED


def test_only_listed_places_of_the_client_read_the_wall_clock() -> None:
    found: Counter[str] = Counter()
    for path in [*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")]:
        text = path.read_text(encoding="utf-8")
        found[path.relative_to(CLIENT).as_posix()] += len(re.findall(r"\bDate\.now\b|\bnew Date\(\)", text))
    assert +found == ALLOWED_IN_CLIENT
