"""Progress bars for commands that take long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bars() -> Iterator[Callable[[str, int, int], None]]:
    """Show progress bars on a terminal while the block runs; call the yielded function with name, done and total."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    tasks: dict[str, TaskID] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:

        def tell(name: str, done: int, whole: int) -> None:
            if name not in tasks:
                tasks[name] = progress.add_task(name, total=whole)
            progress.update(tasks[name], completed=done, total=whole)

        yield tell
