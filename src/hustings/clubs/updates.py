"""Updates from a club to its viewers: one view for members, claimants and the television.

These dataclasses are also the protocol's messages (see `hustings.rooms.broadcast.updates`). A member who has left is
a "former member": a number without a name. Names of other members are plain text; no message has a token or its digest,
except the `mark` with which an organiser answers a claim.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hustings.gatherings.results import Finish
from hustings.gatherings.settings import GameSettings
from hustings.rooms.wire import MessageInfo, Wire

EveningPhase = Literal["announced", "playing", "between"]
Gone = Literal["removed", "left", "refused", "deleted"]


@dataclass(frozen=True, slots=True)
class ClubInfo(Wire):
    """A club as everybody with its code may see it. link: the address of its page; the web server fills it in.

    members, here: the number of members, and of those whose page is open and visible.
    locked: whether new people cannot join.
    best: so many of a member's best evenings count in the season; null counts all.
    evenings: the number of evenings that are over.
    """

    code: str
    name: str
    members: int
    here: int
    locked: bool
    best: int | None
    evenings: int
    link: str = ""


@dataclass(frozen=True, slots=True)
class MemberInfo(Wire):
    """A member, as members see each other.

    member: the number, from 1; name: null for a former member.
    organiser: whether they may organise the club.
    here: whether their page is open and visible.
    coming: the answer for the next evening: true, false, or null for no answer yet.
    out: whether they sit out until they say that they play again.
    """

    member: int
    name: str | None
    organiser: bool
    here: bool
    coming: bool | None
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningInfo(GameSettings):
    """The next evening, or the one being played, with the game of its next round. number: from 1.

    phase: "announced"; "playing" a round; "between" two rounds, or after the last one.
    at: when it begins, in seconds since 1970; zone: the time zone in which it was announced, such as "Europe/Madrid".
    rounds: how many rounds are planned; an organiser may play more or fewer.
    coming: how many members have said that they come.
    """

    number: int
    phase: EveningPhase
    at: float
    zone: str
    rounds: int
    coming: int


@dataclass(frozen=True, slots=True)
class ClubSeat(Wire):
    """A seat at a club's table. member: null for a bot; name: the member's (null: former member) or the bot's.

    score: as everybody may see it; owes: whether the seat owes a move.
    level, number: those of a bot (see `SeatInfo`); null for members, even while a bot stands in.
    points: what the member won in this round, once it is over: the share of the game, 1 for a win; else null.
    alike: in a round of duplicate deals, the share of the others with the same seat and deal that they beat; else null.
    """

    member: int | None
    name: str | None
    score: int
    owes: bool
    level: str | None
    number: int | None
    points: float | None
    alike: float | None


@dataclass(frozen=True, slots=True)
class ClubTable(Wire):
    """A table of a round. number: from 1; room: the code of its room, where its replay is once the round is over.

    sides: the seats of each side; partners have the same score.
    now: its progress in English; over: whether its game is over.
    finish: its end, once the round is over.
    why: why these members sit together, as sentences to translate.
    """

    number: int
    room: str
    seats: list[ClubSeat]
    sides: list[list[int]]
    now: str
    over: bool
    finish: Finish | None
    why: list[MessageInfo]


@dataclass(frozen=True, slots=True)
class ClubRound(Wire):
    """A round of an evening, the current one or the last. number: from 1 in its evening.

    game, options: what it plays; duplicate: whether all tables have the same deal.
    bye: the member without a table, or null; they get the mean of their own results.
    majority: the votes that win at a table; null if no number does.
    over: whether it is over at all tables.
    """

    evening: int
    number: int
    game: str
    options: dict[str, str]
    duplicate: bool
    tables: list[ClubTable]
    bye: int | None
    majority: int | None
    over: bool


@dataclass(frozen=True, slots=True)
class ClubStanding(Wire):
    """A member's place in the season. place: from 1, equal for equal points; name: null for a former member.

    points: the sum of the best evenings that count; evenings, games: how many they have played.
    rating, error: their rating in Elo points beside the bots, and its 95 % margin; null below eight games.
    level, title: the level of bots whose rating is nearest, and its English name; null below eight games.
    """

    place: int
    member: int
    name: str | None
    points: float
    evenings: int
    games: int
    rating: int | None
    error: int | None
    level: str | None
    title: str | None


@dataclass(frozen=True, slots=True)
class MyTable(Wire):
    """A member's own table of the current round. number: of its `ClubTable`; seat: their seat, from 0.

    room: the code of its room, which accepts the member's token of the club.
    """

    number: int
    room: str
    seat: int


@dataclass(frozen=True, slots=True)
class MyTry(Wire):
    """A member's own try at a date's ballot that has not ended. number: the ballot's; until: when all its tries end.

    room: the code of its room, which accepts the member's token of the club.
    """

    number: int
    room: str
    until: float


@dataclass(frozen=True, slots=True)
class BallotsInfo(Wire):
    """A club's daily ballot.

    zone: the time zone of its dates; null while the club has no daily ballot.
    mine: the member's own tries that have not ended.
    tables: the numbers of the last ballots whose tables are open, the newest first.
    """

    zone: str | None
    mine: list[MyTry]
    tables: list[int]


@dataclass(frozen=True, slots=True)
class BallotRow(Wire):
    """A member's try at a date's ballot. name: null for a former member; room: where its replay is.

    share: of the game, from 0 to 1; null if the try was not finished. scores: by seat; the member has the first.
    """

    member: int
    name: str | None
    share: float | None
    scores: list[int]
    room: str


@dataclass(frozen=True, slots=True)
class BallotResults(Wire):
    """The table of a date's ballot, open from the next morning on. rows: the best try first."""

    number: int
    game: str
    rows: list[BallotRow]


@dataclass(frozen=True, slots=True)
class ClaimInfo(Wire):
    """Somebody who claims to be a member; an organiser's answer repeats `mark`."""

    member: int
    name: str
    mark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubView(Wire):
    """A club as a member's page, a claimant's page or the television shows it.

    A viewer who may not see a field gets null in its place, and [] or "" if the field is a list or text.
    me: the member whose page this is; null on the television, which has nothing that is not for everybody.
    claiming: the name that this viewer claims, until an organiser allows it; such a viewer gets no more than `info`.
    gone: the reason why the connection is about to close: an organiser removed the member, the member has left, their
      claim was refused, or the club was deleted; else null.
    members: for members, all present members, in the order of their numbers.
    evening, round: the next or current evening, and its current or last round; standings: those of the season.
    table: the member's own table; null while they have none.
    claims: for an organiser, those who claim to be a member.
    ballots: for a member, the club's daily ballot.
    """

    type: Literal["club"] = "club"
    seq: int
    info: ClubInfo
    me: MemberInfo | None = None
    claiming: str = ""
    gone: Gone | None = None
    members: list[MemberInfo] = field(default_factory=list)
    evening: EveningInfo | None = None
    round: ClubRound | None = None
    table: MyTable | None = None
    standings: list[ClubStanding] = field(default_factory=list)
    claims: list[ClaimInfo] = field(default_factory=list)
    ballots: BallotsInfo = BallotsInfo(None, [], [])


@dataclass(frozen=True, slots=True)
class EveningResults(Wire):
    """An evening with all its rounds, for its page to print; see `ClubRound`.

    at, zone: as in `EveningInfo`; standings: those of this evening alone.
    """

    number: int
    at: float
    zone: str
    rounds: list[ClubRound]
    standings: list[ClubStanding]
