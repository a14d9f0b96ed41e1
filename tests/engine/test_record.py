"""Fields, schemas and rows: what may be declared, who sees which byte, and the forms derived from one list."""

from __future__ import annotations

import json

import pytest

from hustings.engine.record import LONGEST_RECORD, Row, Schema, json_view
from hustings.engine.record.field import Cube, Field, Matrix, Record, Vector, field, option

SEATS = Field("seats", "i1", meaning="players")
MASK = Field("mask", "i1", (4,), sees="nobody")


@pytest.mark.parametrize(
    "name", ["round", "max", "sum", "shape", "copy", "tobytes", "write", "array", "schema", "game"]
)
def test_a_name_that_rows_or_records_already_have_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"a field cannot be called '{name}'"):
        Field(name, "i1")


@pytest.mark.parametrize("name", ["", "two words", "2nd", "class", "a-b"])
def test_a_name_that_rules_cannot_write_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="a field cannot be called"):
        Field(name, "i1")


@pytest.mark.parametrize("kind", ["u1", "f8", "O", "b1", "S4", "i3", "int64"])
def test_only_signed_integers_are_types(kind: str) -> None:
    with pytest.raises(ValueError, match=f"field 'money' has type '{kind}'; allowed are i1 i2 i4 i8"):
        Field("money", kind)
    assert Field("money", "i8").shape == ()


def test_axes_must_fit_the_shape() -> None:
    with pytest.raises(ValueError, match="names 1 axes but has 2"):
        Field("points", "i1", (2, 3), axes=("seat",))
    assert Field("points", "i1", (2, 3), axes=("seat", None)).axes == ("seat", None)


def test_an_own_field_needs_a_seat_axis() -> None:
    with pytest.raises(ValueError, match="seen by its own seat but has no seat axis"):
        Field("hand", "i1", sees="own")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ([SEATS, Field("a", "i1"), Field("a", "i2")], "must have different names and include 'seats'"),
        ([Field("a", "i1")], "must have different names and include 'seats'"),
        ([SEATS, Field("hand", "i1", (4,), sees="mask")], "field 'hand' is seen through 'mask', no field of the same"),
        ([SEATS, Field("mask", "i1", (3,)), Field("hand", "i1", (4,), sees="mask")], "seen through 'mask'"),
        ([SEATS, MASK, Field("hand", "i1", (4,), sees="mask", public="open")], "'hand' is opened by 'open', no public"),
        ([SEATS, MASK, Field("hand", "i1", (4,), sees="mask", public="mask")], "'hand' is opened by 'mask', no public"),
        ([SEATS, Field("log", "i8", (256,))], f"at most {LONGEST_RECORD} are allowed"),
    ],
    ids=["twice", "no seats", "no mask", "other shape", "not open", "not public", "too large"],
)
def test_a_schema_that_cannot_be_is_refused(fields: list[Field], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Schema("wrong", fields)


SCHEMA = Schema(
    "sample",
    [
        SEATS,
        Field("phase", "i1", unit=("bid", "call", None), meaning="what is going on"),
        Field("money", "i4", (3,), "dollars", axes=("seat",)),
        Field("hand", "i2", (3, 2), "cards held", sees="own", axes=("seat", None)),
        Field("knows", "i1", (2,), "who knows each pile card", shown=False),
        Field("pile", "i1", (2,), "cards in the pile", sees="knows", unit=(None, "TX", "CA"), axes=(("top", "under"),)),
        Field("key", "i8", meaning="nobody's business", sees="nobody"),
    ],
)


class Listed(Record):
    """The first fields of the sample, and one of another kind."""

    seats: int = field("i1", bounds=(2, 3))
    phase: int = field("i1", unit=("bid", "call", None), meaning="what is going on")
    coin: int = option("the coin used", ("fair", "bent"))
    money: Vector = field("i4", (3,), "dollars", axes=("seat",))
    hand: Matrix = field("i2", (3, 2), "cards held", sees="own", axes=("seat", None))
    stones: Cube = field("i1", (3, 2, 2))
    comment = "no field"


def test_a_class_lists_the_fields_of_a_record() -> None:
    """Its attributes are the fields, in order, under their own names."""
    schema = Schema("listed", Listed)
    assert [made.name for made in schema.fields] == ["seats", "phase", "coin", "money", "hand", "stones"]
    assert schema.by_name["hand"] == Field("hand", "i2", (3, 2), "cards held", sees="own", axes=("seat", None))
    assert schema.options == (Field("coin", "i1", (), "the coin used", unit=("fair", "bent"), option=True),)


@pytest.mark.parametrize(
    ("annotation", "shape", "said"),
    [
        ("Vector", (), "field 'stones' has 0 axes; annotate it as int, not Vector"),
        ("int", (2,), "field 'stones' has 1 axes; annotate it as Vector, not int"),
        ("record.Matrix", (2, 3, 4), "field 'stones' has 3 axes; annotate it as Cube, not record.Matrix"),
        (None, (2, 3), "field 'stones' has 2 axes; annotate it as Matrix, not None"),
        (Vector, (), "field 'stones' has 0 axes; annotate it as int, not Vector"),
    ],
)
def test_an_annotation_that_misleads_a_type_checker_is_refused(
    annotation: object, shape: tuple[int, ...], said: str
) -> None:
    seats = {"seats": field("i1"), "stones": field("i1", (2,))}
    fine = type("Fine", (Record,), {**seats, "__annotations__": {"seats": int, "stones": Vector}})
    assert len(Schema("fine", fine).fields) == 2, "classes are as good as their names"
    body = {"stones": field("i1", shape), "__annotations__": {"stones": annotation} if annotation else {}}
    with pytest.raises(ValueError, match=said):
        Schema("wrong", type("Wrong", (Record,), body))


def sample() -> Row:
    row = SCHEMA.new()
    row.seats, row.phase, row.key = 2, 1, 1 << 40
    row.money[0], row.money[1] = 7, -100_000
    for seat in range(2):
        row.hand[seat, 0], row.hand[seat, 1] = 10 + seat, 20 + seat
    row.pile[0], row.pile[1] = 1, 2
    row.knows[0], row.knows[1] = 0b01, 0b11
    return row


@pytest.mark.parametrize(
    ("seat", "hand", "pile"),
    [
        (0, [[10, 20], [0, 0]], {"top": "TX", "under": "CA"}),
        (1, [[0, 0], [11, 21]], {"top": None, "under": "CA"}),
        (-1, [[0, 0], [0, 0]], {"top": None, "under": None}),
    ],
    ids=["first", "second", "spectator"],
)
def test_each_seat_sees_its_own_and_what_masks_allow(
    seat: int, hand: list[list[int]], pile: dict[str, str | None]
) -> None:
    row = sample()
    before = row.tobytes()
    view = SCHEMA.as_json(SCHEMA.blanked(row, seat))
    assert view == {
        "seats": 2,
        "phase": "call",
        "money": [7, -100_000],
        "hand": hand,
        "pile": pile,
        "key": 0,
    }
    assert json.loads(json.dumps(view)) == view
    assert row.tobytes() == before
    assert SCHEMA.blanked(row, seat).array is not row.array


def test_blanks_are_whole_bytes_of_nothing_else() -> None:
    """What a seat sees is equal byte for byte however the rest differs, padding included."""
    one, other = sample(), sample()
    other.key = -5
    other.hand[1, 0] = 99
    assert SCHEMA.blanked(one, 0).tobytes() == SCHEMA.blanked(other, 0).tobytes()
    assert SCHEMA.blanked(one, 1).tobytes() != SCHEMA.blanked(other, 1).tobytes()
    assert set(SCHEMA.hidden(one, 0).tolist()) == {0, 255}


def test_the_whole_record_reads_as_json() -> None:
    whole = SCHEMA.as_json(sample())
    assert whole["hand"] == [[10, 20], [11, 21]]
    assert whole["key"] == 1 << 40
    assert "knows" not in whole
    assert list(whole) == [field.name for field in SCHEMA.fields if field.shown]


def test_the_documentation_table_is_made_of_the_same_list() -> None:
    table = list(SCHEMA.table())
    assert table[0] == ("seats", "i1", "everyone", "players")
    assert table[3] == ("hand", "i2 [3x2]", "own", "cards held")
    assert [line[0] for line in table] == [field.name for field in SCHEMA.fields]
    assert list(SCHEMA.elements(SCHEMA.by_name["hand"])) == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert list(SCHEMA.elements(SEATS)) == [()]


def test_rows_are_copied_not_shared() -> None:
    row = sample()
    other = row.copy()
    other.money[0] = 8
    other.seats = 3
    assert (row.money[0], row.seats) == (7, 2)
    again = SCHEMA.new()
    again.write(other.tobytes())
    assert (again.tobytes(), again.money[0]) == (other.tobytes(), 8)


@pytest.mark.parametrize("value", [128, -129, 1 << 70])
def test_a_number_too_large_for_its_field_raises_and_writes_nothing(value: int) -> None:
    """The interpreted rules cannot wrap around silently."""
    row = sample()
    before = row.tobytes()
    with pytest.raises((ValueError, OverflowError)):
        row.phase = value
    with pytest.raises((ValueError, OverflowError)):
        row.pile[0] = value
    assert row.tobytes() == before


def test_a_row_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        sample().monney = 3  # type: ignore[attr-defined]


def test_the_text_of_a_record_is_its_json_however_often_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_view, "MOST_KNOWN", 3)
    row = sample()
    for money in range(10):
        row.money[0] = money
        row.pile[0] = money % 3
        for seats in (2, 3):
            row.seats = seats
            text = SCHEMA.as_text(row.tobytes())
            assert json.loads(text)["money"] == [money, -100_000, 0][:seats]
            assert json.loads(text)["pile"] == {"top": (None, "TX", "CA")[money % 3], "under": "CA"}
            assert text == json.dumps(json.loads(text), separators=(",", ":"))


def test_what_a_seat_sees_are_the_bytes_of_its_view() -> None:
    row = sample()
    for seat in (-1, 0, 1):
        assert SCHEMA.seen(row, seat) == SCHEMA.blanked(row, seat).tobytes()
    row.knows[0] = 0
    assert SCHEMA.as_json(SCHEMA.blanked(row, 0))["pile"] == {"top": None, "under": "CA"}
