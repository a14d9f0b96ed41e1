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
    """Raise an error if figures cannot be written to a path; called before hours of work.

    Raises:
        OptionError: The file's name ends neither in .csv nor in .parquet.
        HustingsError: The library for Parquet or the folder is missing.
    """
    if path.suffix not in (CSV, PARQUET):
        raise OptionError(f"{path}: figures are written as *{CSV} or *{PARQUET}")
    _needs_polars(path)
    if not path.parent.is_dir():
        raise HustingsError(f"{path}: there is no such folder")


def write(columns: Mapping[str, Sequence[Any]], path: Path, about: Mapping[str, Any] | None = None) -> None:
    """Write columns of equal length as CSV or Parquet.

    Args:
        columns: The values of each column by its name.
        path: The file.
        about: The origin of the numbers. It is written as JSON into the first row of a last column `about`.

    Raises:
        HustingsError: The file cannot be written, as in `can_be_written`.
    """
    can_be_written(path)
    if about:
        rows = len(next(iter(columns.values())))
        columns = {**columns, "about": [json.dumps(about), *[None] * (rows - 1)][:rows]}
    path.write_bytes(as_bytes(columns, path.suffix))


def origin(game: Game, **more: Any) -> dict[str, Any]:
    """Return the origin of figures: the game, its options, further facts and the versions of the software."""
    versions = {"hustings": full_version(), "python": platform.python_version()}
    versions |= {name: metadata.version(name) for name in ("numpy", "numba")}
    return {"game": game.name, "rules": game.book.rules, "options": game.options, **more, "versions": versions}


def as_bytes(columns: Mapping[str, Sequence[Any]], kind: str, types: Mapping[str, Any] | None = None) -> bytes:
    """Return columns of equal length as CSV or PARQUET bytes.

    Args:
        columns: The values of each column by its name.
        kind: CSV or PARQUET.
        types: The polars types of columns whose values do not determine the type, such as a column without values.
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
    """Return the rows of a Parquet file; raise HustingsError if the library for Parquet is missing."""
    _needs_polars(path)
    import polars

    return polars.read_parquet(path).to_dicts()


def _needs_polars(path: Path) -> None:
    if path.suffix == PARQUET and find_spec("polars") is None:
        raise HustingsError(f"{path}: Parquet needs polars: in a checkout, pip install '.[data]'")
