"""One server for the tests of a module, and a mail relay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.helpers import Site, running
from tests.web.mail_relay import Relaying, running_relay


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running server."""
    with running(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture
def relay() -> Iterator[Relaying]:
    """A mail relay that runs."""
    with running_relay() as found:
        yield found
