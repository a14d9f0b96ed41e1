"""The READMEs of the games."""

from __future__ import annotations

from importlib import resources


def readme(name: str) -> str:
    """The README's text."""
    return resources.files(f"hustings.games.{name}").joinpath("README.md").read_text(encoding="utf-8")


def notation(name: str) -> str:
    """What the README says of the notation."""
    return readme(name).split("## Notation")[1].split("## The record")[0]
