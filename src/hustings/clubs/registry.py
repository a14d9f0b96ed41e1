"""All clubs of one server: create, find, load and delete them."""

from __future__ import annotations

import logging
import secrets
from typing import Annotated

from pydantic import GetPydanticSchema

from hustings.clubs import changes
from hustings.clubs.club import KEY_BYTES, NAMES, Club
from hustings.clubs.state import CLUB_LOG, DAY, ClubState, Member
from hustings.gatherings.people import need_no_bots_name, person_code
from hustings.gatherings.registry import Gatherings
from hustings.rooms.commands.registry import Incoming
from hustings.rooms.keys import new_token, token_digest
from hustings.rooms.names import clean_name
from hustings.rooms.registry import Rooms

MEMBER, ORGANISER = changes.MEMBER, changes.ORGANISER  # with the command below
QUIET = 180 * DAY  # seconds without a new record after which a club is deleted
logger = logging.getLogger(__name__)


class Clubs(Gatherings[Club]):
    """All clubs of one server."""

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(CLUB_LOG, rooms, QUIET)

    def _new(self, state: ClubState) -> Club:
        return Club(state, self._rooms)

    async def make(self, name: str, own: str) -> tuple[Club, str]:
        """Make a club; return it and its founder's token. name: the club's; own: the founder's.

        Raises NameRefusedError or RoomError if a name is not allowed.
        """
        token, key, own = new_token(), secrets.token_hex(KEY_BYTES), clean_name(own)
        need_no_bots_name(ClubState.kind, own)
        mark, code = token_digest(token), person_code(token)
        club = await self._first(
            token, lambda new: changes.founded(new, name, key, mark, code), ClubState, {f"{NAMES} {key}": own}
        )
        await club.recall()
        logger.info("a club was made")
        return club, token

    async def _recall(self, club: Club) -> None:
        await club.recall()
        await club.days.reckon()
        await club.count()
        club.erase()

    async def by_member(self, club: Club, request: Incoming, member: Member) -> None:
        """Carry out a command of a member."""
        await self._command(club, MEMBER, request, by=member.number)

    async def by_organiser(self, club: Club, request: Incoming) -> None:
        """Carry out a command of an organiser."""
        await self._command(club, ORGANISER, request)

    @ORGANISER.command(given=2)
    async def delete(self, club: Club) -> None:
        """Delete the club, all its results and all its tables at once, and leave no trace of them in the store."""
        await self._dissolve(club)


#: a command of a member, and one of an organiser
MemberCommand = Annotated[Incoming, GetPydanticSchema(lambda _, make: make(MEMBER.request))]
OrganiserCommand = Annotated[Incoming, GetPydanticSchema(lambda _, make: make(ORGANISER.request))]
