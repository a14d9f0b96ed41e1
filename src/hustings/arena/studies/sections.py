"""A study in words: for each question a heading, what it means, what was found, a table, and what can be drawn."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from hustings.arena.intervals import bounds
from hustings.arena.studies import parts, plots
from hustings.arena.studies.figure import LUCK, Figure
from hustings.arena.studies.findings import Findings
from hustings.bots import LEVELS

AGAINST = " against "
SAID = {-1: "less", 0: "not sure", 1: "more"}
SMALLEST = 0.001  # of an interval that is printed


@dataclass(frozen=True)
class Section:
    """One question of a study. intro: how to read the table; lines: what was found; draw: makes the plot."""

    name: str
    title: str
    intro: str
    lines: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    draw: Callable[[], str]


def sections(study: Findings) -> list[Section]:
    """A section for every question that was asked."""
    makers = {parts.SEATS: _seats, parts.OPTIONS: _options, parts.CARDS: _cards, LUCK: _luck}
    return [make(study, figures) for name, make in makers.items() if (figures := study.part(name))]


def heading(study: Findings) -> list[str]:
    """What a card begins with: what was studied, who played, what repeats it."""
    options = ", ".join(f"{name} {value}" for name, value in study.game.chosen)
    judged = sum(not math.isnan(figure.fair) for figure in study.figures)
    return [
        f"{_title(study.bot)} (`{study.bot}`) plays in every seat. Options where nothing else is said: {options}.",
        f"Numbers have 95 % intervals. *More*, *less*, *surely* and bold type allow for all {judged} comparisons "
        f"(Holm's method). Seed: `{study.seed}`.",
    ]


def _title(name: str) -> str:
    """A bot's name for people."""
    return LEVELS[name].title if name in LEVELS else name


def share(figure: Figure) -> str:
    """A share with its interval, which stays from 0 to 1."""
    error = max(figure.error, SMALLEST) if figure.error else 0.0
    low, high = bounds(figure.value, error)
    if error <= min(figure.value, 1 - figure.value):
        return f"{figure.value:.3f} ± {error:.3f}"
    return f"{figure.value:.3f} ({low:.3f} to {high:.3f})"


def change(figure: Figure) -> str:
    """A difference with its sign and interval, in bold where it is sure."""
    digits = 2 if figure.name.endswith(parts.LENGTH) else 3
    text = f"{figure.value:+.{digits}f} ± {figure.error:.{digits}f}"
    return f"**{text}**" if figure.off else text


def _seats(study: Findings, figures: Sequence[Figure]) -> Section:
    sides = [figure for figure in figures if not math.isnan(figure.fair)]
    off = [figure for figure in sides if figure.off]
    lines = [f"With {one.group}, {one.name} wins {share(one)} where {one.fair:.3f} would be even." for one in off]
    if len(off) < len(sides):
        lines.append(
            f"Of {len(sides)} seats or sides, {len(sides) - len(off)} do not surely differ from an even share."
        )
    rows = [(one.group, one.name, share(one), f"{one.fair:.3f}", SAID[one.off]) for one in sides]
    for one in figures:
        if one.name == parts.DRAWN and one.value:
            lines.append(f"With {one.group}, {share(one)} of games are drawn.")
    title = "percentage points above an even share"
    labels = [f"{one.group}: {one.name}" for one in sides]
    return Section(
        parts.SEATS,
        "Is a seat favoured?",
        f"Each number comes from {sides[0].games:,} games on independent deals.",
        tuple(lines),
        ("table", "seat", "share", "even", ""),
        tuple(rows),
        partial(plots.spans, f"{study.game.name}-seats", title, sides, labels),
    )


def _options(study: Findings, figures: Sequence[Figure]) -> Section:
    groups: dict[str, dict[str, Figure]] = {}
    for figure in figures:
        groups.setdefault(figure.group, {})[figure.name] = figure
    words = {group: _group_words(study, group) for group in groups}
    moved = {group: [one for one in named.values() if one.off] for group, named in groups.items()}
    lines = [f"{words[group]}: {', '.join(map(_told, sure))}." for group, sure in moved.items() if sure]
    quiet = sum(parts.CHANGE + parts.FIRST in named and not moved[group] for group, named in groups.items())
    if quiet:
        lines.append(f"Of the values of options, {quiet} changed nothing surely.")
    shown = [figure for figure in figures if figure.name == parts.CHANGE + parts.FIRST]
    return Section(
        parts.OPTIONS,
        "Which option matters?",
        "Rows without an option give the first side's share, the share of draws, the number of decisions, and what the "
        "bot wins against a random player; the other rows give the change from that. Bold means sure.",
        tuple(lines),
        ("table and option", *parts.CHANGES),
        tuple((words[group], *_changes(named)) for group, named in groups.items()),
        partial(
            plots.spans,
            f"{study.game.name}-options",
            "change of the first side's share, percentage points",
            shown,
            [figure.group for figure in shown],
        ),
    )


def _changes(named: dict[str, Figure]) -> list[str]:
    """The cells of an option's row: changes where it has them, else the numbers themselves."""
    return [
        change(named[parts.CHANGE + name]) if parts.CHANGE + name in named else _plain(named[name])
        for name in parts.CHANGES
    ]


def _told(figure: Figure) -> str:
    return f"{figure.name.removeprefix(parts.CHANGE)} {change(figure).strip('*')}"


def _plain(figure: Figure) -> str:
    return f"{figure.value:.1f} ± {figure.error:.1f}" if figure.name == parts.LENGTH else share(figure)


def _group_words(study: Findings, group: str) -> str:
    """A group of options as the game's words call it."""
    table, comma, rest = group.partition(", ")
    if not comma:
        return table
    option, _, value = rest.partition(": ")
    words = study.game.words.get("options", {}).get(option, {})
    return f"{table}, {words.get('label', option)}: {words.get('values', {}).get(value, value)}"


def _cards(study: Findings, figures: Sequence[Figure]) -> Section:
    deck = {card["code"]: card for card in study.game.cards()}
    best = sorted(figures, key=lambda one: -one.value)
    votes = {one.name: deck.get(one.name, {}).get("value") for one in best}
    rows = [
        (str(deck.get(one.name, {}).get("name", one.name)), one.name, str(votes[one.name] or ""), change(one))
        for one in best
    ]
    printed = [one for one in best if isinstance(votes[one.name], int)]
    name, title = f"{study.game.name}-cards", "worth, percentage points of the win"
    scatter = partial(plots.against_votes, name, title, printed, [float(votes[one.name] or 0) for one in printed])
    return Section(
        parts.CARDS,
        "What is a card worth?",
        "The change of the holder's share if the card had been another player's at the end, on average. This is an "
        "association: a player who wins anyway holds more cards.",
        (
            f"Measured with {best[0].group} in {best[0].games:,} games. Most: {best[0].name} {change(best[0])}. "
            f"Least: {best[-1].name} {change(best[-1])}.",
        ),
        ("card", "code", "votes", "worth"),
        tuple(rows),
        scatter if printed else partial(plots.spans, name, title, best, [one.name for one in best]),
    )


def _luck(study: Findings, figures: Sequence[Figure]) -> Section:
    steps = [figure for figure in figures if AGAINST in figure.name]
    rows = [(*map(_title, one.name.split(AGAINST)), share(one), f"{one.fair:.3f}", f"{one.games:,}") for one in steps]
    chain = steps[:-1]
    sure = sum(one.off > 0 for one in chain)
    lines = [f"{sure} of {len(chain)} steps from one level to the next are surely above even."]
    for one in figures:
        if one.name == parts.DEAL_LUCK:
            pair = one.group.removeprefix("duplicates, ").replace(" : ", " and ")
            lines.append(
                f"Between {pair}, playing every deal in every seat removes {share(one)} of the variance of a result: "
                "the part of deals and seats."
            )
    title = "share of the stronger above even, percentage points"
    labels = [one.name for one in steps]
    return Section(
        LUCK,
        "How much is luck?",
        "More levels that are surely above the one below mean more room for skill.",
        tuple(lines),
        ("level", "against", "share", "even", "games"),
        tuple(rows),
        partial(plots.spans, f"{study.game.name}-luck", title, steps, labels),
    )
