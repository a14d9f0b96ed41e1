"""Messages: their JSON, and the English made of keys and facts."""

from __future__ import annotations

import pickle

import pytest

from hustings import HustingsError, IllegalMove, OptionError, Reason
from hustings.engine.messages import Message, Renderer, add_words

WORDS = {
    "reasons": {"none_left": {"clause": "UP-3", "text": "{tried} needs a {size} pyramid; left are {stock}."}},
    "terms": {"some": "{count} {size}"},
    "tasks": {"place": {"clause": "UP-3", "text": "place a pyramid"}},
}


def test_a_message_as_json_has_its_phrases_in_the_same_shape() -> None:
    message = Message("none_left", {"tried": "P1 place", "stock": [Message("some", {"count": 2})], "mover": None})
    assert message.as_dict() == {
        "key": "none_left",
        "facts": {"tried": "P1 place", "stock": [{"key": "some", "facts": {"count": 2}}], "mover": None},
    }


@pytest.mark.parametrize(
    ("message", "names", "english"),
    [
        (
            Message(
                "none_left",
                {
                    "tried": "P2 place large FL",
                    "size": "large",
                    "stock": [Message("some", {"count": n, "size": "small"}) for n in (1, 4)],
                },
            ),
            ["Ann", "Bo"],
            "Bo place large FL needs a large pyramid; left are 1 small and 4 small.",
        ),
        (Message("place"), [], "place a pyramid"),
        (Message("engine.no_such_word", {"text": "P1", "what": "seat", "known": ["P2"]}), ["A"], "'P1' is no seat; "),
        (Message("engine.no_such_outcome", {"text": "\x1b{forms}"}), [], r"'\x1b{forms}' is no chance outcome"),
        (Message("engine.nowhere", {"seat": "P1", "mover": None}), ["Ann"], "engine.nowhere: seat Ann."),
        (Message("nowhere.at_all"), [], "nowhere.at_all."),
    ],
)
def test_english_of_key_and_facts(message: Message, names: list[str], english: str) -> None:
    assert Renderer(WORDS, names).message(message, "reasons", "tasks").startswith(english)


def test_a_list_with_commas_alone() -> None:
    assert Renderer({}).fill("{codes,} or {codes}", {"codes": ["A", "B", "C"]}) == "A, B, C or A, B and C"


def test_an_error_has_its_message_and_keeps_it_between_processes() -> None:
    error = OptionError("engine.no_such_option", game="combat", option="colour", options=["votes", "edition"])
    assert str(error) == "combat has no option 'colour'; it has votes, edition"
    assert error.message == Message(
        "engine.no_such_option", {"game": "combat", "option": "colour", "options": ["votes", "edition"]}
    )
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.message) == (str(error), error.message)
    assert HustingsError("It is late.").message is None


def test_a_refusal_keeps_its_reason_between_processes() -> None:
    error = IllegalMove(Reason("UP-3", "None is left.", "none_left", {"size": "large"}))
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == "None is left. (UP-3)"
    assert again.reason == error.reason
    assert again.message == Message("none_left", {"size": "large"})


def test_another_part_has_its_words_in_its_own_package() -> None:
    add_words("events", "tests.engine")
    assert Message("events.heard").english() == "events.heard."


@pytest.mark.parametrize(
    ("key", "extra"),
    [("room.postgres_missing", "postgres")],
)
def test_an_extra_keeps_its_brackets(key: str, extra: str) -> None:
    add_words("room", "hustings.rooms")
    assert f"'.[{extra}]'" in Message(key).english()
