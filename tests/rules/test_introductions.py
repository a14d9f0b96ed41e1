"""Every number in a game's introduction and in its guided first game is the table's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import chain, product

import pytest

import hustings
from hustings.engine.table import Table
from hustings.games.combat import record as combat
from hustings.games.mudslinger import actions, contest
from hustings.games.mudslinger import cards as mudslinger
from hustings.games.politics.cards import NEIGHBOURS
from hustings.games.politics.record import MARKET, MARKETS
from hustings.games.president import record as president
from tests.games import NAMES

WORDS = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]  # "one" is a pronoun
VALUES = {word: number for number, word in enumerate(WORDS, 2)} | {"fifty": 50}
NUMBER = rf"(\d+|{'|'.join(VALUES)})"
Value = int | Callable[[Table], int]


def total(table: Table) -> int:
    """The sum of the votes on all cards."""
    return sum(card["value"] for card in table.game.cards() if card["kind"] == "state")


def majority(table: Table) -> int:
    """The votes that make a president, under either objective."""
    return total(table) // 2 + 1


def hands(table: Table) -> int:
    return int(table.view(None)["hands"])


def face_down(table: Table) -> int:
    """The most cards that whoever shows more may take face down."""
    while not any(str(move).split()[1] == "take" for seat in table.owes for move in table.legal(seat)):
        table.play(table.legal(min(table.owes))[-1])
    moves = [str(move).split()[2:] for move in table.legal(min(table.owes))]
    return max(sum(card.isdigit() for card in cards) for cards in moves)


def cap(table: Table) -> int:
    return int(table.game.options["cap"])


def waters(table: Table) -> int:
    """The borders that count only through water."""
    land, water = NEIGHBOURS.tolist()
    return sum(int(one ^ other).bit_count() for one, other in zip(land, water, strict=True)) // 2


#: for each game sentences with numbers, and the table's own value of each
FIGURES: dict[str, list[tuple[str, list[Value]]]] = {
    "combat": [
        (rf"Win {NUMBER} or more of the {NUMBER}", [majority, total]),
        (rf"Win fewer than {NUMBER} of the {NUMBER}", [majority, total]),
        (rf"{NUMBER} votes make a president", [majority]),
        (rf"{NUMBER} cards lie face down", [combat.PLACES]),
        (rf"your {NUMBER} campaign stops", [lambda table: combat.STOPS[-1]]),
        (rf"(?:and|the|or) (?:the lower card and )?{NUMBER} face[- ]down", [face_down]),
        (rf"takes {NUMBER} or {NUMBER} of the {NUMBER}", [2, lambda table: face_down(table) + 1, combat.PLACES]),
        (rf"last hand \({NUMBER} or {NUMBER}\)", [lambda table: hands(table) - 1, hands]),
        (rf"{NUMBER} wild cards", [lambda table: len(table.game.cards()) - 51]),
        (r"Hand (five) is yours", [5]),
        (rf"{NUMBER} cards are left in your stack, so you stake {NUMBER}", [3, combat.PLACES - 3]),
        (rf"{NUMBER} more hands", [lambda table: hands(table) - 6]),
    ],
    "president": [
        (rf"week {NUMBER}", [president.WEEKS]),
        (rf"{NUMBER} of the {NUMBER} electors", [lambda table: table.majority or 0, total]),
        (rf"\({NUMBER} to {NUMBER} points\)", [1, president.SIZES]),
        (rf"large for {NUMBER} points, medium {NUMBER}", [3, 2]),
        (rf"no more than {NUMBER}", [president.MOST_IN_STATE]),
        (rf"at most {NUMBER} of your pyramids fit in", [president.MOST_IN_STATE]),
        (rf"^{NUMBER} at most", [president.MOST_IN_STATE]),
        (rf"lead of {NUMBER} points", [president.FLORIDA_MARGIN]),
        (r"if (two) rivals tie", [2]),
        (rf"{NUMBER} more weeks", [president.WEEKS - 8 + 1]),
    ],
    "politics": [
        (rf"{NUMBER} open cards", [lambda table: MARKET[MARKETS.index(table.game.options["market"])]]),
        (rf"With {NUMBER} players", [lambda table: min(table.game.seats_allowed)]),
        (
            rf"With {NUMBER} or {NUMBER} players",
            [lambda table: table.game.seats_allowed[1], lambda table: table.game.seats_allowed[2]],
        ),
        (rf"{NUMBER} borders through water", [waters]),
        (rf"over {NUMBER} waters", [waters]),
    ],
    "mudslinger": [
        (rf"trade it in for {NUMBER} dollars", [actions.TRADE_VALUE]),
        (rf"{NUMBER} dice", [3]),
        (rf"\${NUMBER} lifts the rating by {NUMBER}, up to {NUMBER}", [1, 1, cap]),
        (rf"\${NUMBER} of mud lowers it by {NUMBER}", [1, 1]),
        (rf"roll of {NUMBER}, {NUMBER} or {NUMBER}", [3, 4, contest.HOT]),
        (rf"all {NUMBER} states", [lambda table: int(table.game.options["length"])]),
        (rf"{NUMBER} lanes", [len(mudslinger.PARTIES)]),
    ],
}


def assert_true(text: str, table: Callable[[], Table], name: str) -> None:
    """Assert that every number in a text belongs to a sentence above and is the table's."""
    read: set[int] = set()
    for pattern, values in FIGURES[name]:
        for match in re.finditer(pattern, text, re.IGNORECASE):
            told = [number(match[group]) for group in range(1, len(values) + 1)]
            assert told == [value if isinstance(value, int) else value(table()) for value in values], text
            read |= {match.start(group) for group in range(1, len(values) + 1)}
    numbers = {match.start() for match in re.finditer(rf"\b{NUMBER}\b", text, re.IGNORECASE)}
    assert numbers == read, (text, [text[start : start + 12] for start in sorted(numbers ^ read)])


def number(text: str) -> int:
    return int(text) if text.isdigit() else VALUES[text.lower()]


@pytest.mark.parametrize("name", NAMES)
def test_every_number_of_an_introduction_is_the_tables(name: str) -> None:
    options = hustings.game(name).book.options
    for chosen in product(*(option.values for option in options)):
        game = hustings.game(name, **dict(zip([option.name for option in options], chosen, strict=True)))
        for seats in game.seats_allowed:
            brief = game.brief(seats)
            assert all(brief.values()), (chosen, seats)
            for text in chain(*brief.values()):
                assert "{" not in text
                assert_true(text, partial(game.start, seats=seats, seed=7), name)


@pytest.mark.parametrize("name", NAMES)
def test_every_number_of_a_lesson_is_its_tables(name: str) -> None:
    game = hustings.game(name, **hustings.game(name).book.usual)
    for step in game.words["lesson"]["steps"]:
        for text in (step["title"], step["text"]):
            assert_true(text, partial(game.start, seats=min(game.seats_allowed), seed=7), name)


def test_an_introduction_follows_options_and_seats() -> None:
    """Tables with other rules than the usual ones."""
    assert "up to 15" in " ".join(hustings.game("mudslinger", cap="15").brief(3)["turn"])
    assert "the table can do it" not in " ".join(hustings.game("politics", must_play="no").brief(2)["turn"])
    assert "your home state" not in " ".join(hustings.game("politics").brief(4)["turn"])
    assert "can wait" in " ".join(hustings.game("politics", must_play="no").brief(2)["win"])
    assert "can wait" not in " ".join(hustings.game("politics", must_play="yes").brief(2)["win"])
    assert "270 or more" not in " ".join(hustings.game("combat", objective="book-deal").brief(2)["goal"])
