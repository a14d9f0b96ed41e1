"""The contract suite: pytest tests that every game must pass.

Add the plugin to the `conftest.py` of your tests,

    pytest_plugins = ["hustings.testing.plugin"]

and a module of tests that names your game:

    from hustings.testing import GameSuite
    from hustings.testing.contract import *

    GAMES = [GameSuite("your_game")]

The suite needs the extra `testing`; `put` and `add` work without it. Nothing of Hustings imports this package.
"""

from contextlib import suppress

with suppress(ImportError):  # `put` and `add` need no pytest
    import pytest

    # this must precede the imports, so that a failed assertion shows its values
    pytest.register_assert_rewrite(
        *(f"hustings.testing.{name}" for name in ("contract", "compare", "positions", "redeal", "tables"))
    )

from hustings.testing.game_suite import (
    Corruption,
    GameSuite,
    InformationSet,
    Reference,
    SmallGame,
    Symmetry,
    Variant,
    add,
    put,
)

__all__ = [
    "Corruption",
    "GameSuite",
    "InformationSet",
    "Reference",
    "SmallGame",
    "Symmetry",
    "Variant",
    "add",
    "put",
]
