"""Hints: for a person against bots only, from that seat's view alone, and never without a trace in the log."""

from __future__ import annotations

import asyncio
import logging
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import hustings
from hustings.bots import choose
from hustings.bots.levels import Advice, advise_in_view
from hustings.engine.record import Row
from hustings.rooms.automation.bot_pool import BotPool, weigh
from hustings.rooms.broadcast.updates import Hints, Refused
from hustings.rooms.clients import Client
from hustings.rooms.commands import hints
from hustings.rooms.commands.hints import ask
from hustings.rooms.keys import new_token, token_digest
from hustings.rooms.log.log_events import Chair, SeatChanged
from hustings.rooms.log.replaying import replay
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from tests.rooms.helpers import Onlooker, fresh_id, move, open_rooms, run, until
from tests.rules.mudslinger.tables import begun, dealt, drawn, play, rich

ME, BOT, OPEN = Chair("person"), Chair("bot", level="random"), Chair("open")
ALLOWED = RoomSettings(hints=True)


class Thinker:
    """In place of the worker processes: it notes what it is shown, and may be held up or fail."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, bytes, int, str]] = []
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.fails = False
        self.moves: list[str] = []

    async def __call__(self, game: str, view: Row, seat: int, key: str, room: str) -> list[Advice]:
        self.seen.append((game, view.tobytes(), seat, key))
        await self.go_on.wait()
        if self.fails:
            raise TimeoutError
        return [Advice(text, 0.6, 1.0) for text in self.moves]


async def alone(
    rooms: Rooms, *others: Chair, game: str = "president", settings: RoomSettings = ALLOWED
) -> tuple[Room, str, Onlooker, Client, Thinker]:
    """A room of a person and others, the person watching; its thinker."""
    thinker = Thinker()
    rooms.context.bot_pool.advise = thinker  # type: ignore[method-assign]
    room, token = await rooms.make(game, {}, "Ann", [ME, *(others or (BOT,))], settings)
    screen = Onlooker()
    return room, token, screen, await room.attach(screen, token), thinker


async def answer(room: Room, watcher: Client, screen: Onlooker, decision: int | None = None) -> Hints | Refused:
    """What is told to a question for hints."""
    command = fresh_id()
    chair = room.state.chairs_of(watcher.token)[0] if room.state.chairs_of(watcher.token) else 0
    await ask(room, watcher, command, room.state.decisions[chair] if decision is None else decision)
    found: list[Any] = []

    def told() -> bool:
        found[:] = [one for one in screen.told if isinstance(one, Hints | Refused) and one.id == command]
        return bool(found)

    await until(told)
    answered: Hints | Refused = found[0]
    return answered


async def why(room: Room, watcher: Client, screen: Onlooker, decision: int | None = None) -> str | None:
    """The key of the sentence that refuses hints."""
    told = await answer(room, watcher, screen, decision)
    assert isinstance(told, Refused), told
    return told.key


def test_hints_are_told_to_who_asked_and_lie_in_the_log(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _, screen, watcher, thinker = await alone(rooms, game="combat")
            other = Onlooker()
            await room.attach(other, None)
            state = room.state
            assert state.table is not None
            view, log = state.table.view_row(0).tobytes(), state.table.log
            thinker.moves = [str(legal) for legal in state.table.legal(0)[:2]]
            told = await answer(room, watcher, screen)
            assert isinstance(told, Hints)
            assert [(hint.text, hint.share, hint.weight) for hint in told.hints] == [
                (text, 0.6, 1.0) for text in thinker.moves
            ]
            assert not [one for one in other.told if isinstance(one, Hints)]
            assert [seat.hints for seat in room.info().seats] == [1, 0]
            assert thinker.seen[0][:3] == ("combat", view, 0)
            assert state.table.log == log
            await answer(room, watcher, screen)
            assert thinker.seen[1] == thinker.seen[0]
            bodies = await rooms.context.store.read(state.code)
            assert sum('"hinted"' in body for body in bodies) == 1
            assert replay(state.code, bodies).hints == {0: {0}}

    run(scene())


def test_the_thinker_is_shown_nothing_but_the_view(tmp_path: Path) -> None:
    """Two deals that a seat cannot tell apart are the same question, and so have the same answer."""

    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _, screen, watcher, thinker = await alone(rooms, game="combat")
            assert isinstance(await answer(room, watcher, screen), Hints)
            assert room.state.deal is not None
            told = " ".join(map(str, thinker.seen[0]))
            assert room.state.deal.secret not in told
            assert room.state.deal.commitment not in told

    run(scene())
    table = hustings.game("politics").start(seed=3)
    seat = min(table.owes)
    other = table.imagine(seat, key="another world")
    assert other.record().tobytes() != table.record().tobytes()
    book = table.game.book
    first, second = (advise_in_view(book, one.view_row(seat), seat, key="k") for one in (table, other))
    assert first == second
    assert 1 <= len(first) <= 3
    assert {advice.move for advice in first} <= set(map(str, table.legal(seat)))
    assert all(advice.share is not None and 0 <= advice.share <= 1 for advice in first)
    assert all(0 <= advice.weight <= 1 for advice in first)


def test_the_only_move_worth_a_thought_is_told_without_a_chance_that_nobody_worked_out() -> None:
    table = hustings.game("mudslinger").start(seats=3, seed=7)
    seat = min(table.owes)
    assert len(table.legal(seat)) > 1  # deals and promises, which the search leaves out here
    (only,) = advise_in_view(table.game.book, table.view_row(seat), seat)
    assert (only.share, only.weight) == (None, 1.0)


@pytest.mark.parametrize("game", ["president", "politics"])
def test_advice_is_the_same_for_the_same_key_and_leaves_the_table_alone(game: str) -> None:
    table = hustings.game(game).start(seed=5)
    seat, before = min(table.owes), table.record().tobytes()
    view = table.view_row(seat)
    advice = advise_in_view(table.game.book, view, seat, key=1)
    assert advise_in_view(table.game.book, view, seat, key=1) == advice
    assert table.record().tobytes() == before
    weights = [each.weight for each in advice]
    assert weights == sorted(weights, reverse=True)
    assert sum(weights) <= 1.001


def test_there_are_no_hints_against_people(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, token, screen, watcher, thinker = await alone(rooms, OPEN)
            bo = new_token()
            await room.join("Bo", bo)
            await room.start(token)
            friend = Onlooker()
            second = await room.attach(friend, bo)
            assert await why(room, watcher, screen) == "room.hints_against_people"
            assert await why(room, second, friend) == "room.hints_against_people"
            room.leave(second)
            stood_in = replace(room.state.chairs[1], stand_in="thumb")
            await room.write([SeatChanged(1, stood_in, "stand-in")])
            assert room.info().seats[1].kind == "bot"
            assert await why(room, watcher, screen) == "room.hints_against_people"
            room, _, screen, watcher, thinker = await alone(rooms, Chair("device", "Cy"))
            assert await why(room, watcher, screen) == "room.hints_against_people"
            assert thinker.seen == []
            assert room.state.hints == {}

    run(scene())


def test_there_are_no_hints_for_teams_classes_models_and_spectators(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, token, screen, watcher, thinker = await alone(rooms)
            looking = Onlooker()
            assert await why(room, await room.attach(looking, None), looking) == "room.watchers_get_no_hints"
            model = Onlooker()
            model.model = True
            watcher = await room.attach(model, token)
            assert await why(room, watcher, model) == "room.hints_for_models"
            shared = replace(room.state.chairs[0], team=(token_digest(new_token()),))
            watcher = await room.attach(screen, token)
            room.state.chairs[0] = shared
            assert await why(room, watcher, screen) == "room.hints_against_people"
            room.state.chairs[0] = replace(shared, team=())
            room.state.of_class = "BCDFGH"
            assert await why(room, watcher, screen) == "room.hints_against_people"
            assert thinker.seen == []

    run(scene())


def test_hints_are_off_unless_the_host_wants_them(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _, screen, watcher, _ = await alone(rooms, settings=RoomSettings())
            assert await why(room, watcher, screen) == "room.hints_off"

    run(scene())


def test_only_the_open_decision_and_one_question_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _, screen, watcher, thinker = await alone(rooms)
            assert await why(room, watcher, screen, 7) == "room.stale"
            thinker.go_on.clear()
            waits = fresh_id()
            await ask(room, watcher, waits, 0)
            assert await why(room, watcher, screen) == "room.hint_under_way"
            await move(room, watcher)
            thinker.go_on.set()
            await until(lambda: any(isinstance(one, Refused) and one.id == waits for one in screen.told))
            late = next(one for one in screen.told if isinstance(one, Refused) and one.id == waits)
            assert (late.kind, late.key) == ("stale", "room.stale")
            thinker.fails = True
            await until(lambda: room.state.table is not None and 0 in room.state.table.owes)
            assert await why(room, watcher, screen) == "room.hint_failed"
            thinker.fails = False
            monkeypatch.setattr(hints, "PACE", (0.0, 0.0))
            room.broadcast._buckets.clear()
            assert await why(room, watcher, screen) == "room.hinted_too_fast"

    run(scene())


def test_failures_are_logged_once_with_their_cause_and_always_answered(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _, screen, watcher, thinker = await alone(rooms)
            thinker.fails = True
            for _ in range(2):
                assert await why(room, watcher, screen) == "room.hint_failed"

            async def nonsense(*_: Any, **__: Any) -> list[Any]:
                return [None]

            monkeypatch.setattr(rooms.context.bot_pool, "advise", nonsense)
            assert await why(room, watcher, screen) == "room.hint_failed"

    with caplog.at_level(logging.WARNING, "hustings"):
        run(scene())
    first, second = [text for text in caplog.messages if text.startswith("hints failed")]
    assert re.search(r"at president \(TimeoutError at rooms/test_hints\.py:\d+\)", first)
    assert re.search(r"at president \(AttributeError at commands/hints\.py:\d+\)", second)


def test_the_cause_of_a_failure_in_a_worker_process_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        pool = BotPool()
        try:
            await pool._work("", weigh, "president", b"no view", 0, "")
        except Exception as error:
            pool.warn_of_hint(error, "president")
        finally:
            pool.close()

    with caplog.at_level(logging.WARNING, "hustings"):
        run(scene())
    (line,) = [text for text in caplog.messages if text.startswith("hints failed")]
    assert re.search(r"at president \(ValueError at record/__init__\.py:\d+\)", line), line


def test_the_next_game_begins_without_hints(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, token, screen, watcher, _ = await alone(rooms)
            await answer(room, watcher, screen)
            while room.state.phase == "playing":
                await until(lambda: room.state.phase == "over" or bool(screen.snapshot.legal))
                if room.state.phase == "playing":
                    await move(room, watcher)
            assert [seat.hints for seat in room.info().seats] == [1, 0]
            await room.rematch(token)
            assert [seat.hints for seat in room.info().seats] == [0, 0]

    run(scene())


@pytest.mark.parametrize(("dollars", "first", "second"), [(9, "accept", "decline"), (6, "decline", "accept")])
def test_the_answer_to_an_offer_is_advised_as_bots_weigh_it(dollars: int, first: str, second: str) -> None:
    """Whatever the key, and as every level answers; both answers with the one chance that a search knows of."""
    table = play(dealt(rich(begun(), 60, 0, 9), "DONOR", "RECOUNT"), f"P1 offer P2 ${dollars}, P1 for RECOUNT")
    answers = {str(choose(table, 1, level, key)) for level in ("thumb", "boss") for key in range(3)}
    assert answers == {f"P2 {first}"}
    for key in range(4):
        best, other = advise_in_view(table.game.book, table.view_row(1), 1, key=key)
        assert (best.move, best.weight) == (f"P2 {first}", 1.0)
        assert (other.move, other.weight) == (f"P2 {second}", 0.0)
        assert best.share == other.share is not None
        assert best.deal
        assert other.deal


def test_the_price_of_an_own_offer_is_advised_as_bots_name_it() -> None:
    table = play(dealt(rich(drawn("M01"), 20, 0, 0), "", "SURGE SURGE SURGE SPIN DONOR"), "P1 campaign TX")
    table = play(table, "P1 offer P2 $9")
    answer = choose(table, 0, "thumb", 1)
    best, other = advise_in_view(table.game.book, table.view_row(0), 0, key=1)
    assert best.move == str(answer)
    assert {best.move, other.move} <= {str(move) for move in table.legal(0)}
    assert "P1 withdraw" in {best.move, other.move}
