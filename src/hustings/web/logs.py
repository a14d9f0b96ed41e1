"""The server's log, as text or JSON; it never contains tokens, secrets or cards.

An error's text may contain them (a database quotes the values of a query), so a crash is reported only by its place in
the code and the types of its errors.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Literal

LogKind = Literal["text", "json"]
_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


def report(error: BaseException | None) -> str:
    """Describe a crash and its causes by type and place, without their messages."""
    parts = []
    while error is not None:
        parts.append("".join(traceback.format_tb(error.__traceback__)) + type(error).__qualname__)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\nwhich led to\n".join(reversed(parts))


class TextLines(logging.Formatter):
    """Formats a record as a line of text, followed by the report of a crash if there is one."""

    def formatException(self, ei: Any) -> str:  # noqa: N802
        """Format an exception without its message, which may hold private data."""
        return report(ei[1])


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON: time, level, logger, text, and the report of a crash if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as one JSON object; fields given as `extra` become keys."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _OWN}
        if record.exc_info:
            line["trace"] = report(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


def write_logs(kind: LogKind) -> None:
    """Send warnings to standard error; JSON logs also contain the information that this program logs."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonLines() if kind == "json" else TextLines("%(asctime)s %(levelname)s %(name)s: %(message)s")
    )
    for name in ("hustings", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if kind == "json" and name == "hustings" else logging.WARNING)
