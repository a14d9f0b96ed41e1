"""Rights of people over a room's data in a browser, and the operator's links at the end of every page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hustings.web.rest import own_data
from tests.browser.conftest import Visit
from tests.browser.visitor import PHONE, Visitor
from tests.web.helpers import BOT, FRIEND, ME, Site, fresh_id, play_out, running

pytestmark = pytest.mark.browser
LINKS = {"imprint": "https://example.org/imprint", "privacy": "mailto:privacy@example.org"}


def own_sheet(page: Page) -> None:
    """Open what a room's menu says about its data."""
    page.get_by_role("button", name="Invite").first.click()
    page.get_by_test_id("room-data").locator("summary").click()


def pages(site: Site) -> list[tuple[str, str | None]]:
    """Every kind of page, with the code of the room or class whose seat or key a page needs, if it needs one."""
    playing, ann = site.make(ME, BOT, game="president")
    waiting, _ = site.make(ME, FRIEND)
    over, bo, cy = site.friends()
    with site.sit(over, bo) as first, site.sit(over, cy) as second:
        play_out([first, second])
    lesson = site.ask("POST", "/api/classes", {"game": "combat"}).json["info"]["code"]
    fixed = ["/", "/stored", "/mine", "/daily", "/daily/1", "/puzzle", "/class", "/nothing", "/r/BCDFGH"]
    of_games = [f"/{kind}/combat" for kind in ("rules", "lesson", "new", "print")]
    of_rooms = [f"/r/{waiting}", f"/r/{playing}", f"/r/{playing}/screen", f"/r/{over}"]
    after = [f"/r/{over}/replay", f"/r/{over}/deal"]
    of_class = [f"/class/{lesson}{part}" for part in ("", "/teacher", "/screen", "/debrief", "/help", "/data")]
    return [*((path, None) for path in (*fixed, *of_games, *of_rooms, *after, *of_class)), (f"/r/{playing}", ann)]


def reached(visitor: Visitor, path: str) -> None:
    """Both links are on a page, and a finger reaches them."""
    footer = visitor.page.get_by_test_id("operator-links")
    for name, link in LINKS.items():
        shown = footer.get_by_role("link", name=name.capitalize())
        expect(shown, path).to_have_attribute("href", link)
        shown.click(trial=True)


@pytest.mark.slow
@pytest.mark.parametrize("phone", [False, True])
def test_the_operators_links_are_on_every_page_and_on_no_paper(tmp_path: Path, visit: Visit, phone: bool) -> None:
    with running(tmp_path, **LINKS) as site:
        visitor = visit(site.port, **(PHONE if phone else {}))
        visitor.guard.excuse("status of 4")  # a page that is missing, and one before its time
        for path, token in pages(site):
            if token is not None:
                visitor.come_back(path.rsplit("/", 1)[-1], token)
                expect(visitor.page.get_by_test_id("move-list")).to_be_attached()
            else:
                visitor.page.goto(path)
                expect(visitor.page.locator("#main > *").first).to_be_attached()
            reached(visitor, path)
        visitor.page.emulate_media(media="print")
        expect(visitor.page.get_by_test_id("operator-links")).to_be_hidden()
        visitor.page.close()  # before the server


def test_people_download_their_part_report_the_room_and_delete_it(
    site: Site, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(own_data.logger, "warning", lambda text, *facts: told.append(text % facts))
    code, token, other = site.friends()
    assert site.host(code, token, do="chat", chat=True).status == 200
    with site.sit(code, other) as client:
        command = fresh_id()
        client.send({"id": command, "say": "something nasty"})
        assert client.answer(command)["type"] == "ack"
    ann, bo = visit(site.port), visit(site.port, **PHONE)
    bo.guard.excuse("status of 404")  # once it is deleted
    ann.come_back(code, token)
    bo.come_back(code, other)
    own_sheet(bo.page)
    expect(bo.page.get_by_role("button", name="Delete this room")).to_have_count(0)  # before the last game: the host
    with bo.page.expect_download() as downloading:
        bo.page.get_by_role("button", name="Download what is stored about me").click()
    records = json.loads(Path(downloading.value.path()).read_text(encoding="utf-8"))["records"]
    assert [one["text"] for one in records if one["what"] == "said"] == ["something nasty"]
    own_sheet(ann.page)
    ann.page.get_by_role("checkbox", name="Send the last 20 chat messages").check()
    ann.page.get_by_role("button", name="Report this room").click()
    assert told == []  # pressed once
    ann.page.get_by_role("button", name="Press again to report").click()
    expect(ann.page.get_by_text("Reported.")).to_be_visible()
    assert len(told) == 1
    assert "something nasty" in told[0]
    ann.page.get_by_role("button", name="Delete this room").click()
    ann.page.get_by_role("button", name="Press again to delete").click()
    ann.page.wait_for_url("**/")
    assert site.ask("GET", f"/api/rooms/{code}").status == 404
    expect(bo.page.get_by_role("heading", name=f"There is no room {code}")).to_be_visible()
