"""The command `hustings serve`: play in the browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

HOST = "127.0.0.1"
PORT = 8420


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = HOST,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; if it is taken, the next free one.")] = PORT,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder for rooms; by default your data folder.")
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the table in this computer's browser.")
    ] = False,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let people in this network join; show a QR code for phones.")
    ] = False,
    for_class: Annotated[
        bool, typer.Option("--class", help="Teach a class: as --lan --open, with the page that opens a class.")
    ] = False,
    store: Annotated[
        str | None, typer.Option(metavar="URL", help="A PostgreSQL store, for several servers: postgresql://...")
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="[HOST:]PORT", help="The address of metrics for Prometheus; without HOST for this computer only."
        ),
    ] = None,
    host_name: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A name that this server answers to; can be repeated.")
    ] = None,
) -> None:
    """Run a server for playing in the browser."""
    from hustings.cli.asking import folder_asked
    from hustings.web.metrics import address_in
    from hustings.web.serve import serve as serve_table
    from hustings.web.settings import Settings

    folder = None if data is None else folder_asked(data, 0o700)
    usual = Settings()
    settings = replace(
        usual,
        store=store or usual.store,
        metrics=metrics or usual.metrics,
        host_names=tuple(host_name or usual.host_names),
        taught=for_class,
    )
    if settings.metrics:
        address_in(settings.metrics)
    serve_table(
        host=host,
        port=port,
        data_dir=folder,
        open_browser=open_browser or for_class,
        lan=lan or for_class,
        settings=settings,
        say=typer.echo,
        page="/class" if for_class else "",
    )


def serve_with_defaults() -> None:
    """Serve to this computer and open its browser, as `hustings` does if no command is given."""
    serve(open_browser=True)
