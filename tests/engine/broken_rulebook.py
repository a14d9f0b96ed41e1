"""A package whose RULEBOOK is none."""

from __future__ import annotations

RULEBOOK = {"name": "broken"}
