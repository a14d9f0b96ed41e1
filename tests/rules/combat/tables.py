"""Positions of Electoral College Combat built from notation, and short ways to look at them.

A hand is written as the codes of its cards by place, "CA TX OH NY FL", and its moves as "P1 turn 1; P2 turn 2".
Chance is asked at every table here, so a card comes up where the test laid it, and nowhere else.
"""

from __future__ import annotations

import hustings
from hustings.engine.table import Table
from hustings.games.combat.cards import CODES
from hustings.games.combat.hand import begin
from hustings.games.combat.record import ABSENT, UNSEEN
from tests.rules.tables import assert_sound, table_over, unbegun

EDITIONS = ("prose", "illustrated")
WHEN = {"first": 0, "second": 1, "third": 2}


def new_table(edition: str = "prose", **options: str) -> Table:
    """The first hand of a whole deck, laid by P1, chance asked."""
    return hustings.game("combat", edition=edition, **options).start(seats=2, chance="asked")


def tiny_table(deck: str, edition: str = "prose", **options: str) -> Table:
    """A game of fewer cards: `deck` names them, in pairs of equal stacks."""
    game = hustings.game("combat", edition=edition, **options)
    row = unbegun(game, 2)
    cards = deck.split()
    for card, code in enumerate(CODES):
        row.where[card] = UNSEEN if code in cards else ABSENT
    begin(row)
    return table_over(game, row)


def hand(table: Table, cards: str, moves: str = "") -> Table:
    """Play moves, separated by semicolons, in a hand whose cards lie as written, place by place.

    Whatever chance asks for is settled with the card of that place, before the first move and after each. Settling
    stops with the hand, so that a later hand has its own cards.
    """
    places = cards.split()
    number = table.view(None)["hand"]
    _settle(table, places, number)
    for move in filter(None, map(str.strip, moves.split(";"))):
        table.play(move)
        assert_sound(table)
        _settle(table, places, number)
    return table


def _settle(table: Table, places: list[str], number: int) -> None:
    while table.odds() and table.view(None)["hand"] == number:
        table.settle(places[table.view(None)["pending"] - 1])
        assert_sound(table)


def ordinary_hand(table: Table, cards: str, taking: str = "") -> Table:
    """A hand of two different numbered cards, turned on places 1 and 2; the chooser takes as told or what he may."""
    opener = table.view(None)["opener"]
    hand(table, cards, f"{opener} turn 1; {rival(opener)} turn 2")
    (chooser,) = table.owes
    return hand(table, cards, f"P{chooser + 1} take {taking}" if taking else str(table.legal(chooser)[0]))


def chosen_hand(table: Table, label: str, cards: str, taking: str = "") -> Table:
    """A hand in which that player turns the first card of `cards`, the higher, and takes it with place 3 or as told.

    The lower card comes second; which of the two lies on place 1 depends on who opens.
    """
    high, low, *rest = cards.split()
    opens = table.view(None)["opener"] == label
    layout = [high, low, *rest] if opens else [low, high, *rest]
    return ordinary_hand(table, " ".join(layout), taking or f"{high} 3")


def rival(label: str) -> str:
    """P2 for P1 and P1 for P2."""
    return "P2" if label == "P1" else "P1"


def turn_in(table: Table, cards: str, when: str) -> Table:
    """Turn places 1, 2 ... by the players whose turn it is, until the card that is to come first, second or third."""
    for place in range(1, WHEN[when] + 2):
        (mover,) = table.owes
        hand(table, cards, f"P{mover + 1} turn {place}")
    return table


TEN_HANDS = (  # who turns the first, higher card; the cards; what he takes
    ("P1", "CA WY SWING CELEB VT", "WY 3 4"),
    ("P2", "TX ND RUSSIA SD MT", "TX 3"),
    ("P1", "NY AK DE DC FL", "NY 5"),
    ("P1", "PA AL AR AZ CO", "PA 3"),
    ("P1", "IL GA IA ID IN", "IL 3"),
    ("P1", "OH KS KY LA MA", "OH 3"),
    ("P1", "MI MD ME MN MO", "MI 3"),
    ("P1", "NC MS NE NH NM", "NC 3"),
    ("P1", "NJ NV RI SC TN", "NJ 3"),
    ("P1", "VA UT WA WI WV", "VA 3"),
)
PILE_AFTER_TEN = {
    "P1": "WY SWING CELEB ND SD MT NY FL PA AR IL IA OH KY MI ME NC NE NJ RI VA WA",
    "P2": "CA VT TX RUSSIA AK DE DC AL AZ CO GA ID IN KS LA MA MD MN MO MS NH NM NV SC TN UT WI WV",
}
LAST_SIX = "FAKE RECOUNT CT OR OK HI"


def after_ten_hands(edition: str = "prose", **options: str) -> Table:
    """Ten ordinary hands played out: the piles are PILE_AFTER_TEN, LAST_SIX are unseen, and P1 must add two cards."""
    table = new_table(edition, **options)
    for label, cards, taking in TEN_HANDS:
        chosen_hand(table, label, cards, taking)
    return table


DECK_OF_SIXTEEN = "TX CA SWING RUSSIA FAKE RECOUNT OH WY VT CT MT ND SD AK DE DC"


def only_wilds() -> Table:
    """A small deck in which P1's pile holds three wilds and nothing else before his last hand."""
    table = tiny_table(DECK_OF_SIXTEEN, "prose")
    hand(table, "TX CA SWING RUSSIA FAKE", "P1 turn 1; P2 turn 2; P2 take CA TX")
    return hand(table, "RECOUNT OH WY VT CT", "P2 turn 1; P1 turn 2; P2 turn 3")


# --- what is seen


def where(table: Table, place: str) -> list[str]:
    """The codes of the cards that are there, by alphabet: "pile 1", "gone", "table", "unseen", "added"."""
    return sorted(code for code, lies in table.view(None)["where"].items() if lies == place)


def pile(table: Table, label: str) -> list[str]:
    """The codes in a player's pile, by alphabet."""
    return where(table, f"pile {label[1]}")


def codes(text: str) -> list[str]:
    """The codes of a text, by alphabet."""
    return sorted(text.split())


def owing(table: Table) -> list[str]:
    """The players who must decide now, as labels."""
    return [f"P{seat + 1}" for seat in sorted(table.owes)]
