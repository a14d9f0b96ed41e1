"""A server for bench/rooms_load.py: no pauses, no limits on how many rooms are made or how fast seats may move."""

from __future__ import annotations

import sys
from pathlib import Path

from hustings.web import hall
from hustings.web.serve import serve
from hustings.web.settings import Settings


def main() -> None:
    """Serve from the folder that was named, on any free port, and say where."""
    hall.ROOMS_AT_ONCE = 10**6
    settings = Settings(data_dir=Path(sys.argv[1]), bot_pause=(0.0, 0.0), pace=(10**6, 10**6))
    serve(port=0, settings=settings, say=lambda text: print(text, flush=True))


if __name__ == "__main__":
    main()
