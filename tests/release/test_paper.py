"""The paper has what the Journal of Open Source Software asks for, in two pages, and names its sources."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
_, FRONT, BODY = (ROOT / "paper/paper.md").read_text(encoding="utf-8").split("---\n", 2)
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


def test_the_front_is_complete() -> None:
    front = yaml.safe_load(FRONT)
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= front.keys()
    date = datetime.strptime(front["date"], "%d %B %Y").date()
    assert CITATION.get("date-released", date) == date  # the citation has a date once there is a release
    assert [author["name"] for author in front["authors"]] == [author["name"] for author in CITATION["authors"]]


def test_it_has_two_pages_and_the_sections() -> None:
    assert 600 <= len(BODY.split()) <= 1000
    sections = re.findall(r"^# (.+)$", BODY, re.MULTILINE)
    assert {"Summary", "Statement of need", "State of the field", "Acknowledgements", "References"} <= set(sections)


def test_every_source_is_cited_and_every_citation_has_a_source() -> None:
    sources = re.findall(r"^@\w+\{(\w+),$", (ROOT / "paper/paper.bib").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(sources) == sorted(set(re.findall(r"@(\w+)", BODY)))


def test_its_figures_are_those_of_the_benchmarks() -> None:
    benchmarks = (ROOT / "docs/benchmarks.md").read_text(encoding="utf-8")
    assert re.search(r"C program of the same rules \| 0\.74 \|", benchmarks)
    assert re.search(r"ISMCTS in C\+\+, gin rummy \| 42 \|", benchmarks)
    assert "0.74 of its speed" in BODY
    assert "42 times" in BODY
