"""Matches: the same deals for everybody in every seat, shares that add up, entrants of every kind."""

from __future__ import annotations

import csv
import json
import math
import sys
from pathlib import Path

import numpy as np
import polars
import pytest

from hustings import Game, HustingsError, OptionError, __version__, arena, game
from hustings.arena import Entrant
from hustings.arena.matches.plan import Plan, Work, shares_by_deal, sides
from hustings.arena.matches.playing import Player
from hustings.bots.search import Settings
from tests.arena.matches import players
from tests.cli.conftest import Command, hustings

__all__ = ["hustings"]

PLAYERS = "tests.arena.matches.players"
DEALS = 6


def plan(chosen: Game, seats: int, *names: str, seed: int | str = "match", mirrored: bool = True) -> Plan:
    return Plan(chosen, seats, tuple(map(Entrant.read, names)), seed, mirrored)


@pytest.fixture
def president() -> Game:
    return game("president")


def test_entrants_are_levels_searches_and_functions() -> None:
    assert Entrant.read("thumb").play == 0.0
    assert Entrant.read("search:iterations=20").play == Settings(iterations=20)
    assert Entrant.read("search").play == Settings()
    assert Entrant.read(f"{PLAYERS}:first_legal").play is players.first_legal
    assert Entrant.read(players.first_legal).name == f"{PLAYERS}:first_legal"
    for text, complaint in (
        ("deep", "there is no bot level 'deep'"),
        ("nosuch:bot", "could not load the bot 'nosuch:bot'"),
        (f"{PLAYERS}:nosuch", "could not load the bot"),
        (f"{PLAYERS}:NUMBER", "is not a function"),
    ):
        with pytest.raises(OptionError, match=complaint):
            Entrant.read(text)


def test_a_game_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bots that always tie in the same way would fight one battle for ever."""
    monkeypatch.setattr("hustings.arena.matches.playing.LONGEST", 300)
    tied = r"Combat is not over after 300 .*P1 .*first_legal, P2 .*first_legal; seed 'ties', deal "
    with pytest.raises(HustingsError, match=tied):
        arena.match("combat", [players.first_legal] * 2, 6, seed="ties", workers=1)


def test_everybody_sits_everywhere_with_the_same_cards(president: Game) -> None:
    one = plan(president, 3, "thumb", "random")
    assert one.seatings == ((0, 1, 1), (1, 1, 0), (1, 0, 1))
    block = Player(president, 3).play(Work(one, 0, DEALS))
    assert block.weights.shape == (DEALS, 3, 3)
    assert np.allclose(block.shares.sum(-1), 1)
    mine = [block.shares[:, k, seating.index(0)] for k, seating in enumerate(one.seatings)]
    shares = shares_by_deal(one, block)
    assert np.allclose(shares[:, 0], np.mean(mine, axis=0))
    assert np.allclose(shares[:, 0] + 2 * shares[:, 1], 1)
    later = Player(president, 3).play(Work(one, 4, DEALS))
    assert (later.weights == block.weights[4:]).all(), "a deal is the same whoever plays it, and when"
    other = Player(president, 3).play(Work(plan(president, 3, "thumb", "random", seed=2), 0, DEALS))
    assert (other.scores != block.scores).any()


def test_not_mirrored_seats_turn_from_deal_to_deal(president: Game) -> None:
    """Independent deals: one game each, the same as the mirrored match has in that seating."""
    both = plan(president, 3, "thumb", "random"), plan(president, 3, "thumb", "random", mirrored=False)
    whole, single = (Player(president, 3).play(Work(one, 1, DEALS)) for one in both)
    assert single.weights.shape == (DEALS - 1, 1, 3)
    turns = [(deal % 3, row) for row, deal in enumerate(range(1, DEALS))]
    assert all((single.weights[row, 0] == whole.weights[row, turn]).all() for turn, row in turns)
    mine = [single.shares[row, 0, both[0].seatings[turn].index(0)] for turn, row in turns]
    assert shares_by_deal(both[1], single)[:, 0].tolist() == mine


def test_equals_have_even_shares_deal_by_deal() -> None:
    """The same entrant twice: what one wins in a seat the other wins in the same seat."""
    played = arena.match("president", ["search:iterations=4"] * 2, games=6, workers=1)
    assert played.pairings[0].shares.tolist() == [[0.5, 0.5]] * 3
    assert [standing.share for standing in played.standings] == [0.5, 0.5]


def test_partners_sit_together() -> None:
    one = plan(game("politics"), 4, "thumb", "random")
    assert one.sides == sides(game("politics"), 4) == ((0, 2), (1, 3))
    assert one.seatings == ((0, 1, 0, 1), (1, 0, 1, 0))


def test_functions_see_a_table_of_their_view_and_their_faults_are_told() -> None:
    """Whoever asks a level plays about as it does."""
    played = arena.match("president", [players.rule_of_thumb, players.first_legal], games=4, workers=1)
    assert played.standings[0].share > 0.5
    with pytest.raises(OptionError, match="the move 'P1 win' of the bot 'cheat' is not legal"):
        arena.match("president", [players.cheat, "random"], games=2, workers=1)
    with pytest.raises(HustingsError, match="the bot 'stumbling' failed: LookupError"):
        arena.match("president", [players.stumbling, "random"], games=2, workers=1)


def test_more_entrants_than_sides_meet_two_by_two() -> None:
    found = arena.match("president", ["random", "canvasser", "thumb"], games=40)
    assert [one.plan.name for one in found.pairings] == ["random : canvasser", "random : thumb", "canvasser : thumb"]
    ratings = [standing.rating for standing in found.standings]
    assert ratings == sorted(ratings)
    shares = [standing.share for standing in found.standings]
    assert math.isclose(sum(shares), 1.5)
    together = arena.match("president", ["random", "canvasser", "thumb"], games=30, seats=3)
    assert together.pairings[0].plan.seatings == ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    with pytest.raises(OptionError, match="a match needs two entrants at least"):
        arena.match("president", ["random"])
    with pytest.raises(OptionError, match=r"U\.S\. President was asked for with 9 seats"):
        arena.match("president", ["random", "thumb"], seats=9)
    with pytest.raises(OptionError, match="a table of 2 sides was asked for with 3 entrants"):
        plan(game("president"), 2, "random", "thumb", "random")


def test_a_match_stops_as_soon_as_it_is_sure_whoever_plays_it() -> None:
    """The deal it stops at follows from the shares alone; what was played beyond it does not count."""
    asked = ("president", ["thumb", "random"], 4000)
    stopped = arena.match(*asked, stop=0.05).pairings[0]
    assert stopped.verdict == "above"
    assert stopped.deals < 100
    assert stopped.interval is not None
    assert stopped.interval[0] > 0.5
    whole = arena.match(*asked).pairings[0]
    assert (whole.shares[: stopped.deals] == stopped.shares).all()
    equal = arena.match("combat", ["thumb", "thumb"], 4000, stop=0.2).pairings[0]
    assert equal.verdict == "even"


def test_a_match_goes_on_from_its_file(tmp_path: Path) -> None:
    """Cut off anywhere, the file leads to the results of a match that was never stopped."""
    keep = tmp_path / "deals"
    asked = ("president", ["alderman", "thumb", "random"], 24)
    whole = arena.match(*asked, keep=keep, workers=1)
    content = keep.read_bytes()
    for cut in (0, 20, len(content) // 2, len(content) - 1, len(content)):
        keep.write_bytes(content[:cut])
        again = arena.match(*asked, keep=keep, workers=1)
        assert again.standings == whole.standings
        assert keep.read_bytes() == content, "the rest was played, nothing twice"
    shorter = arena.match(*asked[:2], 10, keep=keep, workers=1)
    assert shorter.standings == arena.match(*asked[:2], 10, workers=1).standings
    lines = content.splitlines()
    assert json.loads(lines[0])["entrants"][0] == ["alderman", "thumb"]
    with pytest.raises(HustingsError, match="holds another match"):
        arena.match("president", ["alderman", "thumb"], 24, keep=keep)
    keep.write_text("not\nours\n")
    with pytest.raises(HustingsError, match="is no file of match games"):
        arena.match("president", ["alderman", "thumb"], 24, keep=keep)
    assert keep.read_text() == "not\nours\n", "nobody's file is written over"


def test_a_stopping_rule_is_registered_before_the_games(tmp_path: Path, hustings: Command) -> None:
    """It stands in the file before any deal, and a change after a look at the results shows."""
    keep = tmp_path / "deals"
    asked = ("president", ["thumb", "random"])
    arena.match(*asked, 10, keep=keep, stop=0.1)
    lines = [json.loads(line) for line in keep.read_text().splitlines()]
    assert lines[1] == {"rule": {"games": 10, "stop": 0.1, "deals": 0}}
    assert "first" in lines[2]
    assert arena.match(*asked, 10, keep=keep, stop=0.1).about["stopping"] == [lines[1]["rule"]]
    more = arena.match(*asked, 20, keep=keep, stop=0.1)
    assert more.about["stopping"] == [lines[1]["rule"], {"games": 20, "stop": 0.1, "deals": 5}]
    told = hustings("match", "president", "--seats", "thumb,random", "--games", "30", "--keep", "deals").out
    assert "the stopping rule has changed" in told
    assert "30 games, stop 0 from deal " in told
    keep.write_text("\n".join(json.dumps(line) for line in lines if "rule" not in line) + "\n")
    assert arena.match(*asked, 10, keep=keep).pairings[0].deals == 5  # a file from before rules were registered


def test_differences_are_sure_beside_all_pairings() -> None:
    found = arena.match("president", ["random", "random", "thumb"], games=40)
    assert found.sure == [0, -1, -1]
    stopped = arena.match("president", ["thumb", "canvasser", "random"], 4000, stop=0.05)
    assert stopped.sure == [1, 1, 1]
    alone = arena.match("president", ["thumb", "random"], 4000, stop=0.05)
    assert alone.pairings[0].deals <= stopped.pairings[1].deals  # three pairings need more evidence each


def test_progress_begins_before_the_first_game() -> None:
    told: list[tuple[str, int, int]] = []
    arena.match("president", ["thumb", "random"], 10, progress=lambda *one: told.append(one))
    assert told == [("thumb : random", 0, 10), ("thumb : random", 10, 10)]


def test_every_game_is_written_alike_as_csv_and_parquet(tmp_path: Path) -> None:
    played = arena.match("president", ["thumb", "random", "canvasser"], games=10, seats=2)
    for kind in ("csv", "parquet"):
        played.write(tmp_path / f"games.{kind}")
    with (tmp_path / "games.csv").open() as file:
        rows = list(csv.DictReader(file))
    frame = polars.read_parquet(tmp_path / "games.parquet")
    assert frame.columns == ["pairing", "deal", "game", "seat", "entrant", "share", "score", "decisions", "about"]
    assert frame.to_dicts() == polars.read_csv(tmp_path / "games.csv").to_dicts()
    assert len(rows) == 3 * 10 * 2
    about = json.loads(frame["about"][0])
    assert frame["about"].null_count() == len(frame) - 1
    assert (about["game"], about["players"], about["seed"]) == ("president", 2, "match")
    assert about["stopping"] == [{"games": 10, "stop": 0.0, "deals": 0}]
    assert about["versions"]["hustings"].startswith(__version__)
    thumb = frame.filter((polars.col("entrant") == "thumb") & (polars.col("pairing") == 0))
    assert thumb["share"].mean() == played.pairings[0].mean(0)
    for name, complaint in (("games.txt", "figures are written as"), ("no/games.csv", "there is no such folder")):
        with pytest.raises(HustingsError, match=complaint):
            played.write(tmp_path / name)


def test_the_command_prints_shares_and_writes_games(hustings: Command, tmp_path: Path) -> None:
    said = hustings("match", "president", "--seats", "thumb,random", "--games", "8", "--csv", "games.csv")
    assert said.code == 0, said.err
    assert [line.split()[0] for line in said.out.splitlines()] == ["entrant", "thumb", "random", "4", "fair"]
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 1 + 8 * 2
    stopped = hustings("match", "president", "--seats", "thumb,random", "--games", "400", "--stop", "0.05")
    assert "surely above fair: 0." in stopped.out
    several = hustings("match", "president", "--seats", "thumb,canvasser,random", "--games", "8")
    assert "canvasser against random: 1.000 (0.398 to 1.000) in 4 deals, 8 games" in several.out
    assert "surely: corrected for all 3 pairings" in several.out
    (tmp_path / "mine.py").write_text("def last(table, seat, key):\n    return table.legal(seat)[-1]\n")
    mine = hustings("match", "president", "--seats", "mine:last,random", "--games", "2", "--workers", "1")
    assert mine.out.splitlines()[1].startswith("mine:last ")
    sys.path.remove(str(tmp_path))


def test_the_command_refuses_in_a_sentence_before_it_plays(hustings: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("match", "president", "--seats", "thumb,random")
    assert "there is no bot level 'deep'" in hustings(*asked[:3], "deep,thumb").sentence
    assert "no such folder" in hustings(*asked, "--csv", "no/such.csv").sentence
    monkeypatch.setattr("hustings.arena.figures.find_spec", lambda name: None)
    assert hustings(*asked, "--parquet", "a.parquet").sentence.endswith(
        "needs polars: in a checkout, pip install '.[data]'"
    )
