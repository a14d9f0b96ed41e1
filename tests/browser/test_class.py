"""A class in the browser: opened, joined by phones, watched on a projector, asked, stopped."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from hustings.rooms.automation import clocks
from tests.browser import hands as keys
from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.test_longpoll import FORBIDDEN
from tests.browser.visitor import PHONE, Visitor
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
PHONES = 4
OFFLINE = "net::ERR_INTERNET_DISCONNECTED"
_KEY = "hustings.class.teacher."  # where a browser remembers the teacher's token


def enter(phone: Visitor, code: str) -> None:
    """Come by the front page's box for codes."""
    phone.page.goto("/")
    phone.page.get_by_label("Six-letter code").fill(code)
    phone.page.get_by_role("button", name="Join", exact=True).click()
    phone.page.get_by_role("heading", name="Join the class").wait_for()
    phone.page.get_by_role("button", name="Join", exact=True).click()


def joined(phone: Visitor, code: str) -> Visitor:
    """The phone, which waits for the game."""
    enter(phone, code)
    expect(phone.page.get_by_test_id("who")).to_have_text(re.compile(r"^You are \w+ \w+$"))
    return phone


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def test_whoever_is_quicker_than_the_server_opens_the_game_they_chose(site: Site, visit: Visit) -> None:
    page = visit(site.port).page
    page.goto("/class")
    expect(page.get_by_label("Players per table")).to_be_visible()  # of U.S. President, which comes first
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/api/games/combat$"), hold)
    page.get_by_label("Game").select_option("combat")
    press(page, "Open the class")
    while not held:
        page.wait_for_timeout(10)
    for route in held:
        route.continue_()
    code = page.get_by_test_id("class-code").inner_text()
    assert site.ask("GET", f"/api/classes/{code}").json["game"] == "combat"


def test_a_lesson_from_the_code_to_the_last_table(site: Site, visit: Visit) -> None:
    teacher = visit(site.port)
    page = teacher.page
    page.goto("/")
    page.get_by_test_id("open-class").click()
    page.get_by_label("Game").select_option("president")
    expect(page.get_by_label("Players per table")).to_have_value("4")  # as on the lesson sheet
    look_at(teacher, "class-open")
    page.get_by_label("Players per table").select_option("2")
    press(page, "Open the class")
    code = page.get_by_test_id("class-code").inner_text()

    screen = visit(site.port, width=1280, height=720)
    screen.page.goto(f"/class/{code}/screen")
    phones = [joined(visit(site.port, **PHONE), code) for _ in range(PHONES)]
    expect(screen.page.get_by_role("status")).to_have_text("4 people")
    look_at(screen, "class-screen-arriving")
    look_at(phones[0], "class-phone-waiting")

    expect(page.get_by_text("4 people are ready.")).to_be_visible()
    press(page, "Lock joining")
    expect(page.get_by_role("button", name="Unlock joining")).to_be_visible()
    assert site.ask("POST", f"/api/classes/{code}/join", {}).json["key"] == "class.locked"
    page.get_by_test_id("start").click()
    for phone in phones:
        expect(phone.page.get_by_test_id("seats").or_(phone.page.locator("[data-state]").first).first).to_be_visible()
    expect(screen.page.get_by_test_id("screen-table-2")).to_be_visible()
    expect(page.get_by_test_id("hurry")).to_have_count(0)  # nobody is late yet
    expect(screen.page.get_by_test_id("header-qr")).to_have_count(0)  # joining is locked
    for phone in phones:
        expect(phone.page.get_by_test_id("table-number")).to_have_text(re.compile(r"^Table [12]"))
        expect(phone.page.get_by_test_id("elections")).to_have_text("Electors of 2012 to 2020")
        expect(phone.page.get_by_role("banner").get_by_text(re.compile("^[B-Z]{6}$"))).to_have_count(0)
    expect(page.get_by_text("Electors of 2012 to 2020")).to_be_visible()
    expect(page.get_by_test_id("majority")).to_have_text("73 to win")
    expect(page.get_by_test_id("part-awaited")).to_have_text("Awaited 4")
    page.get_by_test_id("part-late").click()
    expect(page.locator("[data-testid^=person-] button[aria-expanded]")).to_have_count(0)
    page.get_by_test_id("part-everybody").click()
    expect(page.locator("[data-testid^=person-] button[aria-expanded]")).to_have_count(4)
    phones[0].page.get_by_role("button", name="Menu", exact=True).click()
    expect(phones[0].page.get_by_role("dialog")).to_be_visible()
    expect(phones[0].page.get_by_text("Invite")).to_have_count(0)
    phones[0].page.keyboard.press("Escape")
    look_at(teacher, "class-teacher")
    look_at(screen, "class-screen")

    press(page, "Pause and ask")
    page.get_by_label("Question").fill("Who will win?")
    page.get_by_label("Answer 1").fill("The leader")
    page.get_by_label("Answer 2").fill("Somebody else")
    press(page, "Ask everyone")
    press(phones[0].page, "The leader")
    press(phones[1].page, "Somebody else")
    press(phones[2].page, "The leader")
    expect(phones[2].page.get_by_text("Answer given.")).to_be_visible()
    expect(screen.page.get_by_test_id("bars")).to_contain_text("3 of 4 have answered")
    expect(screen.page.get_by_test_id("bars")).not_to_contain_text("%")
    expect(screen.page.locator(".small-code")).to_contain_text(code)
    press(page, "Close it and show the answers")
    expect(screen.page.get_by_test_id("bars")).to_contain_text("67%")
    look_at(screen, "class-bars")
    press(page, "Hide the answers")
    expect(screen.page.get_by_test_id("eyes-up")).to_be_visible()
    press(page, "Resume")
    expect(screen.page.get_by_test_id("eyes-up")).to_have_count(0)

    press(page, "Set an end time")
    at = page.evaluate("new Date(Date.now() + 7_200_000).toTimeString().slice(0, 5)")
    page.get_by_label("At this time").fill(at)
    press(page, "End at this time")
    ends = re.compile(rf"All tables end at {int(at[:2]) % 12 or 12}:{at[3:]} ")
    expect(page.get_by_text(ends)).to_be_visible()
    expect(phones[0].page.get_by_text(ends)).to_be_visible()
    expect(screen.page.get_by_text("the leading score wins, even with fewer than 73")).to_be_visible()
    expect(screen.page.get_by_test_id("to-win")).to_contain_text("73 to win, or the lead at")
    press(page, "+5 minutes")
    press(page, "Cancel the end time")
    press(page, "Set an end time")
    press(page, "End now")
    press(page, "End all tables")
    for phone in phones:
        expect(phone.page.get_by_text("Time is up")).to_be_visible()
        expect(phone.page.get_by_test_id("ending").get_by_role("listitem")).to_have_count(2)
        expect(phone.page.get_by_test_id("table-number")).to_have_text(re.compile(r"^Table [12] · \w$"))
    look_at(phones[0], "class-phone-ending")
    expect(screen.page.get_by_text("Final result")).to_have_count(2)
    for number in (1, 2):
        expect(screen.page.get_by_test_id(f"screen-table-{number}").get_by_test_id("tile-map")).to_be_visible()
    expect(screen.page.get_by_test_id("map-caption")).to_have_text(re.compile("^Map: "))
    phone = phones[0].page
    expect(phone.get_by_role("img", name="The map at the end")).to_be_visible()
    phone.get_by_role("link", name="Replay your game").click()
    expect(phone.get_by_text(re.compile("^Point 0 of"))).to_be_visible()
    phone.goto(f"{phone.url}/9999")
    expect(phone.get_by_text("Time was up:").first).to_be_visible()


def test_a_reloaded_phone_is_the_same_person_and_one_taken_out_is_told(site: Site, visit: Visit) -> None:
    made = site.ask("POST", "/api/classes", {"game": "combat"}).json
    code, token = made["info"]["code"], made["token"]
    phone = joined(visit(site.port, **PHONE), code)
    phone.guard.excuse(r"40[34] \(.*/check\)")  # its report may be under way when it or its class is removed
    name = phone.page.get_by_test_id("who").inner_text()
    phone.page.reload()
    expect(phone.page.get_by_test_id("who")).to_have_text(name)
    phone.page.goto(f"/class/{code}/teacher")
    expect(phone.page.get_by_text(f"This page is for the teacher of the class {code}.")).to_be_visible()
    phone.page.get_by_role("link", name="Join the class as a player").click()
    expect(phone.page.get_by_test_id("who")).to_have_text(name)

    def command(**asked: object) -> None:
        assert site.ask("POST", f"/api/classes/{code}/teacher", asked, Authorization=f"Bearer {token}").status == 200

    command(do="remove", person=1)
    page = phone.page
    expect(page.get_by_text("Your teacher has removed you from this class.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Your teacher has removed you from this class.")).to_be_visible()
    cookie = "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies())  # all that the browser keeps
    assert site.ask("POST", f"/api/classes/{code}/join", {}, Cookie=cookie).json["key"] == "class.removed"
    command(do="remove", person=1, removed=False)
    press(page, "Try again")
    expect(page.get_by_test_id("who")).to_have_text(name)
    command(do="delete")
    expect(page.get_by_text("Your teacher has deleted this class and everything stored about it.")).to_be_visible()


def test_the_teacher_answers_renames_and_swaps_people(site: Site, visit: Visit) -> None:
    made = site.ask("POST", "/api/classes", {"game": "president", "naming": "free", "clock": "off"}).json
    code, teacher = made["info"]["code"], visit(site.port, height=900)
    page = teacher.page
    page.goto("/")
    page.evaluate("([key, token]) => localStorage.setItem(key, token)", [_KEY + code, made["token"]])
    page.goto(f"/class/{code}/teacher")
    phones = []
    for name in ("Ann", "Bo", "Cy"):
        phones.append(visit(site.port, **PHONE))
        phones[-1].page.goto(f"/class/{code}")
        phones[-1].page.get_by_label("Your name", exact=True).fill(name)
        press(phones[-1].page, "Join")
        expect(phones[-1].page.get_by_test_id("who")).to_have_text(f"You are {name}")
    expect(phones[0].page.get_by_test_id("alias")).to_contain_text("On the projector you are")
    place = page.get_by_test_id("lock").bounding_box()
    site.ask("POST", f"/api/classes/{code}/ask", {"name": "Cy"})
    expect(page.get_by_test_id("asking")).to_be_in_viewport()
    teacher.guard.excuse(OFFLINE)
    teacher.context.set_offline(True)
    expect(page.get_by_text("Connection lost. Trying again")).to_be_in_viewport()
    assert page.get_by_test_id("lock").bounding_box() == place  # no button moves from under a finger
    teacher.context.set_offline(False)
    expect(page.get_by_text("Connection lost. Trying again")).to_have_count(0)
    assert "Someone says: “I am Cy”" in page.title()
    look_at(teacher, "class-asking")
    page.get_by_test_id("asking").get_by_role("button", name="No", exact=True).click()
    expect(page.get_by_test_id("asking")).to_have_count(0)
    page.get_by_test_id("start").click()
    expect(page.get_by_text("Week 1 of 12").first).to_be_visible()
    rows = [page.get_by_test_id(f"person-{number}") for number in (1, 2, 3)]
    rows[0].locator("button[aria-expanded]").click()
    press(page, "Rename")
    page.get_by_label("New name for Ann").fill("Ana")
    press(page, "Save")
    expect(rows[0].get_by_text("Ana", exact=True)).to_be_visible()
    expect(phones[0].page.get_by_test_id("alias")).to_be_visible()
    tables = [re.findall(r"Table \d", row.inner_text())[0] for row in rows]
    other = next(number for number, table in enumerate(tables) if table != tables[0])
    swap = rows[0].get_by_role("button", name="Swap", exact=True)
    swap.click()
    press(page, "Cancel")
    expect(page.get_by_text("Swap Ana with whom?")).to_have_count(0)
    swap.click()
    look_at(teacher, "class-swap")
    rows[other].locator("button[aria-expanded]").click()
    expect(rows[0]).to_contain_text(tables[other])
    expect(rows[other]).to_contain_text(tables[0])
    for phone, table in ((phones[0], tables[other]), (phones[other], tables[0])):
        expect(phone.page.get_by_test_id("swapped")).to_contain_text(f"you are now at {table.lower()}")
        press(phone.page, "OK")
        phone.page.reload()
        expect(phone.page.get_by_test_id("table-number")).to_contain_text(table)
        expect(phone.page.get_by_test_id("swapped")).to_have_count(0)
    phones[1].page.close()
    phones[2].page.close()
    page.get_by_test_id("remove-absent").click()
    expect(page.get_by_test_id("sure").get_by_role("listitem")).to_have_text(["Bo", "Cy"])
    page.get_by_test_id("sure").get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_role("button", name="Let Bo back in")).to_be_visible()
    expect(rows[1]).to_have_count(0)


def test_the_connection_check_tells_what_works_and_draws_a_code_for_the_wifi(site: Site, visit: Visit) -> None:
    code = site.ask("POST", "/api/classes", {"game": "combat"}).json["info"]["code"]
    phone = visit(site.port, **PHONE)
    phone.page.goto(f"/class/{code}/help")
    for check in ("page", "socket", "clock", "storage"):
        expect(phone.page.get_by_test_id(f"check-{check}")).to_contain_text("✓")
    phone.page.get_by_label("Name of the Wi-Fi").fill("School")
    phone.page.get_by_label("Password").fill("secret")
    press(phone.page, "Show the code")
    expect(phone.page.get_by_test_id("wifi-qr")).to_be_visible()
    expect(phone.page.get_by_test_id("class-qr")).to_be_visible()
    expect(phone.page.get_by_test_id("check-address")).to_have_count(0)
    look_at(phone, "class-connection")


def test_the_teachers_connection_check_tells_what_their_side_shows(site: Site, visit: Visit) -> None:
    made = site.ask("POST", "/api/classes", {"game": "combat"}).json
    code, teacher = made["info"]["code"], visit(site.port)
    teacher.page.goto("/")
    teacher.page.evaluate("([key, token]) => localStorage.setItem(key, token)", [_KEY + code, made["token"]])
    teacher.page.goto(f"/class/{code}/help")
    expect(teacher.page.get_by_test_id("check-address")).to_contain_text("hustings serve --class")
    status, waiting = (teacher.page.get_by_test_id(f"network-{what}") for what in ("status", "waiting"))
    expect(status).to_contain_text("not tested")
    expect(waiting).to_have_count(0)
    site.ask("POST", f"/api/classes/{code}/join", {})
    expect(status).to_have_text("1 phone has joined; 0 passed the connection check.")
    expect(waiting.get_by_role("listitem")).to_have_count(1)
    phone = visit(site.port, **PHONE)
    joined(phone, code)
    expect(status).to_have_text("2 phones have joined; 1 passed the connection check.")
    expect(waiting).not_to_contain_text(phone.page.get_by_test_id("who").inner_text().removeprefix("You are "))
    phone.page.goto(f"/class/{code}/help")
    expect(phone.page.get_by_test_id("reported")).to_have_text("Your teacher sees this result.")
    look_at(teacher, "class-connection-teacher")


def test_two_people_share_a_phone(site: Site, visit: Visit) -> None:
    """Both names are on the phone, at the table and on the teacher's page, which can add and end a pair."""
    made = site.ask("POST", "/api/classes", {"game": "president", "naming": "free", "on_screen": True}).json
    code, teacher, phone = made["info"]["code"], visit(site.port), visit(site.port, **PHONE)
    teacher.page.goto("/")
    teacher.page.evaluate("([key, token]) => localStorage.setItem(key, token)", [_KEY + code, made["token"]])
    teacher.page.goto(f"/class/{code}/teacher")
    phone.page.goto(f"/class/{code}")
    phone.page.get_by_label("Your name").fill("Grace")
    phone.page.get_by_test_id("paired").check()
    phone.page.get_by_label("The second name").fill("Chloe")
    look_at(phone, "class-join-pair")
    press(phone.page, "Join")
    expect(phone.page.get_by_test_id("who")).to_have_text("You are Grace & Chloe")
    row = teacher.page.get_by_test_id("person-1")
    expect(row).to_contain_text("Grace & Chloe")
    expect(row).to_contain_text("phone passed")
    row.get_by_role("button", name="Grace & Chloe").click()
    row.get_by_role("button", name="Chloe leaves this phone").click()
    expect(phone.page.get_by_test_id("who")).to_have_text("You are Grace")
    row.get_by_role("button", name="Add a second person").click()
    row.get_by_label("Who shares the phone of Grace?").fill("Zoë")
    row.get_by_role("button", name="Save").click()
    expect(phone.page.get_by_test_id("who")).to_have_text("You are Grace & Zoë")
    expect(teacher.page.get_by_text("1 phone is shared by two")).to_be_visible()
    look_at(teacher, "class-teacher-pair")
    teacher.page.get_by_test_id("start").click()
    expect(phone.page.get_by_test_id("president-table")).to_contain_text("Grace & Zoë")
    expect(teacher.page.get_by_test_id("table-1")).to_contain_text("Grace & Zoë")


def test_a_class_is_led_shown_and_played_where_no_socket_goes_through(site: Site, visit: Visit) -> None:
    made = site.ask("POST", "/api/classes", {"game": "combat"}).json
    code = made["info"]["code"]
    teacher, screen, phone = visit(site.port), visit(site.port, width=1280, height=720), visit(site.port, **PHONE)
    for visitor in (teacher, screen, phone):
        visitor.page.add_init_script(FORBIDDEN)
    teacher.page.goto("/")
    teacher.page.evaluate("([key, token]) => localStorage.setItem(key, token)", [_KEY + code, made["token"]])
    teacher.page.goto(f"/class/{code}/teacher")
    screen.page.goto(f"/class/{code}/screen")
    joined(phone, code)
    expect(screen.page.get_by_role("status")).to_have_text("1 person")
    expect(teacher.page.get_by_text("One person is ready.")).to_be_visible()
    teacher.page.get_by_test_id("start").click()
    expect(phone.page.get_by_test_id("combat-table")).to_be_visible()
    expect(screen.page.get_by_test_id("screen-table-1")).to_be_visible()
    teacher.page.get_by_test_id("pause").click()
    expect(phone.page.get_by_text("Your teacher has paused all tables.")).to_have_count(1)
    expect(screen.page.get_by_test_id("eyes-up")).to_be_visible()
    teacher.page.get_by_test_id("pause").click()
    press(teacher.page, "Set an end time")
    press(teacher.page, "End now")
    press(teacher.page, "End all tables")
    expect(phone.page.get_by_text("The game is over. Wait for the next one.")).to_be_visible()
    phone.page.goto(f"/class/{code}/help")
    expect(phone.page.get_by_test_id("check-socket")).to_contain_text("everything works with a short delay")


@pytest.mark.parametrize("language", ["en", "es"])
def test_everybody_can_read_what_is_stored(site: Site, visit: Visit, language: str) -> None:
    code = site.ask("POST", "/api/classes", {"game": "combat"}).json["info"]["code"]
    phone = visit(site.port, **PHONE)
    phone.page.goto("/")
    phone.page.evaluate("language => localStorage.setItem('hustings.language', language)", language)
    phone.page.goto(f"/class/{code}")
    with phone.context.expect_page() as opening:
        phone.page.get_by_role("link", name={"en": "What is stored here", "es": "Qué se guarda aquí"}[language]).click()
    phone.page = opening.value
    told = site.ask("GET", "/api/stored").json
    for log in ("class", "table"):
        rows = phone.page.get_by_test_id(f"stored-{log}").locator("dt")
        expect(rows).to_have_text([f"{one['record']}.{one['field']}" for one in told if one["log"] == log])
    meaning = {"en": "their name", "es": "su nombre"}[language]
    expect(phone.page.get_by_text(meaning, exact=False).first).to_be_visible()
    look_at(phone, f"class-stored-{language}")


def test_a_teacher_leads_by_keys_alone(site: Site, visit: Visit) -> None:
    teacher = visit(site.port)
    page = teacher.page
    page.goto("/class")
    page.get_by_label("Players per table").or_(page.get_by_label("People per seat")).first.wait_for()
    keys.press(page, "form button[type=submit]")
    code = page.get_by_test_id("class-code").inner_text()
    phone = joined(visit(site.port, **PHONE), code)
    expect(page.get_by_text("One person is ready.")).to_be_visible()
    page.goto("/")
    page.get_by_test_id("my-classes").get_by_role("link").click()
    keys.press(page, "[data-testid=start]")
    expect(phone.page.locator("[data-testid$=-table]").first).to_be_visible()
    keys.press(page, "[data-testid=pause]")
    expect(phone.page.get_by_text("Your teacher has paused all tables.")).to_have_count(1)
    keys.press(page, "[data-testid^=person-] button[aria-expanded]")
    expect(page.locator("[data-testid^=person-] button[aria-expanded]")).to_have_attribute("aria-expanded", "true")
    keys.press(page, "[data-testid^=person-] > div + div button:nth-of-type(1)")
    expect(page.get_by_role("button", name="Let them play")).to_be_visible()
    keys.press(page, "[data-testid^=person-] > div + div button:nth-of-type(1)")
    expect(page.get_by_role("button", name="Let a bot play")).to_be_visible()
    keys.press(page, "[data-testid=pause]")
    page.get_by_role("button", name="Set an end time").focus()
    page.keyboard.press("Enter")
    keys.press(page, "dialog[open] .choices button")
    keys.press(page, "dialog[open] [data-testid=sure] .main")
    expect(phone.page.get_by_text("Time is up")).to_be_visible()


def test_the_teacher_is_asked_once_before_bots_move_for_the_late(
    site: Site, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = site.ask("POST", "/api/classes", {"game": "president", "clock": "off", "seconds": 5}).json
    code, teacher, screen = made["info"]["code"], visit(site.port), visit(site.port, width=1280, height=720)
    page = teacher.page
    page.goto("/")
    page.evaluate("([key, token]) => localStorage.setItem(key, token)", [_KEY + code, made["token"]])
    page.goto(f"/class/{code}/teacher")
    screen.page.goto(f"/class/{code}/screen")
    names = []
    for _ in range(3):
        phone = joined(visit(site.port, **PHONE), code)
        names.append(phone.page.get_by_test_id("who").inner_text().removeprefix("You are "))
    monkeypatch.setattr(clocks, "FIRST_MOVE", 5.0)
    page.get_by_test_id("start").click()
    expect(screen.page.get_by_test_id("header-qr")).to_be_visible()
    expect(screen.page.locator(".address")).to_contain_text(f"/class/{code}")
    hurry = page.get_by_test_id("hurry")
    expect(hurry).to_contain_text("Move for the 3 who are late")
    hurry.click()
    rows = page.get_by_test_id("sure").get_by_role("listitem")
    expect(rows).to_have_count(3)
    for name in names:
        expect(rows.filter(has_text=name)).to_contain_text("late")
    look_at(teacher, "class-late")
    press(page, "Cancel")
    expect(page.get_by_text("Week 1 of 12")).to_have_count(2)
    hurry.click()
    press(page, "Move for them")
    expect(page.get_by_text("Week 2 of 12")).to_have_count(2)
    expect(hurry).to_have_count(0)


def test_a_ready_question_is_asked_in_each_language_and_makes_room_for_the_game(site: Site, visit: Visit) -> None:
    made = site.ask("POST", "/api/classes", {"game": "president"}).json
    code, teacher, screen = made["info"]["code"], visit(site.port), visit(site.port, width=1280, height=720)
    page, spanish = teacher.page, visit(site.port, **PHONE)
    page.goto("/")
    page.evaluate("([key, token]) => localStorage.setItem(key, token)", [_KEY + code, made["token"]])
    page.goto(f"/class/{code}/teacher")
    screen.page.goto(f"/class/{code}/screen")
    english = joined(visit(site.port, **PHONE), code)
    spanish.page.goto("/")
    spanish.page.evaluate("localStorage.setItem('hustings.language', 'es')")
    spanish.page.goto(f"/class/{code}")
    press(spanish.page, "Entrar")
    expect(spanish.page.get_by_test_id("who")).to_be_visible()
    page.get_by_test_id("ready").filter(has_text="majority of the electors").first.click()
    expect(english.page.get_by_role("dialog").get_by_text("Will anyone have a majority").first).to_be_visible()
    expect(spanish.page.get_by_role("dialog").get_by_text("mayoría").first).to_be_visible()
    expect(spanish.page.get_by_role("dialog").get_by_text("majority")).to_have_count(0)
    press(page, "Close it and show the answers")
    expect(screen.page.get_by_test_id("bars")).to_be_visible()
    page.get_by_test_id("start-practice").click()
    expect(screen.page.get_by_test_id("practice-steps")).to_be_visible()
    expect(screen.page.get_by_test_id("bars")).to_have_count(0)
