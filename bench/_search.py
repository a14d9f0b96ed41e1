"""Speed of the search, measured beside OpenSpiel's own searches in C++.

All of them play out at random, think about a first move of a game and run in turns on one core, a little each; what
counts is processor time. A search's decisions are its iterations times a game's length.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from _games import compiled_speed, peer_speed, table_of
from rich.console import Console

from hustings.bots.search import Searcher, Settings
from hustings.engine.game import game
from hustings.engine.table import Table

TURNS = 5  # each search has so many turns
OURS, HEX, RUMMY = 2000, 2000, 50  # iterations between two looks at the clock
HEX_GAME, RUMMY_GAME = "hex(board_size=7)", "gin_rummy"
MEMORY = 1000  # megabytes a search of OpenSpiel may take
HEX_EXPLORE, RUMMY_EXPLORE = 1.4, 5.0
LENGTHS = 0.1  # seconds of random games from which a game's length is taken


@dataclass(slots=True)
class Pace:
    """How fast a search is: its name, the decisions in a game, and what it has done in how much processor time."""

    name: str
    length: float
    run: Callable[[], int]
    iterations: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Iterations per second."""
        return self.iterations / self.seconds

    @property
    def decisions(self) -> float:
        """Decisions per second."""
        return self.rate * self.length

    def go_on(self, seconds: float) -> None:
        """Search for so long."""
        until = time.process_time() + seconds
        begun = now = time.process_time()
        while now < until:
            self.iterations += self.run()
            now = time.process_time()
        self.seconds += now - begun


def our_pace(name: str) -> Pace:
    """Our search at one of our games, with its fewest seats, where there is first something to choose."""
    table = game(name).start(seed="search")
    searcher = Searcher(table.game.book, table.seats, Settings(iterations=OURS, sample=1, exact=0))
    made = 0
    while not _search_here(searcher, table):
        seat = min(table.owes)
        table.play(table.legal(seat)[0])
        made += 1
    return Pace(name, compiled_speed(name, LENGTHS).length - made, lambda: _search_here(searcher, table))


def _search_here(searcher: Searcher, table: Table) -> int:
    """Search where a table stands; return the iterations that took, 0 where all choices come to the same."""
    seat = min(table.owes)
    searcher.look(table.view_row(seat).tobytes(), seat, 1)
    return searcher.iterations


def hex_pace() -> Pace:
    """OpenSpiel's Monte Carlo tree search at hex of 7 by 7; ImportError without OpenSpiel."""
    import pyspiel

    peer = pyspiel.load_game(HEX_GAME)
    bot = pyspiel.MCTSBot(
        peer, pyspiel.RandomRolloutEvaluator(1, 1), HEX_EXPLORE, HEX, MEMORY, solve=False, seed=1, verbose=False
    )
    return Pace("MCTS at hex 7x7", peer_speed(HEX_GAME, LENGTHS).length, _searching(bot, peer, HEX))


def rummy_pace() -> Pace:
    """OpenSpiel's information-set Monte Carlo tree search at gin rummy; ImportError without OpenSpiel."""
    import pyspiel

    peer = pyspiel.load_game(RUMMY_GAME)
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        RUMMY_EXPLORE,
        RUMMY,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    return Pace("ISMCTS at gin rummy", peer_speed(RUMMY_GAME, LENGTHS).length, _searching(bot, peer, RUMMY))


def _searching(bot: Any, peer: Any, iterations: int) -> Callable[[], int]:
    """A search of a bot of OpenSpiel from the first decision; whatever is dealt first is dealt in order."""
    state = peer.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def run() -> int:
        bot.step(state)
        return iterations

    return run


def measured(paces: Sequence[Pace], seconds: float) -> None:
    """Let each search so long, in turns."""
    for _ in range(TURNS):
        for pace in paces:
            pace.go_on(seconds / TURNS)


def report_search(games: Sequence[str], seconds: float, console: Console | None = None) -> None:
    """Measure the searches and print tables; how long each runs at least, in seconds."""
    to = console or Console(highlight=False)
    ours = [our_pace(name) for name in games]
    try:
        peers = [hex_pace(), rummy_pace()]
    except ImportError:
        peers = []
    measured([*ours, *peers], seconds)
    table = table_of("search", "decisions/game", "iterations per second", "decisions per second")
    for pace in (*ours, *peers):
        table.add_row(pace.name, f"{pace.length:.1f}", f"{pace.rate:,.0f}", f"{pace.decisions:,.0f}")
    to.print("Searching on one core, with random playouts, by processor time", table)
    if not peers:
        to.print("OpenSpiel (pyspiel) is not installed, so there is no search to compare with.")
        return
    table = table_of("game", *(peer.name for peer in peers))
    for pace in ours:
        table.add_row(pace.name, *(f"{pace.decisions / peer.decisions:.2f}" for peer in peers))
    to.print("Ratio of decisions per second, our search's to the peer's", table)
