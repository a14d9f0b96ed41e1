"""Write files that a script generates, or check that they are fresh."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(description: str | None, files: Mapping[Path, str]) -> int:
    """Write the files; with --check print what would change, and return 1 where something would."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a file is stale")
    check = parser.parse_args().check
    stale = False
    for path, fresh in files.items():
        name = str(path.relative_to(ROOT))
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        stale = stale or old != fresh
        if check:
            difference = difflib.unified_diff(old.splitlines(True), fresh.splitlines(True), name, f"{name}, fresh")
            sys.stdout.writelines(difference)
        elif old != fresh:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(fresh, encoding="utf-8")
            print(f"wrote {name}, {len(fresh.splitlines())} lines")
    return int(check and stale)
