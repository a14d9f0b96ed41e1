"""The words that errors and messages are made of, as the sources use them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

#: the kinds of logs in whose name a package makes errors with keys such as f"{kind}.overtaken"
KINDS = {"gatherings": ("class", "club"), "eventlog": ("room", "class", "club")}


def made(sources: Iterable[Path], key: re.Pattern[str]) -> Iterator[tuple[str, set[str]]]:
    """Every key of a form that an error or a message is made with, and the names of its facts."""
    for path in sources:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and call.args:
                for found in _keys(call.args[0], KINDS.get(path.parent.name, ())):
                    if key.fullmatch(found):
                        yield found, {str(fact.arg) for fact in call.keywords}


def _keys(text: ast.expr, kinds: Iterable[str]) -> list[str]:
    """The texts that an expression may stand for."""
    match text:
        case ast.Constant(value=str(found)):
            return [found]
        case ast.JoinedStr(values=[ast.FormattedValue(), ast.Constant(value=str(found))]):
            return [f"{kind}{found}" for kind in kinds]
    return []


def assert_filled(calls: Iterable[tuple[str, set[str]]], words: Mapping[str, str]) -> None:
    """Every template gets the facts it has blanks for, and no other."""
    for key, facts in calls:
        assert facts == set(re.findall(r"\{(\w+),?\}", words[key])), key
