"""The check of commit titles and added prose finds faults and lets good English pass."""

from __future__ import annotations

import pytest

import style_check


@pytest.mark.parametrize(
    "title",
    [
        "Tell what a move takes",  # no area
        "engine: keep rules, and delete others",
        "engine: " + "x" * 60,
    ],
)
def test_a_bad_title_is_found(title: str) -> None:
    """A title needs an area, no comma and at most 60 characters."""
    assert style_check.title_faults(title)


@pytest.mark.parametrize("title", ["docs: add a page", "bots/search: cache views", "README: name the peer"])
def test_a_good_title_passes(title: str) -> None:
    """`area: change` is enough."""
    assert style_check.title_faults(title) == []


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ('    """What a viewer sees."""', "src/a.py"),
        ('    """See `Table.play`."""', "src/a.py"),
        ("    # the seat, None where nobody sits", "src/a.py"),
        ("The client is told the move.", "docs/a.md"),
    ],
)
def test_a_habit_is_found(line: str, path: str) -> None:
    """Each pattern finds its habit."""
    assert style_check.line_faults(line, path)


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ('    """Return the view of a seat, or None if nobody sits there."""', "src/a.py"),
        ('    told = "None where"', "src/a.py"),
        ("The server sends the move.", "docs/a.md"),
    ],
)
def test_plain_english_passes(line: str, path: str) -> None:
    """Good prose and code pass."""
    assert style_check.line_faults(line, path) == []
