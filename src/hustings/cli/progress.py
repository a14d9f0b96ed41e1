"""Show the progress of long commands: bars on a terminal, else a line on stderr every ten seconds."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Task, TaskID

EVERY = 10.0  # seconds
WINDOW = 3600.0  # the most seconds back in time from which the speed is estimated

Tell = Callable[[str, int, int], None]


@contextmanager
def bars(terminal: bool | None = None, every: float = EVERY) -> Iterator[Tell]:
    """Show progress with the time left while a `with` block runs.

    The block gets a function to call with the name of a task, how much of it is done, and its total.

    terminal  whether stderr is a terminal, on which bars can be drawn; by default this is detected.
    every     the seconds between two lines if it is none.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True, force_terminal=terminal)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    plain = not console.is_terminal
    progress = Progress(*columns, console=console, transient=True, disable=plain, speed_estimate_period=WINDOW)
    tasks: dict[str, TaskID] = {}
    ended = threading.Event()

    def tell(name: str, done: int, whole: int) -> None:
        if name not in tasks:
            tasks[name] = progress.add_task(name, total=whole, completed=done)
        progress.update(tasks[name], completed=done, total=whole)

    def write() -> None:
        while not ended.wait(every):
            for task in [task for task in progress.tasks if not task.finished][-1:]:
                print(line(task), file=sys.stderr, flush=True)

    if plain:
        threading.Thread(target=write, name="progress", daemon=True).start()
    try:
        with progress:
            yield tell
    finally:
        ended.set()


def line(task: Task) -> str:
    """Return a line of progress, with an estimate of the time left if there is one."""
    left = "" if task.time_remaining is None else f", about {timedelta(seconds=task.time_remaining)} left"
    return f"{task.description}: {task.completed:.0f} of {task.total:.0f}{left}"
