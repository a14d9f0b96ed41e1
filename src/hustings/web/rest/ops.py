"""Health and readiness of a server, for those who run it; nothing of what is played."""

from __future__ import annotations

import asyncio
import time

from fastapi import APIRouter, Response

import hustings
from hustings.engine.errors import HustingsError
from hustings.rooms.errors import StoreError
from hustings.web.app_state import AppState
from hustings.web.errors import ClosedError
from hustings.web.protocol import messages as m
from hustings.web.rest.api import AppStateHere

ops = APIRouter()
WITHIN = 2.0  # seconds the store has to answer
CHECKED_EVERY = 1.0  # seconds between two checks that write, for anybody may ask
NO_ROOM = "------"


@ops.get("/health")
@ops.get("/api/health")
async def health(app_state: AppStateHere) -> m.Health:
    """Whether the server works, and how busy it is."""
    return m.Health(
        ok=True,
        version=hustings.__version__,
        rooms=app_state.rooms.open,
        sockets=app_state.sockets,
        moves=app_state.rooms.context.metrics.moved(),
    )


@ops.get("/ready")
@ops.get("/api/ready", responses={503: {"model": m.Ready}})
async def ready(app_state: AppStateHere, response: Response) -> m.Ready:
    """Whether the server can take people: 503 while it stops, and while its store cannot be read and written."""
    error = await _hindrance(app_state)
    if error is None:
        return m.Ready(ready=True)
    response.status_code = 503
    return m.Ready(ready=False, text=str(error), **m.message_of(error))


async def _hindrance(app_state: AppState) -> HustingsError | None:
    if app_state.closing:
        return ClosedError("web.stopping")
    store = app_state.rooms.context.store
    try:
        async with asyncio.timeout(WITHIN):
            await store.read(NO_ROOM)
            if time.monotonic() - app_state.checked > CHECKED_EVERY:
                await store.check()
                app_state.checked = time.monotonic()
    except TimeoutError:
        return StoreError("web.store_slow")
    except HustingsError as error:
        return error
    return None
