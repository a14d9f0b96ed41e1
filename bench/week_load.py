"""A week of a busy public server in an hour: 300 rooms each evening, watched by Prometheus and drawn as the dashboard.

    $ python bench/week_load.py                   a day in two minutes: figures, a picture, the alerts that fired
    $ python bench/week_load.py --days 7 --seconds 3600 --rooms 300

`hustings serve` runs as on a public server, with all its limits; each room's people have an address of their own, as a
proxy forwards it. Rooms come and go by the time of day: the fewest at four in the morning, the most at eight in the
evening. People stay for six hours. One room in twenty has a bot of the level "boss". Everybody moves by chance, in each
room once in two seconds; moves are not as dense as the week is short. The intervals in the queries of the dashboard and
of the alerts are a tenth of what they are. Prometheus comes from Debian's package, the drawing from matplotlib.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from _rooms_people import CONNECTING, Load, OneAndABot, TwoPeople
from _rooms_servers import ROOT

OPERATOR = ROOT / "docs" / "howto" / "own-server"
STAY = 6  # hours
OPENED = 4  # rooms at a time, each second
RATE = 0.5  # moves a second of each room
GAMES = ("combat", "president")
WITH_A_BOT = 20  # one room in so many
UNITS = {"short": "", "s": "s", "percentunit": "cores", "bytes": "bytes"}
Json = dict[str, Any]


class OneAndABoss(OneAndABot):
    """A room with a bot that people choose."""

    level = "boss"


def busy(hour: float) -> float:
    """Return the part of the rooms that are open at an hour of the week, 0.05 to 1; most on the two last days."""
    evening = (1 + math.cos((hour - 20) / 24 * math.tau)) / 2
    return 0.05 + (0.95 if hour % (7 * 24) >= 5 * 24 else 0.8) * evening**1.5


@dataclass
class Street:
    """The rooms of the server. most: how many are open at once; hour: seconds that each of the hours takes."""

    load: Load
    most: int
    hours: int
    hour: float
    made: int = 0
    refused: int = 0
    lost: int = 0

    async def live(self) -> None:
        """Open and close rooms until the end of the last hour."""
        connecting, began = asyncio.Semaphore(CONNECTING), time.monotonic()
        open_rooms: dict[int, tuple[TwoPeople, float]] = {}
        while (hour := (time.monotonic() - began) / self.hour) < self.hours:
            wanted = round(self.most * busy(hour))
            for slot, (room, until) in list(open_rooms.items()):
                if slot >= wanted or hour > until:
                    self.lost += room.leave()
                    del open_rooms[slot]
            free = [slot for slot in range(wanted) if slot not in open_rooms]
            opened = await asyncio.gather(*(self.open(connecting) for _ in free[:OPENED]))
            for slot, room in zip(free[:OPENED], opened, strict=True):
                if room is not None:
                    open_rooms[slot] = (room, hour + STAY * (0.5 + slot % 16 / 16))
            await asyncio.sleep(1.0)
        self.lost += sum(room.leave() for room, _ in open_rooms.values())

    async def open(self, connecting: asyncio.Semaphore) -> TwoPeople | None:
        """Make a room whose people play; None if the server refuses it for now."""
        self.made += 1
        kind = TwoPeople if self.made % WITH_A_BOT else OneAndABoss
        address = f"10.{self.made >> 16}.{self.made >> 8 & 255}.{self.made & 255}"
        room = kind(self.load, self.made, GAMES[self.made % len(GAMES)], address=address)
        try:
            await room.seat()
            await room.play(connecting)
        except RuntimeError as refusal:
            print(refusal, file=sys.stderr, flush=True)
            self.refused += 1
            room.leave()
            return None
        return room


@contextmanager
def running(command: list[str], **more: Any) -> Iterator[subprocess.Popen[str]]:
    """A process that is ended at the end."""
    process = subprocess.Popen(command, text=True, **more)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def shorter(query: str) -> str:
    """Return a query with a tenth of its intervals.

    >>> shorter("rate(x[5m])")
    'rate(x[30s])'
    """
    return re.sub(r"\[(\d+)m\]", lambda found: f"[{int(found[1]) * 6}s]", query)


def prometheus_folder(folder: Path, metrics: str) -> list[str]:
    """Write the settings of a Prometheus that reads one server; return its arguments."""
    alerts = shorter((OPERATOR / "alerts.yml").read_text())
    (folder / "alerts.yml").write_text(re.sub(r"for: (\d+)m", lambda found: f"for: {int(found[1]) * 6}s", alerts))
    settings = {
        "global": {"scrape_interval": "5s", "evaluation_interval": "5s"},
        "scrape_configs": [{"job_name": "hustings", "static_configs": [{"targets": [metrics]}]}],
        "rule_files": ["alerts.yml"],
    }
    (folder / "prometheus.yml").write_text(json.dumps(settings))
    return [f"--config.file={folder / 'prometheus.yml'}", f"--storage.tsdb.path={folder / 'series'}"]


def asked(base: str, query: str, start: float, end: float) -> list[Json]:
    """Return the series of a query between two times."""
    wanted = urllib.parse.urlencode({"query": query, "start": start, "end": end, "step": max(5, (end - start) // 700)})
    with urllib.request.urlopen(f"{base}/api/v1/query_range?{wanted}", timeout=60) as answer:
        found: list[Json] = json.load(answer)["data"]["result"]
    return found


def draw(base: str, start: float, end: float, days: int, out: Path) -> None:
    """Draw the panels of the dashboard, and print what they show."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot as plt

    panels = json.loads((OPERATOR / "dashboard.json").read_text())["panels"]
    figure, axes = plt.subplots(-(-len(panels) // 2), 2, figsize=(11, 12), layout="constrained")
    for panel, axis in zip(panels, axes.flat, strict=True):
        unit = UNITS[panel["fieldConfig"]["defaults"]["unit"]]
        axis.set_title(panel["title"], fontsize=10)
        axis.set_ylabel(unit)
        for target in panel["targets"]:
            for series in asked(base, shorter(target["expr"]), start, end):
                points = [(float(at), float(value)) for at, value in series["values"] if value != "NaN"]
                label = ", ".join(v for k, v in series["metric"].items() if k in ("by", "reason")) or target["expr"]
                label = label if len(label) < 40 else label.partition(",")[0].replace("histogram_quantile(", "part ")
                axis.plot(
                    [(at - start) / (end - start) * days for at, _ in points], [v for _, v in points], label=label
                )
                values = sorted(value for _, value in points) or [math.nan]
                print(f"{panel['title']}; {label}: middle {values[len(values) // 2]:.4g}, most {values[-1]:.4g} {unit}")
        axis.set_xlim(0, days)
        axis.set_ylim(bottom=0)
        axis.set_xlabel("day", fontsize=8)
        axis.legend(fontsize=7, loc="upper left")
    figure.savefig(out, dpi=90)


def main() -> None:
    """Run the week, and say what it was like."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=1, help="that are compressed")
    parser.add_argument("--seconds", type=float, default=120.0, help="that they take")
    parser.add_argument("--rooms", type=int, default=40, help="that are open in the evening of the last days of a week")
    parser.add_argument("--ports", type=int, default=18420, help="of three that are free: the server's, and two more")
    parser.add_argument("--out", type=Path, default=Path("week.png"), help="the picture")
    wanted = parser.parse_args()
    port, metrics, base = wanted.ports, f"127.0.0.1:{wanted.ports + 1}", f"127.0.0.1:{wanted.ports + 2}"
    load = Load([port], RATE)
    hours = 24 * wanted.days
    street = Street(load, wanted.rooms, hours, wanted.seconds / hours)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {**os.environ, "HUSTINGS_DATA": str(folder / "rooms"), "HUSTINGS_METRICS": metrics}
        environment["HUSTINGS_LOG"] = "json"
        serve = [sys.executable, "-m", "hustings", "serve", "--host", "127.0.0.1", "--port", str(port)]
        prometheus = ["prometheus", f"--web.listen-address={base}", "--log.level=error"]
        log = (folder / "log").open("w")
        with (
            log,
            running(serve, env=environment, stdout=log, stderr=log),
            running(prometheus + prometheus_folder(folder, metrics)),
        ):
            ready(f"http://127.0.0.1:{port}/ready")
            ready(f"http://{base}/-/ready")
            start, before = time.time(), os.getloadavg()
            load.begin()
            asyncio.run(street.live())
            took, end = load.end(), time.time()
            answers = sorted(load.answers)
            print(f"{took:.0f} s, load of the machine {before[0]:.1f} before and {os.getloadavg()[2]:.1f} at the end")
            print(f"rooms {street.made}, refused {street.refused}; moves {len(answers)}, refused {load.refused}")
            print(f"sockets lost {street.lost}")
            parts = (0.5, 0.99, 0.999, 1)
            print("ms:", *(f"{part:g} {1000 * answers[int((len(answers) - 1) * part)]:.1f}" for part in parts))
            print(f"store {sum(each.stat().st_size for each in (folder / 'rooms').iterdir()) / 2**20:.0f} MiB")
            draw(f"http://{base}", start, end, wanted.days, wanted.out)
            fired = asked(f"http://{base}", 'ALERTS{alertstate="firing"}', start, end)
            print("alerts:", ", ".join(sorted({each["metric"]["alertname"] for each in fired})) or "none")


def ready(url: str) -> None:
    """Wait until an address answers."""
    for _ in range(600):
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"{url} does not answer")


if __name__ == "__main__":
    main()
