"""The command `hustings doctor`: what is wrong with an installation."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from hustings.cli.stores import Data, StoreAt

MARKS = {"ok": "ok   ", "odd": "look ", "wrong": "WRONG"}


def doctor(
    url: Annotated[
        str | None, typer.Argument(metavar="[URL]", help="The public address of the server.", show_default=False)
    ] = None,
    data: Data = None,
    store: StoreAt = None,
) -> None:
    """Examine a server's installation: folders, store, disk, name, TLS, proxy, clock, versions.

    Run it as the server's user with the server's HUSTINGS_ settings. It changes nothing. Exit code 1 if something is
    wrong.
    """
    from hustings.web.doctor import examine
    from hustings.web.settings import Settings

    usual = Settings()
    settings = replace(usual, data_dir=data or usual.data_dir, store=store or usual.store)
    wrong = 0
    for finding in examine(settings, url):
        typer.echo(f"{MARKS[finding.verdict]} {finding.topic + ':':<9} {finding.text}")
        wrong += finding.verdict == "wrong"
    if wrong:
        raise typer.Exit(1)
