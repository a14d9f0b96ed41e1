"""Tables for spreadsheets."""

from __future__ import annotations

BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # spreadsheets recognize UTF-8 by it; pandas and polars skip it


def harmless(text: str) -> str:
    """Return typed text, with a quote in front if a spreadsheet would read it as a formula.

    >>> harmless("=1+1"), harmless("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
