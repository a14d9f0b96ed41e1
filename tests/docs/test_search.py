"""What scripts/search_check.py finds in the index of the built documentation's search, and what it misses."""

from pathlib import Path

import search_check

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "games"
CLAUSES = {
    f"games/{page.stem}/#{anchor}": title
    for page in sorted(PAGES.glob("*.md"))
    for title, _, anchor in search_check.CLAUSE.findall(page.read_text(encoding="utf-8"))
}


def test_the_pages_of_the_games_have_what_is_searched_for() -> None:
    """Each clause has a heading of its own, so that a search finds the rule: Recount leads to EC-13."""
    assert len(CLAUSES) == 25 + 24 + 13 + 12
    assert list(search_check.missing(CLAUSES, PAGES, search_check.ASKED)) == []
    assert search_check.found(CLAUSES, "recount")[0] == "games/combat/#EC-13"


def test_a_clause_that_is_not_in_the_index_is_told() -> None:
    """An index that lacks a heading, or has it elsewhere, fails the check."""
    index = {place: title for place, title in CLAUSES.items() if place != "games/combat/#EC-13"}
    assert [sentence.split()[0] for sentence in search_check.missing(index, PAGES, {})] == ["EC-13"]
    told = list(search_check.missing(index, PAGES, {"recount": "games/combat/#EC-13"}))
    assert "it leads to ['games/combat/#EC-14']" in told[-1]
