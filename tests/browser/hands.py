"""How somebody works a page: with a pointer, or with the keys alone. Whoever plays can be given either."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Page

MOST_STEPS = 150  # Tab presses that may lead to a thing
TRIES = 12  # how often the way is reckoned anew before Tab alone has to lead there
# How many presses of Tab away a thing is, backwards if negative: the browser's order is the page's, and of a group of
# radio buttons only the chosen one counts. 0: it has the focus. null: nothing has, so nobody can say.
_AWAY = """selector => {
  const now = document.activeElement;
  if (now.matches(selector)) return 0;
  if (now === document.body) return null;
  const dialog = document.querySelector('dialog[open]') ?? document;
  const all = [...dialog.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')]
    .filter(one => one.tabIndex >= 0 && one.checkVisibility({visibilityProperty: true}))
    .filter(one => one === now || one.type !== 'radio' || one.checked);
  const goal = all.findIndex(one => one.matches(selector));
  return goal < 0 || !all.includes(now) ? null : goal - all.indexOf(now);
}"""
_CHOSEN = "all => all.findIndex(one => one.checked)"
_HAS_FOCUS = "selector => document.activeElement.matches(selector)"


class Hands(Protocol):
    """What it takes to play: press a button, choose among a few, choose from a list, write a line."""

    def press(self, page: Page, selector: str) -> None:
        """Press the first thing a selector finds."""

    def choose(self, page: Page, selector: str, number: int) -> None:
        """Choose one of a group of radio buttons."""

    def select(self, page: Page, selector: str, number: int) -> None:
        """Choose an entry of a list."""

    def write(self, page: Page, selector: str, text: str) -> None:
        """Write into an empty field."""


class Pointer:
    """A mouse or a finger."""

    def press(self, page: Page, selector: str) -> None:
        page.locator(selector).first.click()

    def choose(self, page: Page, selector: str, number: int) -> None:
        page.locator(selector).nth(number).check()

    def select(self, page: Page, selector: str, number: int) -> None:
        page.locator(selector).select_option(index=number)

    def write(self, page: Page, selector: str, text: str) -> None:
        page.locator(selector).fill(text)


class Keys:
    """Tab, the arrows, Enter and letters."""

    def press(self, page: Page, selector: str) -> None:
        focus(page, selector)
        page.keyboard.press("Enter")

    def choose(self, page: Page, selector: str, number: int) -> None:
        focus(page, f"{selector}:checked")
        self._walk(page, number - page.locator(selector).evaluate_all(_CHOSEN))

    def select(self, page: Page, selector: str, number: int) -> None:
        focus(page, selector)
        self._walk(page, number - page.locator(selector).evaluate("list => list.selectedIndex"))

    def _walk(self, page: Page, steps: int) -> None:
        for _ in range(abs(steps)):
            page.keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")

    def write(self, page: Page, selector: str, text: str) -> None:
        focus(page, selector)
        page.keyboard.type(text)


def focus(page: Page, selector: str) -> None:
    """Press Tab, or Shift and Tab where that is nearer, until an element has the focus."""
    for _ in range(TRIES):
        away = page.evaluate(_AWAY, selector)
        if away == 0:
            return
        for _ in range(min(abs(away or 1), MOST_STEPS)):
            page.keyboard.press("Shift+Tab" if (away or 1) < 0 else "Tab")
    for _ in range(MOST_STEPS):
        if page.evaluate(_HAS_FOCUS, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{MOST_STEPS} times Tab do not lead to {selector}")


def press(page: Page, selector: str) -> None:
    """Go to an element by Tab and press Enter."""
    Keys().press(page, selector)
