"""The phones of the lessons behave as protocol.md asks of every client."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve

from hustings.rooms.clients import CLOSE_MOVED, CLOSE_RESTART
from tests.web import class_phones
from tests.web.class_phones import Phone
from tests.web.helpers import Site


@pytest.mark.parametrize("code", [CLOSE_MOVED, CLOSE_RESTART])
def test_a_phone_connects_again_when_its_process_has_gone(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(class_phones, "AGAIN", 0)
    ends = [1000, code, code]

    async def close(socket: ServerConnection) -> None:
        assert "hello" in json.loads(await socket.recv())
        await socket.close(ends.pop())

    async def work() -> list[str]:
        async with serve(close, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            phone = Phone(Site(port, tmp_path), "ABCDEF", "token", random.Random(0))
            phone.open()
            await asyncio.gather(*phone._tasks)
        return phone.faults

    assert asyncio.run(work()) == []
    assert ends == []
