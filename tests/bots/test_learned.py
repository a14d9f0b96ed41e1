"""Trained policies: small files that need NumPy alone, legal moves, the same for the same key, better than chance."""

from __future__ import annotations

import sys
from pathlib import Path
from subprocess import run

import pytest

import hustings
from hustings import OptionError, arena, bots
from hustings.bots import learned
from hustings.engine.kernels.chance import key_of
from tests.games import NAMES

FILES = Path(learned.__file__).parent / "policies"
#: an even share, and the least that a match of few games must show against random play
EVEN = {"combat": 1 / 2, "mudslinger": 1 / 3, "politics": 1 / 2, "president": 1 / 2}
BARE = """
import sys
for name in ("torch", "gymnasium", "ray", "numba"):
    sys.modules[name] = None
import hustings
from hustings import bots
table = hustings.game("president").start(seed=1)
print(bots.load_policy("president").choose(table, 0, key=3))
"""


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_small(name: str) -> None:
    assert 30_000 < (FILES / f"{name}.npz").stat().st_size < 155_000


def test_a_policy_loads_without_other_libraries() -> None:
    told = run([sys.executable, "-c", BARE], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.startswith("P1 place ")


@pytest.mark.parametrize("name", NAMES)
def test_a_move_is_legal_and_the_same_for_the_same_key(name: str) -> None:
    game, policy = hustings.game(name), bots.load_policy(name)
    table, moves = game.start(seed=5), []
    for entry in range(60):
        if table.over:
            break
        seat = min(table.owes)
        odds = policy.odds(table, seat)
        assert list(odds) == table.legal_actions(seat)
        assert sum(odds.values()) == pytest.approx(1)
        moves.append(policy.choose(table, seat, entry))
        assert bots.choose(table, seat, "learned", entry) == policy.choose(table, seat, key_of(entry))
        table.play(moves[-1])
    again = game.start(seed=5)
    for entry, move in enumerate(moves):
        assert policy.choose(again, min(again.owes), entry) == move
        again.play(move)


@pytest.mark.parametrize("name", NAMES)
def test_a_policy_knows_what_its_seat_knows(name: str) -> None:
    """At a table that its seat cannot tell apart it chooses alike."""
    table, policy = hustings.game(name).start(seed=2), bots.load_policy(name)
    for entry in range(30):
        if table.over:
            break
        seat = min(table.owes)
        assert policy.odds(table.imagine(seat, key=entry), seat) == policy.odds(table, seat)
        table.play(policy.choose(table, seat, entry))


@pytest.mark.parametrize("name", NAMES)
def test_a_policy_beats_random_play(name: str) -> None:
    played = arena.match(name, ["learned", "random"], 12 if name == "mudslinger" else 40, workers=1, seed=2)
    assert played.standings[0].share - played.standings[0].error > EVEN[name]


def test_another_table_is_refused() -> None:
    for table in (hustings.game("president").start(seats=3, seed=1), hustings.game("combat").start(seed=1)):
        with pytest.raises(OptionError, match="learned plays president with 2 players only"):
            bots.load_policy("president").choose(table, 0)
    with pytest.raises(OptionError, match="there is no game"):
        bots.load_policy("chess")
    assert arena.Entrant.read("learned").travels


def test_a_throw_is_never_sure() -> None:
    """Who always throws the same ties forever with itself."""
    game, policy = hustings.game("combat"), bots.load_policy("combat")
    met = 0
    for seed in range(40):
        table = game.start(seed=seed)
        while not table.over and table.length < 200:
            seat = min(table.owes)
            legal = table.legal(seat)
            if legal[0].text.endswith(("paper", "rock", "scissors")):
                assert max(policy.odds(table, seat).values()) < 0.97
                met += 1
            table.play(policy.choose(table, seat, seed))
    assert met > 10
