"""Election rules by which each state has a weight, and its holder gets the whole weight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from hustings.atlas import apportionment, states
from hustings.engine.holdings import Holdings
from hustings.engine.messages import Fact

SENATORS = 2
DISTRICT = apportionment.DISTRICT  # elects no senators and no member of the House


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each state in play under a rule.

    Attributes:
        key: The rule, a key of this package's `words.en.json`: "apportionment", "without_senators", ...
        facts: The facts that distinguish rules with the same key, such as the span of elections.
        of: The weight of each state in play.
    """

    key: str
    of: Mapping[str, int]
    facts: Mapping[str, Fact] = field(default_factory=dict)


def weightings(held: Holdings) -> tuple[Weights, ...]:
    """Return the weights of every such rule that applies to the states in play, except the game's own votes.

    Rules that count people need a census of 1960 or later, so they do not apply to a game of 1904.
    """
    found = [*_apportionments(held), *_plain(held)]
    census = apportionment.census_of(held.election)
    return tuple(found + (list(_by_census(held, census)) if census else []))


def _apportionments(held: Holdings) -> Iterator[Weights]:
    own = states.span_of(held.election)
    for span in states.spans():
        votes = states.votes(span[:4])
        if span != own and all(state in votes for state in held.votes):
            yield Weights("apportionment", {state: votes[state] for state in held.votes}, {"elections": span})


def _plain(held: Holdings) -> Iterator[Weights]:
    yield Weights("without_senators", {state: max(0, count - SENATORS) for state, count in held.votes.items()})
    yield Weights("one_each", {state: int(state != DISTRICT) for state in held.votes})


def _by_census(held: Holdings, census: int) -> Iterator[Weights]:
    facts = {"census": census}

    def of(votes: Callable[[str], int]) -> dict[str, int]:
        return {state: votes(state) for state in held.votes}

    people = apportionment.populations(census)
    yield Weights("population", of(lambda state: people[state]), facts)
    house = apportionment.wyoming_house(census)
    larger = apportionment.electors(census, house=house)
    yield Weights("wyoming", of(lambda state: larger[state]), {**facts, "house": house})
    for method in ("hamilton", "webster"):
        shared = apportionment.electors(census, method)
        yield Weights(method, of(lambda state, shared=shared: shared[state]), facts)  # type: ignore[misc]
