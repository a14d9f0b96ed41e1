"""The protocol's page, its models and the client's types agree."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel, ValidationError

import protocol_pages
import protocol_types
import view_types
from hustings.rooms import clients
from hustings.rooms.broadcast import standings, updates
from hustings.rooms.commands.play import Play, Resign
from hustings.rooms.commands.remarks import MarkWords, Say
from hustings.rooms.commands.takeback import Consent, TakeBack
from hustings.rooms.log.log_events import Remark
from hustings.rooms.rate_limits import (
    Analyses,
    Downloads,
    Guesses,
    Joining,
    Newcomers,
    Places,
    Probes,
    RoomMakers,
    RoomMaking,
)
from hustings.rooms.room import MOST_SPECTATORS
from hustings.web import mcp, works
from hustings.web.connections import LONGEST_HEAD, REQUEST_WITHIN
from hustings.web.protocol import messages as m
from hustings.web.rest import drawings, replays, reviews
from hustings.web.security import LONGEST, LONGEST_BODY
from hustings.web.settings import Settings
from tests.web.helpers import Site

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)


def test_the_limits_on_the_page_are_the_servers() -> None:
    limits = PAGE.split("## Limits")[1].split("## ")[0]
    pace, per_second = Settings().pace
    making, guesses = RoomMaking, Guesses
    for said in (
        f"{pace} messages at once and {per_second} a second",
        f"| {making.ADDRESS_SIZE} at once and {making.ADDRESS_RATE:g} a second from one address, "
        f"{making.SERVER_SIZE} at once and {making.SERVER_RATE:g} a second in all; "
        f"as many again for the first {making.FIRST_SIZE} rooms of each address; ",
        f"| {Joining.SIZE} at once from one address, then each waits for its turn, {Joining.RATE:g} a second; "
        f"over {Joining.LONGEST:g} seconds it is refused |",
        f"| {MOST_SPECTATORS}; another is closed with 1013 |",
        f"| {Places.BY_ADDRESS} from one address and {Places.MOST:,} in all; "
        f"of these, {Places.SPECTATORS:.0%} for viewers without a seat |",
        f"in all, or as set; {Places.SPECTATORS:.0%} of these for sockets of viewers without a seat, "
        f"{Newcomers.BY_ADDRESS} from one address for sockets before their hello; 503 or close code 4429 |",
        f"up to {RoomMaking.ADDRESS_SIZE * RoomMakers.SEAT:g} more for each seat in a game of several people, "
        f"{RoomMaking.ADDRESS_SIZE * RoomMakers.SEATS:g} for all of them |",
        f"| {drawings.ADDRESS_SIZE} at once and {drawings.ADDRESS_RATE:g} a second from one address; "
        f"{drawings.MOST_WAITING} waiting |",
        f"| {Downloads.SIZE} at once and {Downloads.RATE:g} a second from one address |",
        f"| {replays.REPLAYS_BY_ADDRESS:g} at once and {replays.REPLAYS_A_SECOND_BY_ADDRESS:g} a second from one "
        "address, "
        f"{replays.REPLAYS_AT_ONCE:g} at once and {replays.REPLAYS_A_SECOND:g} a second in all |",
        f"| {Analyses.SIZE} at once and {Analyses.RATE:g} a second from one address |",
        f"| {Probes.SIZE} at once and {Probes.RATE:g} a second from one address |",
        f"| {replays.POINTS_AT_ONCE:g} at once and {replays.POINTS_A_SECOND:g} a second from one address |",
        f"are being counted | {works.MOST_WAITING} |",
        f"| reviews and fields of ballots | {works.MOST_WAITING} waiting or running, one after another; "
        f"reviews: {reviews.ADDRESS_SIZE:g} at once and one a minute",
        f"| {guesses.SITE_SIZE} at once and {60 * guesses.SITE_RATE:g} a minute from one address",
        f"{guesses.SERVER_SIZE} at once and {guesses.SERVER_RATE:g} a second in all; "
        f"{guesses.FIRST_PART:.0%} of these are for the first {guesses.FIRST_SIZE} of each address |",
        f"| {mcp.MOST_BY_ROOM} in one room, {mcp.MOST_BY_ADDRESS} from one address and {mcp.MOST_SEATS} in all |",
        f"| {LONGEST_BODY // 1024} KiB, a saved game {LONGEST['/api/saved'] // 1024} KiB; 413",
        f"| {LONGEST_HEAD // 1024} KiB; 414",
        f"| {REQUEST_WITHIN:g} seconds; 408 |",
        f"| {Settings().connections_by_address} from one address and {Settings().connections:,} in all",
    ):
        assert said in limits, said


def test_every_close_code_stands_on_the_page() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/hustings/web/live").glob("*.py"))
    used = set(re.findall(r"\b(1\d{3})\b", code)) - {"1005"}  # what a socket is told that ended without a code
    used |= {str(number) for name, number in vars(clients).items() if name.startswith("CLOSE_")}
    stated = set(re.findall(r"^\| (\d{4}) \|", PAGE, flags=re.MULTILINE))
    assert "1000" in used <= stated


def test_a_command_answered_before_a_claim_is_judged_anew(site: Site) -> None:
    code, ann, _ = site.friends()
    with site.sit(code, ann) as client:
        assert client.play("P1 turn 2", 0, "before-the-claim")["type"] == "ack"
        assert client.play("P1 turn 2", 0, "before-the-claim")["type"] == "ack"
    given = site.ask("POST", f"/api/rooms/{code}/seats/0/code", Authorization=f"Bearer {ann}").json["code"]
    token = site.ask("POST", f"/api/rooms/{code}/claim", {"code": given}).json["token"]
    with site.sit(code, token) as client:
        refused = client.play("P1 turn 2", 0, "before-the-claim")
        assert (refused["type"], refused["kind"]) == ("refused", "stale")


def test_the_example_client_plays_a_whole_game(site: Site, tmp_path: Path) -> None:
    (example,) = EXAMPLES
    lines = [line for line in example.splitlines() if line.strip()]
    assert len(lines) <= 33
    program = tmp_path / "client.py"
    program.write_text(example, encoding="utf-8")
    played = subprocess.run(
        [sys.executable, str(program), f"127.0.0.1:{site.port}"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert len(played.stdout.splitlines()) > 40
    assert "electoral votes" in played.stdout or "draw" in played.stdout


def test_the_page_names_every_key_of_every_message_and_every_close_code() -> None:
    models = [
        *get_args(updates.Notice),
        *(
            updates.RoomInfo,
            updates.SeatInfo,
            standings.SeriesInfo,
            standings.DuelInfo,
            updates.ClockInfo,
            updates.MarkInfo,
        ),
        *(updates.MoveInfo, updates.EventInfo, updates.ResultInfo, Remark, m.Pong),
        *(m.SeatCode, m.LineOpened, m.Poll, m.PollClosed, m.Polled, m.Ready, m.Seated, m.Problem, m.Health),
        *(Play, m.Why, m.Odds, Say, MarkWords, TakeBack, m.MayTakeBack, Consent, Resign, m.Ping, m.HelloBody),
    ]
    for model in models:
        keys = model.model_fields if issubclass(model, BaseModel) else [field.name for field in fields(model)]
        for key in keys:
            assert f'"{key}"' in PAGE, (model.__name__, key)
    for name, value in vars(m).items():
        if name.startswith("CLOSE_"):
            assert f"| {value} |" in PAGE


def test_the_client_imports_every_file_of_types_and_knows_every_close_code() -> None:
    files = protocol_types.files()
    page = protocol_types.FOLDER.with_suffix(".ts").read_text(encoding="utf-8")
    exported = set(re.findall(r"export type \* from './protocol/(\w+)';", page))
    assert exported == {path.stem for path in files}
    assert all(len(text.splitlines()) < 500 for text in files.values())
    codes = {name: int(value) for name, value in re.findall(r"export const (CLOSE_\w+) = (\d+);", page)}
    assert codes == {name: value for name, value in vars(clients).items() if name.startswith("CLOSE_")}


def test_the_page_follows_from_the_declarations() -> None:
    assert all(path.read_text(encoding="utf-8") == text for path, text in protocol_pages.files().items())
    with pytest.raises(ValueError, match="needs one table"):
        protocol_pages.with_tables(PAGE, "| no such head |\n")


def test_the_generator_refuses_what_it_does_not_know() -> None:
    expression = protocol_types.expression
    with pytest.raises(ValueError, match="no TypeScript type"):
        expression({"type": "matrix"})
    assert expression({"anyOf": [{"type": "integer"}, {"type": "null"}]}) == "number | null"
    assert expression({"type": "array", "prefixItems": [{"type": "string"}, {"const": 3}]}) == "[string, 3]"


def test_every_board_of_the_client_has_types_of_its_view() -> None:
    assert {path.parent.name for path in view_types.files()} == {"combat", "mudslinger", "politics", "president"}


def test_a_view_type_says_what_words_and_axes_the_schema_has() -> None:
    combat, president = (view_types.GameTypes(name).text() for name in ("combat", "president"))
    for line in (
        'export type Lies = "empty" | "down" | "up";',
        'export type SeatLabel = "P1" | "P2";',
        "  layer: SeatLabel | null;",
        "  where: Record<State | Wild, Where>;",
        "  card: (State | Wild | null)[];",
        '  edition: "prose" | "illustrated";',
        '  | { event: "tied"; args: { votes: number } }',
    ):
        assert f"{line}\n" in combat
    assert 'export type Holder = "absent" | SeatLabel;\n' in president
    assert "  placed: Record<State, Record<Size, number>>[];\n" in president


def test_what_comes_in_is_taken_strictly() -> None:
    accepted = m.client_message.validate_json('{"id": "abcdefgh", "decision": 3, "play": "P1 turn 1"}')
    assert isinstance(accepted, Play)
    for text in ('{"id": "abcdefgh", "decision": true, "play": "P1 turn 1"}', '{"ping": 1.5}', '{"ping": 1, "x": 2}'):
        with pytest.raises(ValidationError):
            m.client_message.validate_json(text)
