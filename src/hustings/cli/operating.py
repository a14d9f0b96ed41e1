"""Commands for people who run a live server: `hustings rooms show|close|reopen|remove|ban|unban|bans|live`.

A command changes the store, then orders the servers over the store to look at the change (see `rooms.stores.desk`).
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hustings.cli.stores import Code, Data, StoreAt, Yes, clean, with_store
from hustings.engine.board import counted
from hustings.engine.errors import OptionError

if TYPE_CHECKING:
    from hustings.rooms.stores.desk import Network, OrderKind
    from hustings.rooms.stores.store import Store

PATIENCE = 2.0  # seconds in which running servers answer an order
LOOK_EVERY = 0.1
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}
MOST_SHOWN = 20  # addresses of each limit

Banned = Annotated[
    str, typer.Argument(metavar="ADDRESS|SITE", help="An address or a network: 192.0.2.7, 2001:db8::/48.")
]
For = Annotated[str | None, typer.Option("--for", metavar="TIME", help="How long: 30m, 12h, 1d; by default for good.")]


async def _ordered(store: Store, kind: OrderKind, subject: str = "") -> list[dict[str, Any]]:
    """Give an order to the running servers and return their answers.

    Only one server uses an SQLite file, so its answer ends the waiting.
    """
    from hustings.rooms.stores.desk import Desk
    from hustings.rooms.stores.store import SharedStore

    desk, loop = Desk(store), asyncio.get_running_loop()
    number, until = await desk.order(kind, subject), loop.time() + PATIENCE
    answers: list[str] = []
    while loop.time() < until and not (answers and not isinstance(store, SharedStore)):
        await asyncio.sleep(LOOK_EVERY)
        answers = await desk.answers(number)
    await desk.forget_answers(number)
    return [json.loads(answer) for answer in answers]


def _tell(done: str, answers: list[dict[str, Any]]) -> None:
    """Print what was done, and how many running servers have confirmed it."""
    failed = [answer["error"] for answer in answers if "error" in answer]
    if failed:
        typer.echo(f"{done}, but a running server failed: {failed[0]}.")
    elif answers:
        typer.echo(f"{done}; {len(answers)} running {'server has' if len(answers) == 1 else 'servers have'} confirmed.")
    else:
        typer.echo(f"{done}; no server is running over this store.")


def show(code: Code, data: Data = None, store: StoreAt = None) -> None:
    """Show one room: game, people, records, times."""
    found = clean(code)
    typer.echo("\n".join(with_store(data, store, lambda opened: _shown(opened, found))))


async def _shown(store: Store, code: str) -> list[str]:
    from hustings.rooms.errors import NoRoomError
    from hustings.rooms.log.replaying import seated
    from hustings.rooms.names import chair_name

    times, bodies = await store.times(code), await store.read(code)
    if not bodies:
        raise NoRoomError("room.not_in_store", room=code)
    room = seated(code, bodies)
    lines = [
        f"room      {code}",
        f"made      {_date(times[0])}",
        f"written   {_date(times[-1])}, {len(bodies)} records",
    ]
    if room is None:
        return [*lines, "its log cannot be read by this program"]
    lines += [f"game      {room.game_name}, number {room.games} of the room", f"options   {_listed(room.options)}"]
    if room.of_class is not None:
        lines.append(f"class     {room.of_class}")
    if room.closed is not None:
        lines.append(f"closed    {room.closed}".rstrip())
    for seat in range(len(room.order)):
        chair = room.chair_at(seat)
        host = ", host" if room.order[seat] == room.host else ""
        lines.append(f"P{seat + 1}        {chair_name(chair) or '-'} ({chair.kind}{host})")
    return lines


def _listed(options: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "-"


def _date(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


def close(
    code: Code,
    saying: Annotated[str, typer.Option(metavar="TEXT", help="A sentence for the people in the room.")] = "",
    data: Data = None,
    store: StoreAt = None,
) -> None:
    """Close a room: everybody is sent away with a sentence, and nobody comes in until `reopen`.

    Its log stays until it expires, so that `show` and `export` work.
    """
    from hustings.rooms.names import clean_remark

    text = clean_remark(saying) if saying else ""
    _tell(f"Room {clean(code)} is closed", _close(clean(code), text, data, store))


def reopen(code: Code, data: Data = None, store: StoreAt = None) -> None:
    """Open a closed room again; everybody still has their seat."""
    _tell(f"Room {clean(code)} is open", _close(clean(code), None, data, store))


def _close(code: str, text: str | None, data: Data, store: StoreAt) -> list[dict[str, Any]]:
    from hustings.rooms.log import transfer

    async def work(opened: Store) -> list[dict[str, Any]]:
        await transfer.close(opened, code, text)
        return await _ordered(opened, "look", code)

    return with_store(data, store, work)


def remove(code: Code, data: Data = None, store: StoreAt = None, yes: Yes = False) -> None:
    """Remove a room, or a class or club with its tables, for good, after a question."""
    found = clean(code)

    async def work(opened: Store) -> None:
        keys = await _keys(opened, found)
        tables = f" and its tables ({len(keys) - 1})" if len(keys) > 1 else ""
        if yes or typer.confirm(f"Remove {found}{tables} with everything in it, for good?"):
            await opened.remove(keys)
            _tell(f"{found} is removed", await _ordered(opened, "look", found))

    with_store(data, store, work)


async def _keys(store: Store, code: str) -> list[str]:
    """Return the keys of all logs of a room, class or club. Raises NoRoomError, or RoomError for a table of these."""
    from hustings.classes.state import CLASS_LOG
    from hustings.clubs.state import CLUB_LOG
    from hustings.engine.errors import HustingsError
    from hustings.rooms.errors import NoRoomError, RoomError
    from hustings.rooms.log.replaying import seated

    if bodies := await store.read(code):
        room = seated(code, bodies)
        if room is not None and room.of_class is not None:
            raise RoomError("room.of_class", room=code, of_class=room.of_class)
        return [code]
    for kind in (CLASS_LOG, CLUB_LOG):
        key = kind.key(code)
        try:
            if bodies := await store.read(key):
                return [*kind.replay(code, bodies).rooms(), key]
        except HustingsError:  # nobody can read it; its tables expire by themselves
            return [key]
    raise NoRoomError("room.not_in_store", room=code)


def ban(address: Banned, time: For = None, data: Data = None, store: StoreAt = None) -> None:
    """Ban an address, a home (an IPv6 address stands for its /64) or a site (/24, /48) from this server."""
    network, seconds = _network(address), None if time is None else _seconds(time)

    async def work(opened: Store) -> list[dict[str, Any]]:
        from hustings.rooms.stores.desk import Desk

        await Desk(opened).ban(network, seconds)
        return await _ordered(opened, "bans")

    _tell(f"{network} is banned {'for good' if time is None else f'for {time}'}", with_store(data, store, work))


def unban(address: Banned, data: Data = None, store: StoreAt = None) -> None:
    """End a ban."""
    network = _network(address)

    async def work(opened: Store) -> list[dict[str, Any]]:
        from hustings.rooms.stores.desk import Desk

        if not await Desk(opened).unban(network):
            raise OptionError(f"{network} is not banned; `hustings rooms bans` lists the bans")
        return await _ordered(opened, "bans")

    _tell(f"{network} is let in again", with_store(data, store, work))


def bans(data: Data = None, store: StoreAt = None) -> None:
    """List the bans and when they end."""
    from hustings.rooms.stores.desk import Desk

    found = with_store(data, store, lambda opened: Desk(opened).bans())
    for network, until in found.items():
        typer.echo(f"{network!s:<40} {'for good' if until is None else f'until {_date(until)}'}")
    typer.echo(counted(len(found), "ban"))


def _network(text: str) -> Network:
    from hustings.rooms.rate_limits import household
    from hustings.web.bans import network_of

    try:
        return network_of(text if "/" in text else household(str(network_of(text).network_address)))
    except ValueError:
        raise OptionError(f"{text[:60]!r} is not an address or a network such as 192.0.2.0/24") from None


def _seconds(time: str) -> int:
    match = re.fullmatch(r"([1-9]\d{0,5})([smhd])", time)
    if match is None:
        raise OptionError(f"{time[:20]!r} is not a time; times are like 30m, 12h or 7d")
    return int(match[1]) * UNITS[match[2]]


def live(
    data: Data = None,
    store: StoreAt = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the rooms in the memory of running servers, and the addresses that use up limits."""
    reports = with_store(data, store, lambda opened: _ordered(opened, "report"))
    if as_json:
        typer.echo(json.dumps(reports))
        return
    if not reports:
        typer.echo("No server is running over this store.")
    for report in reports:
        _show_rooms(report["server"], report["rooms"])
        for limit, addresses in report["limits"].items():
            _show_addresses(limit, Counter(addresses).most_common(MOST_SHOWN))


def _show_rooms(server: str, rooms: list[dict[str, Any]]) -> None:
    typer.echo(f"Server {server}: {counted(len(rooms), 'room')}")
    for room in sorted(rooms, key=lambda room: (-room["viewers"], room["code"])):
        moves = f"{room['moves']:>4} moves/min"
        typer.echo(f"  {room['code']}  {room['viewers']:>3} viewers {moves}  {room['phase']:<8} {room['game']}")


def _show_addresses(limit: str, addresses: Iterable[tuple[str, int]]) -> None:
    for address, used in addresses:
        typer.echo(f"  {limit:<12} {used:>5}  {address}")


COMMANDS = (show, close, reopen, remove, ban, unban, bans, live)
