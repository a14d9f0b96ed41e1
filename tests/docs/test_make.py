"""The Makefile's examples and descriptions."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from hustings.cli.app import run

ROOT = Path(__file__).parents[2]
EXAMPLE = re.compile(r'make play ARGS="([^"]*)"')
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
PAGES = [ROOT / "Makefile", ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = sorted({words for page in PAGES for words in EXAMPLE.findall(page.read_text("utf-8"))})


@pytest.mark.parametrize("words", EXAMPLES)
def test_an_example_of_play_is_a_command(words: str) -> None:
    """The parser rejects unknown options before it shows the help."""
    assert run([*shlex.split(words), "--help"]) == 0
    assert run(["--port", "9000", "--help"]) == 2


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


def test_check_names_what_it_runs() -> None:
    found = re.search(r"^check: (.*?) ## (.*)$", MAKEFILE, re.MULTILINE)
    assert found
    assert set(found[1].split()) <= set(re.findall(r"[a-z-]+", found[2].lower()))
