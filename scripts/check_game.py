"""Check one game between two edits, in under a minute, and end with what it still owes.

$ make game GAME=president    runs this script; exit 1 if anything is owed

It plays the contract suite with two variants of the game (`--quick`) and runs the tests of its clauses. `make test`
plays all variants, and the bots, the batch and the browser.
"""

from __future__ import annotations

import subprocess
import sys
import time
from typing import NamedTuple

import clauses
import generated
from hustings.engine.installed import game_names

PYTEST = ("-m", "pytest", "-q", "-n", "2", "-m", "not slow", "--no-header", "--tb", "short", "--maxfail", "5")


class Check(NamedTuple):
    """A command of this Python, and the sentence that is owed if it fails."""

    title: str
    command: tuple[str, ...]
    owed: str


def checks(game: str) -> list[Check]:
    """Return the checks of a game that follow its clauses, the quickest first."""
    package = f"src/hustings/games/{game}"
    return [
        Check("types", ("-m", "mypy", package), "a rule or declaration whose types do not fit"),
        Check(
            "Spanish",
            ("scripts/build_client.py", "npm", "exec", "--", "vitest", "run", "tests/words.test.ts"),
            f"words that the client or client/src/words/es/games/{game}.ts does not have",
        ),
        Check("page", ("scripts/game_pages.py", "--check"), "a page of docs/games: run scripts/game_pages.py"),
        Check(
            "clauses", (*PYTEST, f"tests/rules/{game}", "tests/rules/test_readmes.py"), f"a test of tests/rules/{game}"
        ),
        Check(
            "contract",
            (*PYTEST, "tests/contract", "--game", game, "--quick"),
            f"rules, tests/games/{game}.py or tests/reference/{game}.py: they do not agree",
        ),
    ]


def main(args: list[str]) -> int:
    """Run the checks of the game named by the only argument; print what is owed."""
    if len(args) != 1 or args[0] not in game_names():
        print(f"Name one game, for example GAME=president. The games are {', '.join(game_names())}.", file=sys.stderr)
        return 2
    began = time.monotonic()
    found = clauses.clauses_of(args[0])
    clauses.fill(args[0], found)
    owed = clauses.gaps(found)
    for check in checks(args[0]):
        print(f"== {check.title}", flush=True)
        if subprocess.run([sys.executable, *check.command], cwd=generated.ROOT, check=False).returncode:
            owed.append(f"{check.owed} (see {check.title} above)")
            if check.title == "types":
                break  # the tests would only say it again
    print(f"\n{args[0]} after {time.monotonic() - began:.0f} s.", "Still owed:" if owed else "Nothing is owed.")
    for line in owed:
        print(f"- {line}")
    return int(bool(owed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
