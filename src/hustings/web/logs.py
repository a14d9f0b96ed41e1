"""The server's log: a line for people, or a JSON object a line for programs. No token, secret or card is written."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Literal

LogKind = Literal["text", "json"]
_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """A record as one line of JSON: time, level, logger, text, and the error's trace where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter.format`; what was given as `extra` becomes keys of its own."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _OWN}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def write_logs(kind: LogKind) -> None:
    """Write what this program and its server log to the error output, from warnings upwards; the program's own from
    notices upwards where programs read it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonLines() if kind == "json" else logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    )
    for name in ("hustings", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if kind == "json" and name == "hustings" else logging.WARNING)
