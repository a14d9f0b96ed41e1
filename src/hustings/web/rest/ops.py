"""Health, readiness and metrics of a server, for those who run it; nothing of what is played."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

import hustings
from hustings.engine.errors import HustingsError
from hustings.rooms.errors import StoreError
from hustings.rooms.metrics import BUCKETS, Histogram
from hustings.web.app_state import AppState
from hustings.web.errors import ClosedError
from hustings.web.protocol import messages as m
from hustings.web.rest.api import AppStateHere

ops = APIRouter()
WITHIN = 2.0  # seconds the store has to answer
NO_ROOM = "------"
PAGE = 4096  # bytes
_MEMORY = Path("/proc/self/statm")  # on Linux; elsewhere the figure is left out


@ops.get("/health")
@ops.get("/api/health")
async def health(app_state: AppStateHere) -> m.Health:
    """Whether the server works, and how busy it is."""
    return m.Health(
        ok=True,
        version=hustings.__version__,
        rooms=app_state.rooms.open,
        sockets=app_state.sockets,
        moves=app_state.rooms.context.metrics.moves.total(),
    )


@ops.get("/ready")
@ops.get("/api/ready", responses={503: {"model": m.Ready}})
async def ready(app_state: AppStateHere, response: Response) -> m.Ready:
    """Whether the server can take people: 503 while its store does not answer, and while it stops."""
    error = await _hindrance(app_state)
    if error is None:
        return m.Ready(ready=True)
    response.status_code = 503
    return m.Ready(ready=False, text=str(error), **m.message_of(error))


async def _hindrance(app_state: AppState) -> HustingsError | None:
    if app_state.closing:
        return ClosedError("web.stopping")
    try:
        await asyncio.wait_for(app_state.rooms.context.store.read(NO_ROOM), WITHIN)
    except TimeoutError:
        return StoreError("web.store_slow")
    except HustingsError as error:
        return error
    return None


@ops.get("/metrics", response_class=PlainTextResponse)
async def metrics(app_state: AppStateHere) -> Response:
    """The counts, in the form Prometheus reads."""
    return Response("\n".join([*_lines(app_state), ""]), media_type="text/plain; version=0.0.4; charset=utf-8")


def _lines(app_state: AppState) -> list[str]:
    metrics = app_state.rooms.context.metrics
    lines = [
        *_gauge("hustings_rooms", "Rooms in memory.", app_state.rooms.open),
        *_gauge("hustings_sockets", "Open sockets and long polls.", app_state.sockets),
        *_gauge("hustings_watchers", "People and spectators in rooms.", app_state.rooms.watching),
        *_counter("hustings_moves_total", "Moves, by who made them.", "by", metrics.moves),
        *_counter("hustings_refusals_total", "Refused commands, by reason.", "reason", metrics.refusals),
        *_counter("hustings_bot_failures_total", "Bots that were replaced for a move.", "kind", metrics.failures),
        *_histogram("hustings_answer_seconds", "From a command until it was on disk.", metrics.answering),
        *_histogram("hustings_bot_seconds", "How long bots thought.", metrics.thinking),
        *_gauge(f'hustings_info{{version="{hustings.__version__}"}}', "The version.", 1),
    ]
    if _MEMORY.exists():
        resident = int(_MEMORY.read_text().split()[1]) * PAGE
        lines += _gauge("process_resident_memory_bytes", "Memory the server has.", resident)
    return lines


def _head(name: str, text: str, kind: str) -> list[str]:
    plain = name.split("{", maxsplit=1)[0]
    return [f"# HELP {plain} {text}", f"# TYPE {plain} {kind}"]


def _gauge(name: str, text: str, value: int) -> list[str]:
    return [*_head(name, text, "gauge"), f"{name} {value}"]


def _counter(name: str, text: str, label: str, counts: Counter[str]) -> list[str]:
    return [*_head(name, text, "counter"), *(f'{name}{{{label}="{key}"}} {count}' for key, count in counts.items())]


def _histogram(name: str, text: str, found: Histogram) -> list[str]:
    lines, below = _head(name, text, "histogram"), 0
    for end, count in zip((*map(str, BUCKETS), "+Inf"), found.counts, strict=True):
        below += count
        lines.append(f'{name}_bucket{{le="{end}"}} {below}')
    return [*lines, f"{name}_sum {found.total:.6f}", f"{name}_count {below}"]
