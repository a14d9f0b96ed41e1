"""The contract of hidden information: no seat sees anything that it may not know."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from scipy.stats import chisquare

from hustings import Move, Table
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import key_of
from hustings.engine.record import Row
from hustings.testing import tables
from hustings.testing.game_suite import GameSuite, InformationSet, Variant
from hustings.testing.positions import Position

_WANTED = 25  # the number of positions with hidden information to compare with a different game
_MOST_GAMES = 150
_DRAWS = 200  # worlds to imagine for each possible world
_UNLIKELY = 1e-5
_SECRET_SEED = "not-to-be-_told-7749301"


def _told(table: Table, seat: int | None, random: Random) -> tuple[object, ...]:
    """Return everything that a seat (None: a spectator) can see in this position."""
    events = tables.as_json([event.as_dict() for event in table.events(0, seat)])
    shown = (
        table.view_row(seat).tobytes(),
        tables.as_json(table.view(seat)),
        events,
        table.owes,
        table.may,
        table.over,
        None if table.over else table.picture(seat),  # the picture of a finished game reveals everything
    )
    if seat is None:
        return shown
    observed: list[object] = [table.observation(seat, relative).tolist() for relative in (True, False)]
    observed.append(table.information_state(seat))
    legal = table.legal(seat)
    refused = [random.randrange(table.game.book.actions) for _ in range(8)]
    reasons = [table.why_not(Move(seat, action, "")) for action in refused]
    odds = [table.move_odds(move, seat) for move in (*legal[:3], *legal[-1:])]
    out = table.game.book.buffers().actions
    choices = out[: verbs.choices(table.record(), seat, out)].tolist()
    return (*shown, observed, legal, reasons, odds, choices)


@pytest.mark.needs("hidden")
def test_what_a_seat_cannot_know_changes_nothing_it_is_told(suite: GameSuite) -> None:
    """A seat sees the same bytes in a different game with other hidden outcomes, found without the game's `imagine`."""
    moments = 0
    for number in range(_MOST_GAMES):
        variant = suite.variants[number * 7 % len(suite.variants)]
        random = variant.random(f"redeal {number}")
        table = variant.game.start(seats=variant.seats, chance="asked")
        for _ in variant.play(table, random):
            for seat in (None, *range(table.seats)):
                log = suite.redeal(table, seat, random) if random.random() < suite.redeal_share else None
                if log is None:
                    continue
                assert log != list(table.log)
                other = tables.replayed(table, log)
                salt = random.random()
                assert _told(other, seat, Random(salt)) == _told(table, seat, Random(salt))
                assert other.record().tobytes() != table.record().tobytes()
                moments += 1
        if moments >= _WANTED * table.seats:
            return
    pytest.fail(f"only {moments} moments with something hidden were met")


def test_imagining_keeps_what_the_seat_sees(variant: Variant) -> None:
    """A world imagined from a seat's view gives the same view; it breaks no invariant and has the same legal moves."""
    random = variant.random("imagine")
    schema = variant.book.schema
    position = Position(variant.book, variant.rows())
    for _ in variant.walk(position, random):
        for seat in range(-1, position.seats):
            view = schema.blanked(position.row, seat)
            world = view.copy()
            verbs.imagine(world, seat, random.getrandbits(63))
            assert schema.blanked(world, seat).tobytes() == view.tobytes()
            assert verbs.check(world) == 0, variant.book.broken[verbs.check(world)]
            if seat >= 0:
                imagined = Position(variant.book, world)
                assert imagined.legal(seat) == position.legal(seat)
                assert (imagined.owes(), imagined.may(), imagined.over()) == (
                    position.owes(),
                    position.may(),
                    position.over(),
                )


def test_a_view_answers_what_its_seat_may_ask(variant: Variant) -> None:
    """Legal moves, choices and heuristics are the same in a seat's view as at the table; bots get only views."""
    position = Position(variant.book, variant.rows())
    for _ in variant.walk(position, variant.random("views")):
        for seat in range(position.seats):
            view = Position(variant.book, variant.book.schema.blanked(position.row, seat))
            legal = position.legal(seat)
            assert view.legal(seat) == legal
            assert (view.owes(), view.over()) == (position.owes(), position.over())
            for action in legal[:4]:
                assert verbs.heuristic(view.row, seat, action) == verbs.heuristic(position.row, seat, action)


def test_a_view_of_a_view_is_the_view(plain: Variant) -> None:
    """A seat's view of its own view is the same view, and the same plain data."""
    schema = plain.book.schema
    position = Position(plain.book, plain.rows())
    for _ in plain.walk(position, plain.random("twice")):
        for seat in range(-1, position.seats):
            view = schema.blanked(position.row, seat)
            assert schema.blanked(view, seat).tobytes() == view.tobytes()
            assert schema.as_json(view) == json.loads(tables.as_json(schema.as_json(view)))


def _imagined_counts(position: InformationSet, keys: list[int]) -> Counter[bytes]:
    """Return how often each world is imagined, by its bytes, if `imagine` is called with these keys."""
    schema = position.row.schema
    counts: Counter[bytes] = Counter()
    for key in keys:
        world: Row = schema.blanked(position.row, position.seat)
        verbs.imagine(world, position.seat, key)
        counts[world.tobytes()] += 1
    return counts


@pytest.mark.needs("information_sets")
@pytest.mark.parametrize("sequential", [True, False], ids=["keys in a row", "any keys"])
def test_imagine_reaches_every_consistent_world_as_often_as_it_should(suite: GameSuite, sequential: bool) -> None:
    """If a seat's possible worlds can be listed, `imagine` returns all of them and no others, as often as it should."""
    positions = suite.information_sets() if suite.information_sets else ()
    assert any(len(position.weights) > 1 for position in positions)
    for position in positions:
        assert position.row.tobytes() in position.weights
        draws = _DRAWS * len(position.weights)
        random = Random(f"worlds {position.name}")
        keys = list(range(draws)) if sequential else [random.getrandbits(63) for _ in range(draws)]
        counts = _imagined_counts(position, keys)
        assert counts.keys() == position.weights.keys(), position.name
        total = sum(position.weights.values())
        expected = [draws * weight / total for weight in position.weights.values()]
        if len(expected) > 1:
            observed = [counts[world] for world in position.weights]
            assert chisquare(observed, expected).pvalue > _UNLIKELY, position.name


def test_no_message_holds_a_key_a_seed_or_a_secret(variant: Variant) -> None:
    """Views, events, moves and saved games never contain the seed or hidden information."""
    random = variant.random("secrets")
    found = variant.suite
    key = key_of(_SECRET_SEED)
    forbidden = [_SECRET_SEED, str(key), f"{key:x}", str(key >> 1), str(key - (1 << 64))]
    table = variant.game.start(seats=variant.seats, seed=_SECRET_SEED)
    for number, _ in enumerate(variant.play(table, random)):
        if number % 3 and not table.over:
            continue
        for seat in (None, *range(table.seats)):
            moves = [move.as_dict() for move in table.legal(seat)] if seat is not None else []
            fresh = [event.as_dict() for event in table.events(len(table.log) - 1, seat)]
            text = tables.as_json([table.view(seat), fresh, sorted(table.owes)])
            whole = text + tables.as_json(moves)
            assert not [secret for secret in forbidden if secret in whole]
            assert not [secret for secret in found.secrets(table, seat) if secret in text]
    assert not [secret for secret in forbidden if secret in tables.as_json(table.save())]


_WHOLE = 25  # steps between two comparisons of all events


def test_events_for_a_seat_grow_and_never_change(plain: Variant) -> None:
    """Events are only added and never removed, and every seat sees all that a spectator sees."""
    random = plain.random("events")
    table = plain.game.start(seats=plain.seats, seed="events")
    everybody = [None, *range(table.seats)]
    _told: dict[int | None, list[object]] = {seat: [] for seat in everybody}
    seen = 0
    for number, _ in enumerate(plain.play(table, random)):
        for seat in everybody:
            _told[seat] += table.events(seen, seat)
        seen = len(table.log)
        if number % _WHOLE and not table.over:
            continue
        for seat in everybody:
            assert table.events(0, seat) == _told[seat]
            later = iter(_told[seat])
            assert all(event in later for event in _told[None])  # each of a spectator's events, in the same order
