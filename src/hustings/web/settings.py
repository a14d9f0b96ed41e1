"""Settings of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from hustings.engine.errors import OptionError
from hustings.engine.folders import data_folder
from hustings.rooms.automation.bot_pool import PATIENCE
from hustings.rooms.registry import WEEK
from hustings.web.logs import LogKind

STATIC = Path(__file__).parent / "static"


def _listed(variable: str) -> tuple[str, ...]:
    """Return the items of an environment variable, separated by commas or blanks."""
    return tuple(os.environ.get(variable, "").replace(",", " ").split())


def _number(variable: str, usual: int) -> int:
    """Return the number in an environment variable. Raises OptionError if it is not a number."""
    told = os.environ.get(variable) or str(usual)
    if not told.isdecimal() or int(told) < 1:
        raise OptionError("web.no_number", variable=variable, text=told[:40])
    return int(told)


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's settings.

    data_dir   the folder of the rooms' store.
    store      a PostgreSQL database instead ("postgresql://..."), which several processes may share.
    link_base  how friends reach this server ("http://192.168.1.5:8420"); None: as each of them was asked for it.
    host_names  names and addresses of this server besides those it knows by itself (see `hosts`); "*": any.
    origins    pages besides the server's own that may open sockets ("https://example.org"); HTTP stays the own page's.
    connections  how many may be open at once: in all.
    connections_by_address  from one address that is no proxy's; a school shares one.
    bot_pause  how long a bot seems to think, in seconds: from, to.
    pace       how many messages a seat may send: at once, and a second.
    patience   seconds until the rule of thumb answers for a bot.
    absence    seconds a player who owes a move may be away before the room's settings apply.
    keep       seconds without a move until a room is removed.
    metrics    where Prometheus finds the server's metrics: "[HOST:]PORT"; None: nowhere.
    log        lines of text, or of JSON.
    static     the folder of the built client.
    """

    data_dir: Path = field(default_factory=data_folder)
    store: str | None = field(default_factory=lambda: os.environ.get("HUSTINGS_STORE") or None, repr=False)
    link_base: str | None = None
    host_names: tuple[str, ...] = field(default_factory=lambda: _listed("HUSTINGS_HOST_NAMES"))
    origins: tuple[str, ...] = ()
    connections: int = field(default_factory=lambda: _number("HUSTINGS_CONNECTIONS", 10_000))
    connections_by_address: int = field(default_factory=lambda: _number("HUSTINGS_CONNECTIONS_BY_ADDRESS", 600))
    bot_pause: tuple[float, float] = (0.7, 1.4)
    pace: tuple[float, float] = (30, 10)
    patience: float = PATIENCE
    absence: float = 60.0
    keep: float = WEEK
    metrics: str | None = field(default_factory=lambda: os.environ.get("HUSTINGS_METRICS") or None)
    log: LogKind = field(default_factory=lambda: "json" if os.environ.get("HUSTINGS_LOG") == "json" else "text")
    static: Path = STATIC
