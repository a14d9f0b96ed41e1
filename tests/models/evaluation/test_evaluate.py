"""Evaluations: duplicate deals, transcripts that repeat and go on, refusals and the move that replaces them."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest

import hustings
from hustings import HustingsError, OptionError, arena
from hustings.engine.table import Table
from hustings.models.evaluation import Evaluation, Question, Reply, Scripted, evaluate
from hustings.models.evaluation.chair import Chair
from hustings.models.evaluation.connections import messages
from hustings.models.evaluation.games import no_bot
from tests.arena.matches import players
from tests.cli.conftest import PROGRAM
from tests.games import NAMES

FIRST = Scripted("first", lambda question: question.look.legal[0])


def varied(question: Question) -> Reply:
    """Reply with any move, at times with none, with a note and a count of tokens."""
    legal = question.look.legal
    move = "resign" if question.number % 5 == 4 else legal[question.number * 7 % len(legal)]
    text = json.dumps({"move": move, "note": f"{question.note[-20:]}{question.number}"})
    return Reply(f"Let me think.\n{text}", (len(question.look.text), len(text)))


def timeless(path: Path) -> str:
    """A transcript without its times."""
    return re.sub(r'"seconds":[0-9.]+', "", path.read_text("utf-8"))


def questions(found: Evaluation) -> list[dict[str, Any]]:
    return [line for lines in found.games for line in lines if "attempts" in line]


def test_models_play_the_deals_of_a_match() -> None:
    """A model that plays as a function does has the function's results, deal by deal."""
    found = evaluate("president", [FIRST, players.rule_of_thumb], 8, seed=3, seats=3).match
    match = arena.match("president", [players.first_legal, players.rule_of_thumb], 8, seed=3, seats=3, workers=1)
    assert (found.pairings[0].block.weights == match.pairings[0].block.weights).all()
    assert (found.pairings[0].block.lengths == match.pairings[0].block.lengths).all()
    assert [one.share for one in found.standings] == [one.share for one in match.standings]
    assert found.pairings[0].plan.seatings == ((0, 1, 1), (1, 1, 0), (1, 0, 1))


def test_more_entrants_than_seats_meet_in_pairs() -> None:
    found = evaluate("combat", [FIRST, "random", "thumb"], 4)
    assert [one.plan.name for one in found.match.pairings] == ["first : random", "first : thumb", "random : thumb"]
    assert len(found.games) == 12
    assert found.models == ("first",)


@pytest.mark.parametrize("unasked", [False, True])
def test_the_same_evaluation_has_the_same_transcript(tmp_path: Path, unasked: bool) -> None:
    for name in "ab":
        evaluate("combat", [Scripted("varied", varied), "random"], 4, keep=tmp_path / name, unasked=unasked)
    assert timeless(tmp_path / "a") == timeless(tmp_path / "b")


def test_an_evaluation_goes_on_from_its_transcript(tmp_path: Path) -> None:
    """Cut off anywhere, it leads to the same transcript, and no question is asked twice."""
    keep = tmp_path / "eval.jsonl"
    asked: list[int] = []

    def counted(question: Question) -> Reply:
        asked.append(question.number)
        return varied(question)

    entrants = [Scripted("varied", counted), "random", "thumb"]
    whole = evaluate("president", entrants, 4, keep=keep)
    content, clean, replies = keep.read_bytes(), timeless(keep), len(asked)
    for cut in (0, 30, len(content) // 3, len(content) // 2, len(content) - 1, len(content)):
        keep.write_bytes(content[:cut])
        asked.clear()
        again = evaluate("president", entrants, 4, keep=keep)
        assert again.match.standings == whole.match.standings
        assert timeless(keep) == clean
        stored = content[:cut].rpartition(b"\n")[0]
        assert keep.read_bytes().startswith(stored)
        assert len(asked) == replies - stored.count(b'"reply"')
    keep.write_bytes(content)
    longer = evaluate("president", entrants, 6, keep=keep)
    assert longer.games[: len(whole.games)] == whole.games
    assert keep.read_bytes().startswith(content)
    with pytest.raises(HustingsError, match="holds another evaluation"):
        evaluate("president", entrants[:2], 4, keep=keep)
    keep.write_text("not\nours\n")
    with pytest.raises(HustingsError, match="is no file of evaluation games"):
        evaluate("president", entrants, 4, keep=keep)
    assert keep.read_text() == "not\nours\n"


PLAYER = """
import json, sys
for number, line in enumerate(sys.stdin):
    question = json.loads(line)
    legal = question["legal"]
    move = legal[question["decision"] * 5 % len(legal)] if question["refusals"] else "nothing"
    print(json.dumps({"move": move, "note": question["note"][-5:] + "x", "tokens": [len(line), 9]}), flush=True)
"""


def test_a_killed_command_goes_on(tmp_path: Path) -> None:
    """Killed with -9 in the middle of a game, the same command plays the rest of an evaluation never stopped."""
    (tmp_path / "player.py").write_text(PLAYER)
    command = [*PROGRAM, "eval", "--game", "president", "--seats", f"cmd:{sys.executable} player.py,random",
               "--games", "6", "--keep"]  # fmt: skip
    assert Popen([*command, "whole.jsonl"], cwd=tmp_path).wait(60) == 0
    content = (tmp_path / "whole.jsonl").read_bytes()
    killed = tmp_path / "killed.jsonl"
    running = Popen([*command, killed.name], cwd=tmp_path)
    while not killed.exists() or killed.stat().st_size < len(content) // 3:
        assert running.poll() is None
        time.sleep(0.002)
    running.kill()
    assert running.wait(60) == -9
    part = killed.read_bytes()
    assert len(part) < len(content)
    assert Popen([*command, killed.name], cwd=tmp_path).wait(60) == 0
    assert timeless(killed) == timeless(tmp_path / "whole.jsonl")
    assert killed.read_bytes().startswith(part.rpartition(b"\n")[0])


def test_a_refused_reply_is_asked_again_with_its_clause() -> None:
    seen: list[Question] = []

    def reply(question: Question) -> str:
        seen.append(question)
        return ["turn 9", "P2 turn 1", question.look.legal[0]][min(2, len(question.refusals))]

    line = questions(evaluate("combat", [Scripted("slow", reply), "random"], 2))[0]
    assert [one["reply"] for one in line["attempts"]] == ["turn 9", "P2 turn 1", seen[2].look.legal[0]]
    assert ["refused" in one for one in line["attempts"]] == [True, True, False]
    assert line["move"] == f"{line['seat']} {seen[2].look.legal[0]}"
    assert [refusal.reply for refusal in seen[2].refusals] == ["turn 9", "P2 turn 1"]
    assert messages(seen[2], view=False)[-1]["content"].startswith("This was refused: ")
    assert seen[0].look.text == seen[2].look.text


def test_a_refusal_has_its_clause() -> None:
    """A legal move of the past is refused by the rules, in their words."""
    moves: list[str] = []

    def stubborn(question: Question) -> str:
        moves.append(question.look.legal[0])
        return moves[0] if not question.refusals else question.look.legal[0]

    found = questions(evaluate("combat", [Scripted("stubborn", stubborn), "random"], 2))
    clauses = {one["refused"]["clause"] for line in found for one in line["attempts"] if "refused" in one}
    assert clauses
    assert all(clause.startswith("EC-") for clause in clauses)


def test_after_the_last_attempt_a_random_move_is_made() -> None:
    mute = Scripted("mute", lambda question: "")
    first, again = (questions(evaluate("president", [mute, "random"], 2, attempts=2)) for _ in range(2))
    assert all(line["fallback"] and len(line["attempts"]) == 2 for line in first)
    assert len({line["move"].partition(" ")[2] for line in first}) > 3
    assert [line["move"] for line in first] == [line["move"] for line in again]
    with pytest.raises(OptionError, match="one attempt at least"):
        evaluate("president", [mute, "random"], 2, attempts=0)


@pytest.mark.parametrize("name", NAMES)
def test_a_question_holds_what_its_seat_knows(name: str) -> None:
    """At a table that its seat cannot tell apart, a model is asked the same."""
    game = hustings.game(name)
    table = game.start(seats=game.seats_allowed[-1], seed=5)
    for entry in range(25):
        if table.over:
            break
        seat = min(table.owes)
        here = asked(table, seat)
        for world in range(2):
            assert asked(table.imagine(seat, key=world), seat) == here
        table.play(table.legal(seat)[entry * 3 % len(table.legal(seat))])


def asked(table: Table, seat: int) -> dict[str, Any] | None:
    """The question that a model is asked, without the numbers of log entries, which an imagined table lacks."""
    found: list[Question] = []

    def ask(question: Question) -> str:
        found.append(question)
        return question.look.legal[0]

    chair = Chair(table, seat, arena.Entrant("one", no_bot), Scripted("one", ask), 1)
    chair.decide(0, must=True, known=None)
    if not found:
        return None
    told = found[0].as_dict()
    del told["decision"]
    return {**told, "text": re.sub(r"Decision \d+", "", told["text"])}
