"""Entry points of installed packages, and which package counts if several provide the same name."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points

OURS = "hustings"  # the distribution whose entry points nobody else can replace

logger = logging.getLogger(__name__)


@cache
def providers(group: str) -> Mapping[str, tuple[EntryPoint, ...]]:
    """Return the entry points of a group by name.

    Entry points of Hustings itself replace those of other packages. Otherwise a name has more than one entry point if
    several packages provide it; none of them should be loaded then, because their order is an accident.
    """
    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=group):
        found.setdefault(point.name, []).append(point)
    return {name: _allowed(group, points) for name, points in found.items()}


def _allowed(group: str, points: Sequence[EntryPoint]) -> tuple[EntryPoint, ...]:
    own = tuple(point for point in points if package_of(point) == OURS)
    for point in points:
        if own and point not in own:
            logger.warning(
                "%r of the package %s is ignored, because Hustings has its own (%s)",
                point.name,
                package_of(point),
                group,
            )
    return own or tuple(points)


def package_of(point: EntryPoint) -> str:
    """Return the name of the package that has an entry point."""
    return point.dist.name if point.dist else point.value


def contest(points: Sequence[EntryPoint]) -> str:
    """Return an error text if several packages provide the same name, else ""."""
    if len(points) < 2:
        return ""
    return f"the packages {' and '.join(sorted(map(package_of, points)))} both provide it; remove one of them"
