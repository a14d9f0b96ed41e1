"""Smaller versions of games: their facts, layouts and texts say nothing of the whole game."""

from __future__ import annotations

import pickle
import re
from itertools import product

import numpy as np
import pytest

import hustings
from hustings.models.text import TableText

#: what only the whole game's texts say
WHOLE = {
    "president": r"[Tt]welve weeks|[Ww]eek twelve|week 12\b|[Ee]leven|\b14[56]\b|\b7[34]\b",
    "politics": r"\b45\b|eight cards|players six",
    "combat": r"\b(270|538|269)\b|\b28 cards|Twelve hands|ten hands",
    "mudslinger": r"[Ff]ifty|\b50\b",
}


def small_games(name: str) -> list[hustings.Game]:
    """All versions of a game that are smaller in every size, with each apportionment."""
    book = hustings.game(name).book
    votes = next(option.values for option in book.options if option.name == "votes")
    chosen = product(votes, *(values[:-1] for values in book.sizes.values()))
    return [hustings.game(name, votes=year, **dict(zip(book.sizes, sizes, strict=True))) for year, *sizes in chosen]


@pytest.mark.parametrize("name", WHOLE)
def test_rules_prompt_and_introduction_name_no_number_of_the_whole_game(name: str) -> None:
    whole = hustings.game(name)
    assert re.search(WHOLE[name], TableText(whole, None).rules())
    for game in small_games(name):
        for seats in game.seats_allowed:
            told = [line for lines in game.brief(seats).values() for line in lines]
            rules = TableText(game, 0).rules().partition("\n")[2]  # without the values of the options
            assert not re.search(WHOLE[name], "\n".join([rules, *told])), game.sizes


@pytest.mark.parametrize(("states", "said"), [(1, "1 state sends 29 electors"), (2, "2 states send ")])
def test_rules_count_one_state_in_the_singular(states: int, said: str) -> None:
    assert said in TableText(hustings.game("president", states=states), None).rules()


def test_facts_and_layouts_shrink_with_the_game() -> None:
    game = hustings.game("president", weeks=2, states=2)
    assert game.facts.longest == {seats: 2 * seats for seats in range(2, 7)}
    layout, whole = game.layout(), hustings.game("president").layout()
    assert (whole.size, layout.size, layout.one_hot_size) == (122, 41, 72)
    assert layout.columns[layout.index("weeks")].high == 2
    assert [column.name for column in layout.columns if "MT" in column.name] == []
    longest = hustings.game("politics", cards=6).facts.longest
    assert longest is not None
    assert longest[2] == 23


def test_one_hot_places_of_a_small_game_mean_the_same_words() -> None:
    game, whole = hustings.game("president", weeks=2, states=2), hustings.game("president")
    table = game.start(seats=2, seed=1)
    table.play("P1 place large PA")
    layout, wide = game.layout(), whole.layout()
    column = layout.columns[layout.index("choice")]
    numbers = table.observation(0)
    assert column.words is not None
    assert column.words[numbers[layout.index("choice")]] == "large PA"
    seen = wide.encode(table.view_row(0), 0)
    kept = [wide.index(column.name) for column in layout.columns]
    assert numbers.tolist() == seen[kept].tolist()
    assert (layout.one_hot(numbers) == 1).sum() <= layout.size
    hidden = layout.one_hot(table.observation(1))
    assert not np.array_equal(hidden, layout.one_hot(numbers))


def test_a_small_layout_survives_a_pickle() -> None:
    layout = hustings.game("politics", cards=8).layout(4)
    again = pickle.loads(pickle.dumps(layout))
    assert again.columns == layout.columns
    table = hustings.game("politics", cards=8).start(seats=4, seed=3)
    assert again.encode(table.view_row(2), 2).tolist() == table.observation(2).tolist()
