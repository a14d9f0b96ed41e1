"""Makes a release ready and uploads nothing: ``python scripts/release.py [--draft] [--out dist]``.

It checks that version, changelog and citation agree and that the index has room for the name and version, builds the
source archive and the wheel, lists what the browser client carries (a software bill of materials, with licences), and
tries the wheel in a clean virtual environment without Node and without a home folder. ``--draft`` lets the newest
changelog entry be "not yet released" and the index be out of reach.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
LARGEST_WHEEL = 3_000_000  # bytes; Python is about 0.75 MB, the client 0.55, the trained policies 0.45
LONGEST_IMPORT = 0.1  # seconds
HEADING = re.compile(r"^## (\d+\.\d+\.\d+), (not yet released|\d{1,2} \w+ \d{4})$", re.MULTILINE)
#: packages of the client's lock file that are built into the wheel; the others only build and check
SHIPPED = ("@fontsource/alfa-slab-one", "@fontsource/league-gothic", "@fontsource/source-serif-4", "svelte", "us-atlas")
IN_THE_WHEEL = (
    "hustings/web/static/index.html",
    "hustings/py.typed",
    "hustings/cli/new_game/rules.py.txt",
    "hustings/bots/policies/president.npz",
)
TRIALS = (
    ["--version"],
    ["games"],
    ["random", "combat", "--games", "2", "--seed", "1", "--out", "games"],
    ["new-game", "first_try"],
)
NEXT = """Ready in {out}. Nothing was uploaded. To publish by trusted publishing, once and for all:
  1. Fill in what needs an address, which only whoever publishes knows (what is missing is named above):
     pyproject.toml [project.urls]: Homepage, Documentation, Source, Issues and Changelog;
     pyproject.toml [tool.hatch.metadata.hooks.custom]: `page` and `picture`, with {{version}} and {{path}} in them, at
     the tag and not at a branch, so that a release goes on showing its own pictures;
     CITATION.cff: repository-code.
  2. On the index, add a trusted publisher to the project: the repository, its release workflow and the environment
     the workflow runs in. No password or token is kept anywhere.
  3. In that workflow, with permission `id-token: write`, run this script, then let the index's own action upload the
     files of {out} that end in .whl and .tar.gz, with attestations.
  4. Tag the commit v{version} and attach {sbom} to the release."""


class ReleaseError(RuntimeError):
    """The release is not ready: one sentence saying why."""


def version_of(root: Path) -> str:
    """The version of the package."""
    found = re.search(
        r'^__version__ = "([^"]+)"$', (root / "src/hustings/__init__.py").read_text("utf-8"), re.MULTILINE
    )
    if found is None:
        raise ReleaseError("src/hustings/__init__.py names no __version__.")
    return found[1]


def check_version(root: Path, draft: bool) -> str:
    """The version, after comparing it with the changelog and the citation."""
    version = version_of(root)
    heading = HEADING.search((root / "CHANGELOG.md").read_text("utf-8"))
    if heading is None or heading[1] != version:
        raise ReleaseError(f"The first entry of CHANGELOG.md is not that of version {version}.")
    if heading[2] == "not yet released" and not draft:
        raise ReleaseError(f"CHANGELOG.md says that {version} is not yet released; give it its date, or use --draft.")
    citation = (root / "CITATION.cff").read_text("utf-8")
    if f"\nversion: {version}\n" not in citation:
        raise ReleaseError(f"CITATION.cff does not name version {version}.")
    if heading[2] == "not yet released":
        if "\ndate-released:" in citation:
            raise ReleaseError(f"CITATION.cff has a date-released, but CHANGELOG.md says that {version} is not.")
    else:
        date = datetime.strptime(heading[2], "%d %B %Y").date()
        if f"\ndate-released: {date}\n" not in citation:
            raise ReleaseError(f"CITATION.cff does not have date-released: {date}, the date in CHANGELOG.md.")
    return version


def check_name(root: Path, version: str, name: str = "hustings") -> str:
    """Return a sentence about the name on pip's index; ReleaseError if the name or the version is taken."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "index", "versions", "--pre", name]
    asked = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if asked.returncode:
        if "No matching distribution found" in asked.stderr:
            return f"The name {name} is free on pip's index."
        raise ReleaseError(f"pip's index could not be asked for {name}: {asked.stderr.strip()[-300:]}")
    found = re.search(r"^Available versions: (.+)$", asked.stdout, re.MULTILINE)
    published = found[1].split(", ") if found else []
    earlier = {entry[1] for entry in HEADING.finditer((root / "CHANGELOG.md").read_text("utf-8"))} - {version}
    if not earlier & set(published):
        raise ReleaseError(f"The name {name} is taken on pip's index by a package with versions {published}.")
    if version in published:
        raise ReleaseError(f"Version {version} of {name} is on pip's index already.")
    return f"pip's index has {name} {published[0]}; {version} is new."


def notes(root: Path) -> Iterator[str]:
    """What an index would miss, though a release can be made without it."""
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    if "urls" not in settings["project"]:
        yield "pyproject.toml has no [project.urls]: the page on the index will link nowhere."
    addresses = settings["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    for name, lost in (("page", "links"), ("picture", "pictures")):
        if not addresses[name]:
            yield f"[tool.hatch.metadata.hooks.custom] has no {name}: the index will show the README without {lost}."
        elif "{version}" not in addresses[name] or "{path}" not in addresses[name]:
            yield f"[tool.hatch.metadata.hooks.custom] has a {name} without {{version}} or {{path}} to fill in."
    if "\nrepository-code: " not in (root / "CITATION.cff").read_text("utf-8"):
        yield "CITATION.cff has no repository-code: whoever cites the release names no place to find it."


def components(lock: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The packages of the client's lock file in the words of CycloneDX, those that are shipped as required."""
    for place, package in sorted(lock["packages"].items()):
        if not place:
            continue
        name, version = place.rpartition("node_modules/")[2], package["version"]
        if not package.get("license"):
            raise ReleaseError(f"The client's package {name} names no licence.")
        # an identifier, or an expression that joins several
        licence = package["license"]
        told = {"expression": licence} if " " in licence else {"license": {"id": licence}}
        reference = f"pkg:npm/{quote(name, safe='/')}@{version}"
        yield {
            "type": "library",
            "bom-ref": f"{reference}#{place}",
            "name": name,
            "version": version,
            "purl": reference,
            "scope": "required" if name in SHIPPED else "excluded",
            "licenses": [told],
        }


def bill_of_materials(root: Path, version: str) -> dict[str, Any]:
    """What the browser client is made of and built with: a software bill of materials as CycloneDX 1.6."""
    lock = json.loads((root / "client/package-lock.json").read_text("utf-8"))
    found = list(components(lock))
    missing = set(SHIPPED) - {component["name"] for component in found}
    if missing:
        raise ReleaseError(f"The client's lock file does not name {', '.join(sorted(missing))}.")
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "hustings-client", "version": version}},
        "components": found,
    }


def run(what: str, *command: str | Path, **settings: Any) -> str:
    """The output of a command; ReleaseError with the last of what it said when it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        **settings,
    )
    if done.returncode:
        raise ReleaseError(f"{what} failed: {(done.stderr or done.stdout).strip()[-2000:]}")
    output: str = done.stdout
    return output


def build(root: Path, out: Path) -> tuple[Path, Path]:
    """The source archive and the wheel, built into an empty folder."""
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise ReleaseError(f"{out} is not empty; a release is built into a folder of its own.")
    run("Building", sys.executable, "-m", "hatchling", "build", "-d", out.resolve(), cwd=root)
    (archive,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    return archive, wheel


def check_wheel(wheel: Path) -> None:
    """Look whether the wheel holds what is not Python."""
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    for name in IN_THE_WHEEL:
        if name not in names:
            raise ReleaseError(f"{wheel.name} lacks {name}.")


def check_size(wheel: Path) -> None:
    """Look how large the wheel is."""
    size = wheel.stat().st_size
    if size >= LARGEST_WHEEL:
        raise ReleaseError(f"{wheel.name} has {size:,} bytes; it is to stay under {LARGEST_WHEEL:,}.")


def bare(environment: Path) -> dict[str, str]:
    """The variables of a clean place: no home, and only the environment's own programs, so no Node."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "SYSTEMROOT"))}
    return {**kept, "PATH": str(environment / ("Scripts" if os.name == "nt" else "bin"))}


def check_installed(root: Path, wheel: Path) -> float:
    """Install the wheel into a clean environment and use it; the fastest of ten imports, in seconds."""
    with tempfile.TemporaryDirectory(prefix="hustings-release-") as folder:
        environment = Path(folder, "environment")
        venv.create(environment, with_pip=True)
        clean = bare(environment)
        python = Path(clean["PATH"], "python")
        pip: list[str | Path] = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run("Installing what the wheel needs", *pip, wheel, "--constraint", _pins(root, Path(folder)), env=clean)
        for trial in TRIALS:
            command = "import sys; from hustings.cli import main; main(sys.argv[1:])"
            run(f"hustings {trial[0]}", python, "-c", command, *trial, cwd=folder, env=clean)
        timed = "import time; t = time.perf_counter(); import hustings; print(time.perf_counter() - t)"
        taken = min(float(run("import hustings", python, "-c", timed, cwd=folder, env=clean)) for _ in range(10))
    if taken >= LONGEST_IMPORT:
        raise ReleaseError(f"`import hustings` took {taken:.3f} s; it is to stay under {LONGEST_IMPORT} s.")
    return taken


def _pins(root: Path, folder: Path) -> Path:
    """The versions of requirements/play.txt without their hashes, as constraints."""
    pins = re.findall(r"^[\w.-]+==[^\\\n]+", (root / "requirements/play.txt").read_text("utf-8"), re.MULTILINE)
    path = folder / "constraints.txt"
    path.write_text("\n".join(pin.strip() for pin in pins) + "\n", encoding="utf-8")
    return path


def main(arguments: list[str]) -> int:
    """Carry out all steps; 0 when the release is ready, 1 with a sentence on stderr otherwise."""
    parser = argparse.ArgumentParser(prog="release.py", description="Make a release ready; nothing is uploaded.")
    parser.add_argument("--draft", action="store_true", help="the changelog may say that it is not yet released")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="an empty folder for what is built")
    asked = parser.parse_args(arguments)
    try:
        version = check_version(ROOT, asked.draft)
        try:
            name = check_name(ROOT, version)
        except ReleaseError as error:
            if not asked.draft:
                raise
            name = f"Note: {error}"
        sbom = json.dumps(bill_of_materials(ROOT, version), indent=1) + "\n"
        archive, wheel = build(ROOT, asked.out)
        check_wheel(wheel)
        taken = check_installed(ROOT, wheel)
        check_size(wheel)
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    named = asked.out / f"hustings-{version}-client.cdx.json"
    named.write_text(sbom, encoding="utf-8")
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes; {archive.name}: {archive.stat().st_size:,} bytes")
    print(f"`import hustings`: {taken:.3f} s")
    print(name)
    for note in notes(ROOT):
        print(f"Note: {note}")
    print(NEXT.format(out=asked.out, version=version, sbom=named.name))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
