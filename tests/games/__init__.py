"""Our games as the contract suite tests them: one module per game, each with its `SUITE`."""

from tests.games import combat, mudslinger, politics, president

GAMES = [combat.SUITE, mudslinger.SUITE, politics.SUITE, president.SUITE]
#: the names of our games; whatever else is installed is not ours to test
BY_NAME = {suite.name: suite for suite in GAMES}
NAMES = tuple(BY_NAME)
