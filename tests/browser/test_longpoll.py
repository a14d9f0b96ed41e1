"""Where something on the way blocks WebSockets the table works all the same, by long poll; a socket is tried again."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Request, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.play import click, legal, number, play_first, settled
from tests.browser.visitor import LIMIT, Visitor, befriend
from tests.web.helpers import Site

pytestmark = pytest.mark.browser
A_MOMENT = 100  # ms
FORBIDDEN = "window.WebSocket = function () { throw new DOMException('not here', 'SecurityError') }"


def asked(visitor: Visitor) -> Counter[str]:
    """Counts what a visitor's page asks from now on, by the path's last part."""
    seen: Counter[str] = Counter()

    def note(request: Request) -> None:
        seen[request.url.rsplit("/", 1)[-1]] += 1

    visitor.page.on("request", note)
    return seen


def test_two_play_though_one_of_them_can_open_no_socket(site: Site, visit: Visit) -> None:
    ann, bo = visit(site.port), visit(site.port)
    ann.page.add_init_script(FORBIDDEN)
    seen, others = asked(ann), asked(bo)
    befriend(ann, bo)
    begun = number(bo.page)
    play_first([ann.page, bo.page], begun, 6)
    assert settled(ann.page, begun + 6)["entries"] == settled(bo.page, begun + 6)["entries"]
    assert (seen["line"], others["line"]) == (1, 0)
    assert seen["poll"] > 6
    ann.page.reload()
    assert settled(ann.page, begun + 6)["entries"] == settled(bo.page, begun + 6)["entries"]
    play_first([ann.page, bo.page], begun + 6, 2)
    assert seen["line"] == 2


def test_sockets_a_proxy_closes_at_once_give_way_to_the_poll_and_come_back(site: Site, visit: Visit) -> None:
    ann = visit(site.port)
    opened: list[WebSocketRoute] = []

    def close(socket: WebSocketRoute) -> None:
        opened.append(socket)
        socket.close(code=1000)

    pattern = re.compile("/socket$")
    ann.page.route_web_socket(pattern, close)
    ann.page.clock.install()
    seen = asked(ann)
    ann.make_room(rival="A bot")
    ann.page.clock.run_for(5000)
    expect(ann.page.get_by_test_id("combat-table")).to_be_visible()
    ann.page.clock.resume()
    assert (len(opened), seen["line"]) == (3, 1)
    click(ann.page, legal(ann.page)[0])
    legal(ann.page)  # her move and the bot's have come
    before = settled(ann.page, number(ann.page))["log"]
    assert before
    through: list[str | bytes] = []  # what comes through it

    def let_through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            through.append(message)
            socket.send(message)

        server.on_message(pass_on)

    ann.page.route_web_socket(pattern, let_through)
    ann.page.clock.fast_forward(61_000)
    expect(ann.page.get_by_test_id("connection")).to_have_attribute("data-behind", "false")
    for _ in range(LIMIT // A_MOMENT):
        if through:
            break
        ann.page.wait_for_timeout(A_MOMENT)
    assert through
    legal(ann.page)
    assert settled(ann.page, number(ann.page))["log"][-len(before) :] == before
    polls = seen["poll"]
    click(ann.page, legal(ann.page)[0])
    legal(ann.page)
    assert seen["poll"] == polls
