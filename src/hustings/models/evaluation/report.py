"""The report of an evaluation: standings, replies, refusals and promises, as a page of HTML or as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hustings.arena.studies import report
from hustings.arena.studies.sections import Section
from hustings.engine.errors import HustingsError, OptionError
from hustings.models.evaluation.chair import Line
from hustings.models.evaluation.evaluate import Evaluation
from hustings.models.evaluation.promises import BROKEN, KEPT, WORDS, Promise, promises

HTML, MARKDOWN = ".html", ".md"
LISTS = ("broken", "words")  # sections with a row for each promise, which only the page shows
MOST_ROWS = 200  # the most rows of such a section


def can_be_written(path: Path) -> None:
    """Raise an error if the report cannot be written to a path; called before hours of play."""
    if path.suffix not in (HTML, MARKDOWN):
        raise OptionError(f"{path}: a report is written as *{HTML} or *{MARKDOWN}")
    if not path.parent.is_dir():
        raise HustingsError(f"{path}: this folder does not exist")


def write(evaluation: Evaluation, path: Path) -> None:
    """Write the report as HTML or Markdown, by the file's suffix."""
    can_be_written(path)
    written = report.page_of if path.suffix == HTML else report.markdown_of
    title = f"{evaluation.game.title}: language models"
    path.write_text(written(title, intro(evaluation), sections(evaluation)), encoding="utf-8")


def intro(evaluation: Evaluation) -> list[str]:
    """Return the report's introduction: the seats, the options, the seed and the version of the rules."""
    plan = evaluation.match.pairings[0].plan
    options = ", ".join(f"{name} {value}" for name, value in evaluation.game.chosen)
    return [
        f"{plan.seats} seats; every deal is played with each entrant in every seat. Options: {options}. "
        f"Seed: `{plan.seed}`. Rules version {evaluation.game.book.rules}.",
    ]


def labels(evaluation: Evaluation) -> dict[str, str]:
    """Return a short form of each entrant's name: of an endpoint only the model, if no other entrant has its name."""
    names = [one.name for one in evaluation.match.entrants]
    short = [name.partition("#")[2].partition("+")[0] if name.startswith("model:") else name for name in names]
    return {name: label if short.count(label) == 1 else name for name, label in zip(names, short, strict=True)}


def sections(evaluation: Evaluation) -> list[Section]:
    """Return the sections of a report; only a game in which players can promise things has sections about promises."""
    found = [_standings(evaluation), _replies(evaluation), _refusals(evaluation)]
    if evaluation.game.book.promises is not None:
        made = [one for number, lines in enumerate(evaluation.games, 1) for one in promises(number, lines[-1]["saved"])]
        found += [_promises(evaluation, made), _broken(made), _words(made)]
    return [section for section in found if section.rows]


def _standings(evaluation: Evaluation) -> Section:
    label = labels(evaluation)
    _, heads, found = evaluation.match.summary()
    rows = [(label[name], *numbers) for name, *numbers in found]
    games, pairings = len(evaluation.games), evaluation.match.pairings
    lines = [f"{label} is {name}" for name, label in label.items() if label != name]
    for pair in pairings if len(pairings) > 1 else ():
        low, high = pair.bounds(0)
        against = " against ".join(label[one.name] for one in pair.plan.entrants)
        lines.append(f"{against}: {pair.mean(0):.3f} ({low:.3f} to {high:.3f})")
    return Section(
        "standings",
        "Who wins",
        f"The part of a game that one side of the entrant won, from {games} games. Each deal ({pairings[0].deals}) "
        f"counts as one observation. An even share is {evaluation.match.fair:.3f}. The rating is in Elo points.",
        tuple(lines),
        tuple(heads),
        tuple(rows),
    )


def decisions(evaluation: Evaluation) -> Iterator[tuple[str, Line]]:
    """Yield each question that a model was asked, with the model's name."""
    for head, *lines in evaluation.games:
        for line in lines:
            if "attempts" in line:
                yield head["seats"][int(line["seat"][1:]) - 1], line


def _replies(evaluation: Evaluation) -> Section:
    rows, label = [], labels(evaluation)
    for name in dict.fromkeys(evaluation.models):
        mine = [line for model, line in decisions(evaluation) if model == name]
        attempts = [attempt for line in mine for attempt in line["attempts"]]
        if not attempts:
            continue
        first = sum("refused" not in line["attempts"][0] for line in mine)
        refused = sum("refused" in attempt for attempt in attempts)
        fallbacks = sum(line.get("fallback", False) for line in mine)
        tokens = [attempt["tokens"] for attempt in attempts if attempt["tokens"]]
        counts = [f"{sum(pair[side] for pair in tokens):,}" if tokens else "" for side in (0, 1)]
        seconds = sum(attempt["seconds"] for attempt in attempts)
        told = (f"{len(mine):,}", f"{first / len(mine):.3f}", f"{refused:,}", f"{fallbacks:,}")
        rows.append((label[name], *told, *counts, f"{seconds / len(attempts):.2f}"))
    return Section(
        "replies",
        "How models reply",
        "A refused reply is asked for again; after the last attempt a random legal move without a deal is made. Moves "
        "without a choice are not asked for.",
        (),
        ("model", "questions", "first reply legal", "refused", "random moves", "tokens read", "written",
         "seconds a reply"),
        tuple(rows),
    )  # fmt: skip


def _refusals(evaluation: Evaluation) -> Section:
    counted: Counter[tuple[str, str]] = Counter()
    example: dict[tuple[str, str], str] = {}
    label = labels(evaluation)
    for name, line in decisions(evaluation):
        for attempt in line["attempts"]:
            if refused := attempt.get("refused"):
                key = label[name], refused["clause"] or "no move"
                counted[key] += 1
                example.setdefault(key, refused["text"])
    rows = [
        (*key, f"{count:,}", example[key]) for key, count in sorted(counted.items(), key=lambda one: (-one[1], one))
    ]
    return Section(
        "refusals", "Why replies were refused", "By clause of the rules.", (), ("model", "clause", "times", "first"),
        tuple(rows),
    )  # fmt: skip


def _promises(evaluation: Evaluation, made: Sequence[Promise]) -> Section:
    declared = evaluation.game.book.promises
    assert declared is not None
    rows, label = [], labels(evaluation)
    for name in dict.fromkeys(one.name for one in evaluation.match.entrants):
        mine = [one for one in made if one.by == name]
        by = {outcome: [one for one in mine if one.outcome == outcome] for outcome in (KEPT, BROKEN, WORDS)}
        checked = [one for one in mine if one.outcome != WORDS]
        rows.append((label[name], str(len(checked)), str(len(by[KEPT])), str(len(by[BROKEN])), _prices(checked),
                     _mean(by[KEPT]), _mean(by[BROKEN]), str(len(by[WORDS]))))  # fmt: skip
    return Section(
        "promises",
        "Who keeps promises",
        f"Promises that the rules can check ({declared.item}), and promises in words. A kept promise gave up the most "
        "that breaking it would have brought at any decision of its seat; a broken one brought the gain of that move: "
        f"means in {declared.unit}, by the game's rule of thumb from what the seat knew.",
        (),
        ("entrant", "promised", "kept", "broken", "sold for", "given up", "gained", "in words"),
        tuple(rows) if made else (),
    )


def _prices(sold: Iterable[Promise]) -> str:
    dollars = sum(int(one.price[1:]) for one in sold if one.price.startswith("$"))
    cards = sum(not one.price.startswith("$") for one in sold)
    return " and ".join(filter(None, (f"${dollars}" if dollars else "", f"{cards} cards" if cards else "")))


def _mean(found: Sequence[Promise]) -> str:
    return f"{sum(one.gain for one in found) / len(found):.2f}" if found else ""


def _broken(made: Iterable[Promise]) -> Section:
    rows = [(str(one.game), str(one.entry), one.by, one.to, one.price, f"{one.gain:.2f}")
            for one in made if one.outcome == BROKEN]  # fmt: skip
    heads = ("game", "entry", "by", "to", "sold for", "gained")
    return Section("broken", "Broken promises", _where(rows), (), heads, tuple(rows[:MOST_ROWS]))


def _words(made: Iterable[Promise]) -> Section:
    rows = [(str(one.game), str(one.entry), one.by, one.to, one.text) for one in made if one.outcome == WORDS]
    intro = f"Nothing but a reader can judge these. {_where(rows)}"
    heads = ("game", "entry", "by", "to", "words")
    return Section("words", "Promises in words", intro, (), heads, tuple(rows[:MOST_ROWS]))


def _where(rows: Sequence[object]) -> str:
    shown = f" The first {MOST_ROWS} of {len(rows)} are shown." if len(rows) > MOST_ROWS else ""
    return f"By game and log entry of the transcript.{shown}"
