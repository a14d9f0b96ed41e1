"""The bus over Redis, for many processes: publish and subscribe on one channel. Nothing is kept there."""

from __future__ import annotations

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from hustings.rooms.cluster.bus import CHANNEL, Bus, Listener, pass_on
from hustings.rooms.errors import StoreError

WITHIN = 2.0  # seconds for any request
SIGN_EVERY = 10  # seconds between two checks that the connection still lives
SCHEMES = ("redis://", "rediss://")


class RedisBus(Bus):
    """Notices by way of the Redis server at a URL; while it does not answer the processes find out by themselves.

    Raises StoreError for a URL that is none of Redis.
    """

    def __init__(self, url: str) -> None:
        if not url.startswith(SCHEMES):
            raise StoreError("room.bus_address")
        try:
            self._redis = Redis.from_url(
                url,
                decode_responses=True,
                socket_timeout=WITHIN,
                socket_connect_timeout=WITHIN,
                health_check_interval=SIGN_EVERY,
                retry=Retry(NoBackoff(), 0),
            )
        except (RedisError, ValueError) as error:
            raise StoreError("room.bus_address_unreadable", error=str(error)) from None
        super().__init__()

    async def close(self) -> None:
        """See `Bus.close`."""
        await super().close()
        await self._redis.aclose()

    async def _send(self, notices: list[str]) -> None:
        try:
            await self._redis.publish(CHANNEL, " ".join(notices))
        except (RedisError, OSError) as error:
            raise StoreError("room.redis_silent", error=type(error).__name__) from error

    async def _receive(self, listener: Listener) -> None:
        try:
            async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                await channel.subscribe(CHANNEL)
                while True:
                    message = await channel.get_message(timeout=WITHIN)
                    for notice in message["data"].split() if message else ():
                        pass_on(notice, listener)
        except (RedisError, OSError) as error:
            raise StoreError("room.redis_silent", error=type(error).__name__) from error
