"""Duels: each deal played twice with the sides changed, best of three deals, and nothing of it shown in between."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from hustings.engine.result import Result
from hustings.rooms import fair_deal
from hustings.rooms.commands import changes
from hustings.rooms.errors import RoomError
from hustings.rooms.keys import token_digest
from hustings.rooms.log import transfer
from hustings.rooms.log.series import Series
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from hustings.web.rest.replays import Replays
from tests.rooms.helpers import FRIEND, ME, Onlooker, open_rooms, play_again, play_on, run

HALF = Fraction(1, 2)


def game(first: int, second: int) -> Result:
    """A result by scores, the higher winning."""
    share = Fraction(1) if first > second else Fraction(0) if first < second else HALF
    return Result((), (share, 1 - share), (first, second), "", "", {})


@pytest.mark.parametrize(
    ("leads", "won", "over"),
    [
        ([(10, 5), (7, 0)], (0, 1), False),  # the second game, by seats: chair 1 sits first
        ([(10, 5), (0, 7)], (1, 0), False),
        ([(10, 5), (5, 0)], (HALF, HALF), False),
        ([(10, 5), (0, 7)] * 2, (2, 0), True),
        ([(10, 5), (0, 7), (10, 5), (7, 0)], (1, 1), False),
        ([(10, 5), (5, 0), (10, 5), (0, 7)], (HALF + 1, HALF), False),
        ([(10, 5), (0, 7), (10, 5), (7, 0), (10, 5), (5, 0)], (1 + HALF, 1 + HALF), True),
    ],
)
def test_the_lead_in_both_games_wins_a_deal(
    leads: list[tuple[int, int]], won: tuple[Fraction, Fraction], over: bool
) -> None:
    series = Series.new(2)
    for number, (first, second) in enumerate(leads):
        series.again = number % 2 == 1
        series.finish([1, 0] if series.again else [0, 1], game(first, second), set(), duel=True)
        assert (series.lead is None) == (number % 2 == 1)
        assert series.both == ((leads[number - 1][0] - leads[number - 1][1], second - first) if number % 2 else None)
    assert (tuple(series.shares), series.round, series.duel_is_over()) == (won, len(leads), over)


def test_who_forfeits_a_game_of_a_duel_lets_the_other_lead() -> None:
    series = Series.new(2)
    series.finish([0, 1], game(10, 5), {0}, duel=True)
    assert series.lead == -5


async def duel(rooms: object) -> tuple[Room, str, str]:
    """A room of Ann and Bo that plays a duel at Combat, its first game begun; their tokens."""
    room, ann = await rooms.make("combat", {}, "Ann", [ME, FRIEND], settings=RoomSettings(series="duel"))  # type: ignore[attr-defined]
    bo = "bo's own token of 22"
    await room.join("Bo", bo)
    await room.start(ann)
    return room, ann, bo


def test_a_deal_is_played_twice_and_stays_hidden_in_between(tmp_path: Path) -> None:
    async def refused(room: Room, number: int) -> None:
        with pytest.raises(RoomError, match="once more with the sides changed"):
            await Replays().of(room, number)

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await duel(rooms)
            code, state = room.state.code, room.state
            watchers = [await room.attach(Onlooker(), token) for token in (ann, bo)]
            await play_on(room, watchers)
            first, order = state.deal, list(state.order)
            assert first is not None
            told = room.info()
            assert told.deal is not None
            assert told.deal.secret is None
            assert told.series.duel is not None
            assert (told.series.duel.deals, told.series.shares, told.series.duel.again) == (0, [0, 0], False)
            lead = told.series.duel.lead
            assert lead is not None
            with pytest.raises(RoomError, match="once more with the sides changed"):
                await room.export()
            await refused(room, 1)
            with pytest.raises(RoomError, match="only the host"):
                changes.need_deletable(state, token_digest(bo))
            await play_again(room, ann, bo)
            assert state.deal is not None
            assert state.deal.secret == first.secret
            assert state.order == order[::-1]
            again = room.info().series.duel
            assert again is not None
            assert (again.again, again.lead) == (True, -lead)
            await refused(room, 1)
            await play_on(room, watchers, 3)
        async with open_rooms(tmp_path) as rooms:  # the server begins anew amid the second game
            room = await rooms.find(code)
            assert (room.state.series.lead, room.state.series.again) == (lead, True)
            await refused(room, 1)
            watchers = [await room.attach(Onlooker(), token) for token in (ann, bo)]
            await play_on(room, watchers)
            told = room.info()
            assert (told.series.duel.deals, sum(told.series.shares), told.series.over) == (1, 1, 2)  # type: ignore[union-attr]
            assert told.deal is not None
            assert told.deal.secret == first.secret
            assert [(await Replays().of(room, number)).number for number in (1, 2)] == [1, 2]
            await play_again(room, ann, bo)
            assert room.state.deal is not None
            assert room.state.deal.secret != first.secret
            data = await transfer.export(rooms.context.store, code)
        async with open_rooms(tmp_path / "there") as rooms:
            copied = await transfer.take_in(rooms.context.store, data)
            assert (copied.series.shares, copied.series.round) == (room.state.series.shares, 2)

    run(work())


def test_other_rules_or_another_series_begin_a_new_deal(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            for change in (
                lambda state: changes.options(state, {"edition": "illustrated"}),
                lambda state: changes.settings(state, {"series": "games"}),
            ):
                room, ann, bo = await duel(rooms)
                watchers = [await room.attach(Onlooker(), token) for token in (ann, bo)]
                await play_on(room, watchers)
                first = room.state.deal
                assert first is not None
                await room.change(ann, change)
                assert (await room.export())["deal"]["secret"] == first.secret
                await play_again(room, ann, bo)
                assert room.state.deal is not None
                assert room.state.deal.secret != first.secret
                assert not room.state.series.again

    run(work())


def test_the_second_game_repeats_the_cards_dealt_first_and_draws_the_others_anew(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            options = {"must_play": "no", "market": "even"}
            room, ann = await rooms.make("politics", options, "Ann", [ME, FRIEND])
            code, bo = room.state.code, "bo's own token of 22"
            await room.join("Bo", bo)
            await room.start(ann)
            watchers = [await room.attach(Onlooker(), token) for token in (ann, bo)]
            await play_on(room, watchers)
            first, order = list(room.state.table.log), list(room.state.order)  # type: ignore[union-attr]
            await room.change(ann, lambda state: changes.settings(state, {"series": "duel"}))
            told = room.info().series.duel
            assert told is not None
            assert (told.deals, told.again, told.lead) == (0, False, room.state.series.lead)
            assert (await room.export())["log"] == first
            assert (await Replays().of(room, 1)).number == 1
            await play_again(room, ann, bo)
            assert room.state.order == order[::-1]
            await play_on(room, watchers)
            second = list(room.state.table.log)  # type: ignore[union-attr]
            dealt = next(number for number, entry in enumerate(first) if entry.startswith("P"))
            assert second[:dealt] == first[:dealt]
            drawn = [[entry for entry in log[dealt:] if entry.startswith("* ")] for log in (first, second)]
            assert drawn[0] != drawn[1]
            assert room.state.series.deals == 1
            assert fair_deal.verify(await room.export()).log == tuple(second)
        async with open_rooms(tmp_path) as rooms:
            room = await rooms.find(code)
            assert list(room.state.table.log) == second  # type: ignore[union-attr]

    run(work())


def test_more_than_two_play_single_games(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _ = await rooms.make(
                "politics", {}, "Ann", [ME, FRIEND, FRIEND, FRIEND], settings=RoomSettings(series="duel")
            )
            assert not room.state.duel
            assert room.info().series.duel is None

    run(work())
