"""Working a page in any browser that speaks WebDriver: finding things, pressing them, playing a game."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Any

from tests.browser.play import AT_ONCE, CHOOSING

PATIENCE = 60.0  # seconds to wait for anything
A_MOMENT = 0.1
ESCAPE = "\ue00c"
#: the middle of the first visible thing that a selector finds; null while something else lies over it
PLACE = """selector => {
  const one = [...document.querySelectorAll(selector)].find(found => found.checkVisibility());
  if (!one) return null;
  one.scrollIntoView({block: 'nearest'});
  const {x, y, width, height} = one.getBoundingClientRect();
  const place = [Math.round(x + width / 2), Math.round(y + height / 2)];
  const there = document.elementFromPoint(...place);
  return there && (one.contains(there) || there.contains(one)) ? place : null;
}"""
THERE = "selector => document.querySelector(selector) !== null"
#: the legal moves; null while something moves
MOVES = """() => {
  if (document.querySelector('[data-busy=true]')) return null;
  if (document.querySelector('[data-testid=result], [data-testid=count]')) return [];
  const list = document.querySelector('[data-testid=move-list]');
  return list && [...list.querySelectorAll('[data-play]')].map(button => button.dataset.play);
}"""


class Driven(ABC):
    """One page of a browser."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open an address, or load it anew."""

    @abstractmethod
    def look(self, function: str, *arguments: str) -> Any:
        """Return the result of a function of the page."""

    @abstractmethod
    def act(self, source: dict[str, Any]) -> None:
        """Perform the actions of a pointer or of keys."""

    def until(self, function: str, *arguments: str, meanwhile: str = "") -> Any:
        """Wait until a function of the page returns something, and return that. meanwhile: a key to press."""
        end = time.monotonic() + PATIENCE
        while (found := self.look(function, *arguments)) in (None, False):
            assert time.monotonic() < end, f"{function} {arguments} stays {found}"
            if meanwhile:
                keys = [{"type": "keyDown", "value": meanwhile}, {"type": "keyUp", "value": meanwhile}]
                self.act({"type": "key", "id": "keys", "actions": keys})
            time.sleep(A_MOMENT)
        return found

    def press(self, selector: str) -> None:
        """Press the middle of a thing, as soon as nothing covers it."""
        x, y = self.until(PLACE, selector)
        steps = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
        self.act({"type": "pointer", "id": "hand", "actions": [*steps, {"type": "pointerUp", "button": 0}]})

    def legal(self) -> list[str]:
        """Return the legal moves without their seat, once it is the player's turn; empty when the game is over."""
        found: list[str] = self.until(MOVES, meanwhile=ESCAPE)
        return found

    def make(self, move: str) -> None:
        """Make a legal move on the board."""
        verb, *tokens = move.split()
        if verb not in CHOOSING or self.look(THERE, AT_ONCE.format(move)):
            return self.press(f'[data-move="{move}"]')
        for token in tokens:
            self.press(f'[data-token="{token}"]')
        return self.press("[data-testid=confirm][data-dim=false]")
