"""Load a game's optional `fast.py`: faster forms of its verbs, which add no meaning.

The file names the version of the rules that it was compared with: `CHECKED = "0f3a..."` is the `digest` of the game's
rule files. After an edit to the rules the digest differs, and the engine uses the plain verbs until the contract suite
has compared the fast forms again. An edited rule therefore takes effect everywhere at once.
"""

from __future__ import annotations

import hashlib
import logging
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

FILE = "fast.py"
#: files of a game that contain no rules
LEFT_OUT = {FILE, "__init__.py", "board.py", "small.py", "words.py"}
logger = logging.getLogger(__name__)


def digest(package: str) -> str:
    """Return a digest of the Python files that contain a game's rules: 16 hexadecimal digits."""
    file = import_module(package).__file__
    assert file is not None
    home, found = Path(file).parent, hashlib.sha256()
    for source in sorted(home.rglob("*.py")):
        name = source.relative_to(home).as_posix()
        if name not in LEFT_OUT:
            found.update(name.encode() + b"\0" + source.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()[:16]


def fast_forms(package: str) -> ModuleType | None:
    """Return a game package's module `fast`, checked or not; None if the package has no such module."""
    name = f"{package}.fast"
    is_package = hasattr(import_module(package), "__path__")
    return import_module(name) if is_package and find_spec(name) else None


def checked_forms(package: str) -> ModuleType | None:
    """Return a game package's module `fast` if it was checked against the current rules, else None."""
    forms = fast_forms(package)
    if forms is None or digest(package) == forms.CHECKED:
        return forms
    logger.warning("%s/%s was checked against other rules and is not used", package.replace(".", "/"), FILE)
    return None
