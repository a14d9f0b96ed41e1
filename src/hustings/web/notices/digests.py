"""A digest instead of a flood: notices of several rooms for one address within a few seconds become one notice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from hustings.rooms.notices.book import Group, Push
from hustings.rooms.notices.courier import Mailbox, Outcome
from hustings.rooms.notices.text import Letter

TOGETHER = 3.0  # seconds in which notices wait for others; rooms are woken together, such as at the end of a night
AGAIN = 60.0  # seconds until notices are sent again whose sending was cancelled
To = Push | Mailbox | Group


@dataclass(frozen=True, slots=True)
class Waiting:
    """A notice that waits for others to the same address, and the future of its outcome."""

    to: To
    letter: Letter
    outcome: asyncio.Future[Outcome]


class Digests:
    """Sends notices together that have the same address.

    Args:
        deliver: Sends notices to one address as one.
        together: Seconds in which a notice waits for others.
    """

    def __init__(
        self, deliver: Callable[[list[To], list[Letter]], Awaitable[Outcome]], together: float = TOGETHER
    ) -> None:
        self._deliver, self._together = deliver, together
        self._waiting: dict[str, list[Waiting]] = {}

    async def send(self, to: To, letter: Letter) -> Outcome:
        """Send a notice with those that come within a few seconds; the first one sends all and knows the outcome."""
        own = Waiting(to, letter, asyncio.get_running_loop().create_future())
        batch = self._waiting.setdefault(address_of(to), [])
        batch.append(own)
        if batch[0] is not own:
            return await own.outcome
        outcome = Outcome(again=AGAIN)
        try:
            await asyncio.sleep(self._together)
            del self._waiting[address_of(to)]
            outcome = await self._deliver([one.to for one in batch], [one.letter for one in batch])
        finally:
            if self._waiting.get(address_of(to)) is batch:
                del self._waiting[address_of(to)]
            for other in batch[1:]:
                if not other.outcome.done():
                    other.outcome.set_result(outcome)
        return outcome


def address_of(to: To) -> str:
    """Return the address by which notices are gathered."""
    match to:
        case Push():
            return to.endpoint
        case Mailbox():
            return to.address
        case Group():
            return to.url
