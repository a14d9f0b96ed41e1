"""Make each viewer's view of a club from its state, the people present and the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hustings import bots
from hustings.clubs import updates as u
from hustings.clubs.ballots import MOST_SHOWN
from hustings.clubs.results import Season, game_of, played
from hustings.clubs.standings import WIN, Game, Standing, alike, round_points, season
from hustings.clubs.state import ClubRound, ClubState, ClubTable, Evening, Member
from hustings.gatherings.presence import Presence
from hustings.gatherings.results import sides_of
from hustings.gatherings.roll import Asking
from hustings.gatherings.tables import Tables, TableWatch
from hustings.rooms.broadcast.updates import SeatInfo
from hustings.rooms.wire import MessageInfo


@dataclass
class Pictures:
    """The club at one moment; its methods return the views of members, claimants and the television."""

    state: ClubState
    presence: Presence
    tables: Tables
    season: Season

    @cached_property
    def info(self) -> u.ClubInfo:
        """Return the club as everybody may see it."""
        state, members = self.state, self.state.present_people()
        here = sum(member.number in self.presence.there for member in members)
        over = sum(evening.ended is not None for evening in state.evenings)
        return u.ClubInfo(state.code, state.name, len(members), here, state.locked, state.best, over)

    def for_member(self, member: Member) -> u.ClubView:
        """Return the view of a member's page."""
        place = self.state.place_of(member.number)
        claims = [u.ClaimInfo(one.person, self.state.people[one.person].name, one.mark) for one in self.state.asking]
        return replace(
            self.for_screen(),
            me=self._member(member),
            members=self.members,
            table=None if place is None else u.MyTable(place[0] + 1, self.state.tables[place[0]].room, place[1]),
            claims=claims if member.organiser else [],
            ballots=self._ballots(member.number),
        )

    def _ballots(self, person: int) -> u.BallotsInfo:
        days = self.state.open_days()
        mine = [u.MyTry(day.number, day.tries[person].room, day.until) for day in days if person in day.tries]
        tables = sorted((day.number for day in self.state.days.values() if day.over), reverse=True)
        return u.BallotsInfo(self.state.zone, mine, tables[:MOST_SHOWN])

    def for_claimant(self, asking: Asking) -> u.ClubView:
        """Return the view of somebody who waits for an organiser."""
        return u.ClubView(seq=self.state.seq, info=self.info, claiming=self.state.people[asking.person].name)

    def farewell(self, reason: u.Gone) -> u.ClubView:
        """Return the last view of a page before it is disconnected."""
        return u.ClubView(seq=self.state.seq, info=self.info, gone=reason)

    def for_screen(self) -> u.ClubView:
        """Return the view of the television, which everybody may see."""
        return u.ClubView(
            seq=self.state.seq, info=self.info, evening=self.evening, round=self.round, standings=self.standings
        )

    def evening_results(self, evening: Evening) -> u.EveningResults:
        """Return an evening with all its rounds."""
        rounds = [self._of(each, evening.number, number) for number, each in enumerate(evening.rounds, 1)]
        rows = self._rows(season([played(evening.rounds)]))
        return u.EveningResults(evening.number, evening.at, evening.zone, rounds, rows)

    # --- parts

    @cached_property
    def members(self) -> list[u.MemberInfo]:
        """All present members."""
        return [self._member(member) for member in self.state.present_people()]

    def _member(self, member: Member) -> u.MemberInfo:
        here = member.number in self.presence.there
        return u.MemberInfo(member.number, self.name(member.number), member.organiser, here, member.coming, member.out)

    def name(self, number: int) -> str | None:
        """Return a member's name, or None for a former member."""
        return self.state.people[number].name or None

    @cached_property
    def evening(self) -> u.EveningInfo | None:
        """The next or current evening, or None."""
        evening = self.state.evening
        if evening is None:
            return None
        return u.EveningInfo(
            **evening.game.chosen,
            number=evening.number,
            phase=evening.phase,
            at=evening.at,
            zone=evening.zone,
            rounds=evening.planned,
            coming=sum(member.coming is True for member in self.state.present_people()),
        )

    @cached_property
    def round(self) -> u.ClubRound | None:
        """The current round, or the last one of the current evening, or None."""
        evening = self.state.evening
        if evening is None or not evening.rounds:
            return None
        return self._of(evening.rounds[-1], evening.number, len(evening.rounds))

    def _of(self, each: ClubRound, evening: int, number: int) -> u.ClubRound:
        found = [game_of(each, table) for table in each.tables]
        games = [game for game in found if game is not None]
        watches = self._watched(each)
        tables = [
            self._table(each, position, table, watches[position] if watches else None, game, games)
            for position, (table, game) in enumerate(zip(each.tables, found, strict=True))
        ]
        majority = next((watch.majority for watch in watches), None)
        game = each.game
        return u.ClubRound(
            evening, number, game.game, game.options, game.duplicate, tables, each.bye, majority, each.ended is not None
        )

    def _watched(self, each: ClubRound) -> Sequence[TableWatch]:
        """Return the tables of a round if their rooms are watched."""
        watches = self.tables.watches
        same = [watch.room.state.code for watch in watches] == [table.room for table in each.tables]
        return watches if same else ()

    def _table(
        self,
        each: ClubRound,
        number: int,
        table: ClubTable,
        watch: TableWatch | None,
        game: Game | None,
        games: Sequence[Game],
    ) -> u.ClubTable:
        scores = table.finish.scores if table.finish else watch.scores if watch else []
        owes = watch.snapshot.owes if watch and watch.snapshot and not table.finish else ()
        infos = watch.room.info().seats if watch else [None] * len(table.seats)
        seats = [
            self._seat(table, seat, scores[seat] if scores else 0, seat in owes, infos[seat], game, games)
            for seat in range(len(table.seats))
        ]
        why = [
            MessageInfo(key, {"members": [self.name(who) for who in members]} if members else {})
            for key, members in table.why
        ]
        return u.ClubTable(
            number=number + 1,
            room=table.room,
            seats=seats,
            sides=[list(side) for side in sides_of(each.game, len(table.seats))],
            now=watch.progress if watch else "",
            over=table.finish is not None or (watch is not None and watch.over),
            finish=table.finish,
            why=why,
        )

    def _seat(
        self,
        table: ClubTable,
        seat: int,
        score: int,
        owes: bool,
        info: SeatInfo | None,
        game: Game | None,
        games: Sequence[Game],
    ) -> u.ClubSeat:
        member = next(iter(table.seats[seat]), None)
        if member is None:
            bot = info if info is not None and info.kind == "bot" and not info.stood_in else None
            name, level, number = (bot.name, bot.level, bot.number) if bot else (None, None, None)
            return u.ClubSeat(None, name, score, owes, level, number, None, None)
        won = None if game is None else round_points([game]).get(str(member))
        compared = None if game is None else alike(games, game, seat)
        points, share = (None if found is None else found / WIN for found in (won, compared))
        return u.ClubSeat(member, self.name(member), score, owes, None, None, points, share)

    @cached_property
    def standings(self) -> list[u.ClubStanding]:
        """The standings of the season."""
        return self._rows(self.season.rows)

    def _rows(self, rows: Sequence[Standing]) -> list[u.ClubStanding]:
        found = []
        for row in rows:
            member, rating = int(row.member), self.season.ratings.get(row.member)
            told = (row.place, member, self.name(member), row.points / WIN, row.evenings, row.games)
            if rating is None:
                found.append(u.ClubStanding(*told, None, None, None, None))
            else:
                title = None if rating.level is None else bots.LEVELS[rating.level].title
                found.append(u.ClubStanding(*told, rating.rating, rating.error, rating.level, title))
        return found
