"""The command line program, which reports errors in one sentence with exit code 2, never as a traceback.

It starts fast because this module imports nothing large; each command imports what it needs when it runs.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import typer

from hustings.cli import (
    daily,
    examining,
    extending,
    files,
    looking,
    matching,
    measuring,
    models,
    playing,
    reviewing,
    rooms,
    serving,
    studying,
)
from hustings.cli.asking import GAME_SETTINGS, GAME_USAGE
from hustings.engine.errors import HustingsError

WRONG = 2
INTERRUPTED = 130
PIPE_CLOSED = 141

app = typer.Typer(
    name="hustings",
    help="A table for American election games. Without a command it opens in the browser.",
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
#: the commands by name, in the order of the help
COMMANDS: dict[str, Callable[..., None]] = {
    "serve": serving.serve,
    "play": playing.play,
    "games": looking.games,
    "cards": looking.cards,
    "rules": looking.rules,
    "replay": files.replay,
    "verify": files.verify,
    "debrief": files.debrief,
    "dataset": files.dataset,
    "random": files.random_games,
    "review": reviewing.review,
    "match": matching.match,
    "study": studying.study,
    "warm": measuring.warm,
    "doctor": examining.doctor,
    "mcp": models.mcp,
    "eval": models.evaluate,
    "new-game": extending.new_game,
}
#: the usage of commands that take the options of a game
USAGE = {**dict.fromkeys(("play", "cards", "rules", "random", "match", "study"), GAME_USAGE), "eval": models.EVAL_USAGE}
for name, command in COMMANDS.items():
    if name in USAGE:
        app.command(name, context_settings=GAME_SETTINGS, options_metavar=USAGE[name])(command)
    else:
        app.command(name)(command)
app.add_typer(daily.daily, name="daily")
app.add_typer(rooms.rooms, name="rooms")


@app.callback(invoke_without_command=True)
def _alone(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    if version:
        from hustings.engine.version import full_version

        typer.echo(full_version())
        raise typer.Exit
    if context.invoked_subcommand is None:
        serving.serve_with_defaults()


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program, by default with the arguments it was started with, and exit with its exit code."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code: 0, 2 for an error, 130 if interrupted, 141 if its output was closed."""
    _forgive_terminals()
    try:
        code = app(args=None if arguments is None else list(arguments), prog_name="hustings", standalone_mode=False)
        if sys.stdout is not None:  # a program may be started with its output closed
            sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (BrokenPipeError, SystemExit):  # the parser and Rich raise these if the output is closed
        _drop_output()
        return PIPE_CLOSED
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (HustingsError, OSError) as error:
        return _wrong(_sentence_of(error))
    except Exception as error:
        usage = getattr(error, "format_message", None)  # errors of the parser that Typer uses have it
        if usage is None:
            raise
        return _wrong(str(usage()))


def _sentence_of(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename is not None else error.strerror
    return str(error)


def _wrong(sentence: str) -> int:
    from hustings.engine.messages import printable

    typer.echo(printable(" ".join(sentence.split())), err=True)
    return WRONG


def _forgive_terminals() -> None:
    """Make all streams replace characters that cannot be shown or decoded, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # tests put other streams in place


def _drop_output() -> None:
    """Discard all further output if its reader has gone, so that closing the output does not fail again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
