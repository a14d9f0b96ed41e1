"""Notices of a game over days in the browser: asked for, shown by the worker, stopped, and what the dialog says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from hustings.rooms import waking
from hustings.rooms.automation import over_days
from hustings.rooms.notices import owed
from hustings.web.notices import post_office
from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.visitor import LAPTOP, PHONE, Visitor, awaited
from tests.web.helpers import FRIEND, ME, Site, running
from tests.web.mail_relay import Relaying, running_relay
from tests.web.push_service import Browser, Service, push_service

pytestmark = pytest.mark.browser
#: a push service that can be subscribed to offline, in the place of the browser's own
SUBSCRIBED = """
const plain = (text) => atob(text.replace(/-/g, '+').replace(/_/g, '/'));
const decode = (text) => Uint8Array.from(plain(text), (one) => one.charCodeAt(0)).buffer;
let found = sessionStorage.pushed ? made(sessionStorage.pushed) : null;
function made(key) {
  const keys = { p256dh: %(p256dh)s, auth: %(auth)s };
  const options = { applicationServerKey: decode(key) };
  return { endpoint: %(endpoint)s, options, getKey: (name) => decode(keys[name]) };
}
const encode = (raw) => btoa(String.fromCharCode(...raw)).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
PushManager.prototype.getSubscription = async () => found;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  sessionStorage.pushed = encode(applicationServerKey);
  return (found = made(sessionStorage.pushed));
};
"""


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """A push service that this machine's server takes for the browser's; notices are owed at once."""
    monkeypatch.setattr(waking, "EVERY", 0.2)
    for module in (owed, over_days):
        monkeypatch.setattr(module, "FIRST_AFTER", 0.0)
    with push_service(tmp_path) as found:
        monkeypatch.setattr(post_office, "GuardedSender", found.sender)
        yield found


@pytest.fixture
def relay() -> Iterator[Relaying]:
    """A mail relay."""
    with running_relay() as found:
        yield found


@pytest.fixture
def site(tmp_path: Path, service: Service, relay: Relaying) -> Iterator[Site]:
    """A server that sends push messages and mail; it outlives the pages of a test."""
    with running(tmp_path, smtp=f"smtp://127.0.0.1:{relay.port}?from=table@example.org") as found:
        yield found


def over_days_room(site: Site) -> tuple[str, str, str]:
    """A game over days of Ann and Bo: its code and both tokens."""
    code, token = site.make(ME, FRIEND, game="president")
    assert site.host(code, token, do="terms", terms={"clock": "days", "zone": "UTC", "hours": "20:00"}).status == 200
    return code, token, site.join(code, "Bo")


def opened(visitor: Visitor, code: str, token: str) -> None:
    """Come to the lobby and open the dialog."""
    visitor.come_back(code, token)
    visitor.page.get_by_test_id("tell-me").click()


def test_a_closed_page_is_told_on_the_device_and_can_stop(
    site: Site, service: Service, relay: Relaying, visit: Visit
) -> None:
    browser = Browser("device")
    code, token, bo = over_days_room(site)
    ann = visit(site.port, **PHONE, worker=True)
    page = ann.page
    page.context.grant_permissions(["notifications"])
    page.add_init_script(SUBSCRIBED % {name: json.dumps(text) for name, text in browser.push.model_dump().items()})
    opened(ann, code, token)
    told, held = page.get_by_test_id("told"), list[Route]()
    page.route(
        "**/api/rooms/*/notices",
        lambda route: held.append(route) if route.request.method == "GET" else route.fallback(),
        times=2,  # what is wanted, and the question what is stored
    )
    page.get_by_test_id("push").click()
    expect(told).to_contain_text("also when the page is closed")
    awaited(page, lambda: held)
    page.get_by_test_id("quiet").uncheck()  # before the page has heard what is stored
    held[0].continue_()
    expect(told).to_have_text("Changed.")
    expect(page.get_by_test_id("quiet")).not_to_be_checked()
    page.get_by_test_id("address").fill("ann@example.org")
    page.get_by_role("button", name="Send me letters").click()
    expect(told).to_contain_text("Six letters are on their way")
    look_at(ann, "tell-me")
    page.get_by_test_id("letters").fill(str(relay.got[0]["Subject"]).split()[1].lower())
    page.get_by_role("button", name="That is my address").click()
    expect(told).to_have_text("You will be told by mail.")
    expect(page.get_by_text("a…@example.org")).to_be_visible()
    assert service.got == []

    page.goto("/stored")  # she leaves the page
    assert site.host(code, token, do="start").status == 200
    awaited(page, lambda: service.got and len(relay.got) > 1)
    path, _, body = service.got[0]
    assert path == "/device"
    message = browser.read(body)
    assert message["notification"]["title"] == "U.S. President: your decision"
    assert "With Bo." in message["notification"]["body"]

    ann.come_back(code, token)
    shown = deliver(ann, json.dumps(message))
    assert shown == [[message["notification"]["title"], message["notification"]["body"], code]]
    link = str(relay.got[-1]["List-Unsubscribe"]).strip("<>")
    page.goto(re.sub(r"^https?://[^/]+", "", link))
    page.get_by_test_id("stop-mail").click()
    expect(page.get_by_test_id("told")).to_contain_text("no more mail about this game")
    look_at(ann, "stop-mail")

    ann.come_back(code, token)
    page.get_by_test_id("deadline").click()
    page.get_by_test_id("tell-me").click()
    expect(page.get_by_text("1 device of yours")).to_be_visible()
    expect(page.get_by_text("a…@example.org")).to_have_count(0)
    page.get_by_test_id("stop").click()
    expect(page.get_by_test_id("told")).to_contain_text("Nothing is stored any more")
    mine = site.ask("GET", f"/api/rooms/{code}/mine", Authorization=f"Bearer {token}").json
    assert "notices" not in mine
    assert bo


def deliver(visitor: Visitor, message: str) -> list[list[str]]:
    """Hand a push message to the page's worker, as a browser does; the notifications that it then shows."""
    page = visitor.page
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = page.context.new_cdp_session(page)
    registrations: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_function("true")
    origin = page.evaluate("location.origin")
    session.send(
        "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": registrations[-1], "data": message}
    )
    shown = """navigator.serviceWorker.ready.then(async (worker) =>
        (await worker.getNotifications()).map((one) => [one.title, one.body, one.tag]))"""
    return awaited(page, lambda: page.evaluate(shown))


def test_the_host_tells_the_group_and_sees_no_link_again(site: Site, visit: Visit) -> None:
    code, token, bo = over_days_room(site)
    ann = visit(site.port, **LAPTOP)
    opened(ann, code, token)
    page = ann.page
    link = page.get_by_test_id("group")
    link.fill("https://evil.example/hook")
    ann.guard.excuse(r"409")
    page.get_by_role("button", name="Tell this chat").click()
    expect(page.get_by_test_id("told")).to_contain_text("belongs to no chat")
    link.fill("https://discord.com/api/webhooks/1/secret")
    page.get_by_role("button", name="Tell this chat").click()
    expect(page.get_by_text("Its link is not shown again")).to_be_visible()
    look_at(ann, "tell-our-group")
    assert "secret" not in page.content()
    other = visit(site.port, **LAPTOP)
    opened(other, code, bo)
    expect(other.page.get_by_test_id("quiet")).to_be_visible()
    expect(other.page.get_by_text("Tell our group")).to_have_count(0)
    page.get_by_role("button", name="Do not tell it any more").click()
    expect(link).to_be_visible()


def test_without_https_the_dialog_says_why_a_closed_page_is_not_told(site: Site, visit: Visit) -> None:
    code, token, _ = over_days_room(site)
    ann = visit(site.port, **PHONE)
    ann.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    opened(ann, code, token)
    expect(ann.page.get_by_test_id("hindered")).to_contain_text("only be told over https")
    expect(ann.page.get_by_test_id("push")).to_have_count(0)
    expect(ann.page.get_by_test_id("address")).to_be_visible()
