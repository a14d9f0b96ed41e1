"""A server for bench/rooms_load.py: no pauses, no limits on how many rooms are made or how fast seats may move.

It has one level of bots more, which thinks so long that eight of them, with one worker, are just within their patience.
Worker processes read this file, too.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from hustings.bots.levels import LEVELS, Level, level
from hustings.engine.record import Row
from hustings.engine.rules import Buffers
from hustings.rooms.rate_limits import RoomMaking
from hustings.web.serve import serve
from hustings.web.settings import Settings

THINKING = 0.4  # seconds of processor time


def _slow(view: Row, seat: int, key: int, buffers: Buffers) -> int:
    """Ask the rule of thumb again and again."""
    end = time.process_time() + THINKING
    while True:
        action = level("thumb").chooser(view, seat, key, buffers)
        if time.process_time() > end:
            return action


LEVELS["slow"] = Level("slow", "Slow coach", "Thinks for a while.", _slow)


def main() -> None:
    """Serve from the folder that was named."""
    RoomMaking.SERVER_SIZE = RoomMaking.ADDRESS_SIZE = 10**6
    settings = Settings(data_dir=Path(sys.argv[1]), bot_pause=(0.0, 0.0), pace=(10**6, 10**6))
    serve(port=0, settings=settings, say=lambda text: print(text, flush=True))


if __name__ == "__main__":
    main()
