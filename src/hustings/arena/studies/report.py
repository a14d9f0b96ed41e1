"""Write a fairness card (the report of a study) as a page of HTML, or as Markdown with plots in separate files."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from hustings.arena.studies.sections import Section, heading, sections

if TYPE_CHECKING:
    from hustings.arena.studies.study import Study

STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; color: #1b1e24;
  background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; border-bottom: 1px solid #d5d9e0;
  font-variant-numeric: tabular-nums; }
svg { max-width: 100%; height: auto; }
"""


def page(study: Study) -> str:
    """Return the card as one self-contained page."""
    return page_of(f"{study.game.title}: how fair it is", heading(study), sections(study))


def page_of(title: str, intro: Sequence[str], parts: Sequence[Section]) -> str:
    title = escape(title)
    intros = "".join(f"<p>{_inline(line)}</p>\n" for line in intro)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n<style>{STYLE}</style>\n</head>\n<body>\n'
        f"<h1>{title}</h1>\n{intros}{''.join(map(_html, parts))}</body>\n</html>\n"
    )


def _html(section: Section) -> str:
    lines = "".join(f"<li>{_inline(line)}</li>\n" for line in section.lines)
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in section.heads)
    rows = "".join(f"<tr>{''.join(f'<td>{_inline(cell)}</td>' for cell in row)}</tr>\n" for row in section.rows)
    listed = f"<ul>\n{lines}</ul>\n" if lines else ""
    figure = f"<figure>\n{section.draw()}</figure>\n" if section.draw else ""
    return (
        f"<h2>{escape(section.title)}</h2>\n<p>{_inline(section.intro)}</p>\n{listed}{figure}"
        f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
    )


def _inline(text: str) -> str:
    """Render Markdown's bold and code as HTML."""
    text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text))
    return re.sub(r"`(.+?)`", r"<code>\1</code>", text)


def markdown_of(
    title: str, intro: Sequence[str], parts: Sequence[Section], shown: Callable[[Section], str] | None = None
) -> str:
    """Return sections as Markdown; shown: returns what stands below a section's lines, by default its table."""
    found = [f"# {title}", *intro]
    for part in parts:
        lines = "\n".join(f"- {line}" for line in part.lines)
        found += [f"## {part.title}", part.intro, *filter(None, [lines]), (shown or _table)(part)]
    return "\n\n".join(found) + "\n"


def _table(section: Section) -> str:
    rows = [section.heads, ("---",) * len(section.heads), *(tuple(map(_cell, row)) for row in section.rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cell(text: str) -> str:
    return re.sub(r"([\\|*_`\[\]])", r"\\\1", escape(text, quote=False))


def markdown(study: Study, pictures: Path, address: str) -> str:
    """Return the card as Markdown, with the answers and a plot for each question; write the plots to files.

    Args:
        study: The figures.
        pictures: The folder to write the plots into.
        address: The address of that folder in the page's links.
    """

    def plot(section: Section) -> str:
        name = f"{study.game.name}-{section.name}.svg"
        assert section.draw is not None
        (pictures / name).write_text(section.draw(), encoding="utf-8")
        return f"![{section.title}]({address}/{name})"

    return markdown_of(f"{study.game.title}: how fair it is", heading(study), sections(study), plot)
