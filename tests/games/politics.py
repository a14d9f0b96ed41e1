"""What Politics adds to the shared suite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from hustings import Table
from hustings.games.politics.record import SCHEMA
from hustings.testing import GameSuite, SmallGame
from tests.games.politics_corruptions import CORRUPTIONS
from tests.games.politics_worlds import information_sets, small_game
from tests.reference.politics import PoliticsReference

# --- the second implementation


def reference(seats: int, options: Mapping[str, str]) -> PoliticsReference:
    return PoliticsReference(seats, dict(options))


def facts(picture: Mapping[str, Any]) -> dict[str, object]:
    """The whole picture as the reference tells it."""

    def lying(what: str) -> list[str]:
        return sorted(code for code, where in picture["where"].items() if where == what)

    def held(seat: int) -> list[str]:
        return sorted(code for code, holder in picture["holder"].items() if holder == f"P{seat + 1}")

    # while a card is drawn the reference tells whose turn it is as well; the third-party vote is no stock to it
    # and it names the sides only once the hands are dealt, though with four and six they are set before (PO-2)
    first_deal = picture["pending"] in ("deal", "open") and not picture["nominee"][0] and not picture["redealt"]
    turn = picture["dealing"] if picture["pending"] == "draw" else picture["mover"]
    if picture["pending"] == "open" and not first_deal:
        turn = picture["last"]  # who took a card
    return {
        "sides": [None, None] if first_deal else picture["party"],
        "network": [lying("side 1"), lying("side 2")],
        "hands": [held(seat) for seat in range(picture["seats"])],
        "stock": 0 if picture["redealt"] else picture["stock"],
        "open": lying("open"),
        "redealt": bool(picture["redealt"]),
        "turn": int(turn[1:]) - 1 if turn else None,
    }


# --- small decks


def tiny_game(name: str, seats: int, cards: str, dealt: int, depth: int, log: str = "", **options: str) -> SmallGame:
    codes = cards.split()
    return SmallGame(
        name,
        lambda: small_game(seats, codes, dealt, options),
        lambda: PoliticsReference(seats, options, states=codes, hand_size=dealt),
        depth,
        tuple(entry.strip() for entry in log.split(";") if entry.strip()),
    )


BORDER_STATES = "IL IN KY MD MO NC OH TN VA WV"
#: four hands of two, laid so that both sides meet soon; a stock of two
FOUR = "* P1 OH; * P2 KY; * P3 IN; * P4 VA; * P1 TN; * P2 NC; * P3 MD; * P4 MO"
#: P1 has no Republican
BARE = "* P1 KY; * P2 OH; * P1 TN; * P2 VA; P1 side R; P1 draw"


def small_games() -> list[SmallGame]:
    """The first draws, a nominator who must draw, both ways to draw, the third-party vote, four and six seats."""
    three = "* P1 OH; * P2 KY; * P1 TN; * P2 VA"
    last = "* P1 OH; * P2 KY; * P1 IL; * P2 TN; P1 side R; P1 nominate OH; P2 nominate KY"
    return [
        tiny_game("whole", 2, "KY OH TN VA WV", 1, 5),
        tiny_game("extra cards", 2, "IN KY MO OH TN VA WV", 2, 7, three),
        tiny_game("free to draw", 2, "IN KY MO OH TN VA WV", 2, 7, three, must_play="no"),
        tiny_game("bare", 2, "KY MD OH TN VA WV", 2, 7, BARE),
        tiny_game("bare and free", 2, "KY MD OH TN VA WV", 2, 7, BARE, must_play="no"),
        tiny_game("all bare", 2, "KY NC TN VA", 1, 9, "* P1 KY; * P2 TN; P1 side R", votes="1900"),
        tiny_game("third party", 2, "IL KY ME OH TN", 2, 10, last),
        tiny_game("third party of three", 2, "IL KY ME NH OH TN VT", 2, 7, last),
        tiny_game("open cards", 2, "IN KY MO OH TN VA WV", 1, 6, "* P1 OH; * P2 KY", market="3"),
        tiny_game("open and free", 2, "IN KY MO OH TN VA WV", 1, 6, "* P1 OH; * P2 KY", market="3", must_play="no"),
        tiny_game("new fronts", 2, "IN KY MO OH TN VA WV", 1, 6, "* P1 OH; * P2 KY", market="fronts"),
        tiny_game("fronts far away", 2, "CA FL KY ME OH TX", 1, 7, "* P1 OH; * P2 KY", market="fronts", must_play="no"),
        tiny_game("even", 2, "IN KY MO OH TN WV", 2, 6, market="even"),
        tiny_game("even for four", 4, BORDER_STATES, 1, 6, market="even", must_play="no"),
        tiny_game("bare beside open cards", 2, "KY MD OH TN VA WV", 1, 8, "* P1 KY; * P2 OH", market="3"),
        tiny_game("waters", 2, "IL MI MN WI NY RI", 2, 6, waters="yes"),
        tiny_game("four", 4, BORDER_STATES, 2, 7, FOUR),
        tiny_game("four for the Democrats", 4, BORDER_STATES, 2, 7, FOUR, side="D", must_play="no"),
        tiny_game("six", 6, "IL KY MO OH TN VA WV NC", 1, 5, "* P1 OH; * P2 KY; * P3 IL; * P4 MO"),
    ]


# --- what seats may not know


def hidden(table: Table, seat: int | None) -> tuple[dict[str, str], list[str]]:
    """The cards in rivals' hands that they did not take openly with their holders' labels, and the face-down cards."""
    picture = SCHEMA.as_json(table._row)
    own = None if seat is None else f"P{seat + 1}"
    rivals = {
        code: holder
        for code, holder in picture["holder"].items()
        if holder not in (None, own) and not picture["taker"][code]
    }
    unheld = [code for code, where in picture["where"].items() if where == "unplayed" and not picture["holder"][code]]
    return rivals, unheld


def last_deal(log: Sequence[str]) -> int:
    """Where the deal of the hands now held begins: a card that comes after a pass is of the third-party vote."""
    starts = [
        number + 1 for number, entry in enumerate(log[:-1]) if entry.endswith("pass") and log[number + 1][0] == "*"
    ]
    return starts[-1] if starts else 0


def led(table: Table, log: Sequence[str]) -> PoliticsReference:
    """The second implementation after a log; ValueError where it cannot be played."""
    other = reference(table.seats, table.game.options)
    for number, entry in enumerate(log):
        who, text = entry.split(" ", 1)
        if who == "*":
            other.settle(text)
        elif text != "pass":
            other.play(int(who[1:]) - 1, text)
        if other.log[: number + 1] != list(log[: number + 1]):
            raise ValueError("somebody passes who did not, or the other way round")
    return other


def public(other: PoliticsReference, entries: int) -> tuple[object, ...]:
    """Who is to move, and the passes the program is about to make."""
    return other.owes(), other.log[entries:], other.over()


def redeal(table: Table, seat: int | None, random: Random) -> list[str] | None:
    """The same game with cards the seat cannot see changed about, as far as everybody may do what he did."""
    rivals, unheld = hidden(table, seat)
    log = list(table.log)
    start = last_deal(log)
    true = public(led(table, log), len(log))
    for _ in range(4):
        one = random.choice(sorted(rivals)) if rivals else ""
        others = [code for code in [*unheld, *rivals] if rivals.get(code) != rivals.get(one)]
        if not others:
            return None
        other = random.choice(sorted(others))
        names = {one: other, other: one}
        changed = log[:start]
        for entry in log[start:]:
            words = entry.split(" ")
            changed.append(" ".join([*words[:-1], names.get(words[-1], words[-1])]) if words[0] == "*" else entry)
        try:
            if public(led(table, changed), len(log)) == true:
                return changed
        except ValueError:
            continue
    return None


def secrets(table: Table, seat: int | None) -> list[str]:
    """The rivals' cards as a view would write them."""
    rivals, _ = hidden(table, seat)
    return [f'"{code}": "{holder}"' for code, holder in rivals.items()]


SUITE = GameSuite(
    name="politics",
    reference=reference,
    facts=facts,
    small=small_games,
    corruptions=CORRUPTIONS,
    redeal=redeal,
    secrets=secrets,
    information_sets=information_sets,
    redeal_share=0.1,
    fuzz=1000,
)
