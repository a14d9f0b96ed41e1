"""Playing on a page: what is lit, making a move by clicks or by keys, and what the table shows."""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from playwright.sync_api import Page, expect

import hustings
from hustings.engine.table import Table
from hustings.rooms.fair_deal import Deal, verify
from tests.browser.hands import press
from tests.browser.visitor import Visitor
from tests.web.helpers import Site

CHOOSING = ("take", "pick", "add", "place", "nominate", "play")  # chosen thing by thing, then confirmed
AT_ONCE = ":is([data-testid^=place-], [data-testid=ways]) [data-move='{}']"  # what makes a move by one press
VERBS = frozenset({"turn", "take", "call", "pick", "add", "rock", "paper", "scissors"})
_BUSY = "[data-busy=true]"
_ENDED = "[data-testid=result], [data-testid=count]"
_NEXT = f"[data-testid=move-list], {_ENDED}, {_BUSY}"
_LEGAL = "list => [...list.querySelectorAll('[data-play]')].map(button => button.dataset.play)"
_PICTURE = """() => {
  const all = selector => [...document.querySelectorAll(selector)];
  return {
    places: all('[data-testid^=place-]').map(one => [one.dataset.lies, one.querySelector('button')?.innerText ?? '']),
    strips: all('[data-testid^=strip-]').map(one => one.innerText),
    turn: all('[data-testid=whose-turn]').map(one => one.innerText),
    legal: all('[data-testid=move-list] [data-play]').map(one => one.dataset.play),
    log: all('[data-testid=log] li').map(one => one.innerText),
    entries: all('[data-testid=log] li').map(one => one.dataset.entry),
    count: all('[data-testid=count-bar]').map(one => one.ariaLabel),
    hand: all('[data-testid=combat-table]').map(one => one.dataset.hand),
    result: all('[data-testid=result] [role=status]').map(one => one.innerText),
  };
}"""


@dataclass(frozen=True)
class Script:
    """A whole game, known before it is played: the deal's secret and every move, with its seat."""

    secret: bytes
    options: dict[str, str]
    moves: list[str]

    def table(self, count: int | None = None) -> Table:
        """The table after so many moves, or at the end."""
        table = hustings.game("combat", **self.options).start(seats=2, draw=Deal(self.secret).draw)
        for move in self.moves[:count]:
            table.play(move)
        return table

    def until(self, verb: str) -> int:
        """How many moves are made before the first of a kind."""
        return next(count for count, move in enumerate(self.moves) if move.split()[1] == verb)


def written(edition: str, verbs: frozenset[str] = VERBS) -> Script:
    """The first game of a fixed series, moves chosen by chance, in which every one of the verbs comes up."""
    for number in itertools.count():
        secret, options = sha256(f"{edition} {number}".encode()).digest(), {"edition": edition}
        table = hustings.game("combat", **options).start(seats=2, draw=Deal(secret).draw)
        chooser, moves = random.Random(number), []
        while not table.over:
            moves.append(str(chooser.choice(table.legal(min(table.owes)))))
            table.play(moves[-1])
        if verbs <= {move.split()[1] for move in moves}:
            return Script(secret, options, moves)
    raise AssertionError


def legal(page: Page) -> list[str]:
    """The legal moves without their seat, once it is the player's turn; empty when the game is over.

    Animations on the way are skipped, as a player in a hurry does.
    """
    while True:
        page.wait_for_selector(_NEXT, state="attached")
        if page.locator(_BUSY).count():
            page.keyboard.press("Escape")
        elif page.locator(_ENDED).count():
            return []
        elif (moves := page.locator("[data-testid=move-list]")).count():
            found: list[str] = moves.evaluate(_LEGAL)
            return found


def click(page: Page, move: str) -> None:
    """Make a legal move on the board, as a pointer does."""
    verb, *tokens = move.split()
    if verb not in CHOOSING or at_once(page, move):
        page.locator(f'[data-move="{move}"]').click()
        if verb == "campaign":
            confirm_campaign(page, move)
        return
    for token in tokens:
        page.locator(f'[data-token="{token}"]').click()
    button = page.get_by_test_id("confirm")
    expect(button).to_have_attribute("data-dim", "false")
    assert same(button.get_attribute("data-move") or "", move)
    button.click()


def confirm_campaign(page: Page, move: str) -> None:
    """Press a state again that a first tap on a phone has only chosen."""
    chosen = page.locator(f'[aria-pressed=true][data-move="{move}"]')
    if chosen.count():
        chosen.click()


def at_once(page: Page, move: str) -> bool:
    """Return whether one press makes a move: of a card among those face down, or of a way to take cards."""
    return page.locator(AT_ONCE.format(move)).count() > 0


def chosen(page: Page, token: str) -> bool:
    """Return whether a card is chosen already, because no move is without it."""
    return page.locator(f'main button[data-token="{token}"][aria-pressed=true]').count() > 0


def same(one: str, other: str) -> bool:
    """Whether two moves are the same; the order of cards says nothing."""
    return sorted(one.split()) == sorted(other.split())


def type_move(page: Page, move: str) -> None:
    """Make a legal move by keys alone."""
    verb, *tokens = move.split()
    if verb not in CHOOSING or at_once(page, move):
        return press(page, f'[data-move="{move}"]')
    for token in tokens:
        if not chosen(page, token):
            press(page, f'[data-token="{token}"]')
    return press(page, "[data-testid=confirm][data-dim=false]")


def play_script(pages: list[Page], script: Script, start: int, stop: int | None = None) -> None:
    """Play a part of a script by clicks, each seat on its own page."""
    for move in script.moves[start:stop]:
        label, text = move.split(maxsplit=1)
        page = pages[int(label[1:]) - 1]
        page.locator(f'[data-testid=move-list] [data-play="{text}"]').wait_for(state="attached")
        click(page, text)


def play_first(pages: list[Page], seq: int, count: int) -> None:
    """From record `seq` on make so many moves: always the first that is legal, on whatever page it is."""
    for made in range(count):
        shown = [settled(page, seq + made)["legal"] for page in pages]
        page, moves = next((page, moves) for page, moves in zip(pages, shown, strict=True) if moves)
        click(page, moves[0])


def number(page: Page) -> int:
    """The number of the room's last record that the page shows."""
    return int(page.get_by_test_id("connection").get_attribute("data-seq") or -1)


def settled(page: Page, seq: int) -> dict[str, Any]:
    """What the table shows, once it shows the room's record of this number and everybody is there."""
    connection = page.get_by_test_id("connection")
    expect(connection).to_have_attribute("data-seq", str(seq))
    expect(connection).to_have_attribute("data-behind", "false")
    for seat in range(2):
        expect(page.get_by_test_id(f"strip-{seat}")).not_to_contain_text("away")
    return picture(page)


def picture(page: Page) -> dict[str, Any]:
    """Everything the table shows, as data."""
    shown: dict[str, Any] = page.evaluate(_PICTURE)
    return shown


def check_end(visitor: Visitor, site: Site) -> Table:
    """The end as the page shows it is the end of the game that the server gives out, and its deal is fair."""
    page = visitor.page
    expect(page.get_by_test_id("result")).to_be_visible()
    table = verify(site.ask("GET", f"/api/rooms/{visitor.code}/export").json)
    assert table.result is not None
    for seat, score in enumerate(table.result.scores):
        expect(page.get_by_test_id(f"votes-{seat}")).to_have_text(f"{score} votes")
    assert sum(table.result.scores) == 538
    names = [page.get_by_test_id(f"strip-{seat}").locator("strong").inner_text() for seat in table.result.winners]
    title = page.get_by_test_id("result").get_by_role("heading")
    wins = re.compile(rf"^(You win|{re.escape(names[0])} wins)$") if names else "A draw"
    expect(title).to_have_text(wins)
    return table
