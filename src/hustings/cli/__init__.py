"""The command line program `hustings`."""

from hustings.cli.app import app, main

__all__ = ["app", "main"]
