"""The guide for whoever keeps a table running names what there is."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

from hustings.rooms.keys import PLACE
from hustings.rooms.room import HOST_AWAY
from hustings.rooms.stores.postgres import CONNECTIONS
from hustings.rooms.stores.store import LEASE
from hustings.web.settings import Settings

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "rooms.md").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
SOURCE = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "hustings").rglob("*.py"))


def test_every_variable_the_guide_names_is_read() -> None:
    named = set(re.findall(r"HUSTINGS_[A-Z]+(?:_[A-Z]+)*", GUIDE + COMPOSE)) - {"HUSTINGS_DATABASE_PASSWORD"}
    data = {"HUSTINGS_DATA", "HUSTINGS_STORE", "HUSTINGS_LOG", "HUSTINGS_METRICS", "HUSTINGS_COMMIT"}
    assert named == data | {
        "HUSTINGS_HOST_NAMES",
        "HUSTINGS_CONNECTIONS",
        "HUSTINGS_CONNECTIONS_BY_ADDRESS",
        "HUSTINGS_SMTP",
        "HUSTINGS_NOTICE_HOSTS",
    }
    for name in named:
        assert re.search(rf'((os\.environ\.get|_told|_listed|_number|_relay)\(|COMMIT = )"{name}"', SOURCE)


def test_every_program_the_guide_names_can_be_run() -> None:
    for module in re.findall(r"python -m (\S+)", GUIDE):
        assert importlib.util.find_spec(module) is not None, module
    for script in re.findall(r"python (bench/\S+\.py)", GUIDE):
        assert (ROOT / script).is_file(), script


def test_the_figures_of_the_guide_are_those_of_the_program() -> None:
    assert ("silent for three seconds" in GUIDE) == (LEASE == 3)
    assert ("away for two minutes" in GUIDE) == (HOST_AWAY == 120)
    assert ("after a week without a move" in GUIDE) == (Settings().keep == 7 * 24 * 3600)
    assert 3 * CONNECTIONS < 100  # what PostgreSQL allows when nobody says more


def test_the_installation_for_many_is_ready_only_when_its_store_is() -> None:
    assert "127.0.0.1:8420/ready" in COMPOSE
    assert "condition: service_healthy" in COMPOSE
    assert "balance hash var(txn.code)" in COMPOSE
    assert f"bytes(0,{PLACE})" in COMPOSE
