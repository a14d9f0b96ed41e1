"""A table's picture as pixels: as large as the SVG, in the colours of the sides, as high in every frame."""

from __future__ import annotations

import numpy as np
import pytest

import hustings
from hustings.engine.picture import drawing
from hustings.engine.picture.canvas import Canvas
from hustings.engine.picture.inks import PAPER, SIDES
from hustings.envs.pettingzoo import aec_env
from hustings.envs.pixels import pixels


def colour(text: str) -> list[int]:
    return [int(text[place : place + 2], 16) for place in (1, 3, 5)]


def test_boxes_and_polygons_lie_where_the_canvas_has_them() -> None:
    canvas = Canvas(40, 30)
    canvas.box(0, 0, 40, 30, PAPER)
    canvas.box(20, 0, 20, 10, "#ff0000", hatched=SIDES[4])
    canvas.box(24, 0, 12, 10, "#0000ff")
    canvas.shape((0, 20), (10, 20), (10, 30), (0, 30), fill="#00ff00")
    array = pixels(canvas)
    assert array.shape == (30, 40, 3)
    assert array.dtype == np.uint8
    assert array[5, 5].tolist() == colour(PAPER)
    assert array[5, 30].tolist() == [0, 0, 255]
    assert array[25, 5].tolist() == [0, 255, 0]
    assert array[4, 21].tolist() == [255, 0, 0]
    assert array[6, 21].tolist() != [255, 0, 0], "the hatching"


@pytest.mark.parametrize("name", ["combat", "mudslinger", "politics", "president"])
def test_frames_are_as_high_and_change_with_the_table(name: str) -> None:
    env = aec_env(name, render_mode="rgb_array")
    env.reset(seed=3)
    first = env.render()
    seats = hustings.game(name).seats_allowed[0]
    for _ in range(12):
        env.step(env.action_space(env.agent_selection).sample(env.observe(env.agent_selection)["action_mask"]))
    last = env.render()
    height = drawing(hustings.game(name).start(seats=seats, seed=3)).height
    assert first.shape == last.shape == (round(height), 640, 3)
    assert (first != last).any()
    assert (last == colour(SIDES[0].fill)).all(axis=2).sum() > 100
