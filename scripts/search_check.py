"""Check the search of the built documentation: every clause of every game can be found by its number and its title.

$ python scripts/search_check.py    reads site/search.json, prints what cannot be found, and exits 1 where there is any

It needs the standard library alone, as building the documentation does not install Hustings' own packages.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INDEX = ROOT / "site" / "search.json"
GAMES = ROOT / "docs" / "games"
CLAUSE = re.compile(r"^### ((\w+-\d+) .+?) \{ #(\S+) \}$", re.MULTILINE)
#: what people search for, and where the rule stands
ASKED = {
    "recount": "games/combat/#EC-13",
    "last deal": "games/politics/#PO-7",
    "florida": "games/president/#UP-8",
    "hot streak": "games/mudslinger/#MS-19",
}


def found(index: Mapping[str, str], words: str) -> list[str]:
    """The places whose title has the words."""
    return [place for place, title in index.items() if words.casefold() in title.casefold()]


def missing(index: Mapping[str, str], pages: Path, asked: Mapping[str, str]) -> Iterator[str]:
    """A sentence for every clause or question that leads nowhere.

    index   the titles in the index of the search, by place.
    pages   the folder of the games' pages.
    asked   what must be found by its title, and where.
    """
    for page in sorted(pages.glob("*.md")):
        for title, number, anchor in CLAUSE.findall(page.read_text(encoding="utf-8")):
            if index.get(f"games/{page.stem}/#{anchor}") != title:
                yield f"{number} of {page.stem} is not in the search by its title {title!r}."
    for words, place in asked.items():
        if place not in found(index, words):
            yield f"A search for {words!r} does not lead to {place}; it leads to {found(index, words)}."


def main() -> int:
    """Check the built site."""
    items = json.loads(INDEX.read_text(encoding="utf-8"))["items"]
    wrong = list(missing({item["location"]: item["title"] for item in items}, GAMES, ASKED))
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
