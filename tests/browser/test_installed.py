"""The client as an installed application: kept files, a server that is away, an update, a machine without a network."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from hustings.web.settings import STATIC
from tests.browser.conftest import Visit
from tests.browser.looks import look_at
from tests.browser.play import click, legal, number, settled
from tests.browser.visitor import LAPTOP, NO_SERVER, PHONE, Visitor, awaited
from tests.web.helpers import Site, running
from tests.web.test_serve import program

pytestmark = pytest.mark.browser
READY = "async () => { await navigator.serviceWorker.ready; }"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
#: every cache with the paths it has
KEPT = """async () => {
  const all = {};
  for (const name of await caches.keys())
    all[name] = (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname);
  return all;
}"""
MACHINE_ALONE = "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });"


def install(visitor: Visitor, path: str = "/") -> None:
    """Load a page and wait until the worker has it."""
    visitor.page.goto(path)
    visitor.page.evaluate(READY)
    visitor.page.wait_for_function(CONTROLLED)


def kept(page: Page) -> dict[str, list[str]]:
    """The caches of this device by name."""
    found: dict[str, list[str]] = page.evaluate(KEPT)
    return found


def test_only_the_clients_own_files_are_kept(site: Site, visit: Visit) -> None:
    """After a table was played at: no room, no game, no card and no state is in any cache; an older cache is gone."""
    ann = visit(site.port, worker=True)
    ann.page.route("**/favicon.ico", lambda route: route.fulfill(status=204))  # a picture alone has no icon
    ann.page.goto("/icon.svg")
    ann.page.evaluate("caches.open('hustings-client-0000000000000000').then((old) => old.put('/x', new Response('x')))")
    install(ann)
    code = ann.play_bot()
    click(ann.page, legal(ann.page)[0])
    ann.page.reload()
    expect(ann.page.get_by_test_id("combat-table")).to_be_visible()
    awaited(ann.page, lambda: len(kept(ann.page)) == 1)
    ((name, paths),) = kept(ann.page).items()
    assert re.fullmatch(r"hustings-client-[0-9a-f]{16}", name)
    assert name.removeprefix("hustings-client-") in (STATIC / "sw.js").read_text(encoding="utf-8")
    assert "/index.html" in paths
    assert any(path.startswith("/assets/table-") for path in paths)
    assert all((STATIC / path.lstrip("/")).is_file() for path in paths)
    shell = ann.page.evaluate("caches.match('/index.html').then((answer) => answer.text())")
    assert shell == (STATIC / "index.html").read_text(encoding="utf-8")
    assert code not in shell


def test_without_a_server_the_page_says_so_and_comes_back_by_itself(visit: Visit, tmp_path: Path) -> None:
    with program(tmp_path) as (process, site):
        ann = visit(site.port, worker=True)
        install(ann)
        code = ann.play_bot()
        seq = number(ann.page)
        before = settled(ann.page, seq)
        ann.guard.excuse(NO_SERVER)
        ann.guard.excuse("Service Worker|ServiceWorker|sw.js")
        process.kill()
        process.wait()
        for path in ("/", "/rules/combat", f"/r/{code}"):
            ann.page.goto(path)
            expect(ann.page.get_by_role("heading", name="The table cannot be reached")).to_be_visible()
            expect(ann.page.get_by_text("hustings serve")).to_be_visible()
        look_at(ann, "unreached")
        ann.page.evaluate("localStorage.setItem('hustings.language', 'es')")
    with program(tmp_path, site.port):
        expect(ann.page.get_by_test_id("unreached")).to_be_hidden()
        assert settled(ann.page, seq)["legal"] == before["legal"]


def test_a_newer_client_is_loaded_when_its_reader_says_so(visit: Visit, tmp_path: Path) -> None:
    """In mid-game the server gets another client: the page asks, nothing moves, and one load brings the new one."""
    static = tmp_path / "static"
    shutil.copytree(STATIC, static)
    with running(tmp_path / "data", static=static) as site:
        ann = visit(site.port, worker=True)
        install(ann)
        ann.play_bot()
        seq = number(ann.page)
        before = settled(ann.page, seq)
        old = next(iter(kept(ann.page)))
        update(static)
        ann.page.evaluate("navigator.serviceWorker.ready.then((made) => made.update())")
        expect(ann.page.get_by_text("There is a newer version of this page.")).to_be_visible()
        look_at(ann, "newer")
        for size in (PHONE, LAPTOP):
            ann.page.set_viewport_size({"width": int(size["width"]), "height": int(size["height"])})
            ann.page.wait_for_function(
                """() => {
                    const box = (one) => document.querySelector(one).getBoundingClientRect();
                    return box('.dock').bottom <= box('[data-testid=new-client]').top + 1;
                }"""
            )
        assert settled(ann.page, seq) == before, "nothing was loaded without asking"
        assert next(iter(kept(ann.page))) == old
        ann.page.get_by_role("button", name="Later").click()
        expect(ann.page.get_by_test_id("new-client")).to_be_hidden()
        ann.page.get_by_role("link", name="Home").first.click()
        expect(ann.page.get_by_test_id("game-president")).to_be_visible()  # loaded, not just asked for
        assert ann.page.locator("link[href*=newer]").count() == 1
        ann.page.wait_for_load_state()
        ann.page.go_back()
        expect(ann.page.get_by_test_id("combat-table")).to_be_visible()
        expect(ann.page.get_by_test_id("new-client")).to_be_hidden()
        assert settled(ann.page, seq) == before
        assert ann.page.locator("link[href*=newer]").count() == 1
        place = ann.page.url
        ann.page.close()
        ann.page = ann.open()
        ann.page.goto(place)
        ann.page.wait_for_function(
            "(old) => caches.keys().then((names) => names.length === 1 && names[0] !== old)", arg=old
        )
        ann.page.close()  # before the server stops: the page may still be loading its last files


def update(static: Path) -> None:
    """Another build of the same client: its page names another style."""
    page = (static / "index.html").read_text(encoding="utf-8")
    found = re.search(r"/assets/(index-[\w-]+)\.css", page)
    assert found
    newer = f"/assets/newer-{found[1]}.css"
    shutil.copy(static / "assets" / f"{found[1]}.css", static / newer.lstrip("/"))
    (static / "index.html").write_text(page.replace(found[0], newer), encoding="utf-8")
    worker = (static / "sw.js").read_text(encoding="utf-8")
    renamed = re.sub(r'VERSION = "\w{4}', 'VERSION = "ffff', worker).replace(f'"{found[0]}"', f'"{newer}"')
    (static / "sw.js").write_text(renamed, encoding="utf-8")


def test_pass_and_play_needs_no_network_but_this_machine(chromium: Browser, tmp_path: Path) -> None:
    """No name is looked up and no address but the loopback is there; the browser says it is offline. A game goes on."""
    program_path = os.environ.get("HUSTINGS_CHROMIUM") or "/usr/bin/chromium"
    alone = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    with running(tmp_path) as site, chromium.browser_type.launch(executable_path=program_path, args=alone) as browser:
        ann = Visitor(browser, site.port, worker=True)
        ann.context.add_init_script(MACHINE_ALONE)
        install(ann)
        assert ann.page.evaluate("navigator.onLine") is False
        ann.make_room(rival="Another player on this device")
        for _ in range(6):
            ready = ann.page.get_by_test_id("curtain").get_by_role("button")
            expect(ready.or_(ann.page.get_by_test_id("combat-table")).first).to_be_visible()
            if ready.is_visible():
                ready.click()
            seq = number(ann.page)
            click(ann.page, legal(ann.page)[0])
            expect(ann.page.get_by_test_id("connection")).not_to_have_attribute("data-seq", str(seq))
        ann.play_bot()
        click(ann.page, legal(ann.page)[0])
        assert ann.leave() == []
