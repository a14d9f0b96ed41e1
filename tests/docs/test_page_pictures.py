"""The documentation's pictures of pages are known by the sources that they show."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import page_pictures as pages

TAKEN = Path(__file__).resolve().parents[1] / "browser/test_pictures.py"


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of sources with one component, which all pictures show."""
    monkeypatch.setattr(pages, "SOURCES", tmp_path)
    monkeypatch.setattr(pages, "SHOWN", {"home.png": ("home",)})
    (tmp_path / "home").mkdir()
    (tmp_path / "home/Bill.svelte").write_text("<script>\n  let a = 1;\n</script>\n\n<p>{a}</p>\n", "utf-8")
    (tmp_path / "home/list.ts").write_text("1", "utf-8")
    (tmp_path / "home.png").write_bytes(b"")
    (tmp_path / "sources.json").write_text(json.dumps({"home.png": pages.digest("home.png")}), "utf-8")
    return tmp_path


def test_a_picture_is_as_old_as_the_markup_it_shows(sources: Path) -> None:
    record, bill = sources / "sources.json", sources / "home/Bill.svelte"
    assert pages.stale(record) == []
    bill.write_text(bill.read_text("utf-8").replace("a = 1", "a = 2"), "utf-8")
    (sources / "home/list.ts").write_text("2", "utf-8")
    assert pages.stale(record) == []
    bill.write_text(bill.read_text("utf-8").replace("<p>", "<p class='large'>"), "utf-8")
    assert pages.stale(record) == ["home.png"]


def test_a_picture_that_is_missing_or_unknown_is_stale(sources: Path) -> None:
    record = sources / "sources.json"
    (sources / "home.png").unlink()
    assert pages.stale(record) == ["home.png"]
    record.unlink()
    assert pages.stale(record) == ["home.png"]


def test_every_picture_that_is_taken_has_its_sources() -> None:
    names = set(re.findall(r'"([\w-]+\.png)"', TAKEN.read_text("utf-8")))
    tables = {f"{game}.png" for game in ("president", "politics", "mudslinger")}
    assert names | tables == set(pages.SHOWN)
    for name in pages.SHOWN:
        assert len(pages.digest(name)) == 64
