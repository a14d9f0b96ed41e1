"""Makes the influence columns of Mudslinger's 50 state cards: who is listened to where, from 3 to 9.

Three whole-number traits per state are our own coarse judgement of how it has tended to vote and live since the last
quarter of the twentieth century; nothing is copied from a published card or a poll:

lean      -5 (dependably liberal) to +5 (dependably conservative)
arms      0 to 5: bases, veterans, shipyards, hunting seasons
maverick  0 to 5: votes for third candidates, unaffiliated voters, split tickets

Each party likes its own mix of traits (LIKING); to these comes the size of the state (its electoral points, 25 at most)
with the weight that makes five candidates win equally often (bench/mudslinger_balance.py). A column is made so: the mix
is standardised over the 50 states, weighted by electoral points (apportionment of 2012); multiplied by SPREAD; added
to a level; rounded; and kept within 3 and 9. The level is searched so that the column's vote-weighted mean
is TARGET, and then, because rounding leaves a remainder, the states whose unrounded number lies nearest to the border
of the next step are moved over it, one by one, while that brings the mean nearer. Conservative in Georgia is held at 7,
the one printed number the source text gives away.

    python scripts/mudslinger_influence.py            prints the columns and their means
    python scripts/mudslinger_influence.py --write    also writes them into the game's decks.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from hustings.atlas import states

DECKS = Path(__file__).resolve().parent.parent / "src/hustings/games/mudslinger/decks.json"
PARTIES = ("Peaceful", "Liberal", "Independent", "Conservative", "Militant")
LOWEST, HIGHEST = 3, 9
TARGET = 6.0
WITHIN = 0.02
APPORTIONMENT = "2012"
HELD = {("Conservative", "GA"): 7}

SPREAD = 1.6  # how widely a column's numbers lie: their deviation before rounding
LARGE = 25  # electoral points from which a state is no larger to anybody

#: what each party likes: weights of lean, nearness to the middle (5 - |lean|), arms, maverick, and size in fives of
#: points, which was set by the measured balance: a party strong in the few large states needs fewer wins
LIKING = {
    "Peaceful": (-0.45, 0.0, -1.0, 0.55, -0.72),
    "Liberal": (-1.0, 0.0, 0.0, 0.0, -1.3),
    "Independent": (0.0, 0.45, 0.0, 1.0, 0.36),
    "Conservative": (1.0, 0.0, 0.0, 0.0, 0.62),
    "Militant": (0.35, 0.0, 1.0, 0.0, 0.22),
}

TRAITS = {
    "AK": (2, 5, 5), "AL": (4, 4, 1), "AR": (3, 3, 2), "AZ": (0, 4, 3), "CA": (-4, 2, 2), "CO": (-2, 3, 4),
    "CT": (-3, 2, 3), "DE": (-3, 2, 2), "FL": (1, 3, 2), "GA": (2, 4, 1), "HI": (-4, 4, 2), "IA": (1, 1, 3),
    "ID": (4, 4, 4), "IL": (-3, 1, 1), "IN": (2, 2, 2), "KS": (3, 3, 3), "KY": (3, 3, 1), "LA": (3, 3, 1),
    "MA": (-4, 1, 3), "MD": (-4, 3, 1), "ME": (-2, 2, 5), "MI": (-1, 2, 3), "MN": (-2, 1, 5), "MO": (2, 3, 2),
    "MS": (3, 4, 0), "MT": (2, 4, 5), "NC": (0, 4, 1), "ND": (4, 4, 3), "NE": (3, 2, 3), "NH": (-1, 2, 5),
    "NJ": (-3, 1, 2), "NM": (-2, 4, 2), "NV": (0, 4, 4), "NY": (-4, 1, 2), "OH": (1, 2, 3), "OK": (4, 4, 2),
    "OR": (-3, 1, 4), "PA": (0, 2, 2), "RI": (-3, 2, 3), "SC": (3, 4, 1), "SD": (3, 3, 3), "TN": (3, 3, 1),
    "TX": (2, 4, 2), "UT": (3, 2, 4), "VA": (-1, 5, 1), "VT": (-4, 1, 5), "WA": (-3, 3, 4), "WI": (-1, 1, 4),
    "WV": (4, 3, 2), "WY": (5, 4, 4),
}  # fmt: skip

Column = dict[str, int]


def points() -> dict[str, int]:
    """Electoral points of the 50 states (no DC): 535 in all."""
    return {state: count for state, count in states.votes(APPORTIONMENT).items() if state in TRAITS}


def weighted_mean(values: dict[str, float] | Column) -> float:
    """The mean of a column, each state counting by its electoral points."""
    votes = points()
    total = 0.0
    for state, value in values.items():  # `sum` rounds otherwise from Python 3.12 on, which can tip a number
        total += votes[state] * value
    return total / sum(votes.values())


def wished(party: str) -> dict[str, float]:
    """The party's mix of traits, standardised: mean 0 and deviation 1 when weighted by points; times its spread."""
    lean_w, middle_w, arms_w, maverick_w, size_w = LIKING[party]
    votes = points()
    raw = {
        state: lean_w * lean + middle_w * (5 - abs(lean)) + arms_w * arms + maverick_w * maverick
        for state, (lean, arms, maverick) in TRAITS.items()
    }
    raw = {state: value + size_w * min(votes[state], LARGE) / 5 for state, value in raw.items()}
    mean = weighted_mean(raw)
    deviation = weighted_mean({state: (value - mean) ** 2 for state, value in raw.items()}) ** 0.5
    return {state: SPREAD * (value - mean) / deviation for state, value in raw.items()}


def _rounded(party: str, wish: dict[str, float], level: float) -> Column:
    column = {state: min(HIGHEST, max(LOWEST, round(level + value))) for state, value in wish.items()}
    return column | {state: value for (owner, state), value in HELD.items() if owner == party}


def column(party: str) -> Column:
    """The party's 50 numbers; their vote-weighted mean is TARGET within WITHIN."""
    wish = wished(party)
    low, high = 0.0, 12.0
    for _ in range(60):
        level = (low + high) / 2
        low, high = (level, high) if weighted_mean(_rounded(party, wish, level)) < TARGET else (low, level)
    made = _rounded(party, wish, level)
    held = {state for owner, state in HELD if owner == party}
    while abs(gap := TARGET - weighted_mean(made)) > WITHIN:
        step = 1 if gap > 0 else -1
        votes = points()
        fit = [
            state
            for state in made
            if state not in held
            and LOWEST <= made[state] + step <= HIGHEST
            and abs(gap - step * votes[state] / 535) < abs(gap)
        ]
        nearest = min(fit, key=lambda state: (abs(level + wish[state] - made[state] - step * 0.5), state))
        made[nearest] += step
    return made


def main() -> None:
    """Print the columns; with --write also put them into decks.json."""
    columns = {party: column(party) for party in PARTIES}
    votes = points()
    print("state votes " + " ".join(f"{party[:3]:>3}" for party in PARTIES))
    for state in TRAITS:
        print(f"{state:5} {votes[state]:5} " + " ".join(f"{columns[party][state]:3}" for party in PARTIES))
    for party in PARTIES:
        print(f"{party:12} mean {weighted_mean(columns[party]):.3f}")
    if "--write" in sys.argv:
        decks = json.loads(DECKS.read_text("utf-8"))
        decks["states"] = [[state, [columns[party][state] for party in PARTIES]] for state in TRAITS]
        DECKS.write_text(dumped(decks), "utf-8")


def dumped(decks: dict[str, object]) -> str:
    """decks.json with one card per line."""
    parts = []
    for key, value in decks.items():
        if isinstance(value, list) and value and isinstance(value[0], list | dict):
            rows = ",\n".join("    " + json.dumps(row) for row in value)
            parts.append(f"  {json.dumps(key)}: [\n{rows}\n  ]")
        else:
            parts.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main()
