"""The version of a copy: from the environment, from a checkout, from what the build wrote."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import hustings
from hustings.engine.version import COMMIT, commit_known, full_version

KNOWN = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package that nothing is known of."""
    monkeypatch.delenv(COMMIT, raising=False)
    folder = tmp_path / "src" / "hustings"
    folder.mkdir(parents=True)
    return folder


def test_nothing_is_known_of_a_copy_without_history(package: Path) -> None:
    assert commit_known(package) is None


def test_the_build_and_the_environment_name_the_commit(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (package / "commit.txt").write_text(f"{KNOWN}\n")
    assert commit_known(package) == KNOWN
    monkeypatch.setenv(COMMIT, "fedcba9")
    assert commit_known(package) == "fedcba9"
    monkeypatch.setenv(COMMIT, "no commit")
    assert commit_known(package) == KNOWN


def test_a_checkout_names_its_own_commit(package: Path) -> None:
    root = package.parents[1]
    for words in (
        ["init", "-q"],
        ["-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "--allow-empty", "-m", "x"],
    ):
        subprocess.run(["git", *words], cwd=root, check=True)
    (package / "commit.txt").write_text(KNOWN)
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True, check=True)
    assert commit_known(package) == asked.stdout.strip() != KNOWN


def test_the_version_begins_with_the_release() -> None:
    assert full_version().split("+g")[0] == hustings.__version__
