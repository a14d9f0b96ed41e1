"""Studies measure what they say, repeat themselves, and are told as pages that ask no other host."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import polars
import pytest

from hustings import HustingsError, OptionError, arena, game
from hustings.arena import Study
from hustings.arena.matches.entrants import Entrant
from hustings.arena.matches.match import silent
from hustings.arena.matches.plan import Plan, Work
from hustings.arena.matches.playing import Player
from hustings.arena.studies import cards, parts, plots, sections
from hustings.arena.studies.tables import Setting, affordable
from tests.cli.conftest import Command, hustings

__all__ = ["hustings"]

GAMES = 600


@pytest.fixture(scope="module")
def president() -> Study:
    """A study of a game but for its levels."""
    return arena.study("president", ["seats", "options", "cards"], bot="thumb", games=GAMES, seed=3)


@pytest.fixture(scope="module")
def luck() -> Study:
    """A study of another game's levels."""
    return arena.study("combat", ["luck"], bot="thumb", games=2000)


def named(study: Study, part: str, group: str = "") -> dict[str, arena.Figure]:
    return {figure.name: figure for figure in study.part(part) if figure.group.startswith(group)}


def test_seats_share_the_win_at_every_size_of_table(president: Study) -> None:
    for seats in game("president").seats_allowed:
        figures = named(president, "seats", f"{seats} players")
        shares = [figures[f"P{seat + 1}"] for seat in range(seats)]
        assert math.isclose(sum(figure.value for figure in shares), 1)
        assert all(math.isclose(figure.fair, 1 / seats) and figure.games == GAMES for figure in shares)
        assert figures["decisions"].value == 12 * seats
        assert 0 < figures["drawn"].value < 0.5


def test_partners_are_one_side() -> None:
    study = arena.study("politics", ["seats"], bot="random", games=40, seats=4)
    assert list(named(study, "seats")) == ["P1 and P3", "P2 and P4", "drawn", "decisions"]


def test_an_option_changes_what_it_changes_and_nothing_else(president: Study) -> None:
    """With two, nobody can be overtaken by a tie of others; with six it happens."""
    alike = named(president, "options", "2 players, overtaken: keeps")
    changes = [alike[parts.CHANGE + name] for name in parts.CHANGES]
    assert [(figure.value, figure.error) for figure in changes] == [(0.0, 0.0)] * len(changes)
    usual = named(president, "options", "6 players")  # the last group that begins so wins; the usual is asked for below
    assert parts.CHANGE + parts.DRAWN in usual
    for group in ("2 players, votes: 2024", "6 players, dealt: one"):
        figures = named(president, "options", group)
        for name in parts.CHANGES:
            before = next(
                one for one in president.part("options") if (one.group, one.name) == (group.split(",")[0], name)
            )
            assert math.isclose(figures[parts.CHANGE + name].value, figures[name].value - before.value, abs_tol=1e-12)


def test_votes_of_a_census_change_how_often_president_is_drawn(president: Study) -> None:
    """145 electors, 73 win; with 146 there is a tie at 73 each."""
    change = named(president, "options", "2 players, votes: 2024")[parts.CHANGE + parts.DRAWN]
    assert change.off == 1


def test_cards_are_told_by_the_record_at_the_end() -> None:
    """The holder of each state card is who the game's own record names."""
    plan = Plan(game("president"), 2, (Entrant.read("thumb"),), mirrored=False, records=True)
    block = Player(plan.game, 2).play(Work(plan, 0, 50))
    codes, held = cards._holders(plan, block)
    schema = plan.game.book.schema
    assert block.records is not None
    for row in range(50):
        told = schema.as_json(schema.row_type(block.records[row : row + 1]))["holder"]
        labels = {0: "P1", 1: "P2", cards.NOBODY: None}
        assert {code: labels[seat] for code, seat in zip(codes, held[row].tolist(), strict=True)} == told


def test_worth_is_found_where_it_is_known() -> None:
    """Shares made of cards with known worths, and luck: each worth lies within its interval, or nearly."""
    rng = np.random.default_rng(11)
    truth = np.array([0.3, 0.1, 0.0, -0.1])
    held = rng.choice([0, 1, cards.NOBODY], (4000, 5))
    held[:, 4] = 0
    plan = Plan(game("president"), 2, (Entrant.read("thumb"),))
    signs = cards._signs(plan, held)
    mine = signs[:, 0, :4] @ (truth / 2) + rng.normal(0, 0.2, 4000)
    worth, errors = cards._regressed(signs, np.stack([mine, -mine], axis=1))
    assert np.all(np.abs(worth[:4] - truth) < 1.5 * errors[:4])
    assert np.all(errors[:4] < 0.03)
    assert (worth[4], errors[4]) == (0, 0), "a card that never moves has no worth"


def test_few_games_have_intervals_too() -> None:
    """Fewer games than cards leave variances of nearly 0, which rounding must not make negative."""
    rng = np.random.default_rng(1)
    plan = Plan(game("president"), 2, (Entrant.read("thumb"),))
    mine = rng.choice([0.0, 0.5, 1.0], 3)
    with np.errstate(all="raise"):
        signs = cards._signs(plan, rng.choice([0, 1, cards.NOBODY], (3, 11)))
        worth, errors = cards._regressed(signs, np.stack([mine, 1 - mine], axis=1))
    assert np.isfinite(worth).all()
    assert (errors >= 0).all()


def test_big_states_are_worth_more(president: Study) -> None:
    worth = named(president, "cards")
    assert worth["PA"].value > worth["NC"].value > worth["MT"].value
    assert worth["PA"].value > 0
    assert len(worth) == 11


def test_what_duplicate_deals_remove() -> None:
    """All of it where the deal decides, nothing where every game is a toss of its own."""
    rng = np.random.default_rng(13)
    dealt = rng.integers(0, 2, 2000).astype(float)
    for single, expected in (
        (np.stack([dealt, 1 - dealt], axis=1), 1.0),
        (rng.integers(0, 2, (2000, 2)).astype(float), 0.0),
    ):
        ratio = parts._ratios(single.mean(1), single)
        assert math.isclose(1 - ratio.mean(), expected, abs_tol=0.08)
    assert not parts._ratios(np.ones(4), np.ones((4, 2))).any()


def test_a_study_corrects_for_all_its_comparisons() -> None:
    """In a symmetric game one interval of twenty misses what is fair; no seat is favoured for that."""
    seats = [arena.Figure("seats", "20 players", f"P{k}", 0.5, 0.01, 40_000, 0.5) for k in range(19)]
    odd = arena.Figure("seats", "20 players", "P20", 0.513, 0.01, 40_000, 0.5)
    alone = Study(game("president"), "thumb", 1, (odd,))
    together = Study(game("president"), "thumb", 1, (*seats, odd))
    assert [figure.off for figure in alone.figures] == [1]
    assert not any(figure.off for figure in together.figures)
    clear = arena.Figure("seats", "20 players", "P20", 0.53, 0.01, 40_000, 0.5)
    assert Study(game("president"), "thumb", 1, (*seats, clear)).figures[-1].off == 1


@pytest.mark.parametrize(
    ("value", "error", "said"),
    [(0.5, 0.02, "0.500 ± 0.020"), (0.95, 0.067, "0.950 (0.883 to 1.000)"), (0.997, 0.0003, "0.997 ± 0.001")],
)
def test_a_share_is_told_with_what_is_possible(value: float, error: float, said: str) -> None:
    assert sections.share(arena.Figure("luck", "levels", "a against b", value, error, 40, 0.5)) == said


def test_levels_are_steps(luck: Study) -> None:
    steps = named(luck, "luck", "levels")
    quick = ["canvasser against random", "thumb against canvasser", "thumb against random"]
    assert list(steps) == [*quick[:2], "boss against thumb", quick[2]]
    assert [steps[name].off for name in quick] == [1, 1, 1]
    assert steps["boss against thumb"].games == 100  # too few to tell a small step from none
    assert 0.2 < named(luck, "luck", "duplicates")[parts.DEAL_LUCK].value < 0.6


def test_levels_that_think_play_fewer_games() -> None:
    """But the bot that is studied plays as many as were asked for."""
    boss, thumb, alderman = (Entrant.read(name) for name in ("boss", "thumb", "alderman"))
    setting = Setting(game("president"), 2, boss, games=1000, deep=10, seed=1)
    assert setting.games_of(setting.plan()) == setting.games_of(setting.plan(boss, thumb)) == 1000
    assert setting.games_of(setting.plan(boss, alderman)) == 10


def test_the_strongest_affordable_bot() -> None:
    combat = game("combat")
    assert affordable(combat, 2, 100, 3600, silent).name == "boss"
    assert affordable(combat, 2, 100, 0, silent).name == "random"


def test_figures_are_the_same_from_any_number_of_workers() -> None:
    asked = {"ask": ["seats"], "bot": "search:iterations=2", "games": 12, "seats": 2}
    one, two = (arena.study("president", workers=count, **asked) for count in (1, 2))  # type: ignore[arg-type]
    assert one.columns() == two.columns()


def test_questions_and_options_that_do_not_exist() -> None:
    for asked, complaint in (
        ({"ask": ["looks"]}, "there is no question 'looks'; there are seats, options, cards, luck"),
        ({"vary": ["speed"]}, "there is no option of this game 'speed'; there are edition, objective, votes"),
        ({"bot": "deep"}, "there is no bot level 'deep'"),
        ({"seats": 5}, "is played with 2"),
    ):
        with pytest.raises(OptionError, match=complaint):
            arena.study("combat", **asked)  # type: ignore[arg-type]


def test_a_study_is_read_as_it_was_written(president: Study, tmp_path: Path) -> None:
    president.write(tmp_path / "figures.parquet")
    again = Study.read(tmp_path / "figures.parquet", "president", "thumb", 3)
    assert again.markdown(tmp_path, ".") == president.markdown(tmp_path, ".")
    president.write(tmp_path / "figures.csv")
    assert len(polars.read_csv(tmp_path / "figures.csv")) == len(president.figures)


def test_the_card_is_one_page_that_asks_no_other_host(president: Study, tmp_path: Path) -> None:
    page = president.html()
    assert page.count("<svg ") == page.count("<h2>") == 3
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!#)|url\((?!#)|@import|<script""", page)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert "Overtaken by a tie: The holder keeps it until one player leads alone" in page
    text = president.markdown(tmp_path, "pictures")
    assert re.findall(r"\]\(pictures/([\w.-]+)\)", text) == [
        f"president-{part}.svg" for part in ("seats", "options", "cards")
    ]
    assert (tmp_path / "president-seats.svg").read_text().startswith("<svg ")


def test_the_card_tells_of_levels_by_their_titles(luck: Study) -> None:
    assert "<td>Ward captain</td><td>Canvasser</td>" in luck.html()
    assert "4 of 4" not in luck.html()
    assert "2 of 3 steps from one level to the next are surely above even." in luck.html()


def test_plots_need_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    with pytest.raises(HustingsError, match=r"^plots need Matplotlib: in a checkout, pip install '\.\[study\]'$"):
        plots.needed()


def test_the_command_tells_and_writes(hustings: Command, tmp_path: Path) -> None:
    asked = ("study", "combat", "--bot", "thumb", "--games", "200")
    said = hustings(*asked, "--vary", "edition", "--html", "card.html", "--parquet", "figures.parquet")
    assert said.code == 0, said.err
    assert "Which option matters?" in said.out
    assert "Is a seat favoured?" not in said.out
    assert (tmp_path / "card.html").read_text().startswith("<!DOCTYPE html>")
    assert set(polars.read_parquet(tmp_path / "figures.parquet")["part"]) == {"options"}
    assert "there is no option of this game 'speed'" in hustings(*asked, "--vary", "speed").sentence
    assert "this folder does not exist" in hustings(*asked, "--html", "no/card.html").sentence
