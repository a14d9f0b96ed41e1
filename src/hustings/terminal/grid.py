"""The United States as tiles: one square a state, each near its true neighbours."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

#: eight rows of eleven tiles; ".." is open water or another country
ROWS = (
    "AK .. .. .. .. .. .. .. .. .. ME",
    ".. .. .. .. .. .. .. .. .. VT NH",
    "WA ID MT ND MN IL WI MI NY RI MA",
    "OR NV WY SD IA IN OH PA NJ CT ..",
    "CA UT CO NE MO KY WV VA MD DE ..",
    ".. AZ NM KS AR TN NC SC DC .. ..",
    ".. .. .. OK LA MS AL GA .. .. ..",
    "HI .. .. TX .. .. .. .. FL .. ..",
)
TILES = tuple(tuple(row.split()) for row in ROWS)
OPEN = ".."

Tile = Callable[[str], tuple[str, str]]


def tile_map(tile: Tile) -> Text:
    """The map as text: `tile(code)` gives each state's three or four characters and their style."""
    text = Text(no_wrap=True)
    for number, row in enumerate(TILES):
        if number:
            text.append("\n")
        for code in row:
            if code == OPEN:
                text.append("     ")
            else:
                shown, style = tile(code)
                text.append(f"{shown:^4}", style)
                text.append(" ")
    text.rstrip()
    return text
