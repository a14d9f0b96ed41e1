"""The JSON Schema of saved games, docs/reference/saved-game.schema.json: what is written keeps to it."""

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import hustings
from hustings.arena.random_games import random_game
from hustings.rooms.fair_deal import Deal

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs/reference/saved-game.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
#: what makes a saved game none, and the key it changes
WRONG: dict[str, Any] = {
    "hustings": 2,
    "game": None,
    "rules": 1,
    "options": [],
    "seats": "P1, P2",
    "log": [["P1 turn 3"]],
    "result": [],
}


def test_the_schema_is_one() -> None:
    """The schema itself is a valid one, and its example on the page keeps to it."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    page = (ROOT / "docs/reference/saved-games.md").read_text(encoding="utf-8")
    example = json.loads(page.split("```json\n")[1].split("```")[0])
    VALIDATOR.validate(example)
    assert hustings.load(example).save(["Ann", "Bo"]) == example


@pytest.mark.parametrize("name", hustings.game_names())
def test_saved_games_keep_to_the_schema(name: str) -> None:
    """A game saved at its start, on its way and at its end."""
    chance = random.Random(name)
    table = hustings.game(name).start(seed=1)
    VALIDATOR.validate(table.save())
    while not table.over:
        table.play(chance.choice(table.legal(min(table.owes))))
        if table.length % 50 == 0:
            VALIDATOR.validate(table.save())
    saved = json.loads(json.dumps(table.save()))
    VALIDATOR.validate(saved)
    assert saved["result"]["shares"]


def test_random_games_and_rooms_keep_to_the_schema() -> None:
    """What `hustings random --legal` writes, and the deal that a room adds."""
    saved = random_game(hustings.game("combat"), 2, 1, with_legal=True)
    deal = Deal()
    dealt = {"commitment": deal.commitment, "secret": deal.secret}
    VALIDATOR.validate(saved)
    VALIDATOR.validate({**saved, "deal": dealt})
    VALIDATOR.validate({**saved, "bots": [None, "thumb"], "deal": {**dealt, "given": 4}})
    assert len(saved["legal"]) == len(saved["log"])
    assert not VALIDATOR.is_valid({**saved, "deal": {"commitment": deal.commitment}})


@pytest.mark.parametrize("key", WRONG)
def test_what_loading_refuses_the_schema_refuses(key: str) -> None:
    """A key that is missing, or of another kind, is wrong for both."""
    saved = hustings.game("combat").start(seed=1).save()
    VALIDATOR.validate(saved)
    changed = {**saved, key: WRONG[key]}
    assert not VALIDATOR.is_valid(changed)
    with pytest.raises(hustings.SavedGameError):
        hustings.load(changed)
    without = {name: value for name, value in saved.items() if name != key}
    assert VALIDATOR.is_valid(without) == (key == "result")
