"""The toy game as a package registers it: a module with a RULEBOOK."""

from __future__ import annotations

from tests.engine import toy

RULEBOOK = toy.rulebook(toy)
