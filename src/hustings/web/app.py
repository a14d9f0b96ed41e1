"""The application: everything of a server but the listening."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

import hustings
from hustings.engine.errors import HustingsError, OptionError
from hustings.rooms.bots import Bench
from hustings.rooms.errors import NameRefusedError, NoRoomError, NotAllowedError, RoomError, StoreError
from hustings.rooms.house import Rooms
from hustings.rooms.shared import House
from hustings.rooms.stores import open_store
from hustings.web.api import api
from hustings.web.hall import Hall, TooManyError
from hustings.web.messages import Problem
from hustings.web.pages import Pages
from hustings.web.polling import polling
from hustings.web.replays import Replays, after
from hustings.web.security import Guard
from hustings.web.settings import Settings
from hustings.web.socket import RoomSockets
from hustings.web.watching import watching

logger = logging.getLogger(__name__)
CLOSING = 1.0  # seconds the rooms have to finish what is under way
_STATUS: tuple[tuple[type[HustingsError], int], ...] = (
    (TooManyError, 429),
    (NoRoomError, 404),
    (NotAllowedError, 403),
    (NameRefusedError, 400),
    (OptionError, 400),
    (StoreError, 503),
    (RoomError, 409),
)
_REASONS = {429: "flood", 503: "store"}


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application for `uvicorn`; its store is opened when the server starts and closed when it stops."""
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        bench = Bench(chosen.patience)
        house = House(
            await open_store(chosen.store, chosen.data_dir, chosen.bus),
            bench,
            chosen.bot_pause,
            chosen.pace,
            chosen.absence,
            tally=bench.tally,
        )
        rooms = Rooms(house, chosen.keep)
        app.state.hall = Hall(chosen, rooms)
        app.state.replays = Replays()
        rooms.open_doors()
        try:
            yield
        finally:
            await app.state.replays.close()
            await _close(rooms)

    app = FastAPI(
        title="Hustings",
        version=hustings.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.add_middleware(Guard, origins=chosen.origins)
    app.include_router(api)
    app.include_router(after)
    app.include_router(polling)
    app.include_router(watching)
    app.router.routes.append(WebSocketRoute("/api/rooms/{code}/socket", RoomSockets()))
    app.add_exception_handler(HustingsError, _refused)
    app.add_exception_handler(RequestValidationError, _misunderstood)
    app.add_exception_handler(HTTPException, _not_here)
    _add_pages(app, Pages(chosen.static))
    return app


async def _close(rooms: Rooms) -> None:
    """Close the rooms, and what they stand on even where a store that hangs keeps them from finishing."""
    try:
        await asyncio.wait_for(rooms.close(), CLOSING)
    except TimeoutError:
        logger.warning("the rooms did not close in time; what was not acknowledged may be lost")
        rooms.house.bench.close()
        await rooms.house.store.close()


def _add_pages(app: FastAPI, pages: Pages) -> None:
    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404, f"there is nothing at /{path[:60]}")
        return pages.answer(path, request.headers)


def _problem(status: int, text: str, clause: str | None = None) -> JSONResponse:
    return JSONResponse(Problem(error=text, clause=clause).model_dump(), status)


async def _refused(request: Request, error: Exception) -> Response:
    status = next((code for kind, code in _STATUS if isinstance(error, kind)), 400)
    request.app.state.hall.rooms.house.tally.refusals[_REASONS.get(status, "room")] += 1
    return _problem(status, str(error), error.clause if isinstance(error, RoomError) else None)


async def _misunderstood(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    return _problem(422, f"the question was not understood: {place}: {first['msg']}")


async def _not_here(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _problem(error.status_code, str(error.detail))
