"""The contract of moves: the list of legal moves, `act` and the reasons for refusals agree."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from hustings import IllegalMove, Move, Reason, Table
from hustings.engine.kernels import verbs
from hustings.engine.moves import LONGEST
from hustings.engine.notation import read_move, read_outcome, write_move
from hustings.testing import tables
from hustings.testing.game_suite import Variant
from hustings.testing.positions import Position, bits

_TRIED = 6  # the number of legal and of illegal actions tried for each seat at each step
_ALL_IDS = 200_000  # if there are more action ids, only a sample is compared
_GAMES_MASKED = 2


def _some(random: Random, items: list[int], most: int = _TRIED) -> list[int]:
    return items if len(items) <= most else random.sample(items, most)


def test_legal_moves_are_accepted_and_others_refused_with_a_reason(variant: Variant) -> None:
    """At every step, legal action ids ascend and `act` accepts them; others have a reason and change nothing."""
    random = variant.random("moves")
    clauses = {clause.id for clause in variant.game.clauses()}
    position = Position(variant.book, variant.rows())
    refused = 0
    for _ in variant.walk(position, random):
        before = position.row.tobytes()
        for seat in range(position.seats):
            legal = position.legal(seat)
            assert legal == sorted(set(legal))
            assert all(0 <= action < variant.book.actions for action in legal)
            for action in _some(random, legal):
                trial = position.copy()
                assert trial.act(seat, action) == 0, write_move(variant.book, position.row, seat, action)
                assert trial.check() == 0, variant.book.broken[trial.check()]
            others = {random.randrange(variant.book.actions) for _ in range(_TRIED)} | {-1, variant.book.actions}
            for action in others - set(legal):
                reason = position.act(seat, action)
                assert reason, f"action {action} is not in the legal list but was accepted"
                assert position.row.tobytes() == before
                said = variant.book.explain(position.row, seat, action, reason)
                _assert_sound_reason(said, clauses)
                refused += 1
    assert refused


def _assert_sound_reason(said: Reason, clauses: set[str]) -> None:
    """Assert that a reason is one whole sentence, and that its clause is among the game's clauses."""
    assert said.clause in clauses, f"clause {said.clause} of this refusal is not in the words file: {said.text}"
    assert said.text == said.text.strip()
    assert said.text.endswith("."), said
    assert "{" not in said.text, said


def test_the_legal_list_is_the_mask_over_all_actions(variant: Variant) -> None:
    """In compiled code, the legal actions at every step are those that `act` accepts, and refusals change nothing."""
    from hustings.testing.kernels import CHANGED, reasons_for
    from hustings.testing.positions import CompiledPosition

    random = variant.random("mask")
    book = variant.book
    for _ in range(_GAMES_MASKED):
        position = CompiledPosition(book, variant.rows())
        for _ in variant.walk(position, random):
            size = min(book.actions, _ALL_IDS)
            first = random.randrange(book.actions - size + 1)
            for seat in range(position.seats):
                reasons = reasons_for(book, position.row, seat, first, size)
                assert not (reasons == CHANGED).any()
                accepted = (np.flatnonzero(reasons == 0) + first).tolist()
                assert accepted == [action for action in position.legal(seat) if first <= action < first + size]


def test_a_move_is_drawn_as_if_from_the_list(variant: Variant) -> None:
    """`drawn` returns the legal action at a random index of the list."""
    random, out = variant.random("drawn"), variant.book.buffers().actions
    position = Position(variant.book, variant.rows())
    for _ in variant.walk(position, random):
        for seat in range(position.seats):
            if legal := position.legal(seat):
                number = random.getrandbits(63)
                assert verbs.drawn(position.row, seat, number, out) == legal[number % len(legal)]


def test_exactly_one_of_decision_chance_and_end(variant: Variant) -> None:
    """At every step, a seat must move, chance is due or the game is over; only seats that can act have moves."""
    position = Position(variant.book, variant.rows())
    for _ in variant.walk(position, variant.random("owes")):
        owes, may, weights = position.owes(), position.may(), position.weights()
        assert [bool(owes), bool(weights), position.over()].count(True) == 1
        assert not may or owes, "a seat may act while nobody owes a move"
        assert (owes | may) < 1 << position.seats
        assert 0 <= verbs.task(position.row) < variant.book.moves.tasks
        for seat in range(position.seats):
            assert bool(position.legal(seat)) == (seat in bits(owes | may))
        assert len(position.legal(0)) <= variant.book.most_legal
        assert position.check() == 0, variant.book.broken[position.check()]


def test_what_is_done_for_a_player_or_ends_a_deal_is_legal(variant: Variant) -> None:
    """A `forced` move is the only legal one of the one seat to move; backing out by `bargaining` is a legal move."""
    position = Position(variant.book, variant.rows())
    for _ in variant.walk(position, variant.random("forced")):
        program, asked = position.forced(), verbs.bargaining(position.row)
        if program or asked:
            (seat,) = bits(position.owes())
            legal = position.legal(seat)
            assert not program or legal == [program - 1]
            assert not asked or asked - 1 in legal


def test_bots_consider_legal_moves_that_break_no_word(variant: Variant) -> None:
    """`choices` are legal, break no promise and exist if legal moves do; `heuristics` agrees with `heuristic`."""
    position = Position(variant.book, variant.rows())
    out, worth = variant.book.buffers().actions, np.zeros(variant.book.most_legal, np.int64)
    for _ in variant.walk(position, variant.random("choices")):
        for seat in range(position.seats):
            legal = position.legal(seat)
            size = verbs.choices(position.row, seat, out)
            choices = out[:size].tolist()
            broken = {action for action in legal if verbs.temptation(position.row, seat, action)}
            assert choices == sorted(set(choices))
            assert set(choices) <= set(legal) - broken
            assert bool(choices) == bool(legal)
            if legal:
                verbs.heuristics(position.row, seat, size, out, worth)
                told = [verbs.heuristic(position.row, seat, action) for action in choices]
                assert worth[:size].tolist() == told


def test_every_game_ends_with_shares_and_scores(variant: Variant) -> None:
    """At the end no seat can move, and the shares sum to 1."""
    table = variant.game.start(seats=variant.seats, seed=5)
    before = table.result
    for _ in variant.play(table, variant.random("end")):
        pass
    result = table.result
    assert before is None
    assert result is not None
    assert table.owes == table.may == frozenset()
    assert len(result.shares) == len(result.scores) == table.seats == variant.seats
    assert sum(result.shares) == 1
    assert all(share >= 0 for share in result.shares)
    best = max(result.shares)
    assert set(result.winners) in ({seat for seat, share in enumerate(result.shares) if share == best}, set())
    assert result.text.endswith(".")
    assert "{" not in result.text
    _assert_nothing_moves(table)


def _assert_nothing_moves(table: Table) -> None:
    """Assert that every action of every seat is refused after the end."""
    position = Position(table.game.book, table.record())
    for seat in range(position.seats):
        for action in range(0, position.book.actions, max(1, position.book.actions // 50)):
            assert position.act(seat, action)


def test_why_not_legal_and_play_are_one_predicate(variant: Variant) -> None:
    """`why_not` returns None exactly for legal moves; for others `play` raises the same reason and changes nothing."""
    random = variant.random("faces")
    table = variant.game.start(seats=variant.seats, seed="faces")
    for entry in variant.play(table, random):
        if entry % 7 and not table.over:
            continue
        seat = random.randrange(table.seats)
        legal = table.legal(seat)
        for move in legal[:_TRIED]:
            assert table.why_not(move) is None
            assert table.why_not(str(move)) is None
        before = table.record().tobytes(), table.log, table.all_events()
        actions = {random.randrange(variant.book.actions) for _ in range(3)} - {move.action for move in legal}
        for action in sorted(actions):
            move = Move(seat, action, "")
            reason = table.why_not(move)
            assert reason is not None
            with pytest.raises(IllegalMove) as refused:
                table.play(move)
            assert refused.value.reason == reason
            assert str(refused.value) == f"{reason.text} ({reason.clause})"
        assert (table.record().tobytes(), table.log, table.all_events()) == before


def test_notation_reads_back_as_the_same_move(variant: Variant) -> None:
    """Every legal move and possible outcome has a short text of its own, which is read as the same move or outcome."""
    position = Position(variant.book, variant.rows())
    words = variant.book
    for _ in variant.walk(position, variant.random("notation")):
        for seat in range(position.seats):
            legal = position.legal(seat)
            moves = [write_move(variant.book, position.row, seat, action) for action in legal]
            assert len({str(move) for move in moves}) == len(moves)
            for move in moves:
                assert read_move(variant.book, position.row, str(move)) == move
                assert len(str(move)) <= LONGEST
                assert str(move) == " ".join([f"P{seat + 1}", move.verb, *move.args])
        outcomes = position.weights()
        texts = {outcome: words.write_outcome(position.row, outcome) for outcome in outcomes}
        assert len(set(texts.values())) == len(outcomes)
        for outcome, text in texts.items():
            assert read_outcome(variant.book, position.row, f"* {text}") == outcome
            assert read_outcome(variant.book, position.row, text) == outcome


def test_every_move_can_be_noticed(variant: Variant) -> None:
    """Every move and outcome emits an event or changes a view."""
    random = variant.random("noticed")
    table = variant.game.start(seats=variant.seats, chance="asked")
    everybody = [None, *range(table.seats)]
    seen = [table.view_bytes(seat) for seat in everybody]
    events = 0
    while not table.over:
        entry = len(table.log)
        tables.step(table, random)
        now = [table.view_bytes(seat) for seat in everybody]
        fresh = [event for seat in everybody for event in table.events(entry, seat)]
        assert fresh or now != seen, table.log[-1]
        events += len(fresh)
        assert all(event.entry == len(table.log) for event in fresh)
        seen = now
    assert events


def test_every_event_has_its_sentence_and_plain_arguments(variant: Variant) -> None:
    """Every event has a sentence that its arguments fill completely, and can be written as JSON."""
    table = variant.game.start(seats=variant.seats, seed="events")
    for _ in variant.play(table, variant.random("events")):
        pass
    texts = variant.game.words["events"]
    events = table.events(0, None)
    assert events
    for event in events:
        data = event.as_dict()
        assert tables.as_json(data)
        seat = "P1" if event.seat is None else f"P{event.seat + 1}"
        assert event.event in texts, f"words.en.json has no sentence for the event {event.event!r}"
        filled = texts[event.event].format(seat=seat, **event.args)
        assert filled
