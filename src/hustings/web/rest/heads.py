"""Additions to the `<head>` of the client's page: previews for shared links, and the list of games.

A preview shows only what anybody with the link may see, and nothing of a game in progress.
"""

from __future__ import annotations

import re
from html import escape

from starlette.requests import Request

from hustings.engine.errors import HustingsError
from hustings.rooms.broadcast.updates import RoomInfo
from hustings.rooms.commands.changes import closed_to_others
from hustings.web.app_state import AppState
from hustings.web.protocol.games import game_info
from hustings.web.rest.texts import game_list

NAME = "Hustings"
LINE = "Four American election games to play with friends, a class or bots."
_ROOM = re.compile(r"r/([A-Za-z]{6})(/replay|/deal)?(?:/|$)")
_GAME = re.compile(r"(rules|new)/([a-z_]{1,40})/?$|(challenge)/([a-z_]{1,40})/")
_ABOUT = {
    "rules": "The rules of {game}, told in a minute.",
    "new": "Open a table of {game}.",
    "challenge": "{game} with the same cards and the same bots: can you do better? No account needed.",
}
_PICTURED = frozenset({"combat", "president", "politics", "mudslinger"})  # games with a picture in /previews


async def head_of(path: str, request: Request) -> str:
    """Return the preview of a page as `<meta>` elements; the front page also gets the list of games."""
    app_state: AppState = request.app.state.app_state
    base = app_state.base(request)
    if not path:
        games = game_list().plain.decode().replace("<", "\\u003c")
        return f'{_preview(base, NAME, LINE)}<script type="application/json" id="games">{games}</script>'
    if found := _ROOM.match(path):
        return await _room(found[1], found[2] or "", base, app_state, request)
    if (found := _GAME.match(path)) and (game := _title(name := found[2] or found[4])):
        return _preview(base, f"{game} · {NAME}", _ABOUT[found[1] or found[3]].format(game=game), name)
    return _preview(base, NAME, LINE)


def links_of(imprint: str | None, privacy: str | None) -> str:
    """Return the operator's links as `<meta>` elements, which the page shows at its end."""
    links = {"imprint": imprint, "privacy": privacy}
    return "".join(f'<meta name="{name}" content="{escape(link)}" />' for name, link in links.items() if link)


async def _room(code: str, after: str, base: str, app_state: AppState, request: Request) -> str:
    try:
        found = await app_state.look(code, request)
        if closed_to_others(found.state):
            return _preview(base, NAME, LINE)
        room = found.info()
    except HustingsError:  # a preview must not reveal which rooms exist
        return _preview(base, NAME, LINE)
    title = _title(room.game) or room.game
    return _preview(base, f"{title} · {NAME}", _said(room, title, after), room.game)


def _said(room: RoomInfo, title: str, after: str) -> str:
    """Return a sentence about a room for link previews, with public facts only."""
    if after and room.phase == "over":
        return f"Watch a game of {title} again, move by move." if after == "/replay" else f"Check the deal of {title}."
    if room.phase == "over":
        return f"A game of {title} has been played. See the final map and the replay."
    if room.phase == "playing":
        return f"A game of {title} is being played. Take a look."
    free = sum(seat.kind == "open" for seat in room.seats)
    if room.locked or not free:
        return f"A table of {title} is about to begin."
    return f"Take a seat at a table of {title}: {free} of {len(room.seats)} free. No account needed."


def _title(game: str) -> str | None:
    try:
        return game_info(game).title
    except HustingsError:
        return None


def _preview(base: str, title: str, text: str, game: str = "") -> str:
    picture = f"{base}/previews/{game if game in _PICTURED else 'combat'}.png"
    facts = {
        "og:site_name": NAME,
        "og:type": "website",
        "og:title": title,
        "og:description": text,
        "og:image": picture,
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    metas = [f'<meta property="{key}" content="{escape(value)}" />' for key, value in facts.items()]
    return "".join([*metas, f'<meta name="description" content="{escape(text)}" />'])
