"""What can be typed and what is answered, on the toy game: sealed bids, then a coin."""

from __future__ import annotations

import pytest

from hustings import Game, Table, game
from hustings.terminal.drawing import drawing_of, share
from hustings.terminal.session import HELP, Session
from tests.terminal.helpers import CURTAIN, Paper, Sitting, typed


def at(toy: Game, *lines: str, seats: int = 2, **how: object) -> Sitting:
    """A sitting of people that types these lines and leaves."""
    sitting = Sitting(toy.start(seats=seats, draw=lambda stream, count: 0), typed(*lines), **how)  # type: ignore[arg-type]
    sitting.play()
    return sitting


def answers(sitting: Sitting) -> list[str]:
    """What was printed after each line, up to the next prompt."""
    return [part.strip() for part, _ in sitting.parts[2:]]


# --- moves


@pytest.mark.parametrize("line", ["3", "bid 2", "P1 bid 2", "p1 BID 2", "  bid   2  ", 'bid 2 "all in"'])
def test_a_move_is_a_number_or_its_notation(toy: Game, line: str) -> None:
    table = at(toy, line).table
    assert table.log[0].startswith("P1 bid 2")
    assert len(table.log) == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("0", "There is no move number 0; the list has 1 to 3."),
        ("4", "There is no move number 4; the list has 1 to 3."),
        ("9" * 40, f"There is no move number {'9' * 40}; the list has 1 to 3."),
        ("bid 9", "'9' is no "),
        ("bid", "is no move of this game; moves look like bid 2"),
        ("fold", "'fold' is no move of this game; moves look like bid 2"),
        ("P2 bid 1", "P1 is at the keyboard; the others move in their own turn."),
        ("bid 'x", "its quotation marks do not close"),
        ("²", "'²' is no move of this game"),
        ("\x1b[2J", r"\x1b[2J"),
    ],
)
def test_what_is_no_move_is_refused_in_a_sentence(toy: Game, line: str, said: str) -> None:
    sitting = at(toy, line)
    assert sitting.table.log == ()
    [answer] = answers(sitting)
    assert said in answer
    assert "\x1b" not in sitting.text


def test_a_huge_number_is_refused_too(toy: Game) -> None:
    [answer] = answers(at(toy, "9" * 5000))
    assert "There is no move number" in answer
    assert "the list has 1 to 3." in answer


def test_an_illegal_move_gets_its_reason_and_clause() -> None:
    table = game("combat").start(seed=3)
    table.play("P1 turn 1")
    reason = table.why_not("P2 turn 1")
    assert reason is not None
    sitting = Sitting(table, typed("turn 1"))
    sitting.play()
    said = " ".join(sitting.text.split())
    assert f"There is no face-down card there. (rules {reason.clause})" in said
    assert reason.text not in said
    assert len([entry for entry in table.log if entry.startswith("P")]) == 1


def test_nothing_typed_is_asked_again(toy: Game) -> None:
    sitting = at(toy, "", "   ", "bid 1")
    assert [prompt for _, prompt in sitting.parts][:4] == [CURTAIN, "P1> ", "P1> ", "P1> "]
    assert sitting.table.log == ("P1 bid 1",)


# --- sealed choices and the curtain


def test_a_sealed_choice_stays_with_its_seat(toy: Game) -> None:
    """Between the bid and the coin no line for another seat tells it, and none is on the screen he sees."""
    sitting = at(toy, "bid 2 'mine'", "log", "bid 1", seats=2, people=["Ann", "Bo"])
    assert [prompt for _, prompt in sitting.parts] == [CURTAIN, "Ann> ", CURTAIN, "Bo> ", "Bo> "]
    for part, _ in sitting.parts[2:]:
        assert "Ann bids, saying" in part or part is sitting.parts[2][0]
        assert "Ann bids 2" not in part
        assert "P1 2" not in part
    assert "The coin shows heads." in sitting.text
    assert sitting.text.rstrip().endswith("Ann wins.")


def test_each_person_is_told_everything_of_his_own_once(toy: Game) -> None:
    sitting = at(toy, "bid 2", "bid 0", "bid 1", seats=3)
    assert sitting.table.over
    assert sitting.text.count("P1 bids, saying") >= 2
    assert sitting.text.count("The coin shows heads.") == 1
    assert "P1 bids 2." not in sitting.text


def test_a_wiped_screen_has_no_lines_scrolled_away(toy: Game) -> None:
    sitting = at(toy, "bid 2", "bid 0", paper=Paper(force_terminal=True))
    assert sitting.text.count("\x1b[2J\x1b[H\x1b[3J") == 4
    before = sitting.parts[2][0]
    assert before.index("\x1b[3J") < before.index("Pass the keyboard to")


def test_alone_among_bots_nobody_is_sent_away(toy: Game) -> None:
    sitting = at(toy, "bid 2", seats=3, bots=["random", "random"])
    assert [prompt for _, prompt in sitting.parts] == ["P1> "]
    assert sitting.table.over
    assert "P1 bids 2." in sitting.text


def test_open_games_only_name_who_is_next() -> None:
    table = game("combat").start(seed=1)
    sitting = Sitting(table, typed("turn 1", "turn 2"))
    sitting.play()
    assert CURTAIN not in [prompt for _, prompt in sitting.parts]
    assert "Now P2" in sitting.text


def test_a_screen_with_a_secret_is_wiped_even_when_nothing_is_secret_any_more(
    toy: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = iter([True, True, True, False, False, False, False])
    monkeypatch.setattr(Session, "_secret", lambda session, seat: next(secrets))
    sitting = at(toy, "bid 2", "bid 1")
    assert [prompt for _, prompt in sitting.parts] == [CURTAIN, "P1> ", CURTAIN, "P2> "]


# --- the other words


def test_help_names_every_word(toy: Game) -> None:
    for word in ("help", "?", "HELP"):
        [answer] = answers(at(toy, word))
        assert all(entry in answer and meaning in answer for entry, meaning in HELP)


def test_why_says_allowed_or_the_clause(toy: Game) -> None:
    allowed, shown, other, none, empty = answers(at(toy, "why bid 2", "why 3", "why P2 bid 1", "why jump", "why"))
    assert allowed == shown == "P1 bid 2 is allowed now."
    assert other == "P1 is at the keyboard; the others move in their own turn."
    assert "'jump' is no move of this game" in none
    assert "nothing follows the seat" in empty


def test_why_shows_the_clause_that_forbids() -> None:
    table = game("combat").start(seed=3)
    table.play("P1 turn 1")
    reason = table.why_not("P2 turn 1")
    assert reason is not None
    sitting = Sitting(table, typed("why turn 1"))
    sitting.play()
    [clause] = [clause for clause in table.game.clauses() if clause.id == reason.clause]
    assert f"{clause.id}  {clause.title}" in sitting.text
    assert clause.text[:30] in sitting.text.replace("\n    ", " ")


def test_odds_are_those_of_what_comes_next() -> None:
    table = game("combat").start(seed=3)
    sitting = Sitting(table, typed("odds turn 1", "odds 1", "odds take CA", "odds jump"))
    sitting.play()
    first, second, refused, none = (part for part, _ in sitting.parts[1:])
    assert first == second
    assert "each 1 in 56 (1.8%): " in first.replace("\n", " ")
    assert "(rules EC-" in refused
    assert "is no move" in none
    assert table.log == ()


def test_odds_of_a_move_that_brings_no_chance(toy: Game) -> None:
    assert answers(at(toy, "odds bid 1")) == ["P1 bid 1 has no chance outcome of its own."]


def test_odds_by_kind_stand_where_a_drawing_has_no_word_for_them() -> None:
    table = game("politics").start(seats=2, seed=3)
    while not any(move.verb == "draw" for move in table.legal(min(table.owes))):
        table.play(table.legal(min(table.owes))[0])
    sitting = Sitting(table, typed("odds draw"))
    sitting.play()
    seat = min(table.owes)
    kinds = table.odds_by_kind(f"P{seat + 1} draw", seat)
    assert len(kinds) == 2
    assert all(f"{kind} {share(chance)}" in sitting.text for kind, chance in kinds.items())


def test_the_states_a_card_borders_are_named() -> None:
    """The map of tiles has Minnesota beside Illinois, which do not border each other."""
    table = game("politics").start(seats=2, seed=3)
    drawing = drawing_of(table.game, ["Ann", "Ben"])
    assert "borders IA ND SD WI" in drawing.gloss(table.view_row(0), table.read("P1 play MN"))


def test_rules_are_shown_whole_or_one_by_one(toy: Game) -> None:
    whole, one, none = answers(at(toy, "rules", "rules pa-2", "rules PA-9"))
    assert "PA-1  Bids" in whole
    assert "PA-2  The coin" in whole
    assert "PA-3" not in whole
    assert one == "PA-2  The coin\n    A fair coin falls."
    assert none == "There is no clause 'PA-9'; `rules` shows them all."


def test_the_table_is_drawn_again(toy: Game) -> None:
    sitting = at(toy, "table")
    [answer] = answers(sitting)
    assert answer in sitting.parts[1][0]
    assert "The table, as P1 sees it" in answer


def test_the_log_is_what_this_seat_may_know(toy: Game) -> None:
    table = toy.start(seats=2, seed=1)
    table.play("P1 bid 2 'x'")
    sitting = Sitting(table, typed("log"))
    sitting.play()
    assert sitting.parts[-1][0].strip() == '1  P1 bids, saying "x".'


@pytest.mark.parametrize("word", ["quit", "exit", "q", "QUIT"])
def test_leaving(toy: Game, word: str) -> None:
    sitting = Sitting(toy.start(seats=2, seed=1), typed("bid 1", word))
    assert not sitting.play()
    assert not sitting.table.over


def test_a_long_list_is_cut_and_the_rest_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hustings.terminal.session.LONGEST_LIST", 2)
    table = game("combat").start(seed=1)
    sitting = Sitting(table, typed("5"))
    sitting.play()
    assert "... and 3 more; they can be typed." in sitting.parts[0][0]
    assert table.log[0] == "P1 turn 5"


def test_who_may_act_unasked_is_told_and_may_type(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "owes", property(lambda table: frozenset({0}) if not table.over else frozenset()))
    monkeypatch.setattr(Table, "may", property(lambda table: frozenset({1})))
    sitting = at(toy, "P2 bid 1", people=["Ann", "Bo"])
    assert "Bo may act too: type the move with its seat, such as P2 ..." in sitting.text
    assert sitting.table.log == ("P2 bid 1",)


def test_the_welcome_names_everybody(toy: Game) -> None:
    text = at(toy, people=["Ann"], bots=["thumb"]).text
    assert "Penny <Auction>" in text
    assert "At the table: Ann (P1); Dolores Whitfield (P2, Ward captain). Type help for what you can type." in text
    assert "(coin fair, last_call no)" in text
