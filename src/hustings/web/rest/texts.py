"""REST endpoints with texts about games, bot levels and rooms, compressed once and cached by browsers."""

from __future__ import annotations

import json
from functools import cache

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, TypeAdapter

from hustings.engine.installed import easiest_first
from hustings.gatherings.stored import StoredField, stored
from hustings.rooms.settings import SettingInfo, declared
from hustings.web.protocol import messages as m
from hustings.web.protocol.games import game_detail, game_info, level_list
from hustings.web.rest.packed import Packed

FRESH = "public, max-age=300, stale-while-revalidate=3600"  # in seconds: a new version arrives soon
JSON = "application/json"

texts = APIRouter(prefix="/api", responses={"4XX": {"model": m.Problem}})


def _listed(models: list[m.GameInfo] | list[m.LevelInfo]) -> bytes:
    return json.dumps([one.model_dump() for one in models], ensure_ascii=False, separators=(",", ":")).encode()


def _one(model: BaseModel) -> bytes:
    return model.model_dump_json().encode()


@cache
def game_list() -> Packed:
    """Return every game, the easiest first."""
    return Packed(_listed([game_info(book.name) for book in easiest_first()]), JSON, FRESH)


@cache
def _detail(name: str) -> Packed:
    return Packed(_one(game_detail(name)), JSON, FRESH)


@cache
def _levels(game: str | None) -> Packed:
    return Packed(_listed(level_list(game)), JSON, FRESH)


@cache
def _stored() -> Packed:
    return Packed(TypeAdapter(tuple[StoredField, ...]).dump_json(stored()), JSON, FRESH)


@texts.get("/stored", response_model=list[StoredField])
async def stored_fields(request: Request) -> Response:
    """Return the list of all data that classes and clubs store."""
    return _stored().answer(request.headers)


@texts.get("/games", response_model=list[m.GameInfo])
async def games(request: Request) -> Response:
    """Return every game, the easiest first."""
    return game_list().answer(request.headers)


@texts.get("/games/{name}", response_model=m.GameDetail)
async def game(name: str, request: Request) -> Response:
    """Return a game with its cards, clauses and words."""
    game_info(name)  # refuses an unknown name, so that it is not cached
    return _detail(name).answer(request.headers)


@cache
def _settings() -> Packed:
    return Packed(TypeAdapter(tuple[SettingInfo, ...]).dump_json(declared()), JSON, FRESH)


@texts.get("/settings", response_model=list[SettingInfo])
async def settings(request: Request) -> Response:
    """Return the settings of a room, with their words in each language."""
    return _settings().answer(request.headers)


@texts.get("/levels", response_model=list[m.LevelInfo])
async def levels(request: Request, game: str = "") -> Response:
    """Return all bot levels, or the levels of one game."""
    if game:
        game_info(game)
    return _levels(game or None).answer(request.headers)
