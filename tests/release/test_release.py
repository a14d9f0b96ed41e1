"""The release script: what it refuses, what it lists, and the files a release brings."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

import release

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """What the first step reads, in a folder of its own."""
    for name in ("CHANGELOG.md", "CITATION.cff", "src/hustings/__init__.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, path)
    return tmp_path


def _edit(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def test_version_changelog_and_citation_agree(root: Path) -> None:
    version = release.check_version(ROOT, draft=True)
    assert version == release.version_of(root)
    _edit(root / "CITATION.cff", f"version: {version}", "version: 9.9.9")
    with pytest.raises(release.ReleaseError, match=f"CITATION.cff does not name version {version}"):
        release.check_version(root, draft=True)
    _edit(root / "CHANGELOG.md", f"## {version},", "## 9.9.9,")
    with pytest.raises(release.ReleaseError, match=f"is not that of version {version}"):
        release.check_version(root, draft=True)


def test_a_release_needs_a_date(root: Path) -> None:
    heading = release.HEADING.search((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert heading
    _edit(root / "CHANGELOG.md", heading[0], f"## {heading[1]}, not yet released")
    with pytest.raises(release.ReleaseError, match="is not yet released"):
        release.check_version(root, draft=False)
    _edit(root / "CHANGELOG.md", "not yet released", "1 December 2026")
    with pytest.raises(release.ReleaseError, match="does not have date-released: 2026-12-01"):
        release.check_version(root, draft=False)
    _edit(root / "CITATION.cff", "\nlicense:", "\ndate-released: 2026-12-01\nlicense:")
    assert release.check_version(root, draft=False) == heading[1]
    _edit(root / "CHANGELOG.md", "1 December 2026", "not yet released")
    with pytest.raises(release.ReleaseError, match="has a date-released, but CHANGELOG"):
        release.check_version(root, draft=True)


def test_citation_and_changelog_agree_on_what_is_released() -> None:
    """The citation named a date of a version that the changelog called not yet released."""
    assert release.check_version(ROOT, draft=True) == release.version_of(ROOT)


def _index(monkeypatch: pytest.MonkeyPatch, code: int, out: str = "", err: str = "") -> None:
    """Let pip's index answer so, whatever is asked."""
    answer = subprocess.CompletedProcess([], code, out, err)
    monkeypatch.setattr(release.subprocess, "run", lambda *command, **settings: answer)


def test_the_index_has_room_for_the_name(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A free name, a new version of ours; not somebody else's package, the same version or an index out of reach."""
    _index(monkeypatch, 1, err="ERROR: No matching distribution found for hustings")
    assert "is free" in release.check_name(root, "0.1.0")
    _index(monkeypatch, 1, err="connection refused")
    with pytest.raises(release.ReleaseError, match="could not be asked for hustings: connection refused"):
        release.check_name(root, "0.1.0")
    _index(monkeypatch, 0, "hustings (0.1.0)\nAvailable versions: 0.1.0, 0.0.9\n")
    with pytest.raises(release.ReleaseError, match="is taken on pip's index by a package with versions"):
        release.check_name(root, "0.1.0")
    _edit(root / "CHANGELOG.md", "## 0.1.0,", "## 0.2.0, not yet released\n\n- News.\n\n## 0.1.0,")
    assert release.check_name(root, "0.2.0") == "pip's index has hustings 0.1.0; 0.2.0 is new."
    _index(monkeypatch, 0, "hustings (0.2.0)\nAvailable versions: 0.2.0, 0.1.0\n")
    with pytest.raises(release.ReleaseError, match=r"0\.2\.0 of hustings is on pip's index already"):
        release.check_name(root, "0.2.0")


def test_every_package_of_the_client_has_its_licence() -> None:
    bill = release.bill_of_materials(ROOT, "1.0.0")
    lock = json.loads((ROOT / "client/package-lock.json").read_text(encoding="utf-8"))
    assert len(bill["components"]) == len(lock["packages"]) - 1
    assert len({component["bom-ref"] for component in bill["components"]}) == len(bill["components"])
    shipped = {component["name"] for component in bill["components"] if component["scope"] == "required"}
    assert shipped == set(release.SHIPPED)
    fonts = [one for one in bill["components"] if one["name"].startswith("@fontsource/")]
    assert {one["licenses"][0]["license"]["id"] for one in fonts} == {"OFL-1.1"}


def test_a_package_without_a_licence_is_refused() -> None:
    with pytest.raises(release.ReleaseError, match="package left-pad names no licence"):
        list(release.components({"packages": {"": {}, "node_modules/left-pad": {"version": "1.0.0"}}}))


def test_a_wheel_too_large_or_without_the_client_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = tmp_path / "hustings-1.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("hustings/py.typed", "")
    release.check_size(wheel)
    with pytest.raises(release.ReleaseError, match=r"lacks hustings/web/static/index\.html"):
        release.check_wheel(wheel)
    monkeypatch.setattr(release, "LARGEST_WHEEL", 10)
    with pytest.raises(release.ReleaseError, match="it is to stay under 10"):
        release.check_size(wheel)


def test_what_only_the_publisher_knows_is_named(root: Path) -> None:
    """Every address that is missing, or has nothing to fill in, is told; none is once all are there."""
    shutil.copy(ROOT / "pyproject.toml", root)
    settings = root / "pyproject.toml"
    missing = [r"no \[project.urls\]", "has no page:", "has no picture:", "no repository-code"]
    notes = list(release.notes(root))
    assert len(notes) == len(missing)
    assert all(re.search(words, note) for words, note in zip(missing, notes, strict=True))
    _edit(settings, "\n[project.scripts]", '\n[project.urls]\nSource = "https://e.org/h"\n\n[project.scripts]')
    _edit(settings, 'page = ""', 'page = "https://e.org/h/blob/v{version}/{path}"')
    _edit(settings, 'picture = ""', 'picture = "https://e.org/h/raw/main/{path}"')
    _edit(root / "CITATION.cff", "\nlicense:", "\nrepository-code: https://e.org/h\nlicense:")
    (left,) = release.notes(root)
    assert "a picture without {version}" in left
    told = release.NEXT.format(out="dist", version="1", sbom="s.json")
    assert all(words in told for words in ("Homepage", "Issues", "{version}", "repository-code"))


def test_a_clean_place_has_no_home_and_no_node(tmp_path: Path) -> None:
    clean = release.bare(tmp_path)
    assert "HOME" not in clean
    assert Path(clean["PATH"]).parent == tmp_path


def test_citation_and_issue_forms_are_read() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors", "version"} <= citation.keys()
    forms = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
    asked = [yaml.safe_load(form.read_text(encoding="utf-8")) for form in forms if form.name != "config.yml"]
    assert len(asked) == 3
    for form in asked:
        assert {"name", "description", "body"} <= form.keys()
        questions = [part["id"] for part in form["body"] if part["type"] != "markdown"]
        assert questions
        assert len(questions) == len(set(questions))


def test_groups_for_development_are_not_published() -> None:
    command = [sys.executable, "-m", "hatchling", "metadata", "optional-dependencies"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    published = set(json.loads(told))
    assert {"openspiel", "rl", "mcp"} <= published
    assert not published & {"build", "dev", "docs"}
