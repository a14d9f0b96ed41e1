"""The server's log, as lines or JSON; tokens, secrets and cards are never written.

An error's text may hold any of them (a database quotes what it was asked to write), so a crash is reported by where
it happened and by the kinds of its errors alone.
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
    """Format a record as a line, then the report of a crash if any."""

    def formatException(self, ei: Any) -> str:  # noqa: N802
        """Format an exception without its message, which may hold private data."""
        return report(ei[1])


class JsonLines(logging.Formatter):
    """Format a record as one line of JSON: time, level, logger, text, and any crash report."""

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
    """Log warnings to standard error; with JSON logs, also this program's own notices."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonLines() if kind == "json" else TextLines("%(asctime)s %(levelname)s %(name)s: %(message)s")
    )
    for name in ("hustings", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if kind == "json" and name == "hustings" else logging.WARNING)
