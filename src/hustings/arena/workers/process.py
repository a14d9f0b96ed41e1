"""The program of a worker process: it reads pieces of work and writes results until its input ends."""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from typing import Any


def main() -> None:
    """Do the pieces of work from standard input; anything that entrants print goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one will end it
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.path[:] = pickle.load(sys.stdin.buffer)
    from hustings.arena.workers.tasks import answered
    from hustings.engine.errors import HustingsError

    asked = queue.SimpleQueue[Any]()
    threading.Thread(target=_read, args=(asked,), daemon=True).start()
    while True:
        work = asked.get()
        try:
            answer = str(work) if isinstance(work, HustingsError) else answered(*work)
        except HustingsError as error:
            answer = str(error)
        pickle.dump(answer, out)
        out.flush()


def _read(asked: queue.SimpleQueue[Any]) -> None:
    """Read pieces of work; end this process with its input, even during work, because nobody waits for a result."""
    from hustings.engine.errors import HustingsError

    while True:
        try:
            asked.put(pickle.load(sys.stdin.buffer))
        except HustingsError as error:  # this process cannot load an entrant
            asked.put(error)
        except EOFError:
            os._exit(0)
        except Exception:  # the process that started this one repeats the work, then gives up
            traceback.print_exc()
            os._exit(1)


if __name__ == "__main__":
    main()
