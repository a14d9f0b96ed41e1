"""Every installed game at the terminal, whoever sits there: to the end, saved, and without telling secrets."""

from __future__ import annotations

import re
from random import Random

import pytest
from rich.cells import cell_len

import hustings
from hustings import Table, game
from tests.games import NAMES
from tests.games.moments import hidden_moments
from tests.terminal.helpers import CURTAIN, Paper, Reader, Sitting, typed

LOUD = 12  # prompts of a game that are printed
LONGEST = 300  # entries of a game in which such moments are looked for
ESCAPE = "\x1b"


def any_move(table: Table, salt: object) -> Reader:
    """Types moves at random, by number or by notation with or without the seat."""
    random = Random(f"{table.game.name} {salt}")

    def read(prompt: str) -> str:
        if prompt == CURTAIN:
            return ""
        seat = int(re.fullmatch(r"P(\d+)> ", prompt)[1]) - 1  # type: ignore[index]
        moves = table.legal(seat)
        chosen = random.randrange(len(moves))
        text = str(moves[chosen])
        return random.choice([str(chosen + 1), text, text.split(" ", 1)[1]])

    return read


def some_moves(table: Table, most: int) -> Reader:
    """Types so many moves at random, then leaves."""
    moves, left = any_move(table, most), most

    def read(prompt: str) -> str:
        nonlocal left
        if prompt == CURTAIN:
            return ""
        left -= 1
        return moves(prompt) if left >= 0 else "quit"

    return read


def one_line(text: str) -> str:
    """A text without its line ends and the blanks around them."""
    return " ".join(text.split())


@pytest.mark.parametrize("name", NAMES)
def test_people_at_one_keyboard_play_to_the_end(name: str) -> None:
    seats = game(name).seats_allowed[0]
    table = game(name).start(seats=seats, seed="hot seat")
    sitting = Sitting(table, any_move(table, seats), loud=LOUD)
    assert sitting.play()
    assert table.over
    assert table.result is not None
    assert one_line(sitting.text).endswith(table.result.text)
    prompts = {prompt for _, prompt in sitting.parts} - {CURTAIN}
    assert prompts == {f"P{seat + 1}> " for seat in range(seats)}
    assert hustings.load(table.save()).result == table.result


@pytest.mark.parametrize("name", NAMES)
def test_one_person_and_bots_play_to_the_end(name: str) -> None:
    seats = game(name).seats_allowed[-1]
    table = game(name).start(seats=seats, seed="bots")
    bots = ["random", *["thumb"] * (seats - 2)]
    sitting = Sitting(table, any_move(table, "bots"), bots=bots, loud=LOUD)
    assert sitting.play()
    assert table.result is not None
    assert {prompt for _, prompt in sitting.parts} == {"P1> "}
    assert one_line(sitting.text).endswith(sitting.session.sentences.named(table.result.text))


@pytest.mark.parametrize("name", NAMES)
def test_leaving_on_the_way_leaves_a_table_that_goes_on(name: str) -> None:
    table = game(name).start(seed="leaving")
    assert not Sitting(table, some_moves(table, 8)).play()
    again = hustings.load(table.save(), seed=1)
    assert again.log == table.log
    before = len(again.log)
    assert before >= 8
    assert not Sitting(again, some_moves(again, 8)).play()
    assert again.log[:before] == table.log
    assert len(again.log) >= before + 8


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [40, 60])
def test_a_narrow_terminal_is_wide_enough(name: str, width: int) -> None:
    """Whatever is printed keeps within the width, and every legal move is still there to be read."""
    seats = game(name).seats_allowed[-1]
    table = game(name).start(seats=seats, seed="narrow")
    sitting = Sitting(table, some_moves(table, 8), paper=Paper(width))
    sitting.play()
    assert max(cell_len(line) for line in sitting.text.splitlines()) <= width
    assert len(sitting.parts) > 8


@pytest.mark.parametrize("name", NAMES)
def test_without_colours_there_are_none(name: str) -> None:
    """What is no terminal gets no control characters at all; a terminal without colours gets none of those."""
    for paper, allowed in (
        (Paper(), set()),
        (Paper(force_terminal=True, no_color=True), {"0", "1", "2", "3", "7"}),
    ):
        table = game(name).start(seed="grey")
        Sitting(table, typed(str(table.legal(min(table.owes))[0]).split(" ", 1)[1]), paper=paper).play()
        styles = {part for codes in re.findall(r"\x1b\[([0-9;]*)m", paper.text) for part in codes.split(";")}
        assert styles <= allowed
        assert (ESCAPE in paper.text) == bool(allowed)


# --- secrets


@pytest.mark.parametrize("name", NAMES)
def test_nothing_a_seat_cannot_know_is_printed_for_it(name: str) -> None:
    """Two tables that differ only in what the seat cannot know print the same, whatever it asks."""
    moments = hidden_moments(name)
    assert moments or not any(field.sees != "everyone" for field in game(name).book.schema.fields)
    for one, other, seat in moments:
        assert one.log != other.log
        first = str(one.legal(seat)[0])
        rival = f"P{(seat + 1) % one.seats + 1}"
        asked = ("table", "log", f"why {first}", f"odds {first}", f"why {rival} pass", f"{rival} {first[3:]}", "odds 1")
        texts = []
        for table in (one, other):
            sitting = Sitting(table, typed(*asked), paper=Paper(force_terminal=True))
            assert not sitting.play()
            texts.append(sitting.text)
            assert sitting.parts[-1][1] == f"P{seat + 1}> "
        assert texts[0] == texts[1]
        assert len(texts[0]) > 500


@pytest.mark.parametrize("name", NAMES)
def test_a_curtain_falls_before_the_next_person_looks(name: str) -> None:
    """Where something is not for everybody: the screen is wiped, and before Enter nothing but the name is on it."""
    table = game(name).start(seats=game(name).seats_allowed[-1], seed="curtain")
    sitting = Sitting(table, some_moves(table, 20), paper=Paper(force_terminal=True, no_color=True))
    sitting.play()
    wiped = "\x1b[3J"
    before = None
    curtains = 0
    for (part, prompt), following in zip(sitting.parts, [*sitting.parts[1:], ("", "")], strict=True):
        if prompt == CURTAIN:
            curtains += 1
            shown = part[part.rindex(wiped) + len(wiped) :]
            label = following[1].removesuffix("> ")
            assert re.sub(r"\x1b\[[0-9;]*m|[─\s]", "", shown) == f"Passthekeyboardto{label}"
            assert following[0].startswith("\x1b[2J\x1b[H" + wiped)
        elif before is not None and prompt != before:
            assert part.count(wiped) == 1 or "Now P" in part
        before = prompt if prompt != CURTAIN else None
    hidden = any(field.sees != "everyone" for field in game(name).book.schema.fields)
    assert bool(curtains) <= hidden
