"""Files that git ignores, such as generated types, are in no commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_no_commit_holds_a_file_that_git_ignores() -> None:
    command = ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert listed.stdout.splitlines() == []
