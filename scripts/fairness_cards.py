"""Measures the four games anew, or writes their fairness cards from what was measured: docs/fairness/.

Measuring takes some minutes on two cores; the same seed gives the same figures. They lie beside the pages as
Parquet, and the pages and their plots follow from them.

    python scripts/fairness_cards.py [--measure] [--check] [GAME ...]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from hustings import arena
from hustings.cli.progress import bars

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


EARLIER = "\nPlayed by an earlier rule of thumb, which did not yet spend the dollars that have no later use.\n"
#: the strongest bot that plays so many games in minutes; Mudslinger's next level takes half a minute for a game
GAMES = {
    "combat": Measured("thumb", 40_000, 4_000),
    "mudslinger": Measured("thumb", 4_000, 0, EARLIER),
    "politics": Measured("thumb", 40_000, 4_000),
    "president": Measured("thumb", 40_000, 40),
}


def figures(game: str) -> Path:
    """The file of a game's figures."""
    return FOLDER / f"{game}.parquet"


def measure(game: str) -> None:
    """Study a game, and keep the figures."""
    how = GAMES[game]
    with bars() as tell:
        study = arena.study(game, bot=how.bot, games=how.games, deep=how.deep, seed=SEED, progress=tell)
    study.write(figures(game))


def written(game: str, folder: Path) -> dict[Path, str]:
    """Write a game's page and plots into a folder, and return their texts by their names there."""
    study = arena.Study.read(figures(game), game, GAMES[game].bot, SEED)
    more = f"\nAll figures are in `docs/fairness/{game}.parquet`. `hustings study {game}` measures them again.\n"
    (folder / f"{game}.md").write_text(study.markdown(folder, ".") + more + GAMES[game].note, encoding="utf-8")
    files = [folder / f"{game}.md", *folder.glob(f"{game}-*.svg")]
    return {file.relative_to(folder): file.read_text(encoding="utf-8") for file in files}


def is_fresh(game: str) -> bool:
    """Whether the page and plots are those that the figures lead to."""
    with tempfile.TemporaryDirectory() as folder:
        return all(
            (FOLDER / name).is_file() and (FOLDER / name).read_text(encoding="utf-8") == text
            for name, text in written(game, Path(folder)).items()
        )


def main() -> None:
    """Measure, write or check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--measure", action="store_true", help="measure anew")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail where a page is not fresh")
    asked = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for game in asked.names or GAMES:
        if asked.measure:
            measure(game)
        elif asked.check:
            if not is_fresh(game):
                sys.exit(f"docs/fairness/{game}.md is not what its figures lead to: run scripts/fairness_cards.py")
        else:
            written(game, FOLDER)


if __name__ == "__main__":
    main()
