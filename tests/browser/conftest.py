"""One Chromium, a server for the tests of a module, and visitors who are watched for every fault of a page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser, sync_playwright

from hustings.rooms import fair_deal
from hustings.web.settings import STATIC
from tests.browser.visitor import Visitor
from tests.web.helpers import Site, running

Visit = Callable[..., Visitor]
FixDeal = Callable[[bytes], None]
#: what Playwright turns off in Chromium, as Chromium heeds only the last such list
PLAYWRIGHTS = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"),
)
#: parts of the address bar of a window that nobody sees: each window would load them, at more than a page's cost
ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "PreconnectToSearch")
ARGUMENTS = ("--no-sandbox", f"--disable-features={','.join((*PLAYWRIGHTS, *ADDRESS_BAR))}")


@contextmanager
def launched() -> Iterator[Browser]:
    """The system's Chromium, or the one that HUSTINGS_CHROMIUM names; without a window."""
    program = os.environ.get("HUSTINGS_CHROMIUM") or "/usr/bin/chromium"
    assert Path(program).exists(), f"There is no {program}: install Chromium, or name one in HUSTINGS_CHROMIUM."
    assert (STATIC / "index.html").exists(), "The client is not built: run `python scripts/build_client.py build`."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")  # its event loop must not outlive these tests: others have their own
def chromium() -> Iterator[Browser]:
    """One Chromium for all tests of this folder."""
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running server whose bots do not pretend to think."""
    with running(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Visit]:
    """Somebody with a browser of his own, by the server's port; at the end no page may have had a fault."""
    visitors: list[Visitor] = []

    def come(port: int, **how: object) -> Visitor:
        visitors.append(Visitor(chromium, port, **how))  # type: ignore[arg-type]
        return visitors[-1]

    yield come
    faults = [fault for visitor in visitors for fault in visitor.leave()]
    assert faults == []


@pytest.fixture
def fix_deal(monkeypatch: pytest.MonkeyPatch) -> FixDeal:
    """Let the deals of new games have a known secret."""

    def fix(secret: bytes) -> None:
        monkeypatch.setattr(fair_deal, "secrets", SimpleNamespace(token_bytes=lambda count: secret[:count]))

    return fix
