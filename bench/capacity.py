"""How many rooms a machine holds, from what bench/rooms_scale.py measured, and how well the model fits that.

    $ python bench/rooms_scale.py --out some.json
    $ python bench/rooms_scale.py --rooms 1200 --pace 0.25 --processes 1 --out more.json
    $ python bench/capacity.py some.json more.json
    $ python bench/capacity.py some.json more.json --pace 0.1 --cores 16

The model is small. A move costs its servers `each` milliseconds, and besides each process costs `idle` milliseconds a
second whatever is played; the database and the proxy cost so much for each move; memory is so much for each process and
each room. Cores are shared out as these need them, and none is to be busier than `--busy`.
"""

from __future__ import annotations

import argparse
import json
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

Point = dict[str, Any]
CONNECTIONS = 9  # of one process to the database: its pool, and the one that hears notices


@dataclass(frozen=True)
class Model:
    """What a move and a process cost, in milliseconds of processor time; memory in MiB."""

    each: float
    idle: float
    database: float
    proxy: float
    process_memory: float
    room_memory: float

    def servers(self, processes: int, rate: float) -> float:
        """Milliseconds of all server processes for a move, at so many moves a second."""
        return self.each + self.idle * processes / rate

    def memory(self, processes: int, rooms: float) -> float:
        """MiB of all server processes."""
        return self.process_memory * processes + self.room_memory * rooms


def fitted(points: list[Point]) -> Model:
    """The model that fits best what was measured with the people of a room together."""
    together = [point for point in points if point["placed"] == "together"]
    load = np.array([[1.0, point["processes"] / point["rate"]] for point in together])
    each, idle = np.linalg.lstsq(load, np.array([point["servers"] for point in together]), rcond=None)[0]
    if idle < 0:  # too little to be seen
        each, idle = statistics.mean(point["servers"] for point in together), 0.0
    size = np.array([[point["processes"], point["rooms"]] for point in together])
    memory = np.linalg.lstsq(size, np.array([point["memory"] for point in together]), rcond=None)[0]
    return Model(
        float(each),
        float(idle),
        statistics.median(point["database"] for point in together),
        statistics.median(point["proxy"] for point in together),
        float(memory[0]),
        float(max(memory[1], 0.0)),
    )


@dataclass(frozen=True)
class Machine:
    """A machine that is full. cores: of the servers, the database, the proxy."""

    rooms: int
    moves: float
    processes: int
    cores: tuple[float, float, float]
    memory: float


def filled(model: Model, cores: int, pace: float, busy: float) -> Machine:
    """What a machine of so many cores holds, at so many moves a second of each room.

    A process uses one core at most, so there are as many as the servers have cores.
    """
    least = model.each + model.database + model.proxy
    moves, processes = 0.0, 1
    for _ in range(20):  # the rounds of the processes are paid for by the cores they are on
        moves = (1000 * cores * busy - model.idle * processes) / least
        processes = max(1, round(moves * model.servers(processes, moves) / 1000 / busy))
    shares = [moves * cost / 1000 / busy for cost in (model.servers(processes, moves), model.database, model.proxy)]
    rooms = int(moves / pace)
    return Machine(rooms, moves, processes, (shares[0], shares[1], shares[2]), model.memory(processes, rooms))


def check(model: Model, points: list[Point]) -> None:
    """Print what the model says of each measured case beside what was measured."""
    print("processes  placed    rooms  moves/s   servers ms  by the model  difference   MiB  by the model")
    for point in points:
        told = model.servers(point["processes"], point["rate"])
        memory = model.memory(point["processes"], point["rooms"])
        print(
            f"{point['processes']:9}  {point['placed']:8} {point['rooms']:6} {point['rate']:8.0f} "
            f"{point['servers']:12.3f} {told:13.3f} {point['servers'] / told - 1:11.0%} "
            f"{point['memory']:5.0f} {memory:13.0f}"
        )


def main() -> None:
    """Read what was asked, and print the model, its check and the machines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures", type=Path, nargs="+", help="two numbers of rooms at least, to tell their memory")
    parser.add_argument("--cores", type=int, nargs="*", default=[8, 32, 128])
    parser.add_argument("--pace", type=float, default=0.2, help="moves a second of each room")
    parser.add_argument("--busy", type=float, default=0.6, help="the part of each core that may be used")
    asked = parser.parse_args()
    points: list[Point] = [point for file in asked.figures for point in json.loads(file.read_text())]
    model = fitted(points)
    print(
        f"a move: servers {model.each:.3f} ms, database {model.database:.3f} ms, proxy {model.proxy:.3f} ms; "
        f"a process: {model.idle:.1f} ms a second, {model.process_memory:.0f} MiB; "
        f"a room: {1024 * model.room_memory:.0f} KiB"
    )
    check(model, points)
    print("cores   rooms  moves/s  processes  cores of servers, database, proxy    GiB  connections to the database")
    for cores in asked.cores:
        full = filled(model, cores, asked.pace, asked.busy)
        shares = ", ".join(f"{share:.1f}" for share in full.cores)
        print(
            f"{cores:5} {full.rooms:7} {full.moves:8.0f} {full.processes:10}  {shares:33} {full.memory / 1024:6.1f} "
            f"{CONNECTIONS * full.processes:12}"
        )


if __name__ == "__main__":
    main()
