"""Look up whether a code is a room's, a class's or a club's."""

from __future__ import annotations

from fastapi import APIRouter, Request

from hustings.web.protocol.messages import CodeKind, Problem
from hustings.web.rest.api import AppStateHere

codes = APIRouter(prefix="/api", responses={"4XX": {"model": Problem}})


@codes.get("/codes/{code}")
async def kind_of(code: str, request: Request, app_state: AppStateHere) -> CodeKind:
    """Return whether a code is a room's, a class's or a club's; 404 if none."""
    return CodeKind(kind=await app_state.kind_of(code, request))
