"""The version of Hustings, with the commit that it was built from."""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path

import hustings

COMMIT = "HUSTINGS_COMMIT"  # the environment variable that names the commit
_PACKAGE = Path(hustings.__file__).parent
_HASH = re.compile(r"[0-9a-f]{7,40}")


@cache
def full_version() -> str:
    """Return the version, and the commit if it is known, such as "0.1.0+g1a2b3c4d"."""
    commit = commit_known()
    return f"{hustings.__version__}+g{commit[:8]}" if commit else hustings.__version__


def commit_known(package: Path = _PACKAGE) -> str | None:
    """Return the commit's hash from the environment, the checkout or the build; None if it is unknown."""
    for found in (os.environ.get(COMMIT, ""), _checked_out(package), _built(package)):
        if _HASH.fullmatch(found):
            return found
    return None


def _checked_out(package: Path) -> str:
    root = package.parents[1]
    if not (root / ".git").exists():
        return ""
    try:
        asked = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return asked.stdout.strip()


def _built(package: Path) -> str:
    try:
        return (package / "commit.txt").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
