"""The options of a game, whichever it is: chosen by name, the defaults filled in."""

from __future__ import annotations

from collections.abc import Mapping


def chosen_from(known: Mapping[str, tuple[str, ...]], options: Mapping[str, str] | None) -> dict[str, str]:
    """Every option with its value, the first where none is chosen. ValueError for an unknown option or value."""
    chosen = {name: values[0] for name, values in known.items()}
    for name, value in (options or {}).items():
        if name not in known:
            raise ValueError(f"there is no option {name!r}; the options are {', '.join(known)}")
        if value not in known[name]:
            raise ValueError(f"option {name} cannot be {value!r}; it is one of {', '.join(known[name])}")
        chosen[name] = value
    return chosen
