"""Apportionment: our methods against the package `apportionment`, the atlas and the Census Bureau's own results."""

from __future__ import annotations

import apportionment.methods as oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hustings.atlas import apportionment, states

#: totals and members the Census Bureau published (2020: one seat less for New York, missed by 89 people)
TOTALS = {1960: 178_559_219, 1970: 204_053_325, 1980: 225_867_174, 1990: 249_022_783, 2000: 281_424_177,
          2010: 309_183_463, 2020: 331_108_434}  # fmt: skip

people = st.dictionaries(
    st.sampled_from(states.MODERN), st.integers(1, 50_000_000), min_size=2, max_size=51
)  # fmt: skip


def _without_district(census: int) -> dict[str, int]:
    return {state: count for state, count in apportionment.populations(census).items() if state != "DC"}


def _oracle(method: str, counts: dict[str, int], seats: int) -> dict[str, int]:
    """What the package gives; it raises TiesException where claims are equal."""
    found = oracle.compute(method, list(counts.values()), seats, fractions=method != "huntington", tiesallowed=False)
    return dict(zip(counts, found, strict=True))


@pytest.mark.parametrize("census", apportionment.CENSUSES)
def test_the_populations_are_those_published_and_lead_to_the_votes_of_their_elections(census: int) -> None:
    alone = _without_district(census)
    assert len(alone) == 50
    assert sum(alone.values()) == TOTALS[census]
    expected = states.votes(str(census + 4))
    assert apportionment.electors(census) == {state: expected[state] for state in states.MODERN}


def test_the_house_of_2020_is_exact_and_so_is_what_new_york_missed() -> None:
    alone = _without_district(2020)
    house = apportionment.huntington_hill(alone, 435)
    assert sum(house.values()) == 435
    assert (house["CA"], house["TX"], house["NY"], house["MN"], house["MT"]) == (52, 38, 26, 8, 2)
    assert apportionment.huntington_hill({**alone, "NY": alone["NY"] + 89}, 435)["NY"] == 27
    assert apportionment.huntington_hill({**alone, "NY": alone["NY"] + 88}, 435)["NY"] == 26


@pytest.mark.parametrize("census", apportionment.CENSUSES)
def test_methods_agree_with_the_package_for_every_census(census: int) -> None:
    alone = _without_district(census)
    assert apportionment.huntington_hill(alone, 435) == _oracle("huntington", alone, 435)
    assert apportionment.hamilton(alone, 435, at_least=0) == _oracle("hamilton", alone, 435)
    assert apportionment.webster(alone, 435, at_least=0) == _oracle("webster", alone, 435)


@settings(max_examples=50, deadline=None)
@given(people, st.integers(0, 150))
def test_methods_agree_with_the_package_for_any_populations(counts: dict[str, int], further: int) -> None:
    seats = len(counts) + further
    for ours, theirs in [
        (apportionment.huntington_hill(counts, seats), "huntington"),
        (apportionment.hamilton(counts, seats, at_least=0), "hamilton"),
        (apportionment.webster(counts, seats, at_least=0), "webster"),
    ]:
        assert sum(ours.values()) == seats
        try:
            expected = _oracle(theirs, counts, seats)
        except oracle.TiesException:
            continue  # equal claims: the package leaves open who gets the seat
        assert ours == expected, theirs


def test_every_state_has_a_seat_by_every_method() -> None:
    counts = {"CA": 30_000_000, "TX": 20_000_000, "VT": 5, "WY": 1}
    for name, method in apportionment.METHODS.items():
        result = method(counts, 10)
        assert sum(result.values()) == 10, name
        assert min(result.values()) == 1, name
        assert list(result) == list(counts), name


def test_a_wyoming_house_gives_each_seat_as_many_people_as_the_smallest_state_has() -> None:
    for census in apportionment.CENSUSES:
        alone, house = _without_district(census), apportionment.wyoming_house(census)
        assert abs(sum(alone.values()) - house * min(alone.values())) * 2 <= min(alone.values()), census
    larger = apportionment.electors(2020, house=apportionment.wyoming_house(2020))
    assert sum(larger.values()) == 573 + 100 + larger["DC"]
    assert larger["WY"] == larger["DC"] == 3
    assert larger["CA"] > apportionment.electors(2020)["CA"]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: apportionment.populations(1950), "there is no census of 1950 here; there are 1960"),
        (lambda: apportionment.electors(2020, "dice"), "'dice' is no method of apportionment; there are"),
        (lambda: apportionment.electors(2020, house=49), "49 seats are too few for 50 states"),
        (lambda: apportionment.webster({"CA": 0, "TX": 1}, 5), "every state needs one above 0"),
        (lambda: states.span_of("1880"), "there are no electoral votes for '1880'"),
    ],
)
def test_what_cannot_be_shared_is_refused_in_a_sentence(call: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()  # type: ignore[operator]


def test_every_election_has_the_census_before_it() -> None:
    assert [apportionment.census_of(year) for year in ("1960", "1964", "2000", "2004", "2012", "2020", "2024")] == [
        None, 1960, 1990, 2000, 2010, 2010, 2020
    ]  # fmt: skip
