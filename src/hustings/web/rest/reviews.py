"""Reviews of finished games, made in another process and stored with the room.

A review needs a processor for seconds or minutes. So only people with a seat may ask for one, and games are reviewed
one at a time in a process of low priority. Unfinished reviews are shown while they grow. The finished review is stored
until the room is deleted.

The page of a seated person also offers each game for review when the game ends. The server then reviews the game only
if it has time, and never refuses with an error.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request
from pydantic import ValidationError

from hustings.rooms.automation.bot_pool import BotPool
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.log.log_events import NOBODY
from hustings.rooms.log.state import RoomState
from hustings.rooms.rate_limits import AddressBuckets, Bucket, household
from hustings.rooms.stores.store import Store
from hustings.web.errors import TooManyError
from hustings.web.protocol import messages as m
from hustings.web.protocol import replay_models as a
from hustings.web.rest.api import AppStateHere, LimitedAnalysis, RoomHere, seat_of
from hustings.web.rest.replays import Replay, ReplayHere, Replays, replay_of, replays_of

logger = logging.getLogger(__name__)
FORM = 4  # the version of stored reviews; a review of another version is made again
MOST_WAITING = 6  # games that are being reviewed or wait for it, on the whole server
MOST_OFFERED = 3  # the number of such games from which on offered games are not reviewed
ADDRESS_SIZE, ADDRESS_RATE = 6.0, 1 / 60  # reviews for one address at once, and then per second
OFFERED_SIZE, OFFERED_RATE = 10.0, 1 / 4  # offered games on the whole server at once, and then per second
MOST_ENTRIES = 4000  # entries in the log of a game that can be reviewed
PATIENCE = 1200.0  # seconds for one game, including the compilation of its rules
LONGEST = 4 << 20  # bytes of a review
LAST_LINES = 8  # lines of output to log when a process fails

Key = tuple[str, int, str]


@dataclass(slots=True, eq=False, kw_only=True)
class Steps:
    """The progress of work in another process: the number of steps done so far, of `total`, and the answer so far."""

    done: int = 0
    total: int = 0
    answer: Any = None


@dataclass(slots=True, eq=False)
class UnderWay(Steps):
    """A review that waits or runs; its steps are the entries of the game's log.

    asked  whether a person has asked for it, and so is told if it fails.
    """

    key: Key
    asked: bool = True
    task: asyncio.Task[None] | None = None
    failure: RoomError | None = None


class Reviews:
    """Reviews of one server: stored ones and those under way.

    bot_pool  the bots that think first.
    offers    whether games are reviewed that nobody has asked for.
    """

    def __init__(self, store: Store, bot_pool: BotPool, offers: bool) -> None:
        self._store, self._bot_pool, self._offers = store, bot_pool, offers
        self._line: list[UnderWay] = []  # the first is being made, the others wait
        self._failed: dict[Key, RoomError] = {}  # errors that are reported once
        self._one = asyncio.Lock()
        self._addresses = AddressBuckets(ADDRESS_SIZE, ADDRESS_RATE)
        self._offering = AddressBuckets(ADDRESS_SIZE, ADDRESS_RATE)
        self._all_offers = Bucket(OFFERED_SIZE, OFFERED_RATE)

    async def kept(self, replay: Replay) -> a.ReviewBody | None:
        """Return the stored review of a game, or None."""
        if replay.review is None:
            text = await self._store.beside(replay.room.code, _name(replay.number))
            try:
                replay.review = None if text is None else a.ReviewBody.model_validate_json(text)
            except ValidationError:
                logger.warning("the review of a game in room %s cannot be read", replay.room.code)
        return replay.review

    async def state(self, replay: Replay, may: bool) -> a.ReviewInfo:
        """Return a review's progress. may: whether the caller may start it. Raises RoomError if it failed."""
        review, key = await self.kept(replay), _key(replay)
        if review is not None:
            return a.ReviewInfo(state="ready", may=may, review=review)
        if key in self._failed:
            raise self._failed.pop(key)
        for ahead, one in enumerate(self._line):
            if one.key == key:
                state: Literal["counting", "waiting"] = "waiting" if ahead else "counting"
                part = None if one.answer is None else a.ReviewBody.model_validate(one.answer)
                return a.ReviewInfo(state=state, may=may, ahead=ahead, done=one.done, total=one.total, review=part)
        return a.ReviewInfo(state="none", may=may)

    async def begin(self, replay: Replay, address: str) -> None:
        """Start a game's review unless it exists or is under way. Raises RoomError or TooManyError."""
        if await self._exists(replay):
            return
        if len(replay.saved["log"]) > MOST_ENTRIES:
            raise RoomError("web.review_too_long", most=MOST_ENTRIES)
        if len(self._line) >= MOST_WAITING or not self._addresses.take(address):
            raise TooManyError("web.too_many_reviews")
        self._failed.pop(_key(replay), None)
        self._join(replay, asked=True)

    async def _exists(self, replay: Replay) -> bool:
        """Return whether a review exists or is under way, for a person who asks for it."""
        if await self.kept(replay) is not None:
            return True
        found = [one for one in self._line if one.key == _key(replay)]
        for one in found:
            one.asked = True
        return bool(found)

    async def has_time(self, state: RoomState, address: str) -> bool:
        """Return whether to review a room's last game that was offered; True if its review exists or is under way.

        False for tables of classes and clubs, whose reviews are not stored, and while bots wait for a processor.
        """
        if not self._offers or state.host == NOBODY or state.phase != "over" or state.hides(state.games):
            return False
        if any(one.key[:2] == (state.code, state.games) for one in self._line):
            return True
        if await self._store.beside(state.code, _name(state.games)) is not None:
            return True
        free = len(self._line) < MOST_OFFERED and not self._bot_pool.crowded
        return free and self._offering.take(address) and self._all_offers.take()

    async def offer(self, replay: Replay) -> None:
        """Start a game's review unless it exists or is under way, the line has become full or the game is too long."""
        if await self.kept(replay) is not None or any(one.key == _key(replay) for one in self._line):
            return
        if len(self._line) < MOST_WAITING and len(replay.saved["log"]) <= MOST_ENTRIES:
            self._join(replay, asked=False)

    def _join(self, replay: Replay, asked: bool) -> None:
        one = UnderWay(key=_key(replay), asked=asked)
        self._line.append(one)
        one.task = asyncio.create_task(self._make(replay, one))

    async def _make(self, replay: Replay, one: UnderWay) -> None:
        try:
            async with self._one:
                found = await reviewed(replay.saved, one)
            replay.review = a.ReviewBody.model_validate(found)
            if replay.room.host != NOBODY:  # a class's data is encrypted; a stored review would not be
                await self._store.lay_beside(replay.room.code, _name(replay.number), replay.review.model_dump_json())
        except TimeoutError:
            self._fail(one, RoomError("web.review_slow"))
        except RoomError as error:
            self._fail(one, error)
        except Exception:
            logger.exception("the review of a game in room %s was lost", replay.room.code)
            self._fail(one, RoomError("web.review_failed"))
        finally:
            self._line.remove(one)

    def _fail(self, one: UnderWay, error: RoomError) -> None:
        if not one.asked:
            return
        while len(self._failed) >= MOST_WAITING:
            self._failed.pop(next(iter(self._failed)))
        self._failed[one.key] = error

    async def close(self) -> None:
        """Stop all reviews."""
        tasks = [one.task for one in self._line if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _key(replay: Replay) -> Key:
    return (replay.room.code, replay.number, replay.saved.get("deal", {}).get("commitment", ""))


def _name(number: int) -> str:
    """Return the name under which the review of a room's game is stored beside the room."""
    return f"review {FORM} {number}"


async def reviewed(source: dict[str, Any], one: UnderWay) -> dict[str, Any]:
    """Review a saved game in another process and record the progress in `one`. Raises RoomError or TimeoutError."""
    found: dict[str, Any] = await answer_of(["hustings.arena.reviewing"], json.dumps(source), one)
    return found


async def answer_of(module: Sequence[str], sent: str, one: Steps) -> Any:
    """Return the last line of JSON that a module prints in another process, and record its progress in `one`.

    module  the module's name and its arguments. sent: the text on its standard input. Each line that it prints before
            the last is the answer as far as it is known.
    Raises RoomError or TimeoutError.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *module, stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=LONGEST
    )
    try:
        async with asyncio.timeout(PATIENCE):
            _, complaint = await asyncio.gather(_answer(process, sent.encode(), one), _follow(process, one))
            await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()  # `wait` would never return while unread output fills a buffer
    if process.returncode or one.answer is None:
        logger.warning("%s failed: %s", module[0], complaint[-500:])
        raise RoomError("web.review_failed")
    return one.answer


async def _answer(process: Process, asked: bytes, one: Steps) -> None:
    """Send a request to a process and record its answers in `one`; end the process if an answer is too long."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(asked)
        await process.stdin.drain()
        process.stdin.close()
    except (BrokenPipeError, ConnectionResetError):  # it has ended; its output has the reason
        pass
    try:
        async for line in process.stdout:
            one.answer = json.loads(line)
    except ValueError:  # longer than LONGEST
        process.kill()


async def _follow(process: Process, one: Steps) -> str:
    """Record the progress that a process prints on standard error; return the last lines that are no progress."""
    assert process.stderr is not None
    lines: deque[str] = deque(maxlen=LAST_LINES)
    async for line in process.stderr:
        words = line.decode(errors="replace").split()
        if len(words) == 2 and all(word.isdecimal() for word in words):
            one.done, one.total = int(words[0]), int(words[1])
        else:
            lines.append(" ".join(words))
    return "\n".join(lines)


reviews = APIRouter(prefix="/api/rooms", responses={"4XX": {"model": m.Problem}})


def reviews_of(request: Request) -> Reviews:
    """Return the server's reviews."""
    found: Reviews = request.app.state.reviews
    return found


def has_seat(room: RoomHere, request: Request, app_state: AppStateHere) -> bool:
    """Return whether a request comes from a seated person, by token or cookie."""
    return seat_of(request, app_state) is not None


ReviewsHere = Annotated[Reviews, Depends(reviews_of)]
HasSeat = Annotated[bool, Depends(has_seat)]


@reviews.get("/{code}/replay/review", dependencies=[LimitedAnalysis])
async def review(replay: ReplayHere, made: ReviewsHere, may: HasSeat) -> a.ReviewInfo:
    """Return the game's review or its progress."""
    return await made.state(replay, may)


@reviews.post("/{code}/replay/review", dependencies=[LimitedAnalysis])
async def begin_review(replay: ReplayHere, made: ReviewsHere, may: HasSeat, request: Request) -> a.ReviewInfo:
    """Start a review at the request of a seated person, or return its progress."""
    if not may:
        raise NotAllowedError("web.review_seats_only")
    await made.begin(replay, _address(request))
    return await made.state(replay, may)


@reviews.post("/{code}/replay/review/offer", dependencies=[LimitedAnalysis])
async def offer_review(
    room: RoomHere,
    made: ReviewsHere,
    may: HasSeat,
    request: Request,
    opened: Annotated[Replays, Depends(replays_of)],
    app_state: AppStateHere,
) -> a.ReviewInfo:
    """Start the review of the room's last game if the server has time, or return its progress; else "none".

    Pages of seated people send this when the game ends.
    """
    if not may:
        raise NotAllowedError("web.review_seats_only")
    if not await made.has_time(room.state, _address(request)):
        return a.ReviewInfo(state="none", may=may)
    try:
        replay = await replay_of(room, request, opened, app_state)
    except TooManyError:
        return a.ReviewInfo(state="none", may=may)
    await made.offer(replay)
    return await made.state(replay, may)


def _address(request: Request) -> str:
    return household(request.client.host) if request.client else "?"
