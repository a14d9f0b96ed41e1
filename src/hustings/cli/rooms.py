"""Commands for rooms in a store: `hustings rooms list|export|import|seat|prune`."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hustings.cli import operating
from hustings.cli.asking import trying
from hustings.cli.stores import Code, Data, StoreAt, Yes, clean, with_store
from hustings.engine.board import counted
from hustings.engine.errors import OptionError, SavedGameError

if TYPE_CHECKING:
    from hustings.rooms.log.state import RoomState
    from hustings.rooms.stores.store import Store

DAY = 24 * 3600.0

rooms = typer.Typer(
    help="List, move, watch, close and remove the rooms of a server, and ban addresses.",
    no_args_is_help=True,
    add_completion=False,
)


@rooms.command(name="list")
def list_rooms(
    data: Data = None,
    store: StoreAt = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List every room: code, game, seats, records, and the time of the last record (UTC)."""
    found = with_store(data, store, _listed)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False))
        return
    for room in found:
        seats = ", ".join(room["seats"])
        typer.echo(f"{room['code']}  {room['touched']}  {room['records']:>5} records  {room['game']}: {seats}")
    typer.echo(counted(len(found), "room"))


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

    found = clean(code)
    text = json.dumps(with_store(data, store, lambda opened: transfer.export(opened, found)), ensure_ascii=False)
    if out is None:
        typer.echo(text)
        return
    with trying("write this file", out), open(out, "w", encoding="utf-8", opener=_private) as file:
        file.write(text + "\n")
    typer.echo(f"Room {found} is in {out}.")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


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
        with trying("read this file", file):
            content = json.loads(file.read_bytes())  # in UTF-8 or UTF-16, with a byte order mark or without
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise SavedGameError(f"{file}: this is not JSON") from None

    async def work(opened: Store) -> tuple[RoomState, list[tuple[int, str, str]]]:
        state = await transfer.take_in(opened, content)
        return state, await transfer.issue(opened, state.code)

    state, codes = with_store(data, store, work, make=True)
    code = clean(content["code"])
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
    found, number = clean(code), int(match[1]) - 1
    _show(with_store(data, store, lambda opened: transfer.issue(opened, found, number)))


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
    yes: Yes = False,
) -> None:
    """Remove old rooms for good, after a question.

    The store's clock decides which rooms are old; the question shows its date.
    """
    from datetime import UTC, datetime

    async def work(opened: Store) -> list[str]:
        codes = await opened.past(days * DAY)
        if codes and not yes:
            typer.echo(f"Old rooms: {' '.join(sorted(codes))}")
            typer.echo(
                f"By the store's clock it is {datetime.fromtimestamp(await opened.now(), UTC):%Y-%m-%d %H:%M} UTC."
            )
            if not typer.confirm("Remove these rooms for good?"):
                return []
        return await opened.expire(codes, days * DAY)

    removed = with_store(data, store, work)
    typer.echo(f"{counted(len(removed), 'room')} removed.")


for command in operating.COMMANDS:
    rooms.command()(command)
