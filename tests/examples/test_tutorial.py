"""The tutorial shows the example's files as they are, line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.examples.conftest import EXAMPLE, ROOT

TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCK = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
WHOLE = sorted(path for kind in ("py", "toml") for path in EXAMPLE.rglob(f"*.{kind}"))


def shown(name: str) -> list[str]:
    """The blocks of the tutorial that show a file, in order."""
    return [block for title, block in BLOCK.findall(TUTORIAL) if title == name]


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.relative_to(EXAMPLE).as_posix())
def test_every_line_is_shown_in_its_order(path: Path) -> None:
    blocks = "".join(shown(path.relative_to(EXAMPLE).as_posix()))
    assert [line for line in blocks.splitlines() if line] == [
        line for line in path.read_text(encoding="utf-8").splitlines() if line
    ]


def test_every_block_is_a_part_of_its_file() -> None:
    """Those of the words file too, of which the tutorial shows parts; and no program stands there without its file."""
    blocks = BLOCK.findall(TUTORIAL)
    assert len(blocks) == TUTORIAL.count("```") // 2
    for name, block in blocks:
        assert block in (EXAMPLE / name).read_text(encoding="utf-8"), block
