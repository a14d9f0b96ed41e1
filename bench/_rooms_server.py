"""A server for bench/rooms_load.py: no pauses, no limits on how many rooms are made or how fast seats may move.

It has one level of bots more, which thinks so long that eight of them, with one worker, are just within their patience.
Worker processes read this file, too.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hustings.bots.levels import LEVELS, Level
from hustings.bots.search import Settings as Search
from hustings.rooms.rate_limits import RoomMaking
from hustings.web.serve import serve
from hustings.web.settings import Settings

THINKING = 0.4  # seconds of a search for every move
LEVELS["slow"] = Level("slow", "Slow coach", "Thinks for a while.", Search(0, seconds=THINKING, exact=0))


def main() -> None:
    """Serve from the folder that was named."""
    RoomMaking.SERVER_SIZE = RoomMaking.ADDRESS_SIZE = 10**6
    pace = (10**6, 10**6)
    settings = Settings(data_dir=Path(sys.argv[1]), bot_pause=(0.0, 0.0), pace=pace, connections_by_address=10**6)
    serve(port=0, settings=settings, say=lambda text: print(text, flush=True))


if __name__ == "__main__":
    main()
