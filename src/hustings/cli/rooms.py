"""Commands for people who run a server with rooms: `hustings rooms list|export|import|seat|prune`."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from hustings.engine.errors import OptionError, SavedGameError

if TYPE_CHECKING:
    from hustings.rooms.log.state import RoomState
    from hustings.rooms.stores.store import Store

Answer = TypeVar("Answer")
DAY = 24 * 3600.0

Data = Annotated[Path | None, typer.Option(metavar="DIR", help="The folder of the rooms; by default your data folder.")]
StoreAt = Annotated[
    str | None, typer.Option("--store", metavar="URL", help="A PostgreSQL store instead: postgresql://...")
]
Code = Annotated[str, typer.Argument(metavar="CODE", help="The room's six letters.", show_default=False)]

rooms = typer.Typer(
    help="List, export, import and remove the rooms of a server.", no_args_is_help=True, add_completion=False
)


def register(app: typer.Typer) -> None:
    app.add_typer(rooms, name="rooms")


def _with_store(
    data: Path | None, url: str | None, work: Callable[[Store], Awaitable[Answer]], make: bool = False
) -> Answer:
    """Open the requested store, call `work` with it, and return the result.

    make  whether to create a store that does not exist, instead of raising OptionError.
    """
    from hustings.rooms.stores import FILE, open_store
    from hustings.web.settings import Settings

    settings = Settings() if data is None else Settings(data_dir=data)
    url = url or settings.store
    if not (make or url or (settings.data_dir / FILE).exists()):
        raise OptionError(f"there is no {FILE} in {settings.data_dir}; pass the data folder of a server")

    async def inside() -> Answer:
        store = await open_store(url, settings.data_dir)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(inside())


def _clean(code: str) -> str:
    """Return the standard form of a room code as a person typed it; raise OptionError if it is no such code."""
    from hustings.rooms.keys import clean_code

    clean = clean_code(code)
    if clean is None:
        raise OptionError(f"{code[:20]!r} is not a room code; a code is six letters without vowels")
    return clean


@rooms.command(name="list")
def list_rooms(
    data: Data = None,
    store: StoreAt = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List every room: code, game, seats, records, and the time of the last record (UTC)."""
    found = _with_store(data, store, _listed)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False))
        return
    for room in found:
        seats = ", ".join(room["seats"])
        typer.echo(f"{room['code']}  {room['touched']}  {room['records']:>5} records  {room['game']}: {seats}")
    typer.echo(f"{len(found)} {'room' if len(found) == 1 else 'rooms'}")


async def _listed(store: Store) -> list[dict[str, Any]]:
    from datetime import UTC, datetime

    from hustings.rooms.keys import clean_code
    from hustings.rooms.log.replaying import seated
    from hustings.rooms.names import chair_name

    found = []
    for entry in await store.rooms():
        if clean_code(entry.code) is None:  # a class's own log
            continue
        room = seated(entry.code, await store.read(entry.code))
        chairs = [room.chair_at(seat) for seat in range(len(room.order))] if room else []
        found.append(
            {
                "code": entry.code,
                "game": room.game_name if room else "?",
                "seats": [chair_name(chair) or chair.kind for chair in chairs],
                "records": entry.seq,
                "touched": datetime.fromtimestamp(entry.touched, UTC).strftime("%Y-%m-%d %H:%M"),
            }
        )
    return found


@rooms.command()
def export(
    code: Code,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; by default the terminal.")
    ] = None,
    data: Data = None,
    store: StoreAt = None,
) -> None:
    """Write a room's log as JSON, as a backup or for another server.

    It contains everything, including hidden cards and the deal's secret: do not give it to players.
    """
    from hustings.rooms.log import transfer

    clean = _clean(code)
    text = json.dumps(_with_store(data, store, lambda opened: transfer.export(opened, clean)), ensure_ascii=False)
    if out is None:
        typer.echo(text)
        return
    try:
        with open(out, "w", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(text + "\n")
    except OSError as error:
        raise OptionError(f"{out}: cannot write this file: {error.strerror}") from None
    typer.echo(f"Room {clean} is in {out}.")


@rooms.command(name="import")
def bring_in(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `export`.", show_default=False)],
    data: Data = None,
    store: StoreAt = None,
) -> None:
    """Import an exported room, so that its game can go on.

    It prints a code for each person, which brings them back to their seat on this server.
    """
    from hustings.rooms.log import transfer

    try:
        content = json.loads(file.read_bytes())  # in UTF-8 or UTF-16, with a byte order mark or without
    except OSError as error:
        raise SavedGameError(f"{file}: cannot read this file: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise SavedGameError(f"{file}: this is not JSON") from None

    async def work(opened: Store) -> tuple[RoomState, list[tuple[int, str, str]]]:
        state = await transfer.take_in(opened, content)
        return state, await transfer.issue(opened, state.code)

    state, codes = _with_store(data, store, work, make=True)
    code = _clean(content["code"])
    moved = "" if state.code == code else f" (its code {code} was taken)"
    typer.echo(f"Room {state.code} is here{moved}: {state.game_name}, {state.seq} records.")
    _show(codes)


@rooms.command()
def seat(
    code: Code,
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="The seat: P1, P2, ...", show_default=False)],
    data: Data = None,
    store: StoreAt = None,
) -> None:
    """Create a code that brings a person back to their seat.

    The code works once, also while the server runs. Using it removes anybody else from the seat.
    """
    from hustings.rooms.log import transfer

    match = re.fullmatch(r"[Pp]?([1-9]\d?)", seat)
    if match is None:
        raise OptionError(f"{seat[:20]!r} is not a seat; seats are P1, P2 and so on")
    clean, number = _clean(code), int(match[1]) - 1
    _show(_with_store(data, store, lambda opened: transfer.issue(opened, clean, number)))


def _show(codes: list[tuple[int, str, str]]) -> None:
    """Print codes with their seats, and how to use them."""
    if codes:
        typer.echo("Back into a seat, once: open the room's page and give its code under 'Lost your seat?'.")
    for seat, name, code in codes:
        typer.echo(f"  P{seat + 1}  {code}  {name}")


@rooms.command()
def prune(
    days: Annotated[float, typer.Option(min=0, help="Remove rooms without a change for this many days.")],
    data: Data = None,
    store: StoreAt = None,
) -> None:
    """Remove old rooms for good."""

    async def work(opened: Store) -> list[str]:
        return await opened.expire(await opened.past(days * DAY), days * DAY)

    removed = _with_store(data, store, work)
    typer.echo(f"{len(removed)} {'room' if len(removed) == 1 else 'rooms'} removed.")
