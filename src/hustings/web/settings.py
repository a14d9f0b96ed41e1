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
from hustings.web.notices.mail import Relay

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


def _file(variable: str) -> Path | None:
    """Return the path in an environment variable, or None."""
    told = os.environ.get(variable)
    return Path(told) if told else None


def _link(variable: str) -> str | None:
    """Return the link in an environment variable, or None. Raises OptionError if it is not a link."""
    told = os.environ.get(variable) or None
    if told is not None and not told.startswith(("https://", "http://", "mailto:")):
        raise OptionError("web.no_link", variable=variable, text=told[:80])
    return told


def _relay(variable: str) -> str | None:
    """Return the mail relay in an environment variable, or None. Raises OptionError if it is not written as one."""
    told = os.environ.get(variable) or None
    if told is not None:
        Relay.of(told)
    return told


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's settings.

    data_dir   the folder of the rooms' store.
    store      the URL of a PostgreSQL database to use instead, which several processes may share.
    link_base  the address in links for friends ("http://192.168.1.5:8420"); None: the address of each request.
    host_names  names and addresses of this server besides those it knows by itself (see `hosts`); "*": any.
    origins    other sites whose pages may open sockets ("https://example.org"); HTTP stays limited to its own pages.
    connections  how many connections may be open at once.
    connections_by_address  how many of them from one address that is not a proxy's; a school shares one address.
    bot_pause  the shortest and the longest time for which a bot seems to think, in seconds.
    pace       how many messages a seat may send at once, and then per second.
    patience   seconds until the rule of thumb answers for a bot.
    taught     whether only this computer may open classes and rooms, as in a lesson; others join by a code.
    absence    seconds for which a player who must move may be away before the room's setting for absence applies.
    keep       seconds without a move until a room is removed.
    metrics    the address at which Prometheus reads the server's metrics, "[HOST:]PORT"; None: no metrics.
    imprint, privacy  links to the operator's pages, shown at the end of every page; None: no link.
    abuse_log  the file of the abuse log (see `abuse`); None: no such log.
    smtp       the mail relay for notices (see `web.notices.mail`); None: no mail.
    notice_hosts  further hosts to which notices may be sent: push services, chats of groups.
    offers     whether games are reviewed when they end; otherwise only if somebody asks.
    log        the form of the log's lines, text or JSON.
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
    taught: bool = False
    absence: float = 60.0
    keep: float = WEEK
    metrics: str | None = field(default_factory=lambda: os.environ.get("HUSTINGS_METRICS") or None)
    imprint: str | None = field(default_factory=lambda: _link("HUSTINGS_IMPRINT"))
    privacy: str | None = field(default_factory=lambda: _link("HUSTINGS_PRIVACY"))
    abuse_log: Path | None = field(default_factory=lambda: _file("HUSTINGS_ABUSE_LOG"))
    smtp: str | None = field(default_factory=lambda: _relay("HUSTINGS_SMTP"), repr=False)
    notice_hosts: tuple[str, ...] = field(default_factory=lambda: _listed("HUSTINGS_NOTICE_HOSTS"))
    offers: bool = field(default_factory=lambda: os.environ.get("HUSTINGS_REVIEWS") != "asked")
    log: LogKind = field(default_factory=lambda: "json" if os.environ.get("HUSTINGS_LOG") == "json" else "text")
    static: Path = STATIC
