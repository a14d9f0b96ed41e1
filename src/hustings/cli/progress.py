"""Show the progress of long commands: bars on a terminal, else a line on stderr every ten seconds."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

EVERY = 10.0  # seconds

Tell = Callable[[str, int, int], None]


@contextmanager
def bars(terminal: bool | None = None) -> Iterator[Tell]:
    """Show progress with the time left while a `with` block runs.

    The block gets a function to call with the name of a task, how much of it is done, and its total.

    terminal  whether stderr is a terminal, on which bars can be drawn; by default this is detected.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    console = Console(stderr=True, force_terminal=terminal)
    if not console.is_terminal:
        with lines(sys.stderr) as tell:
            yield tell
        return
    tasks: dict[str, TaskID] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:

        def draw(name: str, done: int, whole: int) -> None:
            if name not in tasks:
                tasks[name] = progress.add_task(name, total=whole)
            progress.update(tasks[name], completed=done, total=whole)

        yield draw


@contextmanager
def lines(stream: TextIO, every: float = EVERY) -> Iterator[Tell]:
    """Write a line with the time left every `every` seconds while a `with` block runs.

    The block gets a function to call with the name of a task, how much of it is done, and its total.
    """
    state = [("", 0, 0)]
    begun: dict[str, tuple[float, int]] = {}
    ended = threading.Event()

    def tell(name: str, done: int, whole: int) -> None:
        begun.setdefault(name, (time.monotonic(), done))
        state[0] = (name, done, whole)

    def write() -> None:
        while not ended.wait(every):
            name, done, whole = state[0]
            if name and done < whole:
                since, first = begun[name]
                print(line(name, done, whole, time.monotonic() - since, done - first), file=stream, flush=True)

    writer = threading.Thread(target=write, name="progress", daemon=True)
    writer.start()
    try:
        yield tell
    finally:
        ended.set()
        writer.join()


def line(name: str, done: int, whole: int, seconds: float, new: int) -> str:
    """Return a line of progress with an estimate of the time left; new: how much was done in the last `seconds`.

    Examples:
        >>> from hustings.cli.progress import line
        >>> line("boss : thumb", 60, 200, 30.0, 60)
        'boss : thumb: 60 of 200, about 1 min 10 s left'
    """
    if not new:
        return f"{name}: {done} of {whole}"
    left = round(seconds * (whole - done) / new)
    minutes, rest = divmod(left, 60)
    hours, minutes = divmod(minutes, 60)
    told = f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
    return f"{name}: {done} of {whole}, about {told} left"
