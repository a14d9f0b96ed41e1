"""Measure what the levels are worth: python scripts/measure_levels.py [matches | regret]

`matches` plays every pair that docs/how-the-bots-think.md tells of, each kept in a file, so that it can be killed and
called again; `--dry` only prints the commands and about how long each takes on one core. `regret` plays games of a
level with itself and asks a search a hundred times as long what each decision cost: a share of a game a decision, and a
seat's whole game, which is the headroom above that level.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import hustings
from hustings.arena.stats import mean_error
from hustings.bots import choose, level
from hustings.bots.search import Searcher, Settings

HUNDRED = 100
QUICK = 100  # iterations that a quick level's regret is reckoned from
TOLD = 0.02  # of the visits: what was tried less often is no better move
#: iterations a second on one core, by game; the decisions of a seat that are searched in a game
PACE = {"president": (60_000, 12), "combat": (60_000, 14), "politics": (40_000, 14), "mudslinger": (12_000, 120)}


@dataclass(frozen=True)
class Pairing:
    """A match: the first entrant against the second in all other seats."""

    game: str
    seats: int
    first: str
    other: str
    games: int

    @property
    def command(self) -> list[str]:
        """What to call."""
        who = ",".join([self.first, *[self.other] * (self.seats - 1)])
        kept = f"{self.game}-{self.seats}-{self.first}-{self.other}.kept"
        told = ["hustings", "match", self.game, "--seats", who, "--players", str(self.seats), "--games"]
        return [*told, str(self.games), "--seed", "levels", "--keep", kept]

    @property
    def minutes(self) -> float:
        """About how long it takes on one core."""
        rate, decisions = PACE[self.game]
        thought = iterations(self.first) + (self.seats - 1) * iterations(self.other)
        return self.games * decisions * thought * (self.seats / 2) / rate / 60


def iterations(name: str) -> int:
    """How many games ahead a level thinks; none for a quick one."""
    play = level(name).play
    return play.iterations if isinstance(play, Settings) else 0


def pairings() -> list[Pairing]:
    """All that the documentation tells of."""
    ladder = [("alderman", "thumb"), ("chair", "alderman"), ("boss", "chair"), ("kingmaker", "boss")]
    found = [Pairing("president", seats, *pair, 400) for seats in (2, 4, 6) for pair in ladder]
    found += [Pairing("mudslinger", seats, "boss", "thumb", games) for seats, games in ((3, 300), (5, 300))]
    found += [Pairing(name, 2, who, "thumb", 1000) for name in ("combat", "politics") for who in ("boss", "kingmaker")]
    return found + [Pairing("politics", seats, "boss", "thumb", 600) for seats in (4, 6)]


def matches(dry: bool) -> None:
    """Play them, the shortest first."""
    for each in sorted(pairings(), key=lambda pairing: pairing.minutes):
        print(f"# about {each.minutes:.0f} min", shlex.join(each.command), flush=True)
        if not dry:
            subprocess.run([str(Path(sys.executable).with_name("hustings")), *each.command[1:]], check=True)


def regret(name: str, who: str, games: int) -> None:
    """Print what the decisions of a level cost it."""
    chosen = hustings.game(name)
    seats = chosen.seats_allowed[0]
    play = level(who).play
    deep = Settings(HUNDRED * (play.iterations if isinstance(play, Settings) else QUICK), exact=60_000)
    searcher, costs, wholes = Searcher(chosen.book, seats, deep), [], []
    for number in range(games):
        table, cost, asked = chosen.start(seats=seats, seed=f"regret {number}"), [0.0] * seats, 0
        while not table.over:
            seat = min(table.owes)
            move = choose(table, seat, who, key=f"{number} {len(table.log)}")
            found = searcher.look(table.view_row(seat).tobytes(), seat, number)
            visits = sum(each.tried for each in found)
            told = {each.action: each.share for each in found if each.tried >= TOLD * visits or searcher.solved}
            if len(found) > 1:
                mine = next((each.share for each in found if each.action == move.action), None)
                lost = max(0.0, max(told.values()) - mine) if mine is not None else 0.0
                costs.append(lost)
                cost[seat] += lost
                asked += 1
            table.play(move)
        wholes.append(sum(cost) / seats)
    error = mean_error(np.array(wholes))
    print(f"{name}, {who}: {np.mean(costs):.4f} a decision, {np.mean(wholes):.3f} ± {error:.3f} a game and seat")


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["matches", "regret"])
    parser.add_argument("--dry", action="store_true", help="only print what would be played")
    parser.add_argument("--game", default="combat")
    parser.add_argument("--level", default="thumb")
    parser.add_argument("--games", type=int, default=40)
    asked = parser.parse_args()
    if asked.what == "matches":
        matches(asked.dry)
    else:
        regret(asked.game, asked.level, asked.games)


if __name__ == "__main__":
    main()
