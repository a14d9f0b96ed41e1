"""Measures the four games anew, or writes their fairness cards from what was measured: docs/fairness/.

Measuring takes some minutes on two cores; the same seed gives the same figures. They lie beside the pages as
Parquet, and the pages and their plots follow from them. `play-now/GAME` is a card of our own form.

    python scripts/fairness_cards.py [--measure] [--check] [CARD ...]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import hustings
from hustings import arena
from hustings.cli.progress import bars
from hustings.engine.game import Game

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs/fairness"
SEED = "fairness card"


@dataclass(frozen=True)
class Measured:
    """Who plays a game's study, how many games each number comes from, and how many where others think."""

    bot: str
    games: int
    deep: int
    note: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


USUAL = "play-now/"  # begins the name of a card about our own form
EARLIER = "Played by an earlier rule of thumb, which did not yet spend the dollars that have no later use."
#: the strongest bot that plays so many games in minutes; Mudslinger's next level takes half a minute for a game
GAMES = {
    "combat": Measured(
        "thumb",
        40_000,
        4_000,
        'The source\'s game. "Play now" begins another form, which has [its own card](play-now/combat.md).',
    ),
    "play-now/combat": Measured(
        "thumb",
        10_000,
        1_000,
        "The form with three campaign stops (EC-23). The source's game has [its own card](../combat.md).",
        {"stops": "3"},
    ),
    "mudslinger": Measured("thumb", 4_000, 0, EARLIER),
    "politics": Measured(
        "thumb",
        40_000,
        4_000,
        'The form of 1904. "Play now" begins another form, which has [its own card](play-now/politics.md).',
    ),
    "play-now/politics": Measured(
        "thumb",
        40_000,
        4_000,
        'The form with new fronts. "Play now" also deals evenly (PO-13), with fairer figures in '
        "[decision 35](../../decisions/0035-even-deal.md). The form of 1904 has [its own card](../politics.md).",
        {"must_play": "no", "market": "fronts"},
    ),
    "president": Measured("thumb", 40_000, 40),
}


def figures(card: str) -> Path:
    """The file of a card's figures."""
    return FOLDER / f"{card}.parquet"


def game_of(card: str) -> Game:
    """The game that a card is about, with its options."""
    return hustings.game(card.removeprefix(USUAL), **GAMES[card].options)


def measure(card: str) -> None:
    """Study a game, and keep the figures."""
    how = GAMES[card]
    with bars() as tell:
        study = arena.study(game_of(card), bot=how.bot, games=how.games, deep=how.deep, seed=SEED, progress=tell)
    study.write(figures(card))


def written(card: str, folder: Path) -> dict[Path, str]:
    """Write a card and its plots into a folder, and return their texts by their names there."""
    game = game_of(card)
    study, page = arena.Study.read(figures(card), game, GAMES[card].bot, SEED), folder / f"{card}.md"
    page.parent.mkdir(exist_ok=True)
    options = GAMES[card].options
    asked = " ".join([game.name, *(f"--{name} {value}" for name, value in options.items())])
    more = f"\nAll figures are in `docs/fairness/{card}.parquet`. `hustings study {asked}` measures them again.\n"
    title, text = study.markdown(page.parent, ".").split("\n\n", 1)
    page.write_text("\n\n".join(filter(None, [title, GAMES[card].note, text])) + more, encoding="utf-8")
    files = [page, *page.parent.glob(f"{game.name}-*.svg")]
    return {file.relative_to(folder): file.read_text(encoding="utf-8") for file in files}


def is_fresh(card: str) -> bool:
    """Whether the page and plots are those that the figures lead to."""
    with tempfile.TemporaryDirectory() as folder:
        return all(
            (FOLDER / name).is_file() and (FOLDER / name).read_text(encoding="utf-8") == text
            for name, text in written(card, Path(folder)).items()
        )


def main() -> None:
    """Measure, write or check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="CARD", help="only these cards")
    parser.add_argument("--measure", action="store_true", help="measure anew")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail where a page is not fresh")
    asked = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for card in asked.names or GAMES:
        if asked.measure:
            (FOLDER / card).parent.mkdir(exist_ok=True)
            measure(card)
        elif asked.check:
            if not is_fresh(card):
                sys.exit(f"docs/fairness/{card}.md is not what its figures lead to: run scripts/fairness_cards.py")
        else:
            written(card, FOLDER)


if __name__ == "__main__":
    main()
