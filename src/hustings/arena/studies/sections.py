"""A study in words: for each question a heading, an explanation, findings, a table and a plot."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from hustings.arena.stats import bounds
from hustings.arena.studies import parts, plots
from hustings.arena.studies.figure import LUCK, Figure
from hustings.bots import LEVELS

if TYPE_CHECKING:
    from hustings.arena.studies.study import Study

AGAINST = " against "
SAID = {-1: "less", 0: "not sure", 1: "more"}
SMALLEST = 0.001  # the smallest half width of an interval that is printed


@dataclass(frozen=True)
class Section:
    """One question of a report.

    Attributes:
        name: The question's name in code, such as "seats".
        title: The heading.
        intro: An explanation of the table.
        lines: The findings in sentences.
        heads: The heads of the table's columns.
        rows: The table.
        draw: A function that returns the plot as SVG, or None without a plot.
    """

    name: str
    title: str
    intro: str
    lines: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    draw: Callable[[], str] | None = None


def sections(study: Study) -> list[Section]:
    makers = {parts.SEATS: _seats, parts.OPTIONS: _options, parts.CARDS: _cards, LUCK: _luck}
    return [make(study, figures) for name, make in makers.items() if (figures := study.part(name))]


def heading(study: Study) -> list[str]:
    """Return the introduction of a card: the bot, the options and the seed."""
    options = ", ".join(f"{name} {value}" for name, value in study.game.chosen)
    judged = sum(not math.isnan(figure.fair) for figure in study.figures)
    about = study.about
    made = f" Hustings {about['versions']['hustings']}, rules {about['rules']}." if about else ""
    return [
        f"{_title(study.bot)} (`{study.bot}`) plays in every seat. Options unless stated otherwise: {options}.",
        f"Numbers have 95 % intervals. *More*, *less*, *surely* and bold type are corrected for all {judged} "
        f"comparisons (Holm's method). Seed: `{study.seed}`.{made}",
    ]


def _title(name: str) -> str:
    """Return a bot's title for readers if it is a level, otherwise its name."""
    return LEVELS[name].title if name in LEVELS else name


def share(figure: Figure) -> str:
    """Format a share with its interval, which stays in the range from 0 to 1."""
    error = max(figure.error, SMALLEST) if figure.error else 0.0
    low, high = bounds(figure.value, error)
    if error <= min(figure.value, 1 - figure.value):
        return f"{figure.value:.3f} ± {error:.3f}"
    return f"{figure.value:.3f} ({low:.3f} to {high:.3f})"


def change(figure: Figure) -> str:
    """Format a difference with its interval, in bold if it surely differs from 0."""
    digits = 2 if figure.name.endswith(parts.LENGTH) else 3
    text = f"{figure.value:+.{digits}f} ± {figure.error:.{digits}f}"
    return f"**{text}**" if figure.off else text


def _seats(study: Study, figures: Sequence[Figure]) -> Section:
    sides = [figure for figure in figures if not math.isnan(figure.fair)]
    off = [figure for figure in sides if figure.off]
    lines = []
    for (group, fair), found in groupby(off, key=lambda one: (one.group, one.fair)):
        shares = ", ".join(f"{one.name} {share(one)}" for one in found)
        lines.append(f"Shares with {group}, {fair:.3f} is even: {shares}.")
    if len(off) < len(sides):
        lines.append(f"{len(sides) - len(off)} of {len(sides)} seats or sides do not surely differ from an even share.")
    rows = [(one.group, one.name, share(one), f"{one.fair:.3f}", SAID[one.off]) for one in sides]
    drawn = [f"{share(one)} with {one.group}" for one in figures if one.name == parts.DRAWN and one.value]
    if drawn:
        lines.append(f"Share of drawn games: {', '.join(drawn)}.")
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


def _options(study: Study, figures: Sequence[Figure]) -> Section:
    groups: dict[str, dict[str, Figure]] = {}
    for figure in figures:
        groups.setdefault(figure.group, {})[figure.name] = figure
    words = {group: _group_words(study, group) for group in groups}
    moved = {group: [one for one in named.values() if one.off] for group, named in groups.items()}
    lines = [f"{words[group]}: {', '.join(map(_told, sure))}." for group, sure in moved.items() if sure]
    quiet = sum(parts.CHANGE + parts.FIRST in named and not moved[group] for group, named in groups.items())
    if quiet:
        lines.append(f"{quiet} values of options have no sure effect.")
    shown = [figure for figure in figures if figure.name == parts.CHANGE + parts.FIRST]
    return Section(
        parts.OPTIONS,
        "Which option matters?",
        "The effect of each value of an option, compared with the default, on the first side's share, draws, decisions "
        "and the bot's share against a random player. Rows without an option show the default. Bold means sure.",
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
    """Return the cells in the row of an option's value: the changes, or for the default value the plain numbers."""
    return [
        change(named[parts.CHANGE + name]) if parts.CHANGE + name in named else _plain(named[name])
        for name in parts.CHANGES
    ]


def _told(figure: Figure) -> str:
    return f"{figure.name.removeprefix(parts.CHANGE)} {change(figure).strip('*')}"


def _plain(figure: Figure) -> str:
    return f"{figure.value:.1f} ± {figure.error:.1f}" if figure.name == parts.LENGTH else share(figure)


def _group_words(study: Study, group: str) -> str:
    """Return the label of a group of options in the game's words."""
    table, comma, rest = group.partition(", ")
    if not comma:
        return table
    option, _, value = rest.partition(": ")
    words = study.game.words.get("options", {}).get(option, {})
    return f"{table}, {words.get('label', option)}: {words.get('values', {}).get(value, value)}"


def _cards(study: Study, figures: Sequence[Figure]) -> Section:
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
        "The difference in a player's share with and without the card at the end, the other cards unchanged. "
        "This is an association: winners hold more cards.",
        (
            f"Measured with {best[0].group} in {best[0].games:,} games. Most: {best[0].name} {change(best[0])}. "
            f"Least: {best[-1].name} {change(best[-1])}.",
        ),
        ("card", "code", "votes", "worth"),
        tuple(rows),
        scatter if printed else partial(plots.spans, name, title, best, [one.name for one in best]),
    )


def _luck(study: Study, figures: Sequence[Figure]) -> Section:
    steps = [figure for figure in figures if AGAINST in figure.name]
    rows = [(*map(_title, one.name.split(AGAINST)), share(one), f"{one.fair:.3f}", f"{one.games:,}") for one in steps]
    chain = steps[:-1]
    sure = sum(one.off > 0 for one in chain)
    lines = [f"{sure} of {len(chain)} steps from one level to the next are surely above even."]
    for one in figures:
        if one.name == parts.DEAL_LUCK:
            pair = one.group.removeprefix("duplicates, ").replace(" : ", " and ")
            lines.append(
                f"Deals and seats make up {share(one)} of the variance of a result between {pair}; playing every "
                "deal in every seat removes this part."
            )
    title = "share of the stronger above even, percentage points"
    labels = [one.name for one in steps]
    return Section(
        LUCK,
        "How much is luck?",
        "The more levels surely beat the level below, the more room there is for skill.",
        tuple(lines),
        ("level", "against", "share", "even", "games"),
        tuple(rows),
        partial(plots.spans, f"{study.game.name}-luck", title, steps, labels),
    )
