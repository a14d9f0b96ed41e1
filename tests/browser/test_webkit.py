"""WebKit, the engine of every browser on a phone by Apple, plays all four games without an error."""

from __future__ import annotations

import random

import pytest

from tests.browser.webkit import WebKit, webkit
from tests.games import NAMES
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
MOST_MOVES = 15  # of a game; U.S. President is played to its end
PRESS = "move => document.querySelector(`[data-testid=move-list] [data-play='${move}']`)?.click() ?? null"
ENDED = "() => document.querySelector('[data-testid=result], [data-testid=to-end]') !== null"


def played(page: WebKit, address: str, game: str) -> int:
    """Play a game at once from the front page; return the number of moves made."""
    page.go(address)
    page.press(f"[data-testid=game-{game}] button")
    page.press("[data-testid=first-card] form button")
    chooser, made = random.Random(game), 0
    while (game == "president" or made < MOST_MOVES) and (moves := page.legal()):
        move = chooser.choice(moves)
        if game == "president":
            page.make(move)
        else:
            page.look(PRESS, move)
        made += 1
    return made


def test_all_games_in_webkit(site: Site) -> None:
    """U.S. President by pointer on its board, the others by their lists of moves."""
    with webkit(width=500, height=900) as page:
        for game in NAMES:
            assert played(page, f"http://127.0.0.1:{site.port}/", game) > 1
            assert page.faults == []
            if game == "president":
                assert page.until(ENDED)
