"""Sentences, seats, and the parts a table is drawn of."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rich.console import Console

from hustings import Event, Game, OptionError, SavedGameError, game, game_names
from hustings.atlas import states
from hustings.terminal import rulesheet
from hustings.terminal.drawing import DRAWN, PlainDrawing, drawing_of, percent, said, share
from hustings.terminal.grid import TILES, tile_map
from hustings.terminal.seats import Chair, chairs, chairs_again
from hustings.terminal.sentences import Sentences, joined, printable, tidied
from tests.terminal.helpers import Paper

WORDS = {
    "events": {
        "take": "{seat} takes {cards} {places}.",
        "say": '{seat} says "{text}".',
        "pass": "{seat} passes to {whom}.",
        "play": "{seat} plays {card}[ against {whom}].",
        "count": "{seat} has {votes} ({note}).",
        "won": "{seat} has {votes} electors[, in {cards}].",
    },
    "event_words": {"place": "the card on place {place}", "nobody": "no one"},
}


def told(name: str, seat: int | None = 0, **args: object) -> str:
    sentences = Sentences(WORDS, ["Ann", "Bo"], {"FAKE": "Fake News"})
    return sentences.of(Event(1, name, seat, args))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (told("take", cards=["CA", "FAKE"], places=[4]), "Ann takes CA, Fake News and the card on place 4."),
        (told("take", cards=[], places=[2, 3]), "Ann takes the card on place 2 and the card on place 3."),
        (told("take", cards=["CA"], places=[]), "Ann takes CA."),
        (told("take", cards=[], places=[]), "Ann takes."),
        (told("say", text="P2 is {seat}"), 'Ann says "P2 is {seat}".'),
        (told("say", text=""), "Ann says."),
        (told("pass", whom="P2"), "Ann passes to Bo."),
        (told("pass", whom=None), "Ann passes to no one."),
        (told("pass", whom="P7"), "Ann passes to P7."),
        (told("play", card="FAKE", whom="P2"), "Ann plays Fake News against Bo."),
        (told("play", card="FAKE", whom=None), "Ann plays Fake News."),
        (told("count", seat=1, votes=12, note=""), "Bo has 12."),
        (told("won", votes=9, cards=["WA"]), "Ann has 9 electors, in WA."),
        (told("won", votes=0, cards=[]), "Ann has 0 electors."),
        (told("unheard", seat=None, score=3, whom=None), "unheard: score 3."),
        (told("unheard", seat=1, card="FAKE"), "unheard: seat Bo, card Fake News."),
        (told("unheard", seat=None), "unheard."),
        (told("pass", other=1), "Ann passes to {whom}."),
    ],
)
def test_events_read_as_sentences(sentence: str, expected: str) -> None:
    assert sentence == expected


def test_labels_in_a_text_become_names() -> None:
    assert (
        Sentences({}, ["Ann", "Bo"]).named("P1 beats P2, not P3 or P12 or XP1.")
        == "Ann beats Bo, not P3 or P12 or XP1."
    )


@pytest.mark.parametrize(("parts", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), ("abc", "a, b and c")])
def test_lists_in_words(parts: list[str], text: str) -> None:
    assert joined(parts) == text


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("a  b .", "a b."),
        ("takes (), and “ ”.", "takes, and."),
        ("so :.", "so."),
        ("why , ?", "why?"),
        ("fine.", "fine."),
    ],
)
def test_gaps_are_tidied(text: str, clean: str) -> None:
    assert tidied(text) == clean


def test_control_characters_are_spelled_out() -> None:
    assert printable("a\x1b[2J\n\u202eb\udcff") == r"a\x1b[2J\n\u202eb\udcff"
    assert printable("Zoë 選挙") == "Zoë 選挙"


# --- seats


def test_people_sit_first_and_bots_last() -> None:
    assert chairs(4, ["thumb", "random"], ["Ann"]) == (
        Chair("Ann"),
        Chair("P2"),
        Chair("Ward captain", "thumb"),
        Chair("Newcomer", "random"),
    )
    assert [chair.name for chair in chairs(3, ["thumb", "thumb"], [])] == ["P1", "Ward captain P2", "Ward captain P3"]


@pytest.mark.parametrize(
    ("bots", "people", "wrong"),
    [
        (["thumb"] * 3, [], "3 bots were asked for at a table of 2 seats"),
        (["thumb"], ["A", "B"], "2 names were given, but 1 of the 2 seats are for people"),
        (["deep"], [], "there is no bot level 'deep'; there are random, thumb"),
    ],
)
def test_seats_that_cannot_be_taken(bots: list[str], people: list[str], wrong: str) -> None:
    with pytest.raises(OptionError, match=wrong):
        chairs(2, bots, people)


def test_the_seats_of_a_saved_game() -> None:
    assert chairs_again(["Ann", 7], None) == (Chair("Ann"), Chair("7"))
    assert chairs_again(["Ann", "\x1b"], [None, "thumb"]) == (Chair("Ann"), Chair(r"\x1b", "thumb"))
    with pytest.raises(SavedGameError, match="must be a list of 2: a level or null for each seat"):
        chairs_again(["Ann", "Bo"], [None])


# --- drawing


@pytest.mark.parametrize(
    ("value", "by_seat", "text"),
    [
        (None, False, ""),
        (0, False, "0"),
        ({"TX": "pile 1", "CA": None, "NY": "pile 1", "FL": 0}, False, "pile 1: TX NY"),
        ([0, 3, None], False, "0  3  -"),
        ([0, 0], False, ""),
        ([0, 5, 2], True, "P2 5, P3 2"),
        ([{"a": 1}, {"a": 0}], True, "P1 1: a"),
    ],
)
def test_a_field_on_one_line(value: object, by_seat: bool, text: str) -> None:
    assert said(value, by_seat) == text


def test_chances_for_people() -> None:
    assert (share(Fraction(1, 56)), share(Fraction(5, 16)), share(Fraction(1))) == (
        "1 in 56 (1.8 %)",
        "31.2 %",
        "100.0 %",
    )
    assert percent(Fraction(2, 3)) == "66.7 %"


def test_the_map_has_every_state_once() -> None:
    tiles = [code for row in TILES for code in row if code != ".."]
    assert sorted(tiles) == sorted(states.NAMES)
    assert {len(row) for row in TILES} == {11}
    text = tile_map(lambda code: (code, "")).plain
    assert text.split() == tiles
    assert max(map(len, text.splitlines())) <= 55


def test_any_game_can_be_drawn_plainly(toy: Game) -> None:
    """A game without a drawing of its own shows its fields, its own seat's secrets among them."""
    table = toy.start(seats=2, seed=1)
    table.play("P2 bid 2")
    drawing = drawing_of(toy, ["Ann", "Bo"])
    assert isinstance(drawing, PlainDrawing)
    texts = []
    for seat in (None, 0, 1):
        paper = Paper()
        paper.print(drawing.picture(table.view(seat), seat))
        texts.append(paper.text)
    assert "as a spectator sees it" in texts[0]
    assert "as Ann sees it" in texts[1]
    assert all("who has bid: 1" in text and "P2 1" in text for text in texts)
    assert ["P2 2" in text for text in texts] == [False, False, True]
    assert drawing.gloss(table.view(0), table.legal(0)[0]) == ""
    assert drawing.odds_note(table.view(0), table.legal(0)[0], {}) == ""
    assert drawing.card_words() == {"P": "Penny"}


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_drawn_for_everybody(name: str) -> None:
    table = game(name).start(seed=1)
    names = [f"Name{seat}" for seat in range(table.seats)]
    drawing = drawing_of(table.game, names)
    assert isinstance(drawing, PlainDrawing) == (name not in DRAWN)
    for seat in (None, *range(table.seats)):
        paper = Paper()
        paper.print(drawing.picture(table.view(seat), seat))
        assert paper.text.strip()
    for move in table.legal(min(table.owes))[:20]:
        assert isinstance(drawing.gloss(table.view(min(table.owes)), move), str)


def test_a_drawing_is_named_for_an_installed_game_only() -> None:
    assert DRAWN.keys() <= set(game_names())


# --- rules


@pytest.mark.parametrize("name", game_names())
def test_the_rule_sheet_has_every_clause_and_card_text(name: str) -> None:
    chosen = game(name)
    paper = Paper(200)
    paper.print(rulesheet.whole(chosen))
    for clause in chosen.clauses():
        assert f"{clause.id}  {clause.title}" in paper.text
        assert rulesheet.clause(chosen, clause.id) == clause
    for card in chosen.words.get("cards", {}).values():
        assert "text" not in card or f"{card['name']} (" in paper.text
    assert rulesheet.clause(chosen, "XX-99") is None
    assert isinstance(paper, Console)
