"""Our games compared with their second implementations: `python -m tests.games --game GAME --games 2000`."""

from hustings.testing import long
from tests.games import GAMES

if __name__ == "__main__":
    long.main(GAMES)
