"""Entrants outside this process: an endpoint, a command, a script, and a client of the Model Context Protocol."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from hustings import HustingsError, OptionError
from hustings.models.evaluation import connections, evaluate, sections
from tests.cli.conftest import Command, hustings
from tests.rooms.database import free_port

__all__ = ["hustings"]

LIMIT = 90  # seconds


class Fake(ThreadingHTTPServer):
    """An endpoint that plays the first legal move; `answers` come before, each a status and a body."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: list[tuple[int, bytes]] = []
        self.headers: dict[str, str] = {}
        self.drip: threading.Event | None = None  # ends a body of which a byte arrives now and then
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Fake

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, dict(self.headers), body))
        legal = json.loads(body["messages"][1]["content"].splitlines()[-1])["legal"]
        message = {"role": "assistant", "content": json.dumps({"move": legal[0]})}
        answer = {"choices": [{"message": message}], "usage": {"prompt_tokens": 50, "completion_tokens": 4}}
        status, data = self.server.answers.pop(0) if self.server.answers else (200, json.dumps(answer).encode())
        self.send_response(status)
        if status == 302:
            self.send_header("Location", data.decode())
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        while self.server.drip and not self.server.drip.wait(0.02):
            self.wfile.write(b" ")
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    monkeypatch.setattr(connections, "PAUSES", (0.0, 0.0))
    monkeypatch.setenv("TEST_KEY", "secret")
    with Fake() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_an_endpoint_is_asked_for_completions(endpoint: Fake, tmp_path: Path) -> None:
    name = f"model:{endpoint.url}#tiny:1b+temperature=0+stop=END"
    found = evaluate("president", [name, "random"], 2, keep=tmp_path / "t")
    lines = [line for game in found.games for line in game if "attempts" in line]
    assert len(lines) == len(endpoint.requests)
    assert {tuple(one["tokens"]) for line in lines for one in line["attempts"]} == {(50, 4)}
    path, headers, body = endpoint.requests[0]
    assert path == "/v1/chat/completions"
    assert "Authorization" not in headers
    assert {name: body[name] for name in ("model", "temperature", "stop")} == {
        "model": "tiny:1b", "temperature": 0, "stop": "END"
    }  # fmt: skip
    system, user = body["messages"]
    assert "UP-4" in system["content"]
    assert user["content"].startswith(lines[0]["text"])
    assert set(json.loads(user["content"].splitlines()[-1])) == {"decision", "your_turn", "words", "legal"}


def test_a_key_is_sent_only_if_it_is_named(endpoint: Fake, tmp_path: Path) -> None:
    keep = tmp_path / "t"
    evaluate("combat", [f"model:{endpoint.url}#m+key=TEST_KEY+view=yes", "random"], 2, keep=keep)
    _, headers, body = endpoint.requests[0]
    assert headers["Authorization"] == "Bearer secret"
    assert "key" not in body
    assert "hand" in json.loads(body["messages"][1]["content"].splitlines()[-1])["view"]
    assert "secret" not in keep.read_text()


def test_a_busy_endpoint_is_asked_again(endpoint: Fake) -> None:
    endpoint.answers = [(429, b""), (503, b"")]
    evaluate("combat", [f"model:{endpoint.url}#m", "random"], 2)
    first = endpoint.requests[0]
    assert [request[2] for request in endpoint.requests[:3]] == [first[2]] * 3


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ([(503, b"")] * 3, "503 Service Unavailable"),
        ([(401, b"")], "401 Unauthorized"),
        ([(200, b"{}")], "not a completion of a chat"),
        ([(302, b"http://127.0.0.1:9/elsewhere")], "302 Found: http://127.0.0.1:9/elsewhere"),
    ],
)
def test_an_endpoint_that_fails_ends_the_evaluation(
    endpoint: Fake, tmp_path: Path, answers: list[tuple[int, bytes]], reason: str
) -> None:
    """An outage is no illegal move: the transcript stays as it was, and the same command goes on."""
    endpoint.answers = list(answers)
    asked = ("combat", [f"model:{endpoint.url}#m", "random"], 2)
    with pytest.raises(HustingsError, match=f"{reason}; the same command goes on"):
        evaluate(*asked, keep=tmp_path / "t")
    assert len(endpoint.requests) == len(answers)
    assert "attempts" not in (tmp_path / "t").read_text().splitlines()[-1]
    assert len(evaluate(*asked, keep=tmp_path / "t").games) == 2


def test_the_time_is_for_a_whole_reply(endpoint: Fake) -> None:
    """Before, each byte had the whole time: an endpoint that sends one now and then was never late."""
    endpoint.drip = threading.Event()
    try:
        with pytest.raises(HustingsError, match=r"no whole reply in 0\.3 seconds; the same command goes on"):
            evaluate("combat", [f"model:{endpoint.url}#m+timeout=0.3", "random"], 2)
    finally:
        endpoint.drip.set()
    assert len(endpoint.requests) == 3


@pytest.mark.parametrize(
    ("after", "paused"), [("7", 7), ("9999", 300), ("soon", 0), ("Wed, 21 Oct 2015 07:28:00 GMT", 0)]
)
def test_pauses_are_those_that_an_endpoint_asks_for(
    endpoint: Fake, monkeypatch: pytest.MonkeyPatch, after: str, paused: float
) -> None:
    """They are no part of the model's latency."""
    now, pauses = [0.0], []

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        now[0] += 1000

    clock = SimpleNamespace(sleep=sleep, perf_counter=lambda: now[0], time=time.time)
    monkeypatch.setattr(connections, "time", clock)
    endpoint.answers, endpoint.headers = [(429, b"")], {"Retry-After": after}
    found = evaluate("combat", [f"model:{endpoint.url}#m", "random"], 2)
    assert pauses == [paused]
    assert {one["seconds"] for game in found.games for line in game for one in line.get("attempts", ())} == {0.0}


def test_an_error_is_shown_with_its_text(endpoint: Fake) -> None:
    endpoint.answers = [(400, b'{"error":\n  "no such model"}' + b" x" * 5000)]
    with pytest.raises(HustingsError, match=r'400 Bad Request: \{"error": "no such model"\} x x') as failed:
        evaluate("combat", [f"model:{endpoint.url}#m", "random"], 2)
    assert len(str(failed.value)) < 500


def test_what_is_kept_of_a_reply_has_an_end(endpoint: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply of 20 MB made a transcript of 240 MB; reasoning and the reason for the end are stored."""
    message = {"content": "word " * 100_000, "reasoning_content": "thought " * 100_000}
    answer = {"choices": [{"message": message, "finish_reason": "length"}]}
    endpoint.answers = [(200, json.dumps(answer).encode())]
    found = evaluate("combat", [f"model:{endpoint.url}#m", "random"], 2, keep=tmp_path / "t")
    first = next(line for game in found.games for line in game if "attempts" in line)["attempts"][0]
    assert first["finish"] == "length"
    assert first["reply"].endswith("[... 500,000 characters in all]")
    assert first["reasoning"].startswith("thought thought")
    assert len(json.dumps(first)) < 70_000
    assert len(endpoint.requests[1][2]["messages"][2]["content"]) < 21_000
    monkeypatch.setattr(connections, "MOST_BYTES", 1000)
    endpoint.answers = [(200, json.dumps(answer).encode())]
    with pytest.raises(HustingsError, match="answered: more than 0 MB"):
        evaluate("combat", [f"model:{endpoint.url}#m", "random"], 2)
    line = "import json; input(); print('x' * 2000)"
    with pytest.raises(HustingsError, match="wrote a line of more than"):
        evaluate("combat", [f'cmd:{sys.executable} -c "{line}"', "random"], 2)


def test_a_prompt_of_ones_own_and_a_name_that_can_be_read(endpoint: Fake, tmp_path: Path) -> None:
    prompt = tmp_path / "prompt.txt"
    prompt.write_text("Win.\n")
    name = f"model:{endpoint.url}#tiny:1b+temperature=0+prompt={prompt}"
    found = evaluate("combat", [name, "random"], 2)
    assert endpoint.requests[0][2]["messages"][0]["content"].startswith("Win.\n\nElectoral College Combat")
    standings, replies = sections(found)[:2]
    assert [row[0] for row in standings.rows] == ["tiny:1b", "random"]
    assert standings.lines == (f"tiny:1b is {name}",)
    assert replies.rows[0][0] == "tiny:1b"
    other = f"model:{endpoint.url}#tiny:1b+temperature=1"
    rows = sections(evaluate("combat", [name, other], 2))[0].rows
    assert [row[0] for row in rows] == [name, other]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("model:http://127.0.0.1:9#m+prompt=/no/such/file", "cannot read the prompt /no/such/file"),
        ("model:llama", "an endpoint is written model:URL#MODEL"),
        ("model:http://127.0.0.1:9/v1", "an endpoint is written model:URL#MODEL"),
        ("model:ftp://127.0.0.1#m", "an endpoint is written model:URL#MODEL"),
        ("model:http://127.0.0.1:9#m+hot", r"a setting of an endpoint is written \+NAME=VALUE"),
        ("model:http://127.0.0.1:9#m+timeout=soon", "'soon' is no number of seconds"),
        ("model:http://127.0.0.1:9#m+key=HUSTINGS_NO_KEY", "the environment has no key HUSTINGS_NO_KEY"),
        ("cmd:", "cannot start this command"),
        ("cmd:/no/such/program", "cannot start this command"),
        ("cmd:'", "cannot start this command"),
        ("script:/no/such/script", "cannot read this script"),
        ("mcp:http", "an MCP client is written mcp or mcp:PORT"),
        ("nosuch", "there is no bot level 'nosuch'"),
    ],
)
def test_an_entrant_that_is_none_is_refused(name: str, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        evaluate("combat", ["random", name], 2)


def test_a_command_that_ends_is_reported() -> None:
    with pytest.raises(HustingsError, match="ended with 3 instead of a reply"):
        evaluate("combat", [f"cmd:{sys.executable} -c 'raise SystemExit(3)'", "random"], 2)


# --- a client of the Model Context Protocol


async def plays(client: Client, games: int) -> list[dict[str, Any]]:
    """Play by the tools: one wrong move in each game, then the last legal moves; return the ends."""
    ends: list[dict[str, Any]] = []
    wrong = True
    while len(ends) < games:
        look = await waited(client)
        if look["over"] and wrong:  # the next game has not begun yet
            await asyncio.sleep(0.05)
        elif look["over"]:
            ends.append(look["result"])
            wrong = True
        elif look["your_turn"]:
            if wrong:
                refused = await client.call_tool("play", {"decision": look["decision"], "move": "resign"})
                assert refused.is_error
                assert "resign" in refused.content[0].text
                why = await client.call_tool("why_not", {"move": look["legal"][0]})
                assert not why.is_error
                again = await client.call_tool("play", {"decision": look["decision"] - 1, "move": look["legal"][-1]})
                assert "not asked for this decision" in again.content[0].text
                wrong = False
            played = await client.call_tool("play", {"decision": look["decision"], "move": look["legal"][-1]})
            assert not played.is_error, played.content
    return ends


async def waited(client: Client) -> dict[str, Any]:
    """Call `wait` until the first game has begun; return the answer."""
    while (result := await client.call_tool("wait", {"seconds": 20})).is_error:
        assert "has not begun; wait again" in result.content[0].text
    assert result.structured_content is not None
    found: dict[str, Any] = result.structured_content
    return found


def check(keep: Path, ends: list[dict[str, Any]]) -> None:
    """The transcript holds what the client did."""
    lines = [json.loads(line) for line in keep.read_text().splitlines()[1:]]
    assert [line["saved"]["result"] for line in lines if "saved" in line] == ends
    attempts = [[one["reply"] for one in line["attempts"]] for line in lines if "attempts" in line]
    assert sum(replies[0].endswith("resign") for replies in attempts) == len(ends)
    assert not any(line.get("fallback") for line in lines)


def test_an_mcp_client_plays_over_http(tmp_path: Path) -> None:
    port = free_port()
    keep = tmp_path / "t"
    playing = threading.Thread(
        target=evaluate, args=("president", [f"mcp:{port}", "random"], 2), kwargs={"keep": keep}, daemon=True
    )
    playing.start()

    async def work() -> None:
        while True:
            try:
                with socket.create_connection(("127.0.0.1", port)):
                    break
            except OSError:
                await asyncio.sleep(0.05)
        async with Client(streamable_http_client(f"http://127.0.0.1:{port}/mcp")) as client:
            ends.extend(await plays(client, 2))

    ends: list[dict[str, Any]] = []
    asyncio.run(asyncio.wait_for(work(), LIMIT))
    playing.join(LIMIT)
    assert not playing.is_alive()
    check(keep, ends)


def test_an_mcp_client_starts_the_command_itself(tmp_path: Path) -> None:
    keep = tmp_path / "t"
    words = ["eval", "--game", "president", "--seats", "mcp,random", "--games", "2", "--keep", str(keep)]
    program = "from hustings.cli import main; main()"
    parameters = StdioServerParameters(command=sys.executable, args=["-c", program, *words], env=dict(os.environ))

    async def work() -> list[dict[str, Any]]:
        async with Client(parameters) as client:
            return await plays(client, 2)

    check(keep, asyncio.run(asyncio.wait_for(work(), LIMIT)))


def test_a_report_is_written_and_printed(hustings: Command, tmp_path: Path) -> None:
    (tmp_path / "script").write_text('{"move": "<0>"}\nnonsense\n')
    asked = ("eval", "--game", "combat", "--seats", "script:script,random", "--games", "2", "--edition", "illustrated")
    told = hustings(*asked, "--report", "page.html")
    assert told.code == 0
    assert "Who wins" in told.out
    assert "How models reply" in told.out
    page = (tmp_path / "page.html").read_text()
    assert "Why replies were refused" in page
    assert "edition illustrated" in page
    assert hustings(*asked, "--report", "page.md").code == 0
    assert "| script:script |" in (tmp_path / "page.md").read_text()
    assert (tmp_path / "eval.jsonl").exists()
    assert "is written as" in hustings(*asked, "--report", "page.pdf").sentence
    assert "holds another evaluation" in hustings(*asked, "--seed", "2").sentence
