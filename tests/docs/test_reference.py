"""The API reference has every public name, and every public name has a docstring."""

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = "\n".join(page.read_text(encoding="utf-8") for page in ROOT.glob("docs/api/*.md"))
#: each name, or the heading it is shown under where a module stands in its way
DOCUMENTED = [
    heading or name
    for name, heading in re.findall(r"^::: ([\w.]+)$(?:\n +options:\n +heading: ([\w.]+)$)?", REFERENCE, re.MULTILINE)
]
MODULES = (
    "hustings",
    "hustings.arena",
    "hustings.batch",
    "hustings.bots",
    "hustings.daily",
    "hustings.atlas.states",
    "hustings.atlas.states_1904",
    "hustings.testing",
    "hustings.atlas.apportionment",
    "hustings.debrief",
    "hustings.envs.gymnasium",
    "hustings.envs.openspiel",
    "hustings.envs.pettingzoo",
    "hustings.envs.windows",
)
NAMES = [f"{module}.{name}" for module in MODULES for name in import_module(module).__all__]


def _found(name: str) -> object:
    module, _, attribute = name.rpartition(".")
    return getattr(import_module(module), attribute)


def test_reference_has_exactly_the_public_names() -> None:
    """Neither is a public name missing, nor is a name documented twice or not public."""
    assert sorted(set(DOCUMENTED) - set(MODULES)) == sorted(NAMES)
    assert len(DOCUMENTED) == len(set(DOCUMENTED))


@pytest.mark.parametrize("name", [name for name in NAMES if callable(_found(name))])
def test_public_names_have_docstrings(name: str) -> None:
    """A public class or function has a docstring of its own."""
    assert inspect.getdoc(_found(name))
