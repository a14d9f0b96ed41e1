"""The tutorial shows the example's files as they are: the record and the rules line by line, of the others parts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.examples.conftest import EXAMPLE, ROOT

TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCK = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
WHOLE = [EXAMPLE / "src" / "whistle_stop" / f"{name}.py" for name in ("record", "rules", "__init__")]


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
    """A block without a file would be a program that nobody runs."""
    blocks = BLOCK.findall(TUTORIAL)
    assert len(blocks) == TUTORIAL.count("```") // 2
    for name, block in blocks:
        assert block in (EXAMPLE / name).read_text(encoding="utf-8"), block
