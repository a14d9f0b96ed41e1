"""Messages to the chat of a group, through the link that such a chat gives its members for this purpose."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import orjson

from hustings.rooms.errors import RoomError
from hustings.rooms.notices.book import Group
from hustings.rooms.notices.courier import Outcome
from hustings.rooms.notices.text import Letter
from hustings.web.notices.guarded import GuardedSender, host_of, is_listed
from hustings.web.notices.push import outcome_of

_UNSEEN = "\u200b"  # between @ and a name, so that no name calls the whole chat
#: by host: the kind of chat, and how its links begin
_KNOWN = {
    "discord.com": ("discord", "/api/webhooks/"),
    "discordapp.com": ("discord", "/api/webhooks/"),
    "hooks.slack.com": ("slack", "/services/"),
    "ntfy.sh": ("ntfy", "/"),
}
#: how the links of chats begin that run on hosts of their own
_OWN = (("mattermost", "/hooks/"), ("matrix", "/webhook/"), ("ntfy", "/"))


def kind_of(url: str, hosts: tuple[str, ...]) -> str:
    """Return the kind of chat that a link belongs to; hosts: those that the operator allows besides.

    Raises RoomError if the link belongs to no such chat.
    """
    host, path = host_of(url), urlsplit(url).path
    kind, start = _KNOWN.get(host, ("", ""))
    if not kind and is_listed(host, hosts):
        kind, start = next((kind, start) for kind, start in _OWN if path.startswith(start) or start == "/")
    rest = path.removeprefix(start)
    if not kind or not path.startswith(start) or not rest or (kind == "ntfy" and "/" in rest):
        raise RoomError("web.unknown_hook")
    return kind


async def send_chat(sender: GuardedSender, hosts: tuple[str, ...], to: Group, words: Letter) -> Outcome:
    """Post a notice to a group's chat; hosts: see `kind_of`."""
    body, headers = _MADE[kind_of(to.url, hosts)](words)
    answer = await sender.post(to.url, (*_KNOWN, *hosts), body, headers)
    return outcome_of(answer)


def _text(words: Letter) -> str:
    return f"{words.title}. {words.body} {words.link}".replace("@", f"@{_UNSEEN}")


def _json(content: object) -> tuple[bytes, dict[str, str]]:
    return orjson.dumps(content), {"Content-Type": "application/json"}


def _discord(words: Letter) -> tuple[bytes, dict[str, str]]:
    return _json({"content": _text(words), "allowed_mentions": {"parse": []}})


def _slack(words: Letter) -> tuple[bytes, dict[str, str]]:
    return _json({"text": _text(words).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")})


def _plain(words: Letter) -> tuple[bytes, dict[str, str]]:
    return _json({"text": _text(words)})


def _ntfy(words: Letter) -> tuple[bytes, dict[str, str]]:
    return f"{words.title}. {words.body}".encode(), {"Click": words.link, "Content-Type": "text/plain; charset=utf-8"}


_MADE: dict[str, Callable[[Letter], tuple[bytes, dict[str, str]]]] = {
    "discord": _discord,
    "slack": _slack,
    "mattermost": _plain,
    "matrix": _plain,
    "ntfy": _ntfy,
}
