"""`Framed`: results with a short representation, a table for notebooks, and their numbers as a data frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.util import find_spec
from typing import Any

from hustings.engine.errors import HustingsError

Summary = tuple[str, Sequence[str], Sequence[Sequence[str]]]  # a title, the heads of a table, and its rows
MOST_ROWS = 20  # the most rows of a summary that are shown


class Framed:
    """A result that prints as a summary; a subclass defines `columns` and `summary`."""

    __slots__ = ()

    def columns(self) -> Mapping[str, Any]:
        """Return all numbers as columns of equal length, by name."""
        raise NotImplementedError

    def summary(self) -> Summary:
        """Return a title and a small table as text."""
        raise NotImplementedError

    def frame(self) -> Any:
        """Return `columns` as a polars data frame (needs the extra `data`).

        Raises:
            HustingsError: polars is not installed.
        """
        if find_spec("polars") is None:
            raise HustingsError("a data frame needs polars: in a checkout, pip install '.[data]'")
        import polars

        return polars.DataFrame(dict(self.columns()))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.summary()[0]}>"

    def __str__(self) -> str:
        title, heads, rows = self.summary()
        shown = [heads, *rows[:MOST_ROWS]]
        widths = [max(len(row[k]) for row in shown) for k in range(len(heads))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in shown
        ]
        return "\n".join([title, *lines, *_more(rows)])

    def _repr_html_(self) -> str:
        title, heads, rows = self.summary()
        head = "".join(f"<th>{escape(each)}</th>" for each in heads)
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows[:MOST_ROWS])
        more = "".join(f"<p>{each}</p>" for each in _more(rows))
        return f"<p><b>{escape(title)}</b></p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _more(rows: Sequence[object]) -> list[str]:
    return [f"... and {len(rows) - MOST_ROWS:,} more"] if len(rows) > MOST_ROWS else []
