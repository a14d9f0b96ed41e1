"""Write the parts of the pages about protocols in docs/ that follow from declarations of the server.

$ python scripts/protocol_pages.py            writes them
$ python scripts/protocol_pages.py --check    prints the difference and exits 1 if one is stale
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import asdict
from pathlib import Path

import generated
from game_pages import table
from hustings.classes.registry import TEACHER
from hustings.clubs.registry import MEMBER, ORGANISER
from hustings.rooms.commands.registry import Incoming, Registry
from hustings.rooms.room import HOST
from hustings.rooms.settings import USUAL, SettingInfo, declared

PROTOCOL = generated.ROOT / "docs" / "protocol.md"
CLASSES = generated.ROOT / "docs" / "class-protocol.md"
CLUBS = generated.ROOT / "docs" / "club-protocol.md"


def settings() -> str:
    """The table of a room's settings."""
    rows = [(f"`{one.name}`", _values(one), f"`{json.dumps(one.usual)}`", one.help.en) for one in declared()]
    return table(("key", "values", "usual", "meaning"), rows)


def _values(one: SettingInfo) -> str:
    if one.kind == "number":
        return f"{one.least} to {one.most}"
    if one.kind == "switch":
        return "`true`, `false`"
    return "<br>".join(f"`{value}`: {label.en}" for value, label in one.labels.items())


def commands(registry: Registry, head: str = "command") -> str:
    """The table of a role's commands."""
    return table((head, "effect"), [(_command(do, model), _effect(model)) for do, model in registry.models.items()])


def _effect(model: type[Incoming]) -> str:
    """Return what a command does: its docstring in one line, with a break before each field."""
    text = re.sub(r"\n\n?(\w+):", lambda found: f"<br>`{found[1]}`:", model.__doc__ or "")
    return " ".join(text.split())


def _command(do: str, model: type[Incoming]) -> str:
    fields = [
        f'"{name}"' if one.is_required() else f'"{name}": {json.dumps(one.default)}'
        for name, one in model.model_fields.items()
        if name != "do"
    ]
    return f"`{{{', '.join([json.dumps('do') + ': ' + json.dumps(do), *fields])}}}`"


def with_tables(page: str, *tables: str) -> str:
    """Return a page with these tables instead of those of the same heads. Raises ValueError if one is missing."""
    for fresh in tables:
        head = re.escape(fresh.split("\n", 1)[0])
        page, count = re.subn(rf"^{head}\n(\|.*\n)+", fresh.replace("\\", r"\\"), page, flags=re.MULTILINE)
        if count != 1:
            raise ValueError(f"the page needs one table with the head {head}")
    return page


def files() -> dict[Path, str]:
    """Return the text of every page."""
    page = with_tables(PROTOCOL.read_text(encoding="utf-8"), settings(), commands(HOST))
    page = re.sub(r'"terms": \{"absent.*?\}', f'"terms": {json.dumps(asdict(USUAL))}', page)
    classes = with_tables(CLASSES.read_text(encoding="utf-8"), commands(TEACHER))
    own, all_of_them = commands(MEMBER, "a member's command"), commands(ORGANISER, "an organiser's command")
    clubs = with_tables(CLUBS.read_text(encoding="utf-8"), own, all_of_them)
    return {PROTOCOL: page, CLASSES: classes, CLUBS: clubs}


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, files()))
