"""A table's picture as an array of pixels, drawn by matplotlib from the same shapes as its SVG."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.engine.errors import HustingsError
from hustings.engine.picture.canvas import Box, Canvas, Drawn, Shape, hatching

DOTS = 72  # an inch, so that a text's size in points is its size in pixels
FAMILY = "DejaVu Serif"  # which matplotlib brings along


def pixels(canvas: Canvas) -> npt.NDArray[np.uint8]:
    """A picture as an array of pixels, shaped (height, width, 3); as high for every moment of a game.

    Raises HustingsError where matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise HustingsError("engine.no_matplotlib") from None
    width, height = round(canvas.width), round(canvas.height)
    figure = Figure(figsize=(width / DOTS, height / DOTS), dpi=DOTS)
    drawer = FigureCanvasAgg(figure)
    for drawn in canvas.drawn:
        for artist in _artists(drawn, height):
            artist.set_zorder(len(figure.get_children()))  # else every line lies above every box
            figure.add_artist(artist)
    drawer.draw()  # type: ignore[no-untyped-call]  # nor has it types
    array: npt.NDArray[np.uint8] = np.asarray(drawer.buffer_rgba())[..., :3].copy()  # type: ignore[no-untyped-call]
    return array


def _artists(drawn: Drawn, height: float) -> list[Any]:
    """What matplotlib draws for one shape; it counts upwards, and in pixels where no transform is given."""
    from matplotlib.collections import LineCollection
    from matplotlib.patches import Polygon, Rectangle
    from matplotlib.text import Text
    from matplotlib.transforms import IdentityTransform

    plain = IdentityTransform()
    if isinstance(drawn, Shape):
        corners = np.array([(x, height - y) for x, y in drawn.points])
        shape = Polygon(corners, closed=True, transform=plain)
        shape.set(facecolor=drawn.fill, edgecolor=drawn.stroke, linewidth=drawn.thick)
        return [shape]
    if isinstance(drawn, Box):
        corner = (drawn.x, height - drawn.y - drawn.height)
        box = Rectangle(corner, drawn.width, drawn.height, transform=plain)
        box.set(facecolor=drawn.fill, edgecolor=drawn.stroke, linewidth=drawn.thick)
        box.set_linestyle("dashed" if drawn.dashed else "solid")
        if drawn.hatched is None:
            return [box]
        strokes = [((a, height - b), (c, height - d)) for a, b, c, d in hatching(drawn)]
        return [box, LineCollection(strokes, colors=drawn.hatched.on, alpha=0.3, linewidths=1.3, transform=plain)]
    text = Text(
        drawn.x,
        height - drawn.y,
        drawn.text,
        color=drawn.fill,
        fontsize=drawn.size,
        family=FAMILY,
        weight="bold" if drawn.bold else "normal",
        style="italic" if drawn.italic else "normal",
        ha={"start": "left", "middle": "center", "end": "right"}[drawn.anchor],
        va="baseline",
        transform=plain,
    )
    text.set_parse_math(False)
    return [text]
