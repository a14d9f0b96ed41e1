"""Questions over HTTP as schemathesis makes them from the OpenAPI document: run as a program for as long as one likes.

    $ python -m tests.web.rest_fuzz --questions 40000

Questions that fit the document and questions that do not, most of them about a room that exists, some with a token of
it. No answer may be a 5xx, carry somebody's token, or be of a status, type or form that the document does not name; in
the end a game is played, and the memory may not have grown.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import textwrap
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.helpers import LIMIT, Site, play_out

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
FRESH_EVERY = 100  # questions after which the room they are about is a new one
ROUND = 25  # questions of a kind in a row, in the long run
GROWTH = 24  # MiB the server may gain after the first third
PAGE = 4096  # bytes
#: guessing is slowed down, which would slow this down; a line nobody asks is left alone for long
PROGRAM = """
    import sys
    from pathlib import Path
    from hustings.rooms.rate_limits import Guesses
    from hustings.web.live import polling
    from hustings.web.serve import serve
    from hustings.web.settings import Settings

    Guesses.WAIT, Guesses.SERVER_SIZE, polling.SILENCE = 0.0, 10**9, 1.0
    settings = Settings(bot_pause=(0.0, 0.0), pace=(1000, 1000), store=None)
    serve(port=0, data_dir=Path(sys.argv[1]), settings=settings, say=lambda text: print(text, flush=True))
"""


@dataclass
class RestFuzzer:
    """One run against one server."""

    site: Site
    random: Random
    seen: Counter[str] = field(default_factory=Counter)
    code: str = ""
    tokens: tuple[str, str] = ("", "")
    idle: set[tuple[str, GenerationMode]] = field(default_factory=set)  # kinds in which nothing can be asked
    session: requests.Session = field(default_factory=requests.Session)

    def __post_init__(self) -> None:
        document = f"http://127.0.0.1:{self.site.port}/api/openapi.json"
        self.operations = [found.ok() for found in schemathesis.openapi.from_url(document).get_all_operations()]

    def round(self, each: int, number: int) -> None:
        """So many questions to each operation, in each mode; number: of the round, which no other one repeats."""
        for operation in self.operations:
            for mode in MODES:
                if (operation.label, mode) not in self.idle:
                    self.questions(operation, mode, each, number)

    def questions(self, operation: Any, mode: GenerationMode, count: int, number: int) -> None:
        """So many questions of one kind; where there is nothing to be spoilt, none."""

        @seed(self.random.randrange(2**32) + number)
        @settings(
            max_examples=count,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: Any) -> None:
            self.ask(case)

        try:
            ask()
        except Unsatisfiable:
            self.idle.add((operation.label, mode))

    def ask(self, case: Any) -> None:
        """Send one request, and judge the response."""
        if self.seen["asked"] % FRESH_EVERY == 0:
            self.code, *tokens = self.site.friends()
            self.tokens = (tokens[0], tokens[1])
        self.seen["asked"] += 1
        if "code" in (case.path_parameters or {}) and self.random.random() < 0.9:
            case.path_parameters["code"] = self.code
        headers = {}
        if self.random.random() < 0.7:
            headers["Authorization"] = f"Bearer {self.random.choice((*self.tokens, 'nonsense', ''))}"
        answer = case.call(headers=headers, timeout=LIMIT, session=self.session)
        self.seen[f"answered {answer.status_code}"] += 1
        case.validate_response(answer, checks=CHECKS)
        assert not any(token in answer.text for token in self.tokens), answer.text[:300]


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, Site]]:
    """A server as a process of its own, so that its memory is not ours: its number, and how to talk to it."""
    command = [sys.executable, "-c", textwrap.dedent(PROGRAM), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:(\d+)$", said.strip())
            assert found, said
            yield process.pid, Site(int(found[1]), folder)
        finally:
            process.kill()


def memory(process: int) -> float:
    """The memory a process has now, in MiB."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE / 2**20


def fuzzed(questions: int, number: int, say: bool = False) -> Counter[str]:
    """Ask a server so many questions (about), then play a game on it; what was seen."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (process, site):
        fuzzer = RestFuzzer(site, Random(number))
        kinds = len(fuzzer.operations) * len(MODES)
        begun, early, rounds = memory(process), 0.0, 0
        while fuzzer.seen["asked"] < questions:
            fuzzer.round(max(1, min(ROUND, questions // kinds)), rounds)
            rounds += 1
            if not early and fuzzer.seen["asked"] >= questions / 3:
                early = memory(process)
            if say:
                sys.stdout.write(f"{fuzzer.seen['asked']:8} questions  {memory(process):6.1f} MiB\n")
                sys.stdout.flush()
        grown = memory(process) - early
        assert grown < GROWTH, f"the server's memory grew by {grown:.0f} MiB after the first third"
        code, ann, bo = site.friends()
        with site.sit(code, ann) as first, site.sit(code, bo) as second:
            play_out([first, second])
        fuzzer.session.close()
        fuzzer.seen["MiB at the start"], fuzzer.seen["MiB at the end"] = round(begun), round(memory(process))
        return fuzzer.seen


def main() -> None:
    """Read what was asked, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.monotonic()
    seen = fuzzed(asked.questions, asked.seed, say=True)
    for name, count in sorted(seen.items()):
        sys.stdout.write(f"{count:8}  {name}\n")
    took = time.monotonic() - began
    sys.stdout.write(
        f"{seen['asked']} questions in {took:.0f} s: no 5xx, no leak, no answer but those named, memory flat\n"
    )


if __name__ == "__main__":
    main()
