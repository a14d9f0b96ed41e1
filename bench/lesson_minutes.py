"""The minutes of a lesson of U.S. President by its sheet: a scripted class of 28 at seven tables, with a stepped clock.

    $ python bench/lesson_minutes.py                 60 lessons, at three paces of thinking
    $ python bench/lesson_minutes.py --lessons 20

Every lesson plays seven whole games between rule-of-thumb bots and has the debrief that follows from them. The clock
does not run, it is stepped: by the sheet's own times (60 s for each screen of the debrief), by `STEPS` for what the
teacher says and presses, and by a drawn time for whatever a pupil reads or decides. A table waits for its slowest
player, the class for its slowest table or pupil, never longer than the strict clock. A pupil's decisions take up to the
share of the clock that heads a column, drawn evenly.

Nine lessons of ten take at most the minutes shown. No class of people was timed.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from statistics import quantiles

import hustings
from hustings import bots
from hustings.debrief import Debrief, debrief, screens, summary

PUPILS, SEATS, CLOCK = 28, 4, 75
PLANNED = {"arrive": 5, "rules": 5, "predict": 3, "play": 20, "discuss": 8, "exit": 4}  # minutes of the sheet
PACES = (1.0, 0.5, 0.25)  # of the clock
SCREEN = 60.0  # seconds
#: seconds of the teacher: to say where to go, to have everybody look, to read a sentence aloud, to ask a question, to
#: look at its answers, to say why one is right, to announce the end time
STEPS = {"code": 30, "look": 20, "sentence": 8, "ask": 10, "bars": 15, "why": 20, "announce": 20}
JOINING, ANSWERING, PRACTISING = (20, 150), (5, 30), (10, 35)  # seconds of a pupil, drawn evenly between two
SENTENCES, PRACTICE_STEPS, PREDICTIONS, TICKET = 5, 4, 2, 3


def played(seed: int) -> tuple[int, Debrief]:
    """Play a game; return how often its table waited, and its debrief."""
    table, waits = hustings.game("president").start(seats=SEATS, seed=seed), 0
    while not table.over:
        waits += 1
        for seat in sorted(table.owes):
            table.play(bots.choose(table, seat, "thumb", key=f"{seed} {table.length}"))
    found = debrief(table)
    assert found is not None
    return waits, found


def lesson(games: Sequence[tuple[int, Debrief]], chance: random.Random, pace: float) -> dict[str, float]:
    """Return the minutes of each part of a lesson with these games."""

    def slowest(between: tuple[float, float], people: int = PUPILS) -> float:
        return max(chance.uniform(*between) for _ in range(people))

    def question(after: str) -> float:
        return STEPS["ask"] + slowest(ANSWERING) + STEPS[after]

    play = max(sum(slowest((0, pace * CLOCK), SEATS) for _ in range(waits)) for waits, _ in games)
    counted = [found for _, found in games]
    shown = len(screens(counted, summary(counted), predicted=True))
    practice = sum(STEPS["sentence"] + slowest(PRACTISING) for _ in range(PRACTICE_STEPS))
    seconds = {
        "arrive": STEPS["code"] + slowest(JOINING) + STEPS["look"],
        "rules": SENTENCES * STEPS["sentence"] + practice,
        "predict": sum(question("bars") for _ in range(PREDICTIONS)),
        "play": STEPS["announce"] + play + question("bars"),
        "discuss": SCREEN * shown,
        "exit": sum(question("why") for _ in range(TICKET)),
    }
    return {part: spent / 60 for part, spent in seconds.items()}


def most(values: Sequence[float]) -> float:
    """Return what nine tenths of the values do not exceed."""
    return quantiles(values, n=10, method="inclusive")[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lessons", type=int, default=60)
    lessons = parser.parse_args().lessons
    tables = PUPILS // SEATS
    classes = [[played(number * tables + table) for table in range(tables)] for number in range(lessons)]
    found = {
        pace: [lesson(games, random.Random(f"{number} {pace}"), pace) for number, games in enumerate(classes)]
        for pace in PACES
    }
    print("part      sheet" + "".join(f"{pace:>9.0%}" for pace in PACES))
    for part, planned in PLANNED.items():
        print(f"{part:<9} {planned:>5}" + "".join(f"{most([one[part] for one in found[pace]]):9.1f}" for pace in PACES))
    whole = {pace: most([sum(one.values()) for one in found[pace]]) for pace in PACES}
    print(f"{'together':<9} {sum(PLANNED.values()):>5}" + "".join(f"{whole[pace]:9.1f}" for pace in PACES))
    print(f"{'free':<15}" + "".join(f"{sum(PLANNED.values()) - whole[pace]:9.1f}" for pace in PACES))


if __name__ == "__main__":
    main()
