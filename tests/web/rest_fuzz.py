"""Questions over HTTP as schemathesis makes them from the OpenAPI document: run as a program for as long as one likes.

    $ python -m tests.web.rest_fuzz --questions 40000

Questions that fit the document and questions that do not, most of them about a room that exists, some with a token of
it. No answer may be a 5xx, carry somebody's token, or be of a status, type or form that the document does not name; in
the end a game is played, and the memory may not have grown.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
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

from hustings.rooms.limits import Guesses
from hustings.web import polling
from tests.web.fuzz import memory
from tests.web.helpers import LIMIT, Site, play_out, running

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
FRESH_EVERY = 100  # questions after which the room they are about is a new one
ROUND = 25  # questions of a kind in a row, in the long run
GROWTH = 48  # MiB the whole process may gain after the first round


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
        """Ask one question, and judge the answer."""
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


def fuzzed(questions: int, number: int, say: bool = False) -> Counter[str]:
    """Ask a server of its own so many questions (about), then play a game on it; what was seen."""
    usual = (Guesses.WAIT, Guesses.SERVER_SIZE, polling.SILENCE)
    # guessing is slowed down, which would slow this down; a line nobody asks is left alone for long
    Guesses.WAIT, Guesses.SERVER_SIZE, polling.SILENCE = 0.0, 10**9, 1.0
    try:
        with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as site:
            fuzzer = RestFuzzer(site, Random(number))
            kinds = len(fuzzer.operations) * len(MODES)
            early, rounds = 0.0, 0
            while fuzzer.seen["asked"] < questions:
                fuzzer.round(max(1, min(ROUND, questions // kinds)), rounds)
                rounds += 1
                early = early or memory()
                if say:
                    sys.stdout.write(f"{fuzzer.seen['asked']:8} questions  {memory():6.1f} MiB at most\n")
                    sys.stdout.flush()
            grown = memory() - early
            assert grown < GROWTH, f"the memory grew by {grown:.0f} MiB"
            code, ann, bo = site.friends()
            with site.sit(code, ann) as first, site.sit(code, bo) as second:
                play_out([first, second])
            fuzzer.session.close()
            return fuzzer.seen
    finally:
        Guesses.WAIT, Guesses.SERVER_SIZE, polling.SILENCE = usual


def main() -> None:
    """Read what was asked, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began, early = time.monotonic(), memory()
    seen = fuzzed(asked.questions, asked.seed, say=True)
    for name, count in sorted(seen.items()):
        sys.stdout.write(f"{count:8}  {name}\n")
    took = time.monotonic() - began
    sys.stdout.write(
        f"{seen['asked']} questions in {took:.0f} s: no 5xx, no leak, no answer the document does not name; "
        f"{early:.0f} MiB at the start, {memory():.0f} MiB at most\n"
    )


if __name__ == "__main__":
    main()
