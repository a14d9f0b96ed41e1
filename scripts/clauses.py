"""Report every clause of every game without a function that carries it out or a test that proves it.

$ python scripts/clauses.py    prints a line for each game and each gap; exit 1 if there is a gap

A function carries out a clause if its docstring, or a comment inside it, names the clause (`EC-5`); a test proves it if
its name does (`test_EC_5_...`) in tests/rules/<game>.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hustings.engine.installed import game_names, rulebook

ROOT = Path(__file__).resolve().parents[1]
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Clause:
    """One clause of a game and where it is found. titles: one per wording, where options word it differently."""

    id: str
    titles: list[str] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


def clauses_of(name: str) -> dict[str, Clause]:
    """The clauses of a game by id, in order, nothing found yet."""
    found: dict[str, Clause] = {}
    for words in rulebook(name).words["clauses"]:
        clause = found.setdefault(words["id"], Clause(words["id"]))
        if words["title"] not in clause.titles:
            clause.titles.append(words["title"])
    return found


def functions_in(path: Path) -> Iterator[tuple[Function, str]]:
    """Every function of a file, with its source lines."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, Function):
            yield node, "\n".join(lines[node.lineno - 1 : node.end_lineno])


def named_in(text: str, prefix: str) -> set[str]:
    """The ids of the clauses a text names, ranges like "EC-17 to EC-19" spelt out."""
    found = {f"{prefix}-{number}" for number in re.findall(rf"\b{prefix}-(\d+)", text)}
    for first, last in re.findall(rf"\b{prefix}-(\d+) to (?:{prefix}-)?(\d+)", text):
        found |= {f"{prefix}-{number}" for number in range(int(first), int(last) + 1)}
    return found


def fill(name: str, clauses: dict[str, Clause]) -> None:
    """Find the functions and tests of a game's clauses."""
    prefix = next(iter(clauses)).partition("-")[0]
    for path in sorted((ROOT / "src" / "hustings" / "games" / name).rglob("*.py")):
        for function, source in functions_in(path):
            for clause in named_in(source, prefix) & clauses.keys():
                clauses[clause].functions.append(f"{path.stem}.{function.name}")
    for path in sorted((ROOT / "tests" / "rules" / name).glob("test_*.py")):
        for function, _ in functions_in(path):
            for number in re.findall(rf"(?<=_){prefix}_(\d+)(?=_)", f"{function.name}_"):
                if proved := clauses.get(f"{prefix}-{number}"):
                    proved.tests.append(function.name)


def gaps(clauses: dict[str, Clause]) -> list[str]:
    """A sentence for every clause without a function or a test."""
    missing = []
    for clause in clauses.values():
        for what, found in (("function", clause.functions), ("test", clause.tests)):
            if not found:
                missing.append(f"{clause.id} ({clause.titles[0]}) has no {what}.")
    return missing


def main() -> int:
    """Print the report; return 1 if a clause lacks a function or a test."""
    wrong: list[str] = []
    for name in game_names():
        clauses = clauses_of(name)
        fill(name, clauses)
        tests = {test for clause in clauses.values() for test in clause.tests}
        print(f"{name}: {len(clauses)} clauses, {len(tests)} tests named by them, {len(gaps(clauses))} gaps")
        wrong += gaps(clauses)
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
