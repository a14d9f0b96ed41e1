"""Write and read figures: columns as CSV, or as Parquet with polars (the extra `data`)."""

from __future__ import annotations

import csv
import io
import json
import platform
from collections.abc import Mapping, Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hustings.engine.errors import HustingsError, OptionError
from hustings.engine.game import Game
from hustings.engine.version import full_version

CSV, PARQUET = ".csv", ".parquet"


def can_be_written(path: Path) -> None:
    """Raise an error before hours of work if the file cannot be written.

    Raises OptionError for another kind of file, HustingsError if Parquet's library or the folder is missing.
    """
    if path.suffix not in (CSV, PARQUET):
        raise OptionError(f"{path}: figures are written as *{CSV} or *{PARQUET}")
    _needs_polars(path)
    if not path.parent.is_dir():
        raise HustingsError(f"{path}: there is no such folder")


def write(columns: Mapping[str, Sequence[Any]], path: Path, about: Mapping[str, Any] | None = None) -> None:
    """Write columns of equal length as CSV or Parquet; raise like `can_be_written`.

    about  the origin of the numbers, as JSON in the first row of a last column `about`.
    """
    can_be_written(path)
    if about:
        rows = len(next(iter(columns.values())))
        columns = {**columns, "about": [json.dumps(about), *[None] * (rows - 1)][:rows]}
    path.write_bytes(as_bytes(columns, path.suffix))


def origin(game: Game, **more: Any) -> dict[str, Any]:
    """Return the game, further facts, and the versions that figures were made with."""
    versions = {"hustings": full_version(), "python": platform.python_version()}
    versions |= {name: metadata.version(name) for name in ("numpy", "numba")}
    return {"game": game.name, "rules": game.book.rules, "options": game.options, **more, "versions": versions}


def as_bytes(columns: Mapping[str, Sequence[Any]], kind: str, types: Mapping[str, Any] | None = None) -> bytes:
    """Return columns of equal length as CSV or PARQUET bytes.

    types  of the columns, where their values do not tell: Parquet keeps them, also of a column without any value.
    """
    if kind == PARQUET:
        import polars

        packed = io.BytesIO()
        polars.DataFrame(dict(columns), schema_overrides=types).write_parquet(packed)
        return packed.getvalue()
    plain = [getattr(column, "tolist", lambda column=column: column)() for column in columns.values()]
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(zip(*plain, strict=True))
    return text.getvalue().encode()


def rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a Parquet file.

    Raises HustingsError where the library is missing.
    """
    _needs_polars(path)
    import polars

    return polars.read_parquet(path).to_dicts()


def _needs_polars(path: Path) -> None:
    if path.suffix == PARQUET and find_spec("polars") is None:
        raise HustingsError(f"{path}: Parquet needs polars: in a checkout, pip install '.[data]'")
