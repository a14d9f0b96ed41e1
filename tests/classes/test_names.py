"""Dealt names: nobody in a class shares a word with somebody else."""

from __future__ import annotations

import pytest

from hustings.classes.names import _stem, deal_name
from hustings.classes.records import MOST_PEOPLE, Language


@pytest.mark.parametrize("languages", [("en",), ("es",), ("en", "es")])
def test_no_two_names_of_a_full_class_share_a_word(languages: tuple[Language, ...]) -> None:
    names: list[str] = []
    for number in range(MOST_PEOPLE):
        names.append(deal_name(languages[number % len(languages)], names))
    words = [_stem(word) for name in names for word in name.split()]
    assert len(set(words)) == len(words) == 2 * MOST_PEOPLE


def test_names_stay_different_when_the_words_run_out() -> None:
    names: list[str] = []
    for _ in range(3 * MOST_PEOPLE):
        names.append(deal_name("en", names))
    assert len(set(names)) == len(names)


def test_words_that_differ_by_accent_or_gender_are_the_same_word() -> None:
    assert _stem("Cóndor") == _stem("Condor")
    assert _stem("Brava") == _stem("Bravo")
    assert _stem("Otter") != _stem("Owl")
