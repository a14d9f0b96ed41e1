"""The board and the map of a game that declares none, derived from the fields of its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hustings.atlas.states import tiles
from hustings.engine.board import Board, Laid, Shelf
from hustings.engine.holdings import Holdings
from hustings.engine.moves import seat_label
from hustings.engine.record import Schema
from hustings.engine.record.field import SEES_EVERYONE, SEES_OWN, Field
from hustings.engine.record.plain import SILENT, said

Card = Mapping[str, Any]
MOST_FACTS, MOST_SHELVES, LONGEST_ROW = 4, 3, 12


def board(schema: Schema, deck: Sequence[Card], view: Mapping[str, Any], seat: int | None) -> Board:
    """Return a board that shows a view's fields as text: the public fields, and those that only `seat` may see."""
    fields = [field for field in schema.fields if field.shown and not field.option]
    codes = {str(card["code"]) for card in deck}
    facts = [f"{_named(field)} {text}" for field, text in _facts(schema, fields, view)]
    notes = []
    for number in range(int(view[schema.seats_field])):
        told = [f"{_named(field)} {text}" for field, text in _of_seat(fields, view, number, number == seat)]
        notes.append((" · ".join(told[: MOST_FACTS // 2]), " · ".join(told[MOST_FACTS // 2 : MOST_FACTS])))
    return Board(" · ".join(facts[:MOST_FACTS]), notes, list(_shelves(fields, codes, view))[:MOST_SHELVES])


def holdings(schema: Schema, deck: Sequence[Card], view: Mapping[str, Any]) -> Holdings | None:
    """Return who holds which state; None if no field of the record has a seat's label for each state."""
    known = tiles()
    for field in schema.fields:
        if field.shown and len(field.axes) == 1 and _is_holder(field) and set(field.axes[0] or ()) <= set(known):
            worth = {str(card["code"]): int(card["value"]) for card in deck if card["kind"] == "state"}
            seats = range(int(view[schema.seats_field]))
            labels = {seat_label(seat): seat for seat in seats}
            held = {code: labels.get(str(who)) for code, who in view[field.name].items()}
            votes = {code: worth.get(code, 0) for code in held}
            return Holdings("", tuple((seat,) for seat in seats), votes, held, {})
    return None


def _is_holder(field: Field) -> bool:
    return isinstance(field.axes[0], tuple) and field.unit is not None and seat_label(0) in field.unit


def _facts(schema: Schema, fields: Sequence[Field], view: Mapping[str, Any]) -> Iterator[tuple[Field, str]]:
    for field in fields:
        if not field.shape and field.sees == SEES_EVERYONE and field.name != schema.seats_field:
            text = said(view[field.name])
            if text not in SILENT:
                yield field, text


def _of_seat(fields: Sequence[Field], view: Mapping[str, Any], seat: int, own: bool) -> Iterator[tuple[Field, str]]:
    for field in fields:
        if field.axes and field.axes[0] == "seat" and (field.sees == SEES_EVERYONE or (own and field.sees == SEES_OWN)):
            text = said(view[field.name][seat])
            if text not in SILENT:
                yield field, text


def _shelves(fields: Sequence[Field], codes: set[str], view: Mapping[str, Any]) -> Iterator[Shelf]:
    """Yield a shelf for each public field of cards, even if it has no cards now."""
    for field in fields:
        words = {word for word in field.unit or () if word is not None}
        row = not field.shape or (len(field.shape) == 1 and field.shape[0] <= LONGEST_ROW and not any(field.axes))
        if words and words <= codes and row and field.sees == SEES_EVERYONE:
            values = view[field.name] if field.shape else [view[field.name]]
            yield Shelf(_named(field), [Laid(str(code)) for code in values if code is not None])


def _named(field: Field) -> str:
    return field.name.replace("_", " ")
