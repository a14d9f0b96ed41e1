"""Sentences, seats, and the parts a table is drawn of."""

from __future__ import annotations

from fractions import Fraction
from importlib.metadata import EntryPoint

import pytest
from rich.console import Console

from hustings import Event, Game, OptionError, SavedGameError, game
from hustings.atlas import states
from hustings.engine.events import Sentences
from hustings.engine.messages import joined, printable, tidied
from hustings.engine.record.plain import HIDDEN, said
from hustings.terminal import rulesheet
from hustings.terminal.drawing import ENTRY_POINTS, Drawing, drawing_of, percent, share, tile_map
from hustings.terminal.seats import Chair, chairs, chairs_again
from tests.games import NAMES
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
        Chair("Dolores Whitfield", "thumb"),
        Chair("Tilly Marsh", "random"),
    )
    assert [chair.name for chair in chairs(3, ["thumb", "thumb"], [])] == ["P1", "Dolores Whitfield", "Rufus Tarn"]
    assert chairs(2, ["thumb"], ["dolores whitfield"])[1].name == "Rufus Tarn"
    crowd = [chair.name for chair in chairs(8, ["thumb"] * 7, [])]
    assert len({*crowd}) == 8
    assert crowd[-2:] == ["Ward captain P7", "Ward captain P8"]


@pytest.mark.parametrize(
    ("bots", "people", "wrong"),
    [
        (["thumb"] * 3, [], "3 bots were asked for at a table of 2 seats"),
        (["thumb"], ["A", "B"], "2 names were given, but 1 of the 2 seats are for people"),
        (["deep"], [], "there is no bot called 'deep'; there are Newcomer, Canvasser, Ward captain"),
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
    ("value", "text"),
    [
        (None, ""),
        (0, "0"),
        ({"TX": "pile 1", "CA": None, "NY": "pile 1", "FL": 0}, "pile 1: TX NY"),
        ({"TX": HIDDEN, "CA": 2}, "2: CA"),
        ([0, 3, None], "0  3  -"),
        ([0, 0], ""),
        ([{"a": 1}, {"a": 0}], "1: a  -"),
    ],
)
def test_a_field_on_one_line(value: object, text: str) -> None:
    assert said(value) == text


def test_chances_for_people() -> None:
    assert (share(Fraction(1, 56)), share(Fraction(5, 16)), share(Fraction(1))) == (
        "1 in 56 (1.8%)",
        "31.2%",
        "100.0%",
    )
    assert percent(Fraction(2, 3)) == "66.7%"


def test_the_map_has_every_state_once() -> None:
    assert sorted(states.tiles()) == sorted(states.NAMES)
    assert len(set(states.tiles().values())) == len(states.NAMES)
    lines = tile_map(lambda code: (code, "")).plain.splitlines()
    assert sorted(" ".join(lines).split()) == sorted(states.NAMES)
    for code, (column, row) in states.tiles().items():
        assert lines[row][5 * column :].split()[0] == code
    assert max(map(len, lines)) <= 55


def test_any_game_can_be_drawn_plainly(toy: Game) -> None:
    """A game without a drawing of its own shows its fields by seat, its own seat's secrets among them."""
    table = toy.start(seats=2, seed=1)
    table.play("P2 bid 2")
    drawing = drawing_of(toy, ["Ann", "Bo"])
    assert type(drawing) is Drawing
    texts = []
    for seat in (None, 0, 1):
        paper = Paper()
        paper.print(drawing.picture(table, seat))
        texts.append(paper.text)
    assert "as a spectator sees it" in texts[0]
    assert "as Ann sees it" in texts[1]
    rows = [{line.split()[0]: line.split()[1:3] for line in text.splitlines() if line.strip()} for text in texts]
    assert all(row["bids"] == ["Bo", "1"] for row in rows)
    assert all("who has bid: 1" in text for text in texts)
    assert [row.get("pence") for row in rows] == [None, None, ["(yours)", "2"]]
    assert drawing.gloss(table.view_row(0), table.legal(0)[0]) == ""
    assert drawing.odds_note(table.view_row(0), table.legal(0)[0], {}) == ""
    assert drawing.card_words() == {"P": "Penny"}


def test_the_plain_drawing_serves_every_game() -> None:
    """From what the game declares: the map, a line for each seat, and the viewer's own cards."""
    table = game("politics").start(seats=2, seed=1)
    drawing = Drawing(table.game, ["Ann", "Bo"])
    texts = []
    for seat in (0, 1):
        paper = Paper(200)
        paper.print(drawing.picture(table, seat))
        texts.append(paper.text)
    for seat, text in enumerate(texts):
        (hand,) = (line for line in text.splitlines() if line.startswith("Your hand: "))
        held = [code for code, holder in table.view(seat)["holder"].items() if holder == f"P{seat + 1}"]
        assert [part.split()[0] for part in hand.removeprefix("Your hand: ").split(", ")] == held
        assert all(f"{code}*" in text for code in held)
    move = next(move for move in table.legal(0) if move.args)
    assert drawing.gloss(table.view_row(0), move) in ("", "New York (39); borders CT MA NJ PA VT")


@pytest.mark.parametrize("name", NAMES)
def test_every_game_of_ours_is_drawn_in_its_own_way_for_everybody(name: str) -> None:
    table = game(name).start(seed=1)
    names = [f"Name{seat}" for seat in range(table.seats)]
    drawing = drawing_of(table.game, names)
    assert type(drawing) is not Drawing
    for seat in (None, *range(table.seats)):
        paper = Paper()
        paper.print(drawing.picture(table, seat))
        assert paper.text.strip()
    for move in table.legal(min(table.owes))[:20]:
        assert isinstance(drawing.gloss(table.view_row(min(table.owes)), move), str)


def test_a_broken_drawing_is_named_and_the_plain_one_serves(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = EntryPoint("combat", "hustings.terminal.nosuch:Drawing", ENTRY_POINTS)
    monkeypatch.setattr("hustings.terminal.drawing.providers", lambda group: {"combat": (broken,)})
    assert type(drawing_of(game("combat"), ["Ann", "Bo"])) is Drawing
    assert caplog.messages == [
        "the drawing of 'combat' is installed but cannot be used: "
        "ModuleNotFoundError: No module named 'hustings.terminal.nosuch'"
    ]


# --- rules


@pytest.mark.parametrize("name", NAMES)
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
