"""The command line as a user has it: in this process where that is the same, else as a program of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from hustings.cli.app import run

PROGRAM = (sys.executable, "-c", "from hustings.cli import main; main()")
LIMIT = 60  # seconds


@dataclass(frozen=True)
class Said:
    """What a command left behind: exit code, output, complaints."""

    code: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The one sentence of a command that was wrong; fails where there is more than that, or less."""
        assert self.code == 2, self
        assert self.err.count("\n") == 1, self.err
        assert self.err.strip(), self
        assert "Traceback" not in self.err
        return self.err.strip()


Command = Callable[..., Said]


@pytest.fixture
def hustings(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    """Run a command in this process, in a folder of its own; `typed` is what stands in its input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def command(*words: str | Path, typed: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = run([str(word) for word in words])
        told = capsys.readouterr()
        return Said(code, told.out, told.err)

    return command


def program(
    *words: str, folder: Path, shell: str = "", environment: Mapping[str, str] | None = None, typed: str = ""
) -> Said:
    """Run a command as a program. shell: what a shell does with its input and output, such as ">&-"."""
    line = ["sh", "-c", f'exec "$@" {shell}', "sh", *PROGRAM, *words]
    done = subprocess.run(
        line,
        cwd=folder,
        env={**os.environ, **(environment or {})},
        input=typed.encode(),
        capture_output=True,
        timeout=LIMIT,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
