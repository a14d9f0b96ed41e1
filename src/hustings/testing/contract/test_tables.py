"""The contract of tables: independent copies, saved games, repeatable seeds, and bots that use none of their chance."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from random import Random

import pytest

import hustings
from hustings import HustingsError, Table
from hustings.bots import choose
from hustings.engine.knowledge import holdings
from hustings.testing import tables
from hustings.testing.game_suite import NO_CHANCE, Variant

_SAMPLED = 6  # the number of moments at which a game is copied, or saved and loaded
_DEALS = 100
_DEAL_ENTRIES = 40
_UNSEEDED = 20  # games without a seed: with little chance two can be equal, but never all
#: An outcome of another kind may be written in another way, so that its text cannot even be read.
OTHER_OUTCOME = r"^'.*' (cannot come up now|was to be settled|is no chance outcome)"
LEVELS = ("random", "thumb", "alderman")  # one level of each kind


def _moments(variant: Variant, salt: str) -> set[int]:
    """Return a few moments of a game, given as lengths of its log: the start, and random ones."""
    return {0, *variant.random(salt).sample(range(1, 150), _SAMPLED)}


def test_earlier_copies_never_change(variant: Variant) -> None:
    """Copies, imagined tables, views, saved games and lists of moves do not change while the game goes on."""
    random = variant.random("copies")
    table = variant.game.start(seats=variant.seats, seed="copies")
    taken: list[tuple[Table, tuple[object, ...]]] = []
    data: list[tuple[object, object]] = []
    when = _moments(variant, "when")
    for number, _ in enumerate(variant.play(table, random)):
        if number in when:
            copies = [table.fork(number), *(table.imagine(seat, number) for seat in range(table.seats))]
            taken += [(other, tables.state(other)) for other in copies]
            shown = [table.view(0), table.save(), table.events(0, 0), list(table.log), table.legal(0)]
            data += [(part, copy.deepcopy(part)) for part in shown]
    assert len(taken) > table.seats
    for other, state in taken:
        assert tables.state(other) == state
    assert all(part == earlier for part, earlier in data)


def test_playing_on_a_copy_leaves_the_table_as_it_was(variant: Variant) -> None:
    """A fork and an imagined table can be played to the end, and the original table stays unchanged."""
    random = variant.random("forks")
    table = variant.game.start(seats=variant.seats, seed="forks")
    for number, _ in enumerate(variant.play(table, random)):
        if number % 20 == 7 and not table.over:
            before = tables.state(table)
            for other in (table.fork(number), table.imagine(random.randrange(table.seats), number)):
                for _ in variant.play(other, random):
                    pass
                assert other.over
            assert tables.state(table) == before


def test_saved_games_come_back_equal(variant: Variant) -> None:
    """A game that is saved and loaded has the same bytes, log, views, events and moves, and can be played on."""
    random = variant.random("saves")
    table = variant.game.start(seats=variant.seats, seed="saves")
    when = _moments(variant, "saved")
    ends = 0
    for number, _ in enumerate(variant.play(table, random)):
        if number in when or table.over:
            names = [f"Name {seat}" for seat in range(table.seats)]
            text = json.dumps(table.save(names))
            again = hustings.load(text, seed=1)
            assert tables.state(again) == tables.state(table)
            assert again.save(names) == table.save(names) == json.loads(text)
            ends += table.over
    assert ends == 1


def test_a_table_with_asked_chance_comes_back_equal(variant: Variant) -> None:
    """A log that stops when a chance step is due is replayed to that very moment."""
    random = variant.random("asked")
    table = variant.game.start(seats=variant.seats, chance="asked")
    when = _moments(variant, "asked saves")
    waited = 0
    for number, _ in enumerate(variant.play(table, random)):
        if number in when:
            assert tables.state(tables.replayed(table, table.log)) == tables.state(table)
            waited += bool(table.odds())
    loaded = hustings.load(table.save())
    assert tables.state(loaded) == tables.state(table)
    assert loaded.result == table.result
    assert table.over


@pytest.mark.needs("chance")
def test_odds_sum_to_one_and_nothing_else_can_be_settled(variant: Variant) -> None:
    """Odds are exact and sum to 1; any other outcome is refused and changes nothing."""
    random = variant.random("odds")
    table = variant.game.start(seats=variant.seats, chance="asked")
    met = refused = 0
    seen: set[str] = set()
    for _ in variant.play(table, random):
        odds = table.odds()
        if odds:
            assert sum(odds.values()) == 1
            assert all(type(odd) is Fraction and odd > 0 for odd in odds.values())
            assert table.owes == frozenset()
            met += 1
        else:
            assert table.over or table.owes
        for text in sorted(seen - odds.keys())[:2]:
            before = table.record().tobytes()
            with pytest.raises(HustingsError, match=OTHER_OUTCOME):
                table.settle(text)
            assert table.record().tobytes() == before
            refused += 1
        seen |= odds.keys()
    assert met, NO_CHANCE
    assert refused


def test_odds_after_a_move_are_those_that_then_come(variant: Variant) -> None:
    """`odds_after` a move equals `odds` when the move has been played, if they do not depend on hidden information."""
    random = variant.random("odds after")
    told = variant.game.book.telling
    table = variant.game.start(seats=variant.seats, chance="asked")
    compared = 0
    for number, _ in enumerate(variant.play(table, random)):
        if table.over or not table.owes or number % 5:
            continue
        seat = min(table.owes)
        if table.imagine(seat, 1).view_row(seat).tobytes() != table.record().tobytes():
            continue
        move = random.choice(table.legal(seat))
        before = tables.state(table)
        move_odds = table.odds_after(move, seat)
        assert tables.state(table) == before
        after = tables.replayed(table, table.log)
        after.play(move)
        # A game's own odds may be of a later step than the next, such as a stake's.
        later = told.odds is not None and not after.odds()
        assert later or move_odds == after.odds()
        compared += bool(move_odds)
    assert compared or not variant.suite.open_odds


def test_what_is_foretold_is_a_whole_and_leaves_nothing_out(variant: Variant) -> None:
    """Odds after a move sum to 1 by outcome and by kind, and include every outcome that an imagined world has."""
    random = variant.random("move_odds")
    table = variant.game.start(seats=variant.seats, chance="asked")
    compared = 0
    for number, _ in enumerate(variant.play(table, random)):
        if table.over or not table.owes or number % 7:
            continue
        seat = min(table.owes)
        for move in {table.legal(seat)[0], table.legal(seat)[-1]}:
            odds, kinds = table.move_odds(move, seat)
            assert {sum(told.values()) for told in (odds, kinds) if told} <= {1}
            if odds:
                world = table.imagine(seat, random.random().hex())
                world.play(move)
                assert world.odds().keys() <= odds.keys()
                compared += 1
    assert compared or not variant.suite.open_odds


def _first_moves(table: Table, entries: int) -> tuple[str, ...]:
    """Return the log of a game, up to a number of entries, in which every seat plays its lowest legal move."""
    while len(table.log) < entries and not table.over:
        table.play(table.legal(min(table.owes))[0])
    return table.log


@pytest.mark.needs("chance")
def test_same_seed_same_game_and_a_hundred_seeds_a_hundred_deals(plain: Variant) -> None:
    """Equal seeds give equal games, and different seeds give different ones."""
    deals = {}
    for seed in range(_DEALS):
        table = plain.game.start(seats=plain.seats, seed=seed)
        deals[_first_moves(table, _DEAL_ENTRIES)] = seed
    assert len(deals) >= plain.suite.deals, "few different games: a game with little chance declares a smaller `deals`"
    for given in (0, 1, "1", "a text"):
        one, two = (plain.game.start(seats=plain.seats, seed=given) for _ in range(2))
        assert _first_moves(one, _DEAL_ENTRIES) == _first_moves(two, _DEAL_ENTRIES)
        assert one.record().tobytes() == two.record().tobytes()
    unseeded = {_first_moves(plain.game.start(seats=plain.seats), _DEAL_ENTRIES) for _ in range(_UNSEEDED)}
    assert len(unseeded) > 1


def test_thinking_never_consumes_the_tables_chance(variant: Variant) -> None:
    """The same seed and moves give the same game, even if views, odds, forks, imagined tables or bots are used."""
    logs = []
    for thinks in (False, True):
        random, other = variant.random("thinks"), variant.random("thoughts")
        table = variant.game.start(seats=variant.seats, seed="thinks")
        for number, _ in enumerate(variant.play(table, random)):
            if thinks and not table.over and number % 10 == 0:
                _think(table, other)
        logs.append(tables.state(table))
    assert logs[0] == logs[1]


def _think(table: Table, random: Random) -> None:
    """Do everything at a table that is possible without a move."""
    seat = min(table.owes)
    move = table.legal(seat)[0]
    table.why_not(move)
    table.odds()
    table.odds_after(move, seat)
    table.save()
    repr(table)
    for level in LEVELS:
        assert choose(table, seat, level, key=3) in table.legal(seat)
    for copied in (table.fork(1), table.imagine(seat, 1), table.imagine(None, 1)):
        for number, _ in enumerate(tables.walk(copied, random)):
            if number > 10:
                break


def test_the_same_bot_with_the_same_key_makes_the_same_move(plain: Variant) -> None:
    """A bot's choice depends only on its seat's view and on its key."""
    table = plain.game.start(seats=plain.seats, seed="bots")
    choices = 0
    while not table.over and choices < 30:
        seat = min(table.owes)
        for level in LEVELS:
            assert choose(table, seat, level, key=choices) == choose(table.fork(9), seat, level, key=choices)
        table.play(choose(table, seat, "random", key=choices))
        choices += 1
    assert choices


def test_an_election_night_ends_in_the_result(variant: Variant) -> None:
    """The last totals of an election night are the scores, unless more counts followed.

    Moves that a seat can prepare depend only on its view, and prospects only on what everybody sees.
    """
    random = variant.random("night")
    table = variant.game.start(seats=variant.seats, seed="night")
    for number, _ in enumerate(variant.play(table, random)):
        if number % 20 == 3 and not table.over:
            for seat in set(range(table.seats)) - table.owes:
                assert table.imagine(seat, number).foreseen(seat) == table.foreseen(seat)
                assert table.prospects(seat) == table.prospects(None)
    night, held, result = table.night, holdings(table), table.result
    assert (night is None) == (held is None or not table.book.has_night)
    if night and night.calls and held and held.last_count is None and result:
        assert night.calls[-1].totals == tuple(result.scores[seats[0]] for seats in table.sides)
