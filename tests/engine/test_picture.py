"""The picture of a table: well-formed, whole, the same bytes, nothing over anything else, nothing hidden told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import hustings
from hustings.atlas.states import tiles
from hustings.engine.board import DOWN
from hustings.engine.errors import HustingsError
from hustings.engine.game import Game
from hustings.engine.picture import canvas as inks
from hustings.engine.picture import drawing
from hustings.engine.picture.canvas import Box, Canvas, Words, cut, folded, hatching, width_of

SIZES = [(name, seats) for name in hustings.game_names() for seats in hustings.game(name).seats_allowed]
NAMES = ["Ann", "Bartholomew Worthington-Smythe", "Cy", "Þórbjörg <b>&", "Ed", "名前"]
ROOT = Path(__file__).parents[2]
COLOURS = ROOT / "client" / "src" / "styles" / "colours.css"


def moments(name: str, seats: int, every: int = 50) -> Iterator[hustings.Table]:
    """A random game's table at its start, now and then on the way, and at its end."""
    random = Random(f"{name} {seats}")
    table = hustings.game(name).start(seats=seats, seed=7)
    moves = 0
    while not table.over:
        if moves % every == 0 or moves == 7:
            yield table
        table.play(random.choice(table.legal(min(table.owes))))
        moves += 1
    yield table


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_every_game_at_every_size_is_drawn_whole_and_nothing_lies_over_anything(name: str, seats: int) -> None:
    heights = set()
    for table in moments(name, seats):
        for seat in (None, seats - 1):
            canvas = drawing(table, seat, NAMES[:seats])
            root = ElementTree.fromstring(canvas.svg())
            texts = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
            assert set(tiles()) <= set(texts)
            assert table.game.title in texts
            if not table.over:
                assert texts.count("TO DECIDE") == len(table.owes)
            words = [each for each in canvas.drawn if isinstance(each, Words)]
            for number, one in enumerate(words):
                left, top, right, bottom = one.box
                assert left >= 0, one
                assert right <= canvas.width, one
                assert 0 <= top < bottom <= canvas.height, one
                for other in words[:number]:
                    there = other.box
                    apart = right <= there[0] or there[2] <= left or bottom <= there[1] or there[3] <= top
                    assert apart, (one, other)
            if seat is None:
                heights.add(canvas.height)
    assert len(heights) == 1


@pytest.mark.parametrize("name", hustings.game_names())
def test_the_same_table_gives_the_same_bytes_and_is_left_alone(name: str) -> None:
    for table in moments(name, hustings.game(name).seats_allowed[0]):
        before = table.record().tobytes()
        assert table.picture(0) == table.copy().picture(0)
        assert table.picture() == table._repr_svg_()
        assert table._repr_svg_() in table._repr_html_()
        assert table.record().tobytes() == before


@pytest.mark.parametrize("name", ["mudslinger", "politics", "president"])
def test_in_every_world_a_viewer_can_imagine_the_picture_is_the_same(name: str) -> None:
    others = 0
    seats = hustings.game(name).seats_allowed[0]
    for table in moments(name, seats, 45 if name == "mudslinger" else 3):
        if table.over:  # how it ended is told to all, and follows from what some could not see
            continue
        for seat in (None, *range(seats)):
            seen = table.picture(seat)
            for key in range(2):
                world = table.imagine(seat, key)
                others += world.record().tobytes() != table.record().tobytes()
                assert world.picture(seat) == seen
    assert others > 10


def test_a_hand_is_in_the_picture_of_its_owner_alone() -> None:
    table = hustings.game("politics").start(seats=2, seed=7)
    assert "Your hand" in table.picture(0)
    assert "Your hand" not in table.picture()
    assert table.picture(0) != table.picture(1)


def test_cards_that_lie_face_down_are_drawn_as_backs() -> None:
    table = hustings.game("combat").start(seats=2, seed=7)
    shelf = table.game.book.board(table.view_row(None), None).shelves[0]
    assert [laid.face for laid in shelf.cards] == [DOWN] * 5
    assert not any(laid.code for laid in shelf.cards)


def test_names_stand_for_seats_and_their_number_must_be_right() -> None:
    table = hustings.game("president").start(seats=3, seed=7)
    svg = table.picture(names=["Ann", "Bo", "Al <b>"])
    assert "Waiting for Ann, Bo, Al &lt;b&gt;" in svg
    assert not re.search(r"\bP[123]\b", svg)
    with pytest.raises(HustingsError, match="names"):
        table.picture(names=["Ann"])


def test_a_game_that_declares_nothing_has_a_picture_of_its_fields(toy: Game) -> None:
    table = toy.start(seats=3, chance="asked")
    svg = table.picture()
    ElementTree.fromstring(svg)
    assert "Penny &lt;Auction&gt;" in svg
    assert svg.count("TO DECIDE") == len(table.owes)


def test_another_packages_game_has_a_map_of_its_holders_without_a_line(
    install: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples" / "whistle_stop" / "src")
    install("whistle_stop", "whistle_stop")
    table, random = hustings.game("whistle_stop").start(seats=3, seed=5), Random(2)
    while not table.over:
        svg = table.picture(1)
        texts = [element.text for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
        assert set(tiles()) <= set(texts)
        pledge, stop = table.view(1)["pledge"], table.view(1)["stop"]
        assert any(f"pledge {pledge[1]}" in str(text) for text in texts) == (pledge[1] is not None)
        assert not stop or any(f"stop {stop}" in str(text) for text in texts)
        table.play(random.choice(table.legal(min(table.owes))))
    held = [code for code, holder in table.view(None)["holder"].items() if holder == "P1"]
    assert held
    assert f"states: {' '.join(held)}." in table.picture()


def test_the_inks_are_those_of_the_browsers_light_pages() -> None:
    light = COLOURS.read_text(encoding="utf-8").split("data-theme='dark'")[0]
    css = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light))
    ours = {
        name.lower(): getattr(inks, name)
        for name in ("PAPER", "SHEET", "SHADE", "INK", "SOFT", "LINE", "FOCUS", "LIT", "CALL")
    }
    assert ours == {name: css[name] for name in ours}
    for number, side in enumerate(inks.SIDES):
        assert (side.fill, side.on, side.text) == tuple(css[f"side-{number}{part}"] for part in ("", "-on", "-text"))


@pytest.mark.parametrize("number", range(6))
def test_a_hatching_stays_within_its_box(number: int) -> None:
    box = Box(10, 20, 52, 40, hatched=inks.side(number))
    strokes = hatching(box)
    assert len(strokes) > 5
    for x1, y1, x2, y2 in strokes:
        assert all(10 <= x <= 62 for x in (x1, x2))
        assert all(20 <= y <= 60 for y in (y1, y2))
        assert (x1, y1) != (x2, y2)


def test_a_text_is_cut_and_folded_to_its_room() -> None:
    long = "The Tenured Professor of Everything"
    assert cut(long, 12, 1000) == long
    assert width_of(cut(long, 12, 80), 12) <= 80
    lines = folded(long, 12, 80, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert folded("", 12, 80, 2) == []


def test_texts_are_written_as_text_and_empty_ones_not_at_all() -> None:
    canvas = Canvas(100, 50, title="a < b")
    canvas.words(1, 20, "<script>\n", 12)
    canvas.words(1, 40, "", 12)
    root = ElementTree.fromstring(canvas.svg())
    assert [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")] == ["<script>\\n"]
