"""How long a game of Mudslinger takes with the answers one can give beforehand, and that none of them is missed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from hustings.engine.table import Table
from hustings.rooms.automation.turns import REACTING
from hustings.rooms.fair_deal import SECRET_BYTES, Deal, verify
from hustings.web.settings import Settings
from tests.browser.conftest import FixDeal, Visit
from tests.browser.hands import Pointer
from tests.browser.looks import look_at
from tests.browser.mudslinger import bid
from tests.browser.play import click, legal
from tests.browser.visitor import LAPTOP, PHONE, Visitor
from tests.web.helpers import BOT, FRIEND, ME, Site

pytestmark = pytest.mark.browser
A_FEW = 60  # answers until a rival runs
MOST_CLICKS = 130  # of five players; 118 to 122 were counted
MOST_MINUTES = 20
ASKED_AGAIN = 3  # bids of a dollar in one contest
A_ROUND = 120_000  # ms: four rivals' turns, in which one is never asked
THINKING = 6.0  # seconds for a decision that is asked
BEFOREHAND = 0.7  # seconds that an answer given beforehand takes, on average
FULL_HAND = 2  # cards of different kinds that are kept for later
LONGEST = 5000  # ms: longer than any answer given beforehand waits
HURRY = 10  # how many times faster the clock of a whole game runs
SAFE = 13  # a rating that wins five rolls of six
# Answers given beforehand wait for as long as somebody would think, a game of three minutes of waiting.
_HURRIED = f"""const now = performance.now.bind(performance);
performance.now = () => {HURRY} * now();"""
# A page whose clock for such answers stands still, until it is told how many times faster than others it goes.
_STOPPED = """const now = performance.now.bind(performance);
let [shown, since, pace] = [now(), now(), 0];
performance.now = () => shown + pace * (now() - since);
window.goOn = faster => { [shown, since, pace] = [performance.now(), now(), faster]; };"""
_NEXT = "[data-testid=actions].mine, [data-testid=result]"
_SENT = "n => document.querySelector('[data-testid=connection]').dataset.seq !== n"
_LEGAL = "all => all.map(button => button.dataset.play)"
_RATING = "() => Number(document.querySelector('[data-testid=contest]')?.dataset.rating ?? NaN)"
_FILM = "() => Number(document.querySelector('[data-testid=mudslinger-table]').dataset.film)"


class CountingPointer(Pointer):
    """A mouse that counts: presses, and one for each choice in a list."""

    def __init__(self) -> None:
        self.clicks = 0

    def press(self, page: Page, selector: str) -> None:
        self.clicks += 1
        super().press(page, selector)

    def select(self, page: Page, selector: str, number: int) -> None:
        self.clicks += 2
        super().select(page, selector, number)


@dataclass
class Delegator:
    """Somebody who plays for money and states, and lets go by what is not about them. asked: their own decisions."""

    page: Page
    hand: CountingPointer
    asked: int = 0
    made: int = 0

    def settle(self) -> None:
        """Say beforehand, beside what a new table does: decline what costs more than 3 dollars."""
        page, hand = self.page, self.hand
        hand.press(page, "button[aria-label^=Menu]")
        hand.select(page, "[data-testid=answers] select >> nth=0", 4)
        hand.press(page, "dialog[open] header button")

    def play(self) -> None:
        """Play to the end."""
        while True:
            self.page.wait_for_selector(_NEXT, state="attached", timeout=A_ROUND)
            moves = self.page.locator("[data-testid=move-list] [data-play]").evaluate_all(_LEGAL)
            if self.page.get_by_test_id("result").count():
                return
            if moves:
                self.asked += 1
                self.answer(moves)

    def answer(self, moves: Sequence[str]) -> None:
        """Answer a question."""
        page, hand = self.page, self.hand
        verbs = {move.split()[0] for move in moves}
        number = self.page.get_by_test_id("connection").get_attribute("data-seq")
        cards = [move for move in moves if move.startswith("trade ")]
        if len(cards) > FULL_HAND and "campaign" in verbs:
            card = cards[0]
            hand.press(page, f'[data-testid=hand] [data-token="{card.split()[1]}"]')
            hand.press(page, f'[data-move="{card}"]')
        elif dollars := self.worth_spending(moves):
            bid(page, hand, f"spend {dollars}")
        elif page.get_by_test_id("bid").count():
            hand.press(page, "[data-testid=rest]")
        else:
            verb = next(
                verb for verb in ("take", "for", "campaign", "draw", "decline", "keep", "pass", "rest") if verb in verbs
            )
            move = next(move for move in moves if move.split()[0] == verb)
            hand.press(page, f'[data-move="{move}"]')
        self.made += 1
        self.page.wait_for_function(_SENT, arg=number)

    def worth_spending(self, moves: Sequence[str]) -> int:
        """How many dollars would make their own attempt safe; a rival's is none of their business."""
        rating = self.page.evaluate(_RATING)
        bids = [int(move.split()[1]) for move in moves if move.startswith("spend ")]
        slings = any(move.startswith("sling ") for move in moves)  # only rivals may
        return 0 if slings else max((dollars for dollars in bids if rating + dollars <= SAFE), default=0)


def sit_down(site: Site, ann: Visitor, seats: int) -> None:
    """A game of Mudslinger against bots, opened on a page."""
    code, token = site.make(ME, *[BOT] * (seats - 1), game="mudslinger", autoplay=True)
    ann.come_back(code, token)
    expect(ann.page.get_by_test_id("mudslinger-table")).to_be_visible()


def bots_take(table: Table, secret: str) -> float:
    """For how many seconds the bots of a game seem to think, on a server as it is installed."""
    low, high = Settings().bot_pause
    again, seconds = table.game.start(seats=table.seats, draw=Deal(bytes.fromhex(secret)).draw), 0.0
    while again.length < table.length:
        entry = table.log[again.length]
        seat = entry.split()[0]
        if seat != "P1":
            seconds += (low + high) / 2 * (REACTING if again.why_not(f"{seat} pass") is None else 1)
        again.play(entry)
    return seconds


def test_a_game_of_five_takes_few_clicks_and_little_time(
    site: Site, visit: Visit, fix_deal: FixDeal, fuzz: float
) -> None:
    """Asked only where it is about them, a player decides; the rest is answered for them, each time by a pass.

    One deal, or as many as `--fuzz` says.
    """
    found = []
    for deal in range(max(1, round(fuzz))):
        fix_deal(bytes(range(deal, deal + SECRET_BYTES)))
        found.append(measured(site, visit))
    assert max(clicks for clicks, _ in found) <= MOST_CLICKS
    assert max(minutes for _, minutes in found) <= MOST_MINUTES


def measured(site: Site, visit: Visit) -> tuple[int, float]:
    """The clicks and the minutes that a whole game takes, which is played for it."""
    ann = visit(site.port, **LAPTOP)
    ann.page.add_init_script(_HURRIED)
    sit_down(site, ann, 5)
    player = Delegator(ann.page, hand := CountingPointer())
    player.settle()
    player.play()
    saved = site.ask("GET", f"/api/rooms/{ann.code}/export").json
    table = verify(saved)
    own = [entry for entry in table.log if entry.startswith("P1 ")]
    beforehand = len(own) - player.made
    film = ann.page.evaluate(_FILM) / 1000
    others = max(film, bots_take(table, saved["deal"]["secret"]))  # the film runs while the bots move
    minutes = (player.asked * THINKING + beforehand * BEFOREHAND + others) / 60
    print(f"{hand.clicks} clicks, {player.asked} asked, {beforehand} beforehand, {film:.0f} s, {minutes:.1f} min")
    assert beforehand > player.asked
    ann.page.close()
    return hand.clicks, minutes


def delegator(site: Site, visit: Visit, fix_deal: FixDeal, script: str) -> tuple[Visitor, Page, Delegator]:
    """Somebody at a table of Mudslinger with two bots and a fixed deal, whose page begins with a script."""
    fix_deal(bytes(range(32)))
    ann = visit(site.port, **LAPTOP)
    ann.page.add_init_script(script)
    sit_down(site, ann, 3)
    return ann, ann.page, Delegator(ann.page, CountingPointer())


def test_an_answer_given_beforehand_is_shown_and_can_be_taken_back(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """Until it has gone it stands where it says whose turn it is; taken back, the question is the player's own."""
    ann, page, player = delegator(site, visit, fix_deal, _STOPPED)
    page.get_by_role("button", name="Menu").click()
    look_at(ann, "answers")
    expect(page.get_by_label("Ask me only when it is about me")).to_be_checked()
    page.get_by_label("Draw for me").uncheck()
    page.locator("dialog[open] header button").click()
    due = page.get_by_test_id("take-back")
    for _ in range(A_FEW):
        page.wait_for_selector(f"{_NEXT}, [data-testid=take-back]", state="attached", timeout=A_ROUND)
        if due.count():
            break
        moves = page.locator("[data-testid=move-list] [data-play]").evaluate_all(_LEGAL)
        if page.get_by_test_id("bid").count():
            page.locator("[data-testid=bid] [data-move=pass]").click()
        elif moves:
            player.answer(moves)
    why = re.compile("Pass: (not your fight|under 10 points|no card of yours fits|the dice suit you)")
    expect(page.get_by_test_id("whose-turn")).to_contain_text(why)
    ann.keep("answer-due")
    due.click()
    expect(page.get_by_test_id("whose-turn")).to_contain_text(re.compile("Your (turn|move)"))
    expect(page.locator("[data-testid=actions] [data-move=pass]").first).to_be_visible()
    seq = page.get_by_test_id("connection").get_attribute("data-seq")
    past = page.evaluate(f"goOn({HURRY}), performance.now() + {LONGEST}")
    page.wait_for_function("past => performance.now() > past", arg=past)
    expect(page.get_by_test_id("connection")).to_have_attribute("data-seq", seq or "")
    look_at(ann, "answer-taken-back")


def test_nobody_passes_for_a_player_who_campaigns(site: Site, visit: Visit, fix_deal: FixDeal) -> None:
    """They spend a dollar at a time, and are asked again each time that the others have passed."""
    _, page, player = delegator(site, visit, fix_deal, _HURRIED)
    own, passed = page.locator("[data-testid=strip-0].runs"), page.locator("[data-testid=log] li", has_text="You pass")
    passes: list[int] = []
    while len(passes) < ASKED_AGAIN:
        page.wait_for_selector(_NEXT, state="attached", timeout=A_ROUND)
        moves = page.locator("[data-testid=move-list] [data-play]").evaluate_all(_LEGAL)
        if not (own.count() and "spend 1" in moves):
            passes = []
            if moves:
                player.answer(moves)
            continue
        passes.append(passed.count())
        expect(page.get_by_test_id("rest")).to_have_attribute("aria-pressed", "false")
        number = page.get_by_test_id("connection").get_attribute("data-seq")
        bid(page, player.hand, "spend 1")
        page.wait_for_function(_SENT, arg=number)
    assert passes == [passes[0]] * ASKED_AGAIN
    explained = page.locator(
        "[data-testid=log] li", has_text=re.compile("^You pass: (not your fight|under 10 points|no card)")
    )
    expect(explained.first).to_be_attached()


def test_a_move_goes_back_when_the_other_agrees(site: Site, visit: Visit) -> None:
    """Asked for in the room's sheet, answered over the board; refused it says why, and who resigns watches."""
    code, token = site.make(ME, FRIEND, game="president")
    other = site.join(code, "Bo")
    assert site.host(code, token, do="start").status == 200
    ann, bo = visit(site.port, **LAPTOP), visit(site.port, **PHONE)
    ann.come_back(code, token)
    bo.come_back(code, other)
    before = legal(ann.page)
    click(ann.page, before[0])
    expect(ann.page.get_by_test_id("whose-turn")).to_contain_text("Waiting for Bo")
    ann.page.get_by_role("button", name="Invite").click()
    look_at(ann, "own-game")
    ann.page.get_by_role("button", name="Take my last move back").click()
    expect(ann.page.get_by_test_id("proposal")).to_contain_text("Waiting for Bo")
    expect(bo.page.get_by_test_id("proposal")).to_contain_text("Ann asks to take their last move back.")
    look_at(bo, "takeback-asked")
    bo.page.get_by_role("button", name="Agree").click()
    expect(ann.page.get_by_test_id("proposal")).to_be_empty()
    assert legal(ann.page) == before
    click(ann.page, before[1])
    click(bo.page, legal(bo.page)[0])
    assert legal(ann.page)
    ann.page.get_by_role("button", name="Invite").click()
    expect(ann.page.get_by_test_id("take-move-back")).to_be_disabled()
    expect(ann.page.get_by_test_id("own-game")).to_contain_text("Too late: something hidden was revealed.")
    look_at(ann, "own-game-too-late")
    bo.page.get_by_role("button", name="Invite").click()
    bo.page.get_by_role("button", name="Resign").click()
    bo.page.get_by_role("button", name="Press again to resign").click()
    expect(bo.page.get_by_test_id("whose-turn")).to_contain_text("a bot is finishing it")
    expect(ann.page.get_by_test_id("strip-1")).to_contain_text("has chosen")  # a bot does for them
