"""Refusals, each by the table where it happens: what its clause is, and what its sentence must say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import hustings
from hustings.engine.table import Table
from tests.rules.tables import refused


@dataclass(frozen=True)
class Case:
    """A refusal: the table, the move, the clause and what its sentence must say."""

    build: Callable[[], Table]
    move: str | hustings.Move
    clause: str
    says: tuple[str, ...]


def by_number(seat: int, action: int) -> hustings.Move:
    """A move made from its number, as a program might send it."""
    return hustings.Move(seat, action, "")


def every_case(cases: Mapping[int, list[Case]]) -> list[tuple[int, Case]]:
    """Each case with its reason."""
    return [(reason, case) for reason, found in cases.items() for case in found]


def ids(cases: Mapping[int, list[Case]]) -> list[str]:
    """A name for each of them."""
    return [f"{reason}-{str(case.move) or case.move.action}" for reason, case in every_case(cases)]  # type: ignore[union-attr]


def assert_says_why(refusal: Callable[..., int], reason: int, case: Case) -> None:
    """The predicate gives that reason, the table its clause and a sentence with what was tried and what is so."""
    table = case.build()
    given = refused(table, case.move)
    read = table.read(case.move)
    assert refusal(table._row, read.seat, read.action) == reason
    assert given.clause == case.clause
    for part in case.says:
        assert part in given.text
    assert given.text.endswith(".")
    assert given.text[:1].isupper()


def assert_not_listed(case: Case) -> None:
    """`why_not`, `legal` and `play` are one predicate: what is refused is listed for nobody."""
    table = case.build()
    read = table.read(case.move)
    assert read.action not in [move.action for move in table.legal(read.seat)]
    assert all(table.why_not(move) is None for seat in table.owes for move in table.legal(seat))
