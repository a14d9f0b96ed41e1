"""Playing with as few keys as there are: a digit or the arrows choose, Enter plays."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.hands import focus
from tests.browser.play import CHOOSING, at_once, chosen, legal

MOST_STEPS = 25  # arrow presses that may lead to a choice
# The digit that stands on a thing, or beside it; a card's own digit means a button of the panel while one has a digit.
_DIGIT = """one => one.dataset.digit ??
  (document.querySelector('.dock [data-digit]:not([data-key])') ? '' : one.dataset.key ?? '')"""
_FOCUS = """() => {
  const now = document.activeElement;
  if (!now || now === document.body) return 'body';
  return now.closest('main') ? 'table' : now.closest('dialog') ? 'dialog' : now.tagName;
}"""
# The focus is on a choice; or on the panel, while each choice takes money or skips a turn.
_CHOICE = """() => {
  const choice = 'button:is([data-token], [data-move], [data-testid=confirm]):not([data-dim=true]), [data-lead]';
  const [now, main] = [document.activeElement, document.querySelector('main')];
  const all = [...main.querySelectorAll(choice)].filter(one => one.checkVisibility({visibilityProperty: true}));
  const shy = all.length > 0 && all.every(one => one.matches('[data-shy]'));
  return now.matches(shy ? '[data-rest]' : choice);
}"""
_SOMEWHERE = "() => document.activeElement !== document.body"
_HAS_FOCUS = "one => one === document.activeElement"


class Typist:
    """Somebody who plays by keys and counts them; at each prompt the focus has to be on something to choose.

    keys   pressed so far, on the table.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = 0

    def press(self, key: str) -> None:
        self.keys += 1
        self.page.keyboard.press(key)

    def legal(self) -> list[str]:
        """The legal moves; empty at the end. The focus is where the next key is wanted."""
        moves = legal(self.page)
        self.page.wait_for_function(_CHOICE if moves else _SOMEWHERE)
        assert self.page.evaluate(_FOCUS) == "table"
        return moves

    def play(self, move: str) -> None:
        """Make a legal move."""
        verb, *tokens = move.split()
        if verb not in CHOOSING or at_once(self.page, move):
            self.choose(f'[data-move="{move}"]')
            return
        for token in tokens:
            if not chosen(self.page, token):
                self.choose(f'button[data-token="{token}"]')
        assert self.page.locator("[data-testid=confirm]").get_attribute("data-dim") == "false"
        self.press("Enter")

    def choose(self, selector: str) -> None:
        """Choose one thing by its digit, or walk to it with the arrows and press Enter."""
        thing = self.page.locator(f"main {selector}:not([data-testid=confirm]):visible").first
        digit = thing.evaluate(_DIGIT)
        if digit:
            return self.press(digit)
        for _ in range(MOST_STEPS):
            if thing.evaluate(_HAS_FOCUS):
                return self.press("Enter")
            self.press("ArrowRight")
        focus(self.page, selector)  # on a map the arrows go by its geography
        return self.press("Enter")
