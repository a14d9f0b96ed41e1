"""The plots of a fairness card as SVG."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from hustings.arena.studies.figure import Figure
from hustings.engine.errors import HustingsError

HUNDRED = 100  # shares are plotted as percentages
WIDTH, ROW, FRAME = 7.0, 0.22, 0.9  # inches
LABELLED = 12  # the number of cards with a name in the plot: those with the largest worth
INK, EVEN, OFF = "#1b1e24", "0.6", "#b3261e"


def spans(name: str, title: str, figures: Sequence[Figure], labels: Sequence[str]) -> str:
    """Draw a row for each figure: how far it is from `fair`, with the interval, coloured if the difference is sure."""
    axes, figure = _axes(len(figures))
    for row, one in enumerate(figures):
        value = HUNDRED * (one.value - one.fair)
        axes.errorbar(
            value, -row, xerr=HUNDRED * one.error, fmt="o", color=OFF if one.off else INK, markersize=3, capsize=2
        )
    axes.axvline(0, color=EVEN, linewidth=1)
    axes.set_yticks([-row for row in range(len(figures))], labels)
    axes.set_ylim(-len(figures) + 0.4, 0.6)
    axes.set_xlabel(title)
    return _drawn(figure, name, title)


def against_votes(name: str, title: str, figures: Sequence[Figure], votes: Sequence[float]) -> str:
    """Draw each card's worth (y) against the votes printed on the card (x)."""
    axes, figure = _axes(16)
    errors = [HUNDRED * one.error for one in figures]
    axes.errorbar(votes, [HUNDRED * one.value for one in figures], yerr=errors, fmt="o", color=INK, markersize=3,
                  linewidth=0.8)  # fmt: skip
    most = sorted(zip(figures, votes, strict=True), key=lambda pair: -abs(pair[0].value))[:LABELLED]
    for one, across in most:
        axes.annotate(one.name, (across, HUNDRED * one.value), xytext=(4, 3), textcoords="offset points", fontsize=7)
    axes.axhline(0, color=EVEN, linewidth=1)
    axes.set_xlabel("votes on the card")
    axes.set_ylabel(title)
    return _drawn(figure, name, title)


def needed() -> None:
    """Raise HustingsError if Matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise HustingsError("plots need Matplotlib: in a checkout, pip install '.[study]'")


def _axes(rows: int) -> tuple[Any, Any]:
    needed()
    import matplotlib as mpl
    from matplotlib.figure import Figure as Canvas

    mpl.rcParams.update({"svg.fonttype": "none", "font.family": "sans-serif", "font.size": 8})
    figure = Canvas(figsize=(WIDTH, FRAME + ROW * rows), layout="constrained")
    axes: Any = figure.subplots()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return axes, figure


def _drawn(figure: Any, name: str, title: str) -> str:
    """Return the SVG: reproducible, with unique ids and without external references."""
    import matplotlib as mpl

    to = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": name}):
        figure.savefig(to, format="svg", metadata={"Date": None})
    text = to.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = re.sub(r'\b(id="|href="#|url\(#)', rf"\g<1>{name}-", text)
    text = "\n".join(filter(None, (line.rstrip() for line in text.splitlines())))
    return text.replace("<svg ", f'<svg role="img" aria-label="{title}" ', 1) + "\n"
