"""Write the tables of docs/class-data.md anew from the codebook of what a class stores; --check only compares."""

from __future__ import annotations

import sys
from pathlib import Path

from hustings.classes.data import codebook, stored

PAGE = Path(__file__).parents[1] / "docs" / "class-data.md"


def main() -> int:
    """Write, or compare and return 1 where the page is out of date."""
    now = PAGE.read_text(encoding="utf-8")
    fresh = codebook.tables(stored.tables(now))
    if "--check" in sys.argv:
        return int(now != fresh)
    PAGE.write_text(fresh, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
