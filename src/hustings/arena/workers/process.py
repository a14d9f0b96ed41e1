"""The program of a worker process: it reads pieces of work and writes results until its input ends."""

from __future__ import annotations

import os
import pickle
import signal
import sys


def main() -> None:
    """Do the pieces of work from standard input; anything that entrants print goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one will end it
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.path[:] = pickle.load(sys.stdin.buffer)
    from hustings.arena.workers.tasks import answered
    from hustings.engine.errors import HustingsError

    while True:
        try:
            answer = answered(*pickle.load(sys.stdin.buffer))
        except EOFError:
            return
        except HustingsError as error:  # this process cannot load an entrant
            answer = str(error)
        pickle.dump(answer, out)
        out.flush()


if __name__ == "__main__":
    main()
