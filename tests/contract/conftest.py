"""Every installed game becomes a parameter; a new game is picked up without a line here."""

from __future__ import annotations

import pytest

from tests.harness.bench import plain_variants, variants


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What a test asks for by name.

    variant    every game with every number of seats and option set.
    plain      every game with every number of seats, default options.
    game_name  every game.
    """
    if "variant" in metafunc.fixturenames:
        metafunc.parametrize("variant", variants(), ids=lambda variant: variant.name)
    if "plain" in metafunc.fixturenames:
        metafunc.parametrize("plain", plain_variants(), ids=lambda variant: variant.name)
    if "game_name" in metafunc.fixturenames:
        metafunc.parametrize("game_name", sorted({variant.game.name for variant in plain_variants()}))
