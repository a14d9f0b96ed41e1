"""The United States as tiles: one square a state, each near its true neighbours."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from hustings.atlas.states import tiles

Tile = Callable[[str], tuple[str, str]]


def tile_map(tile: Tile) -> Text:
    """The map as text: `tile(code)` gives each state's three or four characters and their style."""
    states = {place: code for code, place in tiles().items()}
    columns, rows = (1 + max(place[axis] for place in states) for axis in range(2))
    text = Text(no_wrap=True)
    for row in range(rows):
        if row:
            text.append("\n")
        for column in range(columns):
            code = states.get((column, row))
            if code is None:
                text.append("     ")
            else:
                shown, style = tile(code)
                text.append(f"{shown:^4}", style)
                text.append(" ")
    text.rstrip()
    return text
