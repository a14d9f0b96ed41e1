"""A whole lesson of each game: thirty phones, six of them browsers of two sizes, with everything going wrong.

Beside them the teacher's page and the projector's. One browser has no sockets and polls, one is opened twice, two of
them and three of the other phones are killed in play, three people come late, one of them with a browser. What happens
is done on the teacher's page, as a teacher does it. With HUSTINGS_ARTEFACTS pictures of every page at every step are
kept.

Over a file; and once over PostgreSQL with two processes behind the proxy. The one that holds the class is killed while
all tables play.
"""

from __future__ import annotations

import os
import random
import re
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect

import hustings
from tests.browser.conftest import Visit
from tests.browser.crowd import Crowd
from tests.browser.play import click
from tests.browser.test_class import enter, press
from tests.browser.test_longpoll import FORBIDDEN
from tests.browser.visitor import LIMIT, NO_SERVER, PHONE, Size, Visitor
from tests.rooms.proxy import proxy
from tests.web.class_helpers import two_processes
from tests.web.class_phones import SIZES, Phone
from tests.web.helpers import PROMPTLY, Site

pytestmark = pytest.mark.browser
TABLET: Size = {"width": 768, "height": 1024, "touch": True}
PEOPLE, BROWSERS = 30, 6
LATE, LATE_BROWSERS = 3, 1
KILLED, KILLED_BROWSERS = 5, 2
MOVES = 4  # which the browsers make before the lesson goes on
MOST_ROUNDS = 80  # looks at every browser for a move to make, which a click may miss on a slow machine
ALLOWED = {"combat": 1, "president": 1, "politics": 1, "mudslinger": 4}  # moves of all others to each look
THINKING = 0.3  # seconds a client of the protocol takes for a move
SLOWER = 4  # times as long as usual may a pause take, beside coming back: six browsers load everything anew
BRIEFLY = 600  # ms for a press that something else may overtake
_LEGAL = "() => [...document.querySelectorAll('[data-testid=move-list] [data-play]')].map(one => one.dataset.play)"
_PLAYING = "[data-testid$=-table]"
STOPPED = "Your teacher has paused all tables."
QUESTION, ANSWERS = "Who will have most votes?", ("The leader now", "Somebody else", "Nobody alone")


class Lesson:
    """A lesson of one game, step by step."""

    def __init__(self, game: str, site: Site, visit: Visit) -> None:
        self.game, self.site, self._visit = game, site, visit
        self._step = 0
        self._chance = random.Random(game)
        self.teacher = visit(site.port)
        self.screen = visit(site.port, width=1280, height=720)
        self.phones: list[Visitor] = []

    def keep(self, step: str, *more: tuple[str, Visitor]) -> None:
        """Keep pictures of the teacher's page, the projector, a phone of each size and whatever else is of interest."""
        self._step += 1
        shown = [("teacher", self.teacher), ("screen", self.screen), *more]
        if self.phones:
            shown += [("phone", self.phones[0]), ("tablet", self.phones[1])]
        for who, visitor in shown:
            visitor.keep(f"lesson-{self.game}-{self._step}-{step}-{who}")

    def open(self) -> str:
        """Open the class from the front page; its code."""
        page = self.teacher.page
        page.goto("/class")
        page.get_by_label("Game").select_option(self.game)
        page.wait_for_load_state("networkidle")  # what the game is like: its sizes of tables
        if SIZES[self.game] > 2:  # Combat is for two, and asks nothing
            page.get_by_label("Players per table").select_option(str(SIZES[self.game]))
        press(page, "Open the class")
        code = page.get_by_test_id("class-code").inner_text()
        self.screen.page.goto(f"/class/{code}/screen")
        expect(self.screen.page.get_by_text("Waiting for the first phones")).to_be_visible()
        return code

    def come(self, code: str, count: int) -> None:
        """So many browsers join, of either size in turn; the third can open no socket."""
        for _ in range(count):
            number = len(self.phones)
            size = TABLET if number % 2 else PHONE
            phone = self._visit(self.site.port, **size)
            if number == 2:
                phone.page.add_init_script(FORBIDDEN)
            enter(phone, code)
            self.phones.append(phone)
            expect(phone.page.get_by_test_id("who").or_(phone.page.locator(_PLAYING)).first).to_be_visible()

    def twice(self, phone: Visitor) -> None:
        """Open the class a second time in a browser, which is the same person, and close that tab again."""
        tab = phone.open()
        tab.goto(phone.page.url)
        expect(tab.get_by_test_id("who")).to_have_text(phone.page.get_by_test_id("who").inner_text())
        expect(self.screen.page.get_by_role("status")).to_have_text(f"{PEOPLE - LATE} people")
        tab.close()

    def play(self, crowd: Crowd) -> int:
        """Let everybody who has to move make a move or a few, until the browsers have made some; how many."""
        made = 0
        for _ in range(MOST_ROUNDS):
            if made >= MOVES:
                break
            crowd.allow(ALLOWED[self.game])
            made += sum(self._move(phone.page) for phone in self.phones)
            self.teacher.page.wait_for_timeout(50)
        return made

    def _move(self, page: Page) -> bool:
        """Make a move where one is due; whoever is overtaken, by a clock or a hurry, has made none."""
        with suppress(Error, AssertionError):
            moves = page.evaluate(_LEGAL)
            if not moves:
                page.keyboard.press("Escape")  # whatever is shown on the way
                return False
            page.set_default_timeout(BRIEFLY)
            expect.set_options(timeout=BRIEFLY)
            try:
                click(page, self._chance.choice(moves))
            finally:
                page.set_default_timeout(LIMIT)
                expect.set_options(timeout=LIMIT)
            return True
        return False

    def back(self, phone: Visitor) -> None:
        """Come back with a browser that was killed."""
        url = phone.page.url
        phone.page = phone.open()
        phone.page.goto(url)


@pytest.mark.parametrize("game", hustings.game_names())
def test_a_lesson_of_thirty_phones(site: Site, visit: Visit, game: str) -> None:
    assert _hold(Lesson(game, site, visit)) >= 2 * MOVES


def test_a_lesson_over_two_processes_whose_own_is_killed(visit: Visit, tmp_path: Path) -> None:
    with two_processes(tmp_path) as (_, servers), proxy([site.port for _, site in servers]) as port:
        made = _hold(Lesson("combat", Site(port, tmp_path), visit), servers)
    assert made >= 2 * MOVES


def _hold(lesson: Lesson, servers: Sequence[tuple[int, Site]] = ()) -> int:
    """Everything that happens in a lesson; of several servers one is killed. The moves the browsers made."""
    code = lesson.open()
    shown_at = time.monotonic()
    with Crowd(lesson.site, code, THINKING) as crowd:
        lesson.keep("opened")
        lesson.come(code, BROWSERS - LATE_BROWSERS)
        crowd.arrive(PEOPLE - LATE - (BROWSERS - LATE_BROWSERS))
        expect(lesson.screen.page.get_by_role("status")).to_have_text(f"{PEOPLE - LATE} people")
        lesson.twice(lesson.phones[1])
        _start(lesson, crowd)
        print(f"{lesson.game}: all play {time.monotonic() - shown_at:.0f} s after the code was shown")
        _come_late(lesson, crowd, code)
        made = lesson.play(crowd)
        lesson.keep("playing")
        if servers:
            _lose(lesson, crowd, servers)
        _kill_and_ask(lesson, crowd)
        _stand_still(lesson, crowd)
        made += lesson.play(crowd)
        _end(lesson, crowd)
    return made


def _start(lesson: Lesson, crowd: Crowd) -> None:
    page = lesson.teacher.page
    expect(page.get_by_text(f"{PEOPLE - LATE} people are ready.")).to_be_visible()
    lesson.keep("arriving")
    page.get_by_test_id("start").click()
    crowd.until(lambda phone: phone.shown["me"]["phase"] == "seated", "everybody sits")
    for phone in lesson.phones:
        expect(phone.page.locator(_PLAYING).first).to_be_visible()
    tables = -(-(PEOPLE - LATE) // SIZES[lesson.game])
    expect(lesson.screen.page.get_by_test_id(f"screen-table-{tables}")).to_be_visible()
    lesson.keep("seated")


def _come_late(lesson: Lesson, crowd: Crowd, code: str) -> None:
    """Three more come: they get bots' seats, or watch and are in the next game."""
    lesson.come(code, LATE_BROWSERS)
    crowd.arrive(LATE - LATE_BROWSERS)
    crowd.until(lambda phone: phone.shown["me"]["phase"] in ("seated", "watching"), "the late have a place")
    lesson.keep("late", ("late", lesson.phones[-1]))


def _lose(lesson: Lesson, crowd: Crowd, servers: Sequence[tuple[int, Site]]) -> None:
    """The class's process is killed: everybody is back where they were, and pauses when the teacher says so."""
    for visitor in (lesson.teacher, lesson.screen, *lesson.phones):
        visitor.guard.excuse(f"{NO_SERVER}|status of 50[234]|status of 403 .*/poll")  # no such line, says the other
    places = [_room(phone) for phone in crowd.phones]
    usual = _pause(lesson, crowd)
    [holder] = [pid for pid, site in servers if site.ask("GET", "/health").json["rooms"]]
    os.kill(holder, signal.SIGKILL)
    took = _pause(lesson, crowd)
    again = _pause(lesson, crowd)
    told = f"{took:.1f} s after the kill -9, then in {again:.1f}, before it in {usual:.1f}"
    print(f"{lesson.game}: all are back and pause {told}")
    assert took < PROMPTLY + SLOWER * usual
    assert [_room(phone) for phone in crowd.phones] == places
    assert lesson.play(crowd)


def _pause(lesson: Lesson, crowd: Crowd) -> float:
    """Pause all tables, and let them play again: seconds until every phone has shown the pause."""
    began = time.monotonic()
    _switch(lesson.teacher.page, "true")
    crowd.until(lambda phone: phone.shown["still"], "everybody pauses")
    for phone in lesson.phones:
        expect(phone.page.get_by_text(STOPPED).first).to_be_visible()
    took = time.monotonic() - began
    lesson.keep("paused")
    _switch(lesson.teacher.page, "false")
    crowd.until(lambda phone: not phone.shown["still"], "everybody plays on")
    return took


def _switch(page: Page, pressed: str) -> None:
    """Press the teacher's pause; again where the page says that it found no server, though it tried more than once."""
    button = page.get_by_test_id("pause")
    while button.get_attribute("aria-pressed") != pressed:
        button.click()
        done = page.locator(f"[data-testid=pause][aria-pressed={pressed}]")
        expect(done.or_(page.get_by_role("alert").filter(has_text=re.compile(r"\w"))).first).to_be_visible()


def _kill_and_ask(lesson: Lesson, crowd: Crowd) -> None:
    """Five phones are lost while a question is asked; they come back to their places and find it there."""
    dead, gone = lesson.phones[3 : 3 + KILLED_BROWSERS], crowd.phones[: KILLED - KILLED_BROWSERS]
    places = [(phone.shown["tables"][0]["room"], phone.shown["me"]["seat"]) for phone in gone]
    for phone in dead:
        phone.page.close()
    crowd.kill(gone)
    page = lesson.teacher.page
    expect(page.get_by_text("away for").first).to_be_visible()
    lesson.keep("killed")
    press(page, "Pause and ask")
    page.get_by_label("Question").fill(QUESTION)
    for number, answer in enumerate(ANSWERS, 1):
        page.get_by_label(f"Answer {number}").fill(answer)
    press(page, "Ask everyone")
    for phone in dead:
        lesson.back(phone)
    crowd.back(gone)
    for phone, answer in zip(lesson.phones, (*ANSWERS, *ANSWERS), strict=True):
        press(phone.page, answer)
        expect(phone.page.get_by_text("Answer given.")).to_be_visible()
    crowd.until(lambda phone: phone.shown["question"]["mine"] is not None, "everybody has answered")
    assert [(phone.shown["tables"][0]["room"], phone.shown["me"]["seat"]) for phone in gone] == places
    lesson.keep("asked", ("polled", lesson.phones[2]))
    press(page, "Close it and show the answers")
    expect(lesson.screen.page.get_by_test_id("bars")).to_contain_text("%")
    lesson.keep("bars")
    press(page, "Resume")
    expect(page.get_by_role("button", name="Hide the answers")).to_have_count(0)


def _stand_still(lesson: Lesson, crowd: Crowd) -> None:
    """All tables are paused, a message goes to all, two change places, a bot plays for one and no longer."""
    page = lesson.teacher.page
    page.get_by_test_id("pause").click()
    crowd.until(lambda phone: phone.shown["still"], "everybody stands still")
    press(page, "Message to everyone")
    page.get_by_role("textbox", name="Message to everyone").fill("Two more minutes")
    press(page, "Send")
    for phone in lesson.phones:
        expect(phone.page.get_by_text("Two more minutes")).to_be_visible()
    lesson.keep("still", ("polled", lesson.phones[2]))
    one, late = crowd.phones[KILLED], crowd.phones[-1]
    row = page.get_by_role("listitem").filter(has_text=one.shown["me"]["name"])
    row.get_by_role("button", name=one.shown["me"]["name"]).click()
    press(page, "Let a bot play")
    crowd.until(lambda phone: phone is not one or phone.shown["me"]["phase"] == "watching", "a bot plays")
    press(page, "Let them play")
    crowd.until(lambda phone: phone is not one or phone.shown["me"]["phase"] == "seated", "they play again")
    place, other = _room(one), _room(late)
    row.get_by_role("button", name="Swap", exact=True).click()
    row = page.get_by_role("listitem").filter(has_text=late.shown["me"]["name"])
    row.get_by_role("button", name=late.shown["me"]["name"]).click()
    crowd.until(lambda phone: phone is not late or _room(phone) == place, "they have changed places")
    crowd.until(lambda phone: phone is not one or _room(phone) == other, "both of them")
    page.get_by_test_id("pause").click()
    crowd.until(lambda phone: not phone.shown["still"], "everybody plays")


def _room(phone: Phone) -> str | None:
    """The room of the table a phone has."""
    return next((table["room"] for table in phone.shown["tables"]), None)


def _end(lesson: Lesson, crowd: Crowd) -> None:
    """The time is over where tables still play; then the results, and the votes counted otherwise."""
    page, screen = lesson.teacher.page, lesson.screen.page
    press(page, "Set an end time")  # the browsers have made too few moves for the end of their tables
    press(page, "In 5 minutes")
    expect(page.get_by_text("All tables end at")).to_be_visible()
    lesson.keep("ending")
    press(page, "Cancel the end time")
    press(page, "Set an end time")
    press(page, "End now")
    press(page, "End all tables")
    crowd.until(lambda phone: phone.shown["info"]["phase"] == "over", "all tables are over")
    expect(screen.get_by_text("Final result").first).to_be_visible()
    for phone in lesson.phones:
        expect(phone.page.locator(_PLAYING)).to_have_count(0)
    lesson.keep("over")
    debrief = lesson.screen.open()
    debrief.goto(screen.url.replace("/screen", "/debrief"))
    expect(debrief.get_by_test_id("caution")).to_be_visible()  # there is none during the next game
    expect(page.get_by_test_id("start")).to_have_text("Start the next game")
    page.get_by_test_id("start").click()
    crowd.until(lambda phone: phone.shown["me"]["phase"] == "seated", "the late play in the next game, too")
    lesson.keep("next")
    assert crowd.faults == []  # once the class is deleted, phones that play are told that their room has gone
    press(page, "Delete the class now")
    press(page, "Press again to delete everything for good")
    for phone in lesson.phones:
        expect(phone.page.get_by_text("Your teacher has deleted this class")).to_be_visible()
