"""Writes the lock files in ``requirements/`` from pyproject.toml: ``python scripts/lock.py [--upgrade]``.

Every package is pinned with the hashes of all its files, for every platform and Python the project supports, and no
file names the registry it came from. Versions stay as they are unless pyproject.toml asks otherwise or ``--upgrade``
is given. The resolver, uv, lives in an environment of its own that is thrown away afterwards.
"""

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESOLVER = "uv>=0.9,<1"
OPTIONS = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-header"]
# The extras that development needs: all but `train`, which is gigabytes.
EXTRAS = ("cluster", "data", "fast", "mcp", "notices", "openspiel", "postgres", "rl", "study", "testing")
# Each lock file after the ones it must agree with, so that they can share one environment.
LOCKS: dict[str, list[str]] = {
    "dev": [*(part for extra in EXTRAS for part in ("--extra", extra)), "--group", "dev", "--group", "build"],
    "play": ["--extra", "data", "--extra", "mcp", "--group", "build", "--constraints", "requirements/dev.txt"],
    "docs": ["--group", "docs", "--constraints", "requirements/dev.txt"],
}


def compile_lock(uv: Path, name: str, options: list[str], upgrade: bool) -> None:
    """Resolve one lock file in place."""
    command = [uv, "pip", "compile", "pyproject.toml", *OPTIONS, "--no-emit-index-url", "--no-emit-find-links"]
    command += [*options, "--quiet", "--output-file", f"requirements/{name}.txt", *(["--upgrade"] if upgrade else [])]
    subprocess.run([str(part) for part in command], cwd=ROOT, check=True)


def main(arguments: list[str]) -> int:
    """Write all lock files; 1 if one of them names a host."""
    with tempfile.TemporaryDirectory(prefix="hustings-lock-") as folder:
        venv.create(folder, with_pip=True)
        tools = Path(folder, "Scripts" if os.name == "nt" else "bin")
        subprocess.run([tools / "python", "-m", "pip", "install", "--quiet", RESOLVER], check=True)
        for name, options in LOCKS.items():
            compile_lock(tools / "uv", name, options, "--upgrade" in arguments)
    for name in LOCKS:
        text = (ROOT / f"requirements/{name}.txt").read_text()
        if "://" in text or "index-url" in text:
            print(f"requirements/{name}.txt names a host; lock files must not.", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
