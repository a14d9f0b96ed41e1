"""`hustings mcp`: a chair for a language model."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from hustings.engine.errors import OptionError


def register(app: typer.Typer) -> None:
    """Add this module's command."""
    app.command()(mcp)


def mcp(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The link of a room.", show_default=False)],
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code of a seat, from the host.", show_default=False)],
) -> None:
    """Let a language model play a seat, by the Model Context Protocol on standard input and output."""
    import asyncio

    if find_spec("mcp") is None:
        raise OptionError('hustings mcp needs the extra "mcp"; in a checkout: pip install ".[mcp]".')
    from hustings.models.stdio import serve_stdio

    asyncio.run(serve_stdio(link, code))
