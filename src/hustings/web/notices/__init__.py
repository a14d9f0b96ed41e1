"""Send notices of games over days: by web push, by mail, and to the chat of a group."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hustings.rooms.stores.store import Store
    from hustings.web.notices.post_office import PostOffice
    from hustings.web.settings import Settings


def installed() -> bool:
    """Return whether the extra `notices` is installed."""
    return all(find_spec(name) is not None for name in ("cryptography", "http_ece", "py_vapid"))


def open_post_office(settings: Settings, store: Store) -> PostOffice | None:
    """Return the sender of notices, or None without the extra `notices`. Raises OptionError for a wrong setting."""
    if not installed():
        return None
    from hustings.web.notices.post_office import PostOffice

    return PostOffice(settings, store)
