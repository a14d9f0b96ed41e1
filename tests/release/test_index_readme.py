"""The README as the package index shows it: no link and no picture leads nowhere."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from index_readme import for_index

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE, PICTURE = "https://example.org/blob/v{version}/{path}", "https://example.org/raw/v{version}/{path}"


def _places(text: str) -> list[str]:
    return re.findall(r'\]\(([^)]+)\)|src="([^"]+)"', text)


def test_addresses_become_whole() -> None:
    """Every relative link and picture of the README gets the address of its version."""
    told = for_index(README, PAGE, PICTURE, "1.2.3")
    before, after = _places(README), _places(told)
    assert len(before) == len(after) > 20
    assert all("".join(each).startswith("https://example.org/") for each in after)
    assert f"]({PICTURE.format(version='1.2.3', path='docs/images/home.png')})" in told
    assert f'<img src="{PICTURE.format(version="1.2.3", path="docs/images/combat.png")}"' in told


def test_without_addresses_nothing_is_broken() -> None:
    """Links become their words and pictures are left out, while the text stays."""
    told = for_index(README, "", "", "1.2.3")
    assert not _places(told)
    assert "<table>" not in told
    assert "Games in numbers" in told
    assert len(told) > 0.6 * len(README)


@pytest.mark.parametrize(
    "whole", ["[Hustings](https://example.org/x)", "[above](#more)", "![](https://example.org/a.png)"]
)
def test_whole_addresses_stay(whole: str) -> None:
    """What leads somewhere already is left alone."""
    assert for_index(whole, "", "", "1") == whole
    assert for_index(whole, PAGE, PICTURE, "1") == whole


def test_what_is_built_has_the_readme() -> None:
    """The build asks for the README with the addresses that pyproject.toml gives."""
    command = [sys.executable, "-m", "hatchling", "metadata", "readme"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    given = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    settings = given["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    version = re.search(r'__version__ = "(.+)"', (ROOT / "src/hustings/__init__.py").read_text(encoding="utf-8"))
    assert version is not None
    assert told.strip() == for_index(README, settings["page"], settings["picture"], version[1]).strip()
