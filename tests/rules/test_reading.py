"""The introductions are read by fourteen-year-olds: five sentences, of a reading grade of seven at most.

English is measured by the Flesch-Kincaid grade (1975), Spanish by Fernández Huerta's ease (1959), where 70 is read in
the sixth or seventh year of school. Hyphenation leaves syllables out ("elec-tors"), so groups of vowels count if they
are more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain, product
from pathlib import Path

import pytest
from pyphen import Pyphen

import hustings
from tests.games import NAMES

SPANISH = Path(__file__).parents[2] / "client/src/words/es/games"
SENTENCES = 5
MOST_GRADE, LEAST_EASE = 7.0, 70.0
EN, ES = Pyphen(lang="en_US"), Pyphen(lang="es")
SILENT = re.compile(r"e$|(?<=[^aeiouytd])ed$|(?<=[^aeiouysxzgc])es$")
STRONG = re.compile(r"[aeoáéóíú]|[iuü](?![aeoáéóíúiu])(?<![aeoáéó].)")


def words(text: str) -> list[str]:
    """Return the words and numbers of a text."""
    return re.findall(r"[^\W_]+(?:['\u2019][^\W\d_]+)?", text)


def english(word: str) -> int:
    """Return the syllables of an English word; a number has one for each digit."""
    if word.isdigit():
        return len(word)
    groups = len(re.findall(r"[aeiouy]+", SILENT.sub("", word.lower())))
    return max(1, groups, len(EN.positions(word)) + 1)


def spanish(word: str) -> int:
    """Return the syllables of a Spanish word; a number has one for each digit."""
    return len(word) if word.isdigit() else max(1, len(STRONG.findall(word.lower())), len(ES.positions(word)) + 1)


def averages(sentences: list[str], syllables: Callable[[str], int]) -> tuple[float, float]:
    """Return the words of a sentence and the syllables of a word."""
    found = [word for sentence in sentences for word in words(sentence)]
    return len(found) / len(sentences), sum(map(syllables, found)) / len(found)


def grade(sentences: list[str]) -> float:
    """Return the Flesch-Kincaid grade of English sentences."""
    long, heavy = averages(sentences, english)
    return 0.39 * long + 11.8 * heavy - 15.59


def ease(sentences: list[str]) -> float:
    """Return Fernández Huerta's ease of Spanish sentences."""
    long, heavy = averages(sentences, spanish)
    return 206.84 - 60 * heavy - 1.02 * long


def introductions(name: str) -> Iterator[list[str]]:
    """Yield the sentences of a game's introduction for every table: options and players."""
    options = hustings.game(name).book.options
    for chosen in product(*(option.values for option in options)):
        game = hustings.game(name, **dict(zip([option.name for option in options], chosen, strict=True)))
        for seats in game.seats_allowed:
            yield [*chain(*game.brief(seats).values())]


@pytest.mark.parametrize("name", NAMES)
def test_an_introduction_is_five_easy_sentences_at_every_table(name: str) -> None:
    for sentences in {tuple(found): found for found in introductions(name)}.values():
        assert len(sentences) == SENTENCES, sentences
        assert all(re.fullmatch(r"[^.?!]+[.]", sentence) for sentence in sentences), sentences
        assert grade(sentences) <= MOST_GRADE, (grade(sentences), sentences)


@pytest.mark.parametrize("name", NAMES)
def test_an_introduction_is_as_easy_in_spanish(name: str) -> None:
    block = (SPANISH / f"{name}.ts").read_text(encoding="utf-8").split("  brief: {", 1)[1].split("\n  },", 1)[0]
    sentences = re.findall(r"(?:text: |^ {6})'([^']+)'", block, re.M)
    assert len(sentences) >= SENTENCES
    assert ease(sentences) >= LEAST_EASE, ease(sentences)


def test_the_measures_know_easy_texts_from_hard_ones() -> None:
    easy, hard = "The dog sat on the mat.", "Constitutional apportionment necessitates unprecedented deliberation."
    assert grade([easy]) < 1
    assert grade([hard]) > 12
    assert ease(["El perro come pan."]) > 90
    assert ease(["La proporcionalidad constitucional necesita deliberaciones."]) < 30
    assert [english(word) for word in ("electors", "pyramid", "states", "538")] == [3, 3, 1, 3]
    assert [spanish(word) for word in ("estado", "pirámide", "dueño", "país", "cuenta")] == [3, 4, 2, 2, 2]
