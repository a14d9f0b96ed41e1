"""Flip comparisons in a game's rules, one at a time, and see whether the tests notice.

$ python scripts/mutants.py combat --sample 60 --seed 1

Each mutant is a copy of the rules with one `<` made `<=`, one `==` made `!=` and so on. It must fail the clause tests,
the comparison with the second implementation, or the contract of moves. Prints the survivors and exits 1 where there
are any. A run over all comparisons of a game takes an hour, so CI does not do it.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: modules of a game that hold no rules: data and text, the checker, the rule of thumb
NOT_RULES = {"__init__", "cards", "events", "heuristic", "invariants", "record", "words"}
FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
#: fast tests first; a mutant that passes them meets the second implementation, then every action id there is
STAGES = (
    ["tests/rules/{game}"],
    ["tests/contract/test_reference.py", "-k", "{game} and (interpreted or small or lines)"],
    ["tests/contract/test_moves.py", "-k", "{game}"],
)
LONGEST = 300  # seconds; a mutant that plays for ever is noticed, too


@dataclass(frozen=True)
class Mutant:
    """One flipped comparison. number: which operator of the file, in the order of `ast.walk`."""

    path: Path
    number: int
    line: int
    text: str


def comparisons(tree: ast.AST) -> Iterator[tuple[ast.Compare, int]]:
    """Every operator of every comparison that can be flipped."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for place, operator in enumerate(node.ops):
                if type(operator) in FLIPPED:
                    yield node, place


def mutants_of(game: str) -> list[Mutant]:
    """All mutants of a game."""
    found = []
    for path in sorted((ROOT / "src" / "hustings" / "games" / game).rglob("*.py")):
        if path.stem not in NOT_RULES:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for number, (node, _) in enumerate(comparisons(tree)):
                found.append(Mutant(path.relative_to(ROOT), number, node.lineno, ast.unparse(node)))
    return found


def mutated(mutant: Mutant) -> str:
    """The source of the mutant's file."""
    tree = ast.parse((ROOT / mutant.path).read_text(encoding="utf-8"))
    node, place = list(comparisons(tree))[mutant.number]
    node.ops[place] = FLIPPED[type(node.ops[place])]()
    return ast.unparse(tree)


def noticed(game: str, workshop: Path) -> bool:
    """Whether the tests fail on the copy."""
    environment = {**os.environ, "PYTHONPATH": str(workshop / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    for stage in STAGES:
        chosen = [part.format(game=game) for part in stage]
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *chosen]
        try:
            done = subprocess.run(
                command, cwd=workshop, env=environment, capture_output=True, timeout=LONGEST, check=False
            )
        except subprocess.TimeoutExpired:
            return True
        if done.returncode not in {0, 1, 2}:
            raise RuntimeError(f"the tests did not run: {done.stdout.decode()[-500:]}")
        if done.returncode:
            return True
    return False


def main() -> int:
    """Try the mutants."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    mutants = mutants_of(asked.game)
    every = len(mutants)
    if asked.sample is not None:
        mutants = random.Random(asked.seed).sample(mutants, min(asked.sample, every))
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        workshop = Path(folder)
        ignored = shutil.ignore_patterns("static", "__pycache__")
        shutil.copytree(ROOT / "src", workshop / "src", ignore=ignored)
        shutil.copytree(ROOT / "tests", workshop / "tests", ignore=ignored)
        shutil.copy(ROOT / "pyproject.toml", workshop)
        if noticed(asked.game, workshop):
            print("The tests fail without any mutant.", file=sys.stderr)
            return 1
        for mutant in mutants:
            (workshop / mutant.path).write_text(mutated(mutant), encoding="utf-8")
            if not noticed(asked.game, workshop):
                survivors.append(mutant)
                print(f"{mutant.path}:{mutant.line}: nobody misses `{mutant.text}`", flush=True)
            shutil.copy(ROOT / mutant.path, workshop / mutant.path)
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} mutants noticed (of {every} in {asked.game})")
    return int(bool(survivors))


if __name__ == "__main__":
    sys.exit(main())
