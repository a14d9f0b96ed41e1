"""Reviews of finished games, made in another process and stored with the room.

A review needs a processor for seconds or minutes. So only people with a seat may ask for one, and games are reviewed
one at a time in a process of low priority. Unfinished reviews are shown while they grow. The finished review is stored
until the room is deleted.

The page of a seated person also offers each game for review when the game ends. The server then reviews the game only
if it has time, and never refuses with an error.
"""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request
from pydantic import TypeAdapter, ValidationError

from hustings.arena import Review
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
from hustings.web.works import Key, Work, Works, answer_of

logger = logging.getLogger(__name__)
_REVIEW = TypeAdapter(Review)
FORM = 5  # the version of stored reviews; a review of another version is made again
MOST_OFFERED = 3  # the number of pieces of work that wait from which on offered games are not reviewed
ADDRESS_SIZE, ADDRESS_RATE = 6.0, 1 / 60  # reviews for one address at once, and then per second
OFFERED_SIZE, OFFERED_RATE = 10.0, 1 / 4  # offered games on the whole server at once, and then per second
MOST_ENTRIES = 4000  # entries in the log of a game that can be reviewed


class Reviews:
    """Reviews of one server, stored or under way.

    works     does them.
    bot_pool  the bots that think first.
    offers    whether games are reviewed that nobody has asked for.
    """

    def __init__(self, works: Works, store: Store, bot_pool: BotPool, offers: bool) -> None:
        self._works, self._store, self._bot_pool, self._offers = works, store, bot_pool, offers
        self._addresses = AddressBuckets(ADDRESS_SIZE, ADDRESS_RATE)
        self._offering = AddressBuckets(ADDRESS_SIZE, ADDRESS_RATE)
        self._all_offers = Bucket(OFFERED_SIZE, OFFERED_RATE)

    async def kept(self, replay: Replay) -> Review | None:
        """Return the stored review of a game, or None."""
        if replay.review is None:
            text = await self._store.beside(replay.room.code, _name(replay.number))
            try:
                replay.review = None if text is None else _REVIEW.validate_json(text)
            except ValidationError:
                logger.warning("the review of a game in room %s cannot be read", replay.room.code)
        return replay.review

    async def state(self, replay: Replay, may: bool) -> a.ReviewInfo:
        """Return a review's progress. may: whether the caller may start it. Raises RoomError if it failed."""
        key, review = _key(replay), await self.kept(replay)
        if review is not None:
            return a.ReviewInfo(state="ready", may=may, review=review)
        work = self._works.find(key)
        if work is None:
            return a.ReviewInfo(state="none", may=may)
        if work.ready:  # of a class, whose reviews are not stored
            return a.ReviewInfo(state="ready", may=may, review=work.answer)
        line = list(self._works.waiting())
        ahead = line.index(key) if key in line else 0  # it is complete, but its task has not ended
        state: Literal["counting", "waiting"] = "waiting" if ahead else "counting"
        part = None if work.answer is None else _REVIEW.validate_python(work.answer)
        return a.ReviewInfo(state=state, may=may, ahead=ahead, done=work.done, total=work.total, review=part)

    async def begin(self, replay: Replay, address: str) -> None:
        """Start a game's review unless it exists or is under way. Raises RoomError or TooManyError."""
        if await self.kept(replay) is not None:
            return
        with suppress(RoomError):  # a failure that nobody has heard of; the review is made again
            if (work := self._works.find(_key(replay))) is not None:
                work.asked = True
                return
        if len(replay.saved["log"]) > MOST_ENTRIES:
            raise RoomError("web.review_too_long", most=MOST_ENTRIES)
        if not self._addresses.take(address):
            raise TooManyError("web.too_many_reviews")
        self._begin(replay, asked=True)

    async def has_time(self, state: RoomState, address: str) -> bool:
        """Return whether to review a room's last game that was offered; True if its review exists or is under way.

        False for tables of classes and clubs, whose reviews are not stored, and while bots wait for a processor.
        """
        if not self._offers or state.host == NOBODY or state.phase != "over" or state.hides(state.games):
            return False
        waiting = self._works.waiting()
        if any(key[:3] == ("review", state.code, state.games) for key in waiting):
            return True
        if await self._store.beside(state.code, _name(state.games)) is not None:
            return True
        free = len(waiting) < MOST_OFFERED and not self._bot_pool.crowded
        return free and self._offering.take(address) and self._all_offers.take()

    async def offer(self, replay: Replay) -> None:
        """Start a game's review unless it exists or is under way, too much work waits or the game is too long."""
        if await self.kept(replay) is None and len(replay.saved["log"]) <= MOST_ENTRIES:
            with suppress(TooManyError):
                self._begin(replay, asked=False)

    def _begin(self, replay: Replay, asked: bool) -> None:
        async def make(work: Work) -> Review:
            source = {**replay.saved, "automatic": replay.automatic}
            replay.review = _REVIEW.validate_python(await reviewed(source, work))
            if replay.room.host != NOBODY:  # a class's data is encrypted; a stored review would not be
                await self._store.lay_beside(
                    replay.room.code, _name(replay.number), _REVIEW.dump_json(replay.review).decode()
                )
            return replay.review

        self._works.begin(_key(replay), make, asked=asked)


def _key(replay: Replay) -> Key:
    return "review", *replay.key


def _name(number: int) -> str:
    """Return the name under which the review of a room's game is stored beside the room."""
    return f"review {FORM} {number}"


async def reviewed(source: dict[str, Any], work: Work) -> dict[str, Any]:
    """Review a saved game in another process and record the progress in `work`. Raises RoomError or TimeoutError."""
    found: dict[str, Any] = await answer_of(["hustings.arena.reviewing"], json.dumps(source), work)
    return found


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
