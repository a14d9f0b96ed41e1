"""Health and readiness endpoints for operators; no game data."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from hustings.engine.version import full_version
from hustings.rooms.errors import StoreError
from hustings.web.app_state import limit
from hustings.web.errors import ClosedError
from hustings.web.protocol import messages as m
from hustings.web.rest.api import AppStateHere

ops = APIRouter()


@ops.get("/health")
@ops.get("/api/health")
async def health(app_state: AppStateHere, request: Request) -> m.Health:
    """Report that the server works, and its load."""
    limit(app_state.probes, request)
    return m.Health(
        ok=True,
        version=full_version(),
        rooms=app_state.rooms.open,
        sockets=app_state.sockets,
        moves=app_state.rooms.context.metrics.moved(),
        client=request.client.host if request.client else "?",
        secure=request.url.scheme == "https",
    )


@ops.get("/ready")
@ops.get("/api/ready", responses={503: {"model": m.Ready}})
async def ready(app_state: AppStateHere, request: Request, response: Response) -> m.Ready:
    """Readiness probe: 503 while stopping or when the store is unavailable."""
    limit(app_state.probes, request)
    error = ClosedError("web.stopping") if app_state.closing else await app_state.readiness.fault()
    damaged = await app_state.readiness.damaged(isinstance(error, StoreError))
    if error is None:
        return m.Ready(ready=True, damaged=damaged)
    response.status_code = 503
    return m.Ready(ready=False, damaged=damaged, text=str(error), **m.message_of(error))
