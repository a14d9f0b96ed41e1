"""A walk through a game on one page: it stops wherever another kind of question is asked, and at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.browser.visitor import Visitor
from tests.web.helpers import BOT, ME, Site

#: how many bots sit at the table of each game
GAMES = {"combat": 1, "president": 2, "politics": 1, "mudslinger": 3}
UNASKED = ["give", "offer", "promise", "trade", "poll"]  # what can be done beside the question
# All moves once a question is put to the player, or none at the end of the game.
_ASKED = """async unasked => {
  const next = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  for (;;) {
    if (document.querySelector('[data-testid=result], [data-testid=count]')) return [];
    const all = [...document.querySelectorAll('body:not(:has([data-busy=true])) [data-testid=move-list] [data-play]')];
    const moves = all.map(button => button.dataset.play);
    if (moves.some(move => !unasked.includes(move.split(' ')[0]))) return moves;
    await next();
  }
}"""
_MAKE = """async ([unasked, number]) => {
  const line = document.querySelector('[data-testid=connection]'), seq = line.dataset.seq;
  const calm = [...document.querySelectorAll('[data-testid=move-list] [data-play]')]
    .filter(button => !unasked.includes(button.dataset.play.split(' ')[0]));
  if (!calm.length) return;  // the question has passed meanwhile
  calm[(7 * number) % calm.length].click();
  while (line.dataset.seq === seq) await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
}"""


@dataclass(frozen=True)
class Stop:
    """A moment of the walk. asked: the kinds of moves; moves: all moves, none at the end of the game."""

    asked: tuple[str, ...]
    moves: list[str]


def table(site: Site, game: str, bots: int) -> tuple[str, str]:
    """A room with bots and hints, begun: its code and the token of P1."""
    body = {"game": game, "options": {}, "name": "Ann", "seats": [ME, *[BOT] * bots], "terms": {"hints": True}}
    made = site.ask("POST", "/api/rooms", body)
    assert made.status == 200, made.body
    return made.json["room"]["code"], made.json["token"]


def walk(site: Site, visitor: Visitor, game: str, most: int, bots: int | None = None) -> Iterator[Stop]:
    """Sit down at a new table, play at most so many moves, and stop at every new kind of question."""
    visitor.come_back(*table(site, game, GAMES[game] if bots is None else bots))
    seen: set[tuple[str, ...]] = set()
    for made in range(most):
        moves: list[str] = visitor.page.evaluate(_ASKED, UNASKED)
        calm = [move for move in moves if move.split()[0] not in UNASKED]
        asked = tuple(sorted({move.split()[0] for move in calm}))
        if asked not in seen:
            seen.add(asked)
            yield Stop(asked, moves)
        if not moves:
            return
        visitor.page.evaluate(_MAKE, [UNASKED, made])
