"""Write the tables of stored fields in docs/class-data.md and docs/club-data.md; --check only compares."""

from __future__ import annotations

import sys
from pathlib import Path

from hustings.classes.data import codebook
from hustings.gatherings import stored

DOCS = Path(__file__).parents[1] / "docs"


def fresh(name: str, text: str) -> str:
    """Return the text of a page with its tables written anew."""
    return (
        codebook.tables(stored.tables(text, "class", "table"))
        if name == "class-data.md"
        else stored.tables(text, "club")
    )


def main() -> int:
    """Write, or compare and return 1 where a page is out of date."""
    stale = 0
    for page in (DOCS / "class-data.md", DOCS / "club-data.md"):
        now = page.read_text(encoding="utf-8")
        if now == (new := fresh(page.name, now)):
            continue
        stale = 1
        if "--check" not in sys.argv:
            page.write_text(new, encoding="utf-8")
    return stale if "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
