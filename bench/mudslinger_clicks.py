"""How many clicks and minutes a person needs for a game of Mudslinger who bids by orders.

A person sits among rule-of-thumb bots, chooses as they do, and is asked as the page asks: not for the draw where the
discards cannot be lobbied for, not for windows in which no card fits, and not in contests of rivals for states of less
than 10 points. In a contest one order settles all bids until a card is played. Each click takes five seconds.

$ python bench/mudslinger_clicks.py [--games 100] [--seats 4] [--length 20]
"""

from __future__ import annotations

import argparse

import numpy as np

import hustings
from hustings.bots import choose
from hustings.engine.table import Table
from hustings.games.mudslinger.cards import KIND_CODES, WHEN, WHENS

LARGE, LAST = 10, 5  # points that concern everybody, and the states left when every state does
SECONDS = 5.0  # of a click
WINDOWS = {"bidding": "contest", "roll": "roll", "answer": "answer", "again": "failed"}


def fits(table: Table, what: str) -> bool:
    """Return whether the person holds a card for which the window is there."""
    meant = WINDOWS.get(what)
    plays = [str(move).split()[2] for move in table.legal(0) if move.verb == "play"]
    return any(WHENS[WHEN[KIND_CODES.index(kind)]] == meant for kind in plays)


def asked(table: Table, ordered: tuple[int, int] | None, cards: int) -> bool:
    """Return whether the page asks the person, who has given an order for a contest when so many cards were played."""
    view = table.view(0)
    what = view["frame"][view["depth"] - 1]
    if what == "card":
        return any(move.verb == "lobby" for move in table.legal(0))
    if what == "bidding":
        if ordered == (view["turn"], cards):
            return False
        own = view["runner"] == "P1"
        points = next(card["value"] for card in table.game.cards() if card["code"] == view["contest"])
        left = sum(lies in ("deck", "open", "under the deck") for lies in view["lies"].values())
        slings = any(move.verb == "sling" for move in table.legal(0))
        return own or fits(table, what) or (slings and (points >= LARGE or left <= LAST))
    return fits(table, what) if what in WINDOWS else True


def game(seats: int, length: str, seed: int) -> tuple[int, list[int]]:
    """Play one game; return the clicks in it, and those in each contest in which the person was asked."""
    options = {"open_states": "yes", "length": length, "start": "first_group" if length == "20" else "source"}
    table = hustings.game("mudslinger", **options).start(seats=seats, seed=seed)
    clicks, contests, ordered = 0, dict[int, int](), None
    while not table.over:
        seat = min(table.owes)
        view = table.view(0)
        played = sum(event.event == "played" for event in table.events(0, 0)) if seat == 0 else 0
        if seat == 0 and asked(table, ordered, played):
            clicks += 1
            if view["contest"]:
                contests[view["turn"]] = contests.get(view["turn"], 0) + 1
            if view["frame"][view["depth"] - 1] == "bidding":
                ordered = (view["turn"], played)
        table.play(choose(table, seat, "thumb", key=len(table.log)))
    return clicks, list(contests.values())


def main() -> None:
    """Print the clicks and minutes of a game, and the share of contests with at most two clicks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--length", default="20")
    chosen = parser.parse_args()
    found = [game(chosen.seats, chosen.length, seed) for seed in range(chosen.games)]
    clicks = np.array([one for one, _ in found])
    contests = np.array([each for _, every in found for each in every])
    print(f"clicks in a game: {clicks.mean():.0f}, in nine of ten games at most {np.quantile(clicks, 0.9):.0f}")
    print(f"minutes at {SECONDS:.0f} s each: {clicks.mean() * SECONDS / 60:.1f}")
    print(f"contests with at most two clicks: {(contests <= 2).mean():.3f} of {len(contests)}")


if __name__ == "__main__":
    main()
