"""The rest of a class beside the browsers of a test: clients of the protocol, on a thread of their own."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Self

from tests.web.class_helpers import joined
from tests.web.class_phones import WITHIN, Phone
from tests.web.helpers import Site


class Crowd:
    """Phones that play by chance, as many moves as they are allowed. As a context: puts them away in the end."""

    def __init__(self, site: Site, code: str, thinking: float) -> None:
        self.phones: list[Phone] = []
        self._site, self._code, self._thinking = site, code, thinking
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill(self.phones)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def faults(self) -> list[str]:
        """Whatever a phone was told or shown that it should not have been."""
        return [fault for phone in self.phones for fault in phone.faults]

    def arrive(self, count: int) -> None:
        """So many more join and open the class's page."""
        new = []
        for number in range(len(self.phones), len(self.phones) + count):
            token = joined(self._site, self._code)["token"]
            new.append(Phone(self._site, self._code, token, random.Random(number), self._thinking, allowed=0))
        self.phones += new
        self.back(new)

    def back(self, phones: Sequence[Phone]) -> None:
        """Open the class's page on phones that have none open."""

        async def work() -> None:
            for phone in phones:
                phone.open()

        self._do(work())

    def kill(self, phones: list[Phone]) -> None:
        """Lose phones: no socket says goodbye."""

        async def work() -> None:
            await asyncio.gather(*(phone.kill() for phone in phones))

        self._do(work())

    def allow(self, moves: int) -> None:
        """Let each phone make so many moves, and then wait: a slow machine must not find every game over."""
        for phone in self.phones:
            phone.allowed = moves

    def until(self, so: Callable[[Phone], Any], what: str) -> None:
        """Wait until something is so on every phone."""
        end = time.monotonic() + WITHIN
        while not all(phone.shown and so(phone) for phone in self.phones):
            assert time.monotonic() < end, f"in vain: {what}"
            time.sleep(0.02)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(WITHIN)
