"""How long the text of one decision is for a language model, by game: python bench/model_text.py [--games N].

A token is taken as four characters, the usual rule for English; a model's own tokenizer gives somewhat other numbers.
"""

from __future__ import annotations

import argparse
import random
from statistics import mean

import hustings
from hustings.models.evaluation.table_seat import TableSeat
from hustings.models.text import TableText

CHARACTERS = 4  # of a token


def lengths(name: str, games: int) -> tuple[int, list[int]]:
    """Characters of the rules, and of each decision with the events since the last, in random games."""
    game = hustings.game(name)
    found: list[int] = []
    for seed in range(games):
        chosen = random.Random(seed)
        table = game.start(seats=game.seats_allowed[0], seed=seed)
        told = [0] * table.seats
        while not table.over:
            seat = min(table.owes)
            text = TableText(game, seat)
            lines, _ = text.events([event.as_dict() for event in table.events(told[seat], seat)])
            told[seat] = table.length
            found.append(len("\n".join([*lines, text.table(TableSeat(table, seat).state)])))
            table.play(chosen.choice(table.legal(seat)))
    return len(TableText(game, 0).rules()), found


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    games = parser.parse_args().games
    print("| game | rules, once | a decision, mean | longest |\n|---|---|---|---|")
    for name in hustings.game_names():
        rules, found = lengths(name, games)
        tokens = [round(count / CHARACTERS) for count in (rules, mean(found), max(found))]
        print(f"| {hustings.game(name).title} | {tokens[0]:,} | {tokens[1]:,} | {tokens[2]:,} |")


if __name__ == "__main__":
    main()
