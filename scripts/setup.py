"""Prepares the checkout: a virtual environment in ``.venv``, locked packages, the package itself, the browser client.

``python scripts/setup.py play`` (what playing needs), ``dev`` (tests and checks too), ``docs`` (what the docs need).
Each step is remembered by the contents it depends on, so a later call finds nothing to do and takes a moment.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMPS = VENV / ".hustings"
LEVELS = {"play": ["play"], "dev": ["dev"], "docs": ["docs"]}


class SetupError(RuntimeError):
    """A step failed: one sentence naming it."""


def run(what: str, *command: str | Path) -> None:
    """Run one command without standard input; SetupError naming ``what`` when it fails."""
    done = subprocess.run([str(part) for part in command], cwd=ROOT, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        raise SetupError(f"{what} failed: exit status {done.returncode}.")


def fingerprint(*paths: str) -> str:
    """One hash over the contents of files of the checkout, its own place and the Python in use."""
    total = hashlib.sha256(f"{ROOT} {sys.version_info[:2]}".encode())
    for path in paths:
        total.update(hashlib.sha256((ROOT / path).read_bytes()).digest())
    return total.hexdigest()


def is_done(step: str, wanted: str) -> bool:
    """Whether ``step`` was carried out for exactly this fingerprint."""
    stamp = STAMPS / step
    return stamp.is_file() and stamp.read_text() == wanted


def done(step: str, wanted: str) -> None:
    """Remember that ``step`` was carried out."""
    STAMPS.mkdir(exist_ok=True)
    (STAMPS / step).write_text(wanted)


def environment() -> None:
    """Make the virtual environment; one of another place or Python, or a broken one, is made anew."""
    wanted = fingerprint()
    if is_done("environment", wanted) and PYTHON.exists():
        return
    print("Making the virtual environment .venv.", flush=True)
    if subprocess.run([sys.executable, "-c", "import ensurepip, venv"], capture_output=True, check=False).returncode:
        run("Installing Python's venv module", "sh", ROOT / "scripts/setup-system", "venv")
    if VENV.is_symlink():
        VENV.unlink()  # making it anew would empty the folder that it points to
    run("Making the virtual environment", sys.executable, "-m", "venv", "--clear", VENV)
    done("environment", wanted)


def pip(what: str, *arguments: str | Path) -> None:
    """Run the environment's own pip."""
    run(what, PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", *arguments)


def packages(name: str) -> None:
    """Install the packages of one lock file, each checked against its hash."""
    lock = f"requirements/{name}.txt"
    wanted = fingerprint(lock)
    if is_done(name, wanted):
        return
    print(f"Installing the Python packages of {lock}; this takes a minute or two, once.", flush=True)
    pip(f"Installing {lock}", "--require-hashes", "--requirement", ROOT / lock)
    done(name, wanted)


def package() -> None:
    """Install Hustings itself, editable, so that its commands and games are found."""
    wanted = fingerprint("pyproject.toml", "hatch_build.py")
    if is_done("package", wanted):
        return
    pip("Installing Hustings", "--no-deps", "--no-build-isolation", "--editable", ROOT)
    done("package", wanted)


def main(arguments: list[str]) -> int:
    """Carry out the steps of one level; 0 when the checkout is ready, 1 with a sentence on stderr otherwise."""
    if len(arguments) != 1 or arguments[0] not in LEVELS:
        print(f"setup.py takes one of: {', '.join(LEVELS)}.", file=sys.stderr)
        return 2
    level = arguments[0]
    try:
        environment()
        for name in LEVELS[level]:
            packages(name)
        if level == "docs":
            return 0
        package()
        if level == "dev":
            run("Installing what tests need from the system", "sh", ROOT / "scripts/setup-system", "tests")
        run("Building the browser client", PYTHON, ROOT / "scripts/build_client.py", "build")
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
