"""Whatever is asked and wherever it runs: an exit code and at most a sentence, never a traceback."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hustings import game_names
from hustings.arena import warming
from hustings.cli.app import INTERRUPTED, PIPE_CLOSED, WRONG, run
from hustings.engine.errors import HustingsError
from hustings.web.serve import make_server, tell_when_ready
from hustings.web.settings import Settings
from tests.cli.conftest import LIMIT, PROGRAM, Command, program

# --- wrong arguments

WORDS = [
    *("play", "games", "cards", "rules", "replay", "verify", "random"),
    *("--json", "--legal", "--out", "--games", "--seed", "--seats", "--bot", "--player", "--resume", "--save"),
    *("--edition", "--edition=prose", "--objective", "--dealt", "--votes", "--nonsense", "--=", "--", "-", "-x", "-hh"),
    *(
        "combat",
        "president",
        "nosuch",
        "prose",
        "thumb",
        "2012",
        "one",
        "0",
        "1",
        "2",
        "-1",
        "x",
        "",
        " ",
        ".",
        "a.json",
    ),
    *("\x1b[2J", "\udcff", "[bold]", "{0}", "%s", "Ünï", "\n", "1e9", "9" * 50),
]


@pytest.mark.parametrize("part", range(3))
def test_no_words_bring_a_traceback(
    hustings: Command, tmp_path: Path, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hustings.web.serve.serve", lambda **how: None)  # what a lone "--" asks for
    random = Random(part)
    (tmp_path / "a.json").write_text("{}")
    codes = set()
    for _ in range(100):
        words = [random.choice(WORDS) for _ in range(random.randrange(1, 6))]
        if random.random() < 0.7:
            words.insert(0, random.choice(WORDS[:7]))
        said = hustings(*words, typed="1\n1\n")
        codes.add(said.code)
        assert said.code in (0, WRONG), words
        assert "Traceback" not in said.err, words
        if said.code == WRONG:
            assert said.sentence.isprintable(), words
    assert codes == {0, WRONG}


def test_the_package_runs_as_the_command(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hustings", "games"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == program("games", folder=tmp_path).out


# --- odd inputs and outputs


@pytest.mark.parametrize("words", [("games", "--json"), ("rules", "combat"), ("cards", "combat")], ids=" ".join)
def test_a_reader_that_has_gone(tmp_path: Path, words: tuple[str, ...]) -> None:
    with subprocess.Popen([*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(LIMIT) == PIPE_CLOSED


@pytest.mark.parametrize("words", [("games",), ("games", "--json"), ("--version",), ("rules", "combat")], ids=" ".join)
def test_an_output_that_is_closed(tmp_path: Path, words: tuple[str, ...]) -> None:
    said = program(*words, folder=tmp_path, shell=">&-")
    assert (said.code, said.err) == (0, "")


def test_complaints_that_nobody_can_hear(tmp_path: Path) -> None:
    assert program("replay", "none.json", folder=tmp_path, shell="2>&-").code == WRONG


@pytest.mark.parametrize("shell", ["<&-", ">&-"])
def test_playing_needs_both_ways(tmp_path: Path, shell: str) -> None:
    assert program("play", "combat", folder=tmp_path, shell=shell).sentence == (
        "playing needs an open input and output; one of them is closed"
    )


def test_a_full_disk(tmp_path: Path) -> None:
    assert program("games", "--json", folder=tmp_path, shell=">/dev/full").sentence == "No space left on device"


@pytest.mark.parametrize(
    "environment",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
    ids=["told", "by its locale"],
)
@pytest.mark.parametrize("words", [("rules", "combat"), ("play", "combat", "--player", "Zoë", "--bot", "thumb")])
def test_a_terminal_that_knows_only_ascii(tmp_path: Path, environment: dict[str, str], words: tuple[str, ...]) -> None:
    said = program(*words, folder=tmp_path, environment=environment, typed="turn 1\nquit\n")
    assert (said.code, said.err) == (0, "")
    assert said.out.isascii()
    assert "Electoral College Combat" in said.out


def test_input_that_is_no_text(tmp_path: Path) -> None:
    line = [*PROGRAM, "play", "combat"]
    env = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        line, input=b"turn 1\n\xff\xfe\n", cwd=tmp_path, env=env, capture_output=True, timeout=LIMIT, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Saved; go on with" in done.stdout


def test_an_interrupt_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from hustings.cli import looking

    def interrupted(_: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("hustings.cli.asking.game_asked", interrupted)
    monkeypatch.setattr(looking, "game_asked", interrupted)
    assert run(["cards", "combat"]) == INTERRUPTED


def test_a_fault_of_our_own_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is nobody's wrong word keeps its traceback: it is for us to mend."""
    from hustings.cli import looking

    def broken(_: object) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(looking, "game_asked", broken)
    with pytest.raises(ZeroDivisionError):
        run(["cards", "combat"])


# --- warm


def test_warm_says_what_it_compiled(hustings: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def compiled(games: Any) -> Any:
        return (warming.Step(game, kernel, 0.25) for game, kernel in warming.plan(games))

    monkeypatch.setattr(warming, "warmed", compiled)
    said = hustings("warm")
    steps = len(game_names()) * len(warming.KERNELS)
    assert said.code == 0
    assert said.out == f"{steps} kernels of {', '.join(game_names())} are compiled and kept ({steps / 4:.1f} s).\n"


def test_warm_that_fails_says_why(hustings: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(games: Any) -> Any:
        yield warming.Step(games[0], "start", 0.1)
        raise HustingsError("compiling failed: no room left")

    monkeypatch.setattr(warming, "warmed", failing)
    said = hustings("warm")
    assert said.code == WRONG
    assert said.err.splitlines()[-1] == "compiling failed: no room left"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["warm", "combat"], "unexpected extra argument"),
        (["serve", "--port", "70000"], "'--port'"),
        (["serve", "--port", "http"], "'--port'"),
        (["serve", "--data", "/dev/null/rooms"], "/dev/null/rooms: cannot create this folder: Not a directory"),
        (["serve", "--host", "192.0.2.7"], "the server cannot listen on 192.0.2.7 port 8420: "),
        (["serve", "--host", "not a host"], "the server cannot listen on not a host port 8420: "),
    ],
)
def test_the_rest_asked_for_wrongly(hustings: Command, words: list[str], said: str) -> None:
    assert said in hustings(*words).sentence


# --- serve


def ready(process: subprocess.Popen[str]) -> str:
    """The address the server says it is ready at."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("Hustings is ready at http://127.0.0.1:"), line
    return line.split()[-1]


def served(folder: Path, port: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PROGRAM, "serve", "--port", str(port), "--data", str(folder / "rooms")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_the_server_starts_answers_and_stops(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path, 0) as process:
        try:
            with urllib.request.urlopen(f"{ready(process)}/api/health", timeout=LIMIT) as answer:
                assert json.load(answer)["ok"] is True
            process.send_signal(how)
            code = process.wait(LIMIT)
        finally:
            process.kill()
        assert code in (0, -how)
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    assert (tmp_path / "rooms").is_dir()


def test_a_port_in_use_is_passed_over(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        with served(tmp_path, number) as process:
            try:
                address = ready(process)
            finally:
                process.kill()
    assert not address.endswith(f":{number}")


def test_alone_it_serves_here_and_opens_the_browser(hustings: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr("hustings.web.serve.serve", lambda **how: asked.update(how))
    assert hustings().code == 0
    asked.pop("say")
    settings = asked.pop("settings")
    assert settings.store is None
    usual = {"host": "127.0.0.1", "port": 8420, "data_dir": None, "page": ""}
    assert asked == {**usual, "open_browser": True, "lan": False}


def test_a_class_is_served_in_the_network_and_opened(hustings: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr("hustings.web.serve.serve", lambda **how: asked.update(how))
    assert hustings("serve", "--class").code == 0
    assert (asked["lan"], asked["open_browser"], asked["page"]) == (True, True, "/class")


def test_the_browser_opens_the_page_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    said: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    server = make_server(Settings())
    server.ready.set()
    settings = Settings(link_base="http://192.168.1.5:8420")
    for page in (None, "/class"):
        tell_when_ready(server, "http://127.0.0.1:8420", settings, True, page, said.append)
    assert opened == ["http://127.0.0.1:8420/class"]
    assert said[1] == "In this network:       http://192.168.1.5:8420"
