"""Somebody who plays Mudslinger on a page: whatever can be done he does once, and for the rest he plays briskly."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Page

from tests.browser.hands import Hands
from tests.browser.play import confirm_campaign

PROMISE = "No mud from me"
_NEXT = "[data-testid=actions].mine, [data-testid=result]"  # a question is put to him; deals can be made unasked
_RATING = """() => {
  const contest = document.querySelector('[data-testid=contest]');
  return contest && document.querySelector('[data-testid=strip-0].runs') ? Number(contest.dataset.rating) : null;
}"""
SAFE = 13  # a rating that wins five rolls of six
_LEGAL = "all => all.map(button => button.dataset.play)"
# What he does when there is nothing new to do, the best first: money, a state, and on with the game.
_BRISK = ("trade", "take", "for", "campaign", "run", "party", "draw", "decline", "keep", "pass", "rest")


@dataclass
class Campaigner:
    """He plays with his hands what the page offers. made: the moves, without their seat."""

    page: Page
    hands: Hands
    chance: random.Random
    made: list[str] = field(default_factory=list)
    done: set[str] = field(default_factory=set)

    def legal(self) -> list[str]:
        """The legal moves, once a question is put to him; empty when the game is over."""
        self.page.wait_for_selector(_NEXT, state="attached")
        found: list[str] = self.page.locator("[data-testid=move-list] [data-play]").evaluate_all(_LEGAL)
        return found

    def play(self, most: int) -> None:
        """Play to the end of the game, or so many moves."""
        while len(self.made) < most and (moves := self.legal()):
            move = self.choose(moves)
            self.done.add(deed(move))
            self.make(move)

    def choose(self, moves: Sequence[str]) -> str:
        """Something he has not done yet, else the best for a brisk game; of several as chance will have it."""
        new = [move for move in moves if deed(move) not in self.done]
        if new:
            return self.chance.choice(new)
        if (dollars := self.worth_spending(moves)) > 0:
            return f"spend {dollars}"
        verb = next(verb for verb in _BRISK if any(move.split()[0] == verb for move in moves))
        return self.chance.choice([move for move in moves if move.split()[0] == verb])

    def worth_spending(self, moves: Sequence[str]) -> int:
        """How many dollars would make his own attempt safe, as far as he may and can pay them."""
        rating = self.page.evaluate(_RATING)
        if rating is None:
            return 0
        bids = [int(move.split()[1]) for move in moves if move.startswith("spend ")]
        return max((dollars for dollars in bids if rating + dollars <= SAFE), default=0)

    def make(self, move: str) -> None:
        """Make a move where the table offers it."""
        verb, *things = move.split()
        if verb in ("give", "offer", "promise"):
            self.deal(verb, *things)
            return
        if verb in ("trade", "play"):
            self.hands.press(self.page, f'[data-testid=hand] [data-token="{things[0]}"]')
        if verb in ("spend", "sling"):
            bid(self.page, self.hands, move)
        else:
            self.hands.press(self.page, f'[data-move="{move}"]')
        if verb == "campaign":
            confirm_campaign(self.page, move)
        self.made.append(move)

    def deal(self, verb: str, partner: str, thing: str = "") -> None:
        """Make a gift, an offer or a promise on the sheet of deals."""
        page, hands = self.page, self.hands
        hands.press(page, "[data-testid=deals-button]")
        hands.choose(page, "[data-testid=deals] [type=radio]", int(partner[1:]) - 2)  # he is P1 himself
        if verb == "promise":
            hands.write(page, "[data-testid=deals] input.field", PROMISE)
            hands.press(page, "[data-testid=deals] [type=submit]")
            self.made.append(f'promise {partner} "{PROMISE}"')
            return
        codes = page.locator("[data-testid=deals] .lot option").evaluate_all("all => all.map(one => one.value)")
        hands.select(page, "[data-testid=deals] .lot select", codes.index(thing))
        hands.press(page, f"[data-testid=deals] .row button:nth-of-type({1 if verb == 'give' else 2})")
        self.made.append(f"{verb} {partner} {thing}")


def bid(page: Page, hands: Hands, move: str) -> None:
    """Make a bid: set its dollars by the steps beside the button; a bid for a rival is in the list of all moves."""
    verb, dollars = move.split()
    button = page.locator("[data-testid=bid] .whole")
    now = button.get_attribute("data-move") if button.count() else None
    if now is None or now.split()[0] != verb:
        hands.press(page, "[data-list] summary")
        hands.press(page, f'[data-play="{move}"]')
        return
    steps = int(dollars) - int(now.split()[1])
    for _ in range(abs(steps)):
        hands.press(page, f"[data-testid=bid] .step:{'last' if steps > 0 else 'first'}-child")
    hands.press(page, f'[data-testid=bid] .whole[data-move="{move}"]')


def deed(move: str) -> str:
    """What makes a move a new thing to do: its verb, and which card is played."""
    found = re.match(r"play \w+|\w+", move)
    return found[0] if found else move
