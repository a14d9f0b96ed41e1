"""Check the English of commits: their titles and the prose in lines that they add.

$ python scripts/style_check.py [BASE]

BASE is the last commit that is not checked. The patterns catch habits that a reader has to read twice; they do not
judge whether a sentence is good.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BASE = "6cd7bef7"  # the house style applies to later commits
LONGEST_TITLE = 60
PATHS = ("src", "client/src", "scripts", "tests", "docs", "examples", "README.md", "CONTRIBUTING.md")
ENDINGS = (".py", ".ts", ".svelte", ".md", ".toml")
#: this file and its test quote the patterns
EXCEPT = ("scripts/style_check.py", "tests/docs/test_style_check.py")

TITLE = re.compile(r"[\w./+ -]+: \S")
HABITS = {
    re.compile(r'"""(What|Whether|Where) '): "start a docstring with a noun phrase or an imperative",
    re.compile(r'"""See `'): "say what the function does instead of pointing elsewhere",
    re.compile(r"\b(None|0|nothing|none) where\b"): 'write "if" or "when" for a condition',
    re.compile(r"\bwhere (there is none|none is)\b"): 'write "if" or "when" for a condition',
    re.compile(r"\b(is told|was told|are told|tells of)\b"): 'use the precise verb: "send", "emit", "return", "show"',
    re.compile(r"\bcannot be had\b|\bwas asked for with\b"): "say what was tried and what is allowed",
}
PROSE = re.compile(r'"""|^\s*(#|//|\*|/\*|<!--)|\s#\s')


def title_faults(title: str) -> list[str]:
    """Return what is wrong with a commit title."""
    faults = []
    if len(title) > LONGEST_TITLE:
        faults.append(f"it has {len(title)} characters, at most {LONGEST_TITLE} are allowed")
    if "," in title:
        faults.append("a title with a comma describes two commits")
    if not TITLE.match(title):
        faults.append('it needs the form "area: change"')
    return faults


def line_faults(line: str, path: str) -> list[str]:
    """Return what is wrong with an added line; code outside comments and docstrings is not looked at."""
    if not path.endswith(".md") and not PROSE.search(line):
        return []
    return [advice for habit, advice in HABITS.items() if habit.search(line)]


def added_lines(base: str) -> Iterator[tuple[str, int, str]]:
    """Yield the path, number and text of every line that was added since a commit."""
    path, number = "", 0
    for line in _git("diff", "--unified=0", "--no-color", f"{base}..HEAD", "--", *PATHS).splitlines():
        if line.startswith("+++ "):
            path = line.removeprefix("+++ ").removeprefix("b/")
        elif line.startswith("@@"):
            number = int(line.split("+")[1].split(",")[0].split()[0])
        elif line.startswith("+"):
            if path.endswith(ENDINGS) and path not in EXCEPT:
                yield path, number, line[1:]
            number += 1


def main(base: str = BASE) -> int:
    """Print every fault; return 1 if there is one."""
    try:
        titles = _git("log", "--no-merges", "--format=%s", f"{base}..HEAD").splitlines()
    except subprocess.CalledProcessError:  # a shallow clone
        base, titles = "HEAD", [_git("log", "-1", "--format=%s").strip()]
    faults = [f"{title!r}: {fault}" for title in titles for fault in title_faults(title)]
    for path, number, line in added_lines(base):
        faults += [f"{path}:{number}: {fault}: {line.strip()}" for fault in line_faults(line, path)]
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
