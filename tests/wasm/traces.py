"""Random games and thoughts in Python, for `compare.ts` to repeat with compiled kernels."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module
from itertools import cycle, product
from pathlib import Path
from typing import Any

import numpy as np

from hustings import bots, daily
from hustings.arena.reviewing import USUAL, review
from hustings.bots.levels import advise_in_view, choose_in_view, interject_in_view
from hustings.bots.search import Searcher, judging
from hustings.bots.search.memory import memory_for
from hustings.bots.search.searcher import KEY
from hustings.bots.search.settings import Settings
from hustings.bots.temperaments import tempted_by
from hustings.engine.errors import NotationError
from hustings.engine.game import game
from hustings.engine.installed import rulebook
from hustings.engine.kernels import chance, playout, verbs
from hustings.engine.knowledge import tally_seen
from hustings.engine.messages import Message
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook
from hustings.engine.table import Table
from hustings.rooms.broadcast.nights import night_info
from hustings.wasm.describe import ALL_ITERATIONS, FEWEST_ITERATIONS

Json = dict[str, Any]
LONGEST = 1200  # steps of a game that is compared
EARLY = 60  # steps compared one by one; then the rule of thumb moves three times in four
THEN_EVERY = 20  # later steps are compared every so often
MOST_PLAYOUTS, PLAYOUTS = 100, {"mudslinger": 2}  # games played on from a position; fewer of the longest, by plain code
WRONG = 3  # actions around the legal ones that are tried, too
SEARCHED, SELDOM = 5, 100  # every so many moves, early and later, it is found out whether one shows what is hidden


def option_sets(book: Rulebook, most: int) -> Iterator[dict[str, str]]:
    """The default options, then others, each value of each option about as often as the others."""
    yield {option.name: option.default for option in book.options}
    sets = list(product(*(option.values for option in book.options)))
    for k in range(1, min(most, len(sets))):
        chosen = sets[(k * len(sets) // most + k) % len(sets)]
        yield {option.name: value for option, value in zip(book.options, chosen, strict=True)}


def begun(book: Rulebook, seats: int, options: dict[str, str]) -> Row:
    """A record before its start."""
    row = book.schema.new()
    setattr(row, book.schema.seats_field, seats)
    for option in book.options:
        setattr(row, option.name, option.values.index(options[option.name]))
    return row


class Recorder:
    """Every number of a game, as bytes."""

    def __init__(self) -> None:
        self.hash, self.size = hashlib.sha256(), 0

    def write(self, data: bytes) -> None:
        """Add bytes."""
        self.hash.update(data)
        self.size += len(data)

    def numbers(self, *values: int) -> None:
        """Add numbers."""
        self.write(np.asarray(values, "<i8").tobytes())


def traced(book: Rulebook, seats: int, row: Row, key: int) -> tuple[str, int]:
    """Play a random game; return the hash of its records, events, legal moves, views and worlds, and its steps."""
    schema, buffers, told, ruling = book.schema, book.buffers(), Recorder(), book.ruling
    verbs.start(row)
    told.write(row.tobytes())
    counts = [0] * len(book.streams)
    for steps in range(LONGEST + 1):
        now = ruling.look(row)
        owes, may = (sum(1 << seat for seat in mask) for mask in (now.owes, now.may))
        told.numbers(owes, may, now.over, now.forced, now.stream)
        if now.over or steps == LONGEST:
            break
        if now.owes:
            notes = _moved(book, row, now.owes, now.may, now.forced, key, steps, told)
        else:
            told.numbers(int(verbs.chances(row, buffers.weights)), *buffers.weights.tolist())
            outcome = ruling.roll(row, chance.draw(key, now.stream, counts[now.stream]))
            counts[now.stream] += 1
            notes, _ = ruling.settle(row, outcome)
            told.numbers(outcome)
        for note in notes:
            told.numbers(*note)
        told.write(row.tobytes())
        for seat in range(seats):
            view = schema.blanked(row, seat)
            told.write(view.tobytes())
            if schema.hides and not verbs.over(row):
                verbs.imagine(view, seat, chance.draw(key, 999 + seat, steps))
                told.write(view.tobytes())
    verbs.payoff(row, out := np.zeros((2, seats), np.int64))
    told.numbers(*out.ravel().tolist())
    return told.hash.hexdigest(), steps


def _moved(
    book: Rulebook,
    row: Row,
    owes: frozenset[int],
    may: frozenset[int],
    forced: int,
    key: int,
    steps: int,
    told: Recorder,
) -> Any:
    seat, number, actions = min(owes), chance.draw(key, chance.CHOICE_STREAM, steps), book.scratch.actions
    eager = sorted(may)
    if eager and number >> 40 & 31 == 0:
        seat = eager[(number >> 50) % len(eager)]
    legal = book.ruling.legal(row, seat)
    if not legal:
        legal = book.ruling.legal(row, seat := min(owes))
    told.numbers(len(legal), *legal)
    considered = int(verbs.choices(row, seat, actions))
    told.numbers(*actions[:considered].tolist())
    liked = int(playout.thumb_action(row, seat, key >> 1, steps, actions))
    told.numbers(liked)
    wrong = (number >> 20) % (book.actions + WRONG) - 1
    if wrong not in legal:
        before = row.tobytes()
        told.numbers(book.ruling.act(row, seat, wrong)[0])
        assert row.tobytes() == before
    action = forced - 1 if forced else legal[number % len(legal)]
    if steps > 200 and number >> 30 & 3 and not forced:
        action = liked  # so that long games end
    reason, notes, _ = book.ruling.act(row, seat, action)
    told.numbers(seat, action, reason)
    return notes


def traces(book: Rulebook, games: int) -> list[Json]:
    """Games with every number of seats and various options."""
    found = []
    for seats, number, options in _various(book, games):
        row, key = begun(book, seats, options), chance.key_of(f"{book.name} {seats} {number}")
        zero = row.tobytes().hex()
        told, steps = traced(book, seats, row, key)
        found.append({"seats": seats, "zero": zero, "key": str(key), "sha": told, "steps": steps})
    return found


def _various(book: Rulebook, games: int) -> Iterator[tuple[int, int, dict[str, str]]]:
    """So many games with every number of seats: the seats, the number of the game and its options."""
    sets = cycle(option_sets(book, games * len(book.seats)))
    for seats in book.seats:
        for number in range(games):
            yield seats, number, next(sets)


# --- what the server says


def told(table: Table, since: int) -> Json:
    """Everything that a snapshot says of a table, for every seat and a spectator."""
    seen = {}
    for seat in (None, *range(table.seats)):
        legal = table.legal(seat) if seat is not None and (seat in table.owes or seat in table.may) else ()
        seen["-1" if seat is None else str(seat)] = {
            "view": table.view(seat),
            "events": [event.as_dict() for event in table.events(since=since, seat=seat)],
            "legal": [str(move) for move in legal],
            "sways": table.prospects(seat) | table.previews(legal),
            "foreseen": [] if seat is None else table.foreseen(seat),
        }
    return {
        "owes": sorted(table.owes),
        "may": sorted(table.may),
        "over": table.over,
        "standing": list(tally_seen(table)),
        "majority": table.majority,
        "too_many": table.too_many,
        "seen": seen,
        "log": list(table.log)[since:],
        "result": table.result.as_message() if table.result else None,
        "night": asdict(night_info(table.night)) if table.night else None,
    }


def conversations(name: str, games: int) -> list[Json]:
    """Games as tables play them: moves, refusals and odds asked for, and what is said now and then."""
    found = []
    for seats, number, options in _various(rulebook(name), games):
        seed = f"{name} {seats} {number}"
        table = game(name, **options).start(seats=seats, seed=seed)
        steps: list[Json] = [{"since": 0, "told": told(table, 0)}]
        since, before = table.length, table.record()
        while not table.over and len(steps) < LONGEST:
            now = table.record()
            steps.append(_step(table, len(steps), chance.key_of(seed), before))
            before = now
            if len(steps) < EARLY or len(steps) % THEN_EVERY == 0 or table.over:
                steps[-1] |= {"since": since, "told": told(table, since)}
                since = table.length
        saved = table.save([f"Name {seat}" for seat in range(seats)])
        found.append({
            "seats": seats, "options": options, "key": str(chance.key_of(seed)), "steps": steps, "saved": saved,
        })  # fmt: skip
    return found


def _refused(table: Table, text: str) -> Json | None:
    try:
        reason = table.why_not(text)
    except NotationError as error:
        return {"text": str(error), "clause": None, **(error.message.as_dict() if error.message else {})}
    if reason is None:
        return None
    return {"text": reason.text, "clause": reason.clause, **Message(reason.key, reason.facts).as_dict()}


def _step(table: Table, number: int, key: int, before: Row) -> Json:
    book, seat, eager = table.game.book, min(table.owes), sorted(table.may)
    drawn = chance.draw(key, chance.CHOICE_STREAM, number)
    if eager and drawn >> 44 & 7 == 0:
        seat = eager[(drawn >> 50) % len(eager)]
    asked = {}
    for k in range(WRONG):
        draw = drawn >> 8 * k
        form = book.moves.forms[draw % len(book.moves.forms)]
        row = before if k else table.record()  # what it would have been called a move ago may be wrong now
        text = f"P{draw // 7 % table.seats + 1} {book.write_move(row, form.first + draw // 29 % form.count)}"
        asked[text] = _refused(table, text)
    move = table.legal(seat)[drawn % len(table.legal(seat))]
    *kept, last = str(move).split()
    for wrong in ("QQ", "99"):  # like no word of any game, so that nothing is suggested
        text = " ".join([*kept, wrong] if len(kept) > 1 else [*kept, last, wrong])
        asked[text] = _refused(table, text)
    if number > EARLY and drawn >> 40 & 3:
        move = choose_in_view(book, table.view_row(seat := min(table.owes)), seat, "thumb", number)
    odds = [
        {text: [part.numerator, part.denominator] for text, part in chances.items()}
        for chances in table.move_odds(move, seat)
    ]
    shows = table.shows_hidden(move) if number % (SEARCHED if number < EARLY else SELDOM) == 0 else None
    table.play(move)
    return {"why": asked, "play": str(move), "seat": seat, "odds": odds, "shows": shows}


# --- what bots think


def thoughts(book: Rulebook, positions: int, levels: list[str]) -> list[Json]:
    """Positions from games, the move of each level there, and what a search found of every choice."""
    found = []
    settings = bots.LEVELS["boss"].play
    assert isinstance(settings, Settings)
    for seats, number, options in _various(book, positions):
        table, deal = _position(book, seats, number, options), number == 1
        seat = min(table.owes)
        view, key = table.view_row(seat), chance.key_of(f"thought {number}")
        looked = Searcher(book, seats, settings).look(view.tobytes(), seat, key)
        advised = advise_in_view(book, view, seat, key=key) if deal else []
        found.append({
            "seats": seats, "seat": seat, "view": view.tobytes().hex(), "key": str(key),
            "hashed": str(chance.key_of(key)),
            "moves": {level: choose_in_view(book, view, seat, level, key).action for level in levels},
            "breaks": tempted_by("opportunist"),
            "tempted": choose_in_view(book, view, seat, "thumb", key, temperament="opportunist").action,
            "looked": [[each.action, each.tried, each.share, each.weight] for each in looked],
            "advised": [asdict(each) for each in advised],
            "unasked": _unasked(table, key),
            "world": (world := _world(book, table, seat, key)).tobytes().hex(),
            "games": (games := PLAYOUTS.get(book.name, MOST_PLAYOUTS)), "won": _won(book, world, seats, key, games),
        })  # fmt: skip
    return found


def _unasked(table: Table, key: int) -> list[Json]:
    """The moves that some seats make although nobody asks them."""
    views = [(seat, table.view_row(seat)) for seat in sorted(table.may)]
    return [
        {
            "seat": seat,
            "view": view.tobytes().hex(),
            "hashed": str(chance.key_of(key + k)),
            "move": None
            if (move := interject_in_view(table.game.book, view, seat, "boss", key + k)) is None
            else str(move),
        }
        for seat, view in views
        for k in range(3)
    ]


def _world(book: Rulebook, table: Table, seat: int, key: int) -> Row:
    """A complete record as a seat may imagine it."""
    world = table.view_row(seat)
    if book.schema.hides:
        verbs.imagine(world, seat, key)
    return world


def _won(book: Rulebook, world: Row, seats: int, key: int, games: int) -> list[str]:
    """Each seat's share of games that the rule of thumb plays on from a record."""
    memory = memory_for(book, seats, 1, compiled=False)
    memory.world.write(world.tobytes())
    judging.play_worlds(-1, 0, -1, 0.0, key & KEY, 0, games, 0, memory.world, memory.judged)
    return [f"{share / games:.6f}" for share in memory.judged.sums[0, :seats].tolist()]


def _position(book: Rulebook, seats: int, number: int, options: dict[str, str]) -> Table:
    """A table with something to choose, deeper in the game for each number.

    In games with deals the second waits for one, and some later ones until a bot may move unasked.
    """
    key, rules = chance.key_of(f"position {seats} {number}"), game(book.name, **options)
    table, depth = rules.start(seats=seats, seed=key), 1 + 5 * number
    deals = verbs.has(book.schema, "bargaining")
    stirs = deals and seats in book.seats[number - 2 : number - 1]
    for steps in range(LONGEST):
        seat = min(table.owes)
        legal = table.legal(seat)
        waits = (deals and number == 1 and not _deals(table, seat)) or (stirs and not _stirs(table))
        if steps >= depth and len(legal) > 1 and not waits:
            break
        if stirs:
            table.play(choose_in_view(book, table.view_row(seat), seat, "thumb", steps))
        else:
            table.play(legal[chance.draw(key, 77, steps) % len(legal)])
        if table.over:
            table, depth = rules.start(seats=seats, seed=key), 0
    return table


def _deals(table: Table, seat: int) -> bool:
    return bool(verbs.bargaining(table.view_row(seat)))


def _stirs(table: Table) -> bool:
    """Return whether a seat would gain by moving unasked, by the values of the game itself."""
    out = table.game.book.scratch.actions
    for seat in table.may:
        view = table.view_row(seat)
        offers = out[: verbs.bargains(view, seat, out)].tolist()
        if int(verbs.interrupts(view, out)) >> seat & 1 or any(verbs.heuristic(view, seat, one) > 0 for one in offers):
            return True
    return False


# --- what a review finds


def reviews(name: str, games: int) -> list[Json]:
    """Games between levels that make slips, and their reviews."""
    found = []
    for seats, number, options in _various(rulebook(name), games):
        table = game(name, **options).start(seats=seats, seed=(seed := f"review {seats} {number}"))
        while not table.over and table.length < LONGEST:
            level = "random" if table.length % 3 == 0 and table.length < EARLY else "thumb"
            seat = min(table.owes)
            table.play(choose_in_view(table.game.book, table.view_row(seat), seat, level, f"{seed} {table.length}"))
        saved, worlds = table.save(), max(FEWEST_ITERATIONS, min(USUAL, ALL_ITERATIONS // table.length))
        plain = json.loads(json.dumps(review(saved, worlds, seconds=0.0, key=seed).as_dict()))
        found.append({
            "seats": seats, "options": options, "log": list(table.log), "review": plain,
            "key": str(chance.key_of(f"review {seed}")),
        })  # fmt: skip
    return found


# --- daily ballots


FIELDS = 50  # every so many ballots the levels play, too


def ballots(name: str, last: int) -> list[Json]:
    """The ballots of a game up to a number, played with any choices, and what the levels make of some."""
    found = []
    for one in (one for one in map(daily.ballot, range(1, last + 1)) if one.game == name):
        table, choices = daily.begin(one), list[str]()
        while not table.over:
            legal = table.legal(daily.PERSON)
            choices.append(str(legal[chance.draw(one.number, 5, len(choices)) % len(legal)]))
            daily.play(one, table, choices[-1])
        fields = daily.field(one.number) if one.number % FIELDS in (1, 7, 14) else []
        found.append({
            "number": one.number, "date": daily.date_of(one.number).isoformat(), "options": one.rules.options,
            "key": str(one.key), "cast": [None, *(bot.key for bot in one.bots)], "choices": choices,
            "log": list(table.log),
            "field": json.loads(json.dumps([asdict(each) for each in fields])),
        })  # fmt: skip
    return found


def main(folder: str, kind: str, name: str, number: str, *changes: str) -> None:
    """Write FOLDER/KIND.json. changes: constants of modules that are given another value first, MODULE:NAME=VALUE."""
    for change in changes:
        place, _, value = change.partition("=")
        module, _, constant = place.partition(":")
        assert hasattr(import_module(module), constant)
        setattr(import_module(module), constant, int(value))
    book = rulebook(name)
    if kind == "traces":
        found = traces(book, int(number))
    elif kind == "conversations":
        found = conversations(name, int(number))
    elif kind == "reviews":
        found = reviews(name, int(number))
    elif kind == "ballots":
        found = ballots(name, int(number))
    else:
        found = thoughts(book, int(number), [level.name for level in bots.levels(name)])
    Path(folder, f"{kind}.json").write_text(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
