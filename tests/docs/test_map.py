"""What the documentation names exists: paths, make targets, pages and links between them."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md")])
#: folders that exist only once something is installed, built or run
MADE = (".venv", "artefacts", "site")
#: a path of the repository in backticks: it has a slash, or an ending that files here have
PATH = re.compile(r"`([\w.-]*(?:/[\w./-]*|\.(?:md|py|toml|ts|txt)))`")


def _floors() -> Iterator[Path]:
    """The folders that CONTRIBUTING's tree of floors names, by their indentation."""
    tree = CONTRIBUTING.split("## The floors")[1].split("```")[1]
    parents = [ROOT]
    for indent, names in re.findall(r"^( *)((?:[\w./-]+/ )*[\w./-]+/)(?= |$)", tree, re.MULTILINE):
        depth = len(indent) // 2
        for name in names.split():
            yield (folder := parents[depth] / name)
        parents[depth + 1 :] = [folder]


def test_floors_exist_and_none_is_missing() -> None:
    """The tree names each folder of `src/hustings` once, and nothing that is not there."""
    named = list(_floors())
    assert [path for path in named if not path.is_dir()] == []
    package = ROOT / "src/hustings"
    there = {path.parent for path in [*package.glob("*/*.py"), *package.glob("*/*/*.py")]}
    assert {path for path in there if path.parent.name != "games"} == set(named) - {package}


def test_paths_in_contributing_exist() -> None:
    """A path in backticks lies in the repository, or in a game's package."""
    found = {path for path in PATH.findall(CONTRIBUTING) if not path.startswith(MADE) and not path.startswith("/")}
    assert len(found) > 10
    places = (ROOT, ROOT / "src/hustings", ROOT / "src/hustings/games/president")
    assert [path for path in sorted(found) if not any((place / path).exists() for place in places)] == []


@pytest.mark.parametrize(
    "page", [ROOT / "CONTRIBUTING.md", ROOT / "README.md", DOCS / "index.md"], ids=lambda page: page.name
)
def test_make_targets_exist(page: Path) -> None:
    """Every `make something` is a target of the Makefile."""
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE))
    assert named
    assert named <= TARGETS


def _pages(entry: object) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    for part in entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ():
        yield from _pages(part)


def test_navigation_has_every_page_once() -> None:
    """The navigation of the built documentation lists the pages in docs/, each once."""
    configured = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    assert sorted(_pages(configured)) == sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files(page: Path) -> None:
    """A link from page to page, or to a picture, leads to a file."""
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (link.startswith("https://") or (page.parent / link).exists())] == []
