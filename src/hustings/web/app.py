"""The ASGI application of a server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Route, WebSocketRoute

import hustings
from hustings.classes.registry import Classes
from hustings.clubs.registry import Clubs
from hustings.engine.errors import HustingsError, OptionError
from hustings.rooms.automation.bot_pool import BotPool
from hustings.rooms.context import RoomContext
from hustings.rooms.errors import (
    FloodError,
    MovedError,
    NameRefusedError,
    NoRoomError,
    NotAllowedError,
    RoomClosedError,
    RoomError,
    StoreError,
)
from hustings.rooms.registry import Rooms
from hustings.rooms.stores import open_store
from hustings.rooms.waking import Waking
from hustings.web import models, notices
from hustings.web.abuse import kind_of
from hustings.web.app_state import AppState
from hustings.web.bans import BanMiddleware, Bans
from hustings.web.errors import MisunderstoodError, NotFoundError
from hustings.web.hosts import KnownHosts
from hustings.web.live.polling import class_polling, club_polling, polling
from hustings.web.live.socket import Sockets
from hustings.web.metrics import metrics_text, serve_metrics
from hustings.web.operating import Operating
from hustings.web.protocol.messages import Problem
from hustings.web.rest.api import api
from hustings.web.rest.ballots import ballots
from hustings.web.rest.classes import classes_api
from hustings.web.rest.club_ballots import club_ballots
from hustings.web.rest.clubs import clubs_api
from hustings.web.rest.gatherings import of_classes, of_clubs
from hustings.web.rest.heads import head_of, links_of
from hustings.web.rest.mine import mine
from hustings.web.rest.notices import notices as notices_api
from hustings.web.rest.notices import stops
from hustings.web.rest.ops import ops
from hustings.web.rest.own_data import own_data
from hustings.web.rest.pages import Pages
from hustings.web.rest.replays import Replays, replays
from hustings.web.rest.reviews import Reviews, reviews
from hustings.web.rest.texts import texts
from hustings.web.rest.wifi import wifi
from hustings.web.security import SecurityMiddleware
from hustings.web.settings import Settings
from hustings.web.works import Works

if TYPE_CHECKING:
    from hustings.web.notices.post_office import PostOffice

logger = logging.getLogger(__name__)
CLOSING = 1.0  # seconds in which the rooms must finish their jobs
_STATUS: tuple[tuple[type[HustingsError], int], ...] = (
    (FloodError, 429),
    (MisunderstoodError, 422),
    (RoomClosedError, 410),
    (NoRoomError, 404),
    (NotFoundError, 404),
    (NotAllowedError, 403),
    (NameRefusedError, 400),
    (OptionError, 400),
    (StoreError, 503),
    (MovedError, 503),
    (RoomError, 409),
)

#: the order matters: the last path of `replays` matches any entry
_ROUTERS = (
    *(texts, api, ballots, own_data, mine, reviews, replays),
    *(polling, class_polling, club_polling, ops, of_classes, of_clubs),
    *(classes_api, clubs_api, club_ballots, wifi, notices_api, stops),
)


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application for `uvicorn`; the store is opened when the server starts and closed when it stops."""
    chosen = settings or Settings()
    bans = Bans()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        context, office = await _opened(chosen)
        rooms = Rooms(context, chosen.keep)
        classes, clubs = Classes(rooms), Clubs(rooms)
        app.state.app_state = app_state = AppState(chosen, rooms, classes, clubs, bans=bans, post_office=office)
        operating = Operating(app_state)
        app.state.replays, app.state.works = Replays(), Works()
        app.state.reviews = Reviews(app.state.works, context.store, context.bot_pool, chosen.offers)
        app.state.waking = Waking(rooms, others=(clubs,))
        for registry in (rooms, classes, clubs):
            registry.start()
        app.state.waking.start()
        await operating.start()
        counting = await serve_metrics(chosen.metrics, lambda: metrics_text(app_state)) if chosen.metrics else None
        try:
            yield
        finally:
            if counting is not None:
                counting.close()
            await operating.close()
            app_state.drawings.close()
            app_state.abuse.close()
            for work in ("waking", "models", "works"):
                await getattr(app.state, work).close()
            await _close(rooms, classes, clubs)

    app = FastAPI(
        title="Hustings",
        version=hustings.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    _guard(app, chosen, bans)
    for router in _ROUTERS:
        app.include_router(router)
    for path, sockets in (("rooms", Sockets("room")), ("classes", Sockets("class")), ("clubs", Sockets("club"))):
        app.router.routes.append(WebSocketRoute(f"/api/{path}/{{code}}/socket", sockets))
    app.add_exception_handler(HustingsError, _refused)
    app.add_exception_handler(RequestValidationError, _misunderstood)
    app.add_exception_handler(HTTPException, _http_error)
    app.state.models = models.Models(app)
    if models.installed():
        app.router.routes.append(Route(models.PATH, app.state.models, methods=["GET", "POST", "DELETE"]))
    _add_pages(app, Pages(chosen.static), links_of(chosen.imprint, chosen.privacy))
    return app


async def _opened(chosen: Settings) -> tuple[RoomContext, PostOffice | None]:
    """Open the store; return the context that all rooms share, and the sender of notices."""
    store, bot_pool = await open_store(chosen.store, chosen.data_dir), BotPool(chosen.patience)
    office = notices.open_post_office(chosen, store)
    timing = chosen.bot_pause, chosen.pace, chosen.absence
    return RoomContext(store, bot_pool, *timing, metrics=bot_pool.metrics, courier=office), office


def _guard(app: FastAPI, chosen: Settings, bans: Bans) -> None:
    """Add the middleware; the last one added sees a request first."""
    hosts = KnownHosts(chosen.host_names, chosen.link_base)
    app.add_middleware(BanMiddleware, bans=bans)
    app.add_middleware(SecurityMiddleware, hosts=hosts, origins=chosen.origins)


async def _close(rooms: Rooms, *gatherings: Classes | Clubs) -> None:
    """Close gatherings, rooms and the store; if that takes more than `CLOSING` seconds, close only bots and store."""
    try:
        async with asyncio.timeout(CLOSING):
            for each in gatherings:
                await each.close()
            await rooms.close()
    except TimeoutError:
        logger.warning("the rooms did not close in time; what was not acknowledged may be lost")
        rooms.context.bot_pool.close()
        await rooms.context.store.close()


def _add_pages(app: FastAPI, pages: Pages, operator_links: str) -> None:
    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            raise NotFoundError("web.nothing_here", path=path[:60])
        head = "" if pages.is_file(path) else await head_of(path, request) + operator_links
        return pages.answer(path, request.headers, head)


def _problem(status: int, error: HustingsError) -> Response:
    return JSONResponse(Problem.of(error).model_dump(), status)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HustingsError)
    kind = error.kind if isinstance(error, RoomError) else "room"
    app_state: AppState = request.app.state.app_state
    app_state.rooms.context.metrics.refusals.labels(kind).inc()
    if request.client is not None:
        app_state.abuse.note(request.client.host, kind_of(request), error)
    return _problem(next((status for kinds, status in _STATUS if isinstance(error, kinds)), 400), error)


async def _misunderstood(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    return await _refused(
        request, MisunderstoodError("web.request_not_understood", place=place, fault=str(first["msg"]))
    )


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _problem(error.status_code, RoomError("web.http", reason=str(error.detail)))
