"""Every example in the documentation runs: Python blocks of Markdown pages, doctests of docstrings."""

from pathlib import Path

import pytest
from sybil import Sybil
from sybil.document import PythonDocStringDocument
from sybil.example import Example
from sybil.parsers.markdown import PythonCodeBlockParser
from sybil.parsers.rest import DocTestParser

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.md")]
MODULES = [path for path in ROOT.glob("src/**/*.py") if ">>>" in path.read_text(encoding="utf-8")]
#: programs that need more than a page gives them, and the test that runs each
RUN_ELSEWHERE = {"docs/protocol.md": "tests/web/test_protocol.py"}
ILLUSTRATION = "# Illustration only"
MOST_ILLUSTRATIONS = 3


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _examples(path: Path) -> list[Example]:
    parser = DocTestParser() if path.suffix == ".py" else PythonCodeBlockParser()
    document = PythonDocStringDocument if path.suffix == ".py" else None
    sybil = Sybil([parser], path=str(ROOT), document_types={".py": document} if document else None)
    return list(sybil.parse(path).examples())


def _is_illustration(example: Example) -> bool:
    return str(example.parsed).startswith(ILLUSTRATION)


def _with_examples(paths: list[Path]) -> list[Path]:
    return [path for path in sorted(paths) if _name(path) not in RUN_ELSEWHERE and _examples(path)]


@pytest.mark.parametrize("path", _with_examples(PAGES + MODULES), ids=_name)
def test_examples_run(path: Path) -> None:
    """The examples of one page or module run in their order, and print what they say they print."""
    run = [example for example in _examples(path) if not _is_illustration(example)]
    for example in run:
        example.evaluate()
    assert run or path in PAGES, "a module's examples are never mere illustrations"


def test_few_blocks_are_illustrations() -> None:
    """A block that begins with the words of ILLUSTRATION is not run; there are few of them."""
    found = [
        f"{_name(path)}:{example.line}" for path in PAGES for example in _examples(path) if _is_illustration(example)
    ]
    assert len(found) <= MOST_ILLUSTRATIONS, found


@pytest.mark.parametrize(("page", "test"), RUN_ELSEWHERE.items())
def test_programs_are_run_elsewhere(page: str, test: str) -> None:
    """The test that is said to run a page's program reads that page."""
    assert _examples(ROOT / page)
    assert Path(page).name in (ROOT / test).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["README.md", "docs/api/index.md", "src/hustings/engine/game.py"])
def test_examples_are_found(name: str) -> None:
    """The parsers see the examples that are known to be there."""
    assert _examples(ROOT / name)
