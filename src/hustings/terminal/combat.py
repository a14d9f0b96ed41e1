"""Electoral College Combat in a terminal: two piles of votes, the map, and the five cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from hustings.engine.game import Game
from hustings.engine.messages import joined
from hustings.engine.moves import Move, seat_label
from hustings.engine.record import Row
from hustings.terminal.drawing import SEAT_STYLES, Drawing, Look, percent
from hustings.terminal.grid import tile_map

PLACES = 5
BAR = 24  # characters of a progress bar


class CombatDrawing(Drawing):
    """Draws one table of Electoral College Combat."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        super().__init__(game, names)
        self.majority = int(game.words.get("fields", {}).get("majority", 270))
        self.book_deal = game.options.get("objective") == "book-deal"

    # --- the table

    def picture(self, row: Row, seat: int | None) -> RenderableType:
        """Heading, the two races, the map with the piles, the five places, and what is going on."""
        view = self.look(row)
        return Group(
            self._heading(view),
            *(self._race(view, player) for player in range(2)),
            Text(""),
            self._map(view),
            self._legend(),
            *([self._places(view)] if any(lies != "empty" for lies in view["lies"]) else []),
            *self._situation(view),
        )

    def _heading(self, view: Look) -> Text:
        heading = Text(f"Hand {view['hand']} of {view['hands']}", style="bold")
        if view["layer"]:
            heading.append(f", laid by {self._who(view['layer'])}, opened by {self._who(view['opener'])}", "not bold")
        return heading

    def _race(self, view: Look, player: int) -> Text:
        votes = self._pile_votes(view, player)
        full = min(BAR, votes * BAR // self.majority)
        line = Text()
        line.append(f" {player + 1} ", SEAT_STYLES[player])
        line.append(f" {self.names[player]:<12.12} {votes:>3} ")
        line.append("━" * full, SEAT_STYLES[player].split()[-1])
        line.append("─" * (BAR - full), "dim")
        line.append(f" {self._distance(votes)}, stack {view['stack'][player]}")
        wilds = [code for code, where in view["where"].items() if where == self._pile(player) and not self._votes(code)]
        if wilds:
            line.append(f", {' '.join(wilds)}", style="italic")
        return line

    def _distance(self, votes: int) -> str:
        missing = self.majority - votes
        if self.book_deal:
            return f"{missing - 1} more are safe" if missing > 0 else "too many"
        return f"{missing} to go" if missing > 0 else "a majority"

    def _map(self, view: Look) -> Text:
        where = view["where"]

        def tile(code: str) -> tuple[str, str]:
            for player in range(2):
                if where[code] == self._pile(player):
                    return f"{code}{player + 1}", SEAT_STYLES[player]
            if where[code] == "table":
                return f"{code}*", "bold reverse"
            return code, "dim"

        return tile_map(tile)

    def _legend(self) -> Text:
        legend = Text("TX1 ", SEAT_STYLES[0])
        legend.append(f" {self.names[0]}  ", "not bold")
        legend.append("TX2 ", SEAT_STYLES[1])
        legend.append(f" {self.names[1]}  ", "not bold")
        legend.append("TX* ", "bold reverse")
        legend.append(" on the table  ", "not bold")
        legend.append(" TX ", "dim")
        legend.append(" nobody has seen it", "not bold")
        return legend

    def _places(self, view: Look) -> Columns:
        return Columns([self._card(view, place) for place in range(PLACES)], padding=(0, 1))

    def _card(self, view: Look, place: int) -> RenderableType:
        lies, code, turner = view["lies"][place], view["card"][place], view["turner"][place]
        style = SEAT_STYLES[int(turner[1:]) - 1].split()[-1] if turner and lies == "up" else "dim"
        if lies == "empty":
            return Panel(Text("\n\n"), title=str(place + 1), box=box.SQUARE, width=14, border_style="dim")
        if lies == "down":
            back = Text("░░░░░░░░\n░░░░░░░░\n░░░░░░░░", justify="center")
            return Panel(back, title=str(place + 1), box=box.ROUNDED, width=14)
        card = Text(justify="center")
        card.append(f"{code}\n", "bold")
        card.append(f"{self._votes(code)} votes\n" if self._votes(code) else "wild card\n")
        if turner:
            card.append(f"by {self._who(turner) if len(self._who(turner)) <= 7 else turner}")
        return Panel(card, title=str(place + 1), box=box.HEAVY, width=14, border_style=style)

    def _situation(self, view: Look) -> list[RenderableType]:
        lines: list[RenderableType] = []
        added = [code for code, where in view["where"].items() if where == "added"]
        if added:
            lines.append(Text(f"Among the face-down cards: {joined([self._priced(code) for code in added])}."))
        wild = view["wild"]
        if wild:
            lines.append(Text(f"{self._title(wild)}: {self.words['cards'][wild]['text']}", style="italic"))
        thrown = [seat_label(seat) for seat in range(2) if view["thrown"][seat]]
        if thrown:
            lines.append(Text(f"{joined([self._who(label) for label in thrown])} has thrown, sealed.", style="italic"))
        return lines

    # --- words

    def gloss(self, row: Row, move: Move) -> str:
        """What a choice is worth: the votes it takes for sure, and what goes to the other player."""
        if move.verb == "turn":
            return ""
        if move.verb == "add":
            return joined([self._priced(code) for code in move.args])
        if move.verb not in ("take", "pick"):
            return ""
        mine = [code for code in move.args if not code.isdigit()]
        down = sum(code.isdigit() for code in move.args)
        text = self._worth(mine, down)
        if move.verb == "pick":
            return text
        view = self.look(row)
        rest = [code for code in view["card"] if code and code not in mine and self._lies_up(view, code)]
        return f"{text}; leaves {self._worth(rest, view['lies'].count('down') - down)}"

    def odds_note(self, row: Row, move: Move, odds: Mapping[str, Fraction]) -> str:
        """How the next card compares with the one that counts: its reference, else the highest card shown."""
        if move.verb != "turn":
            return ""
        view = self.look(row)
        shown = [code for code in view["card"] if code and self._lies_up(view, code) and self._votes(code)]
        if view["first"]:
            shown = [view["first"]]
        wild = sum((chance for code, chance in odds.items() if not self._votes(code)), Fraction(0))
        parts = [f"a wild card {percent(wild)}"] if wild else []
        if shown:
            against = max(shown, key=self._votes)
            bar = self._votes(against)
            higher = sum((chance for code, chance in odds.items() if self._votes(code) > bar), Fraction(0))
            equal = sum((chance for code, chance in odds.items() if self._votes(code) == bar), Fraction(0))
            lower = 1 - higher - equal - wild
            beats = f"beats {against} ({bar}) {percent(higher)}, ties {percent(equal)}, falls short {percent(lower)}"
            parts.insert(0, beats)
        return f"The card {', '.join(parts)}." if shown else f"{''.join(parts)}.".capitalize() if parts else ""

    def _worth(self, codes: Sequence[str], down: int) -> str:
        sure = sum(self._votes(code) for code in codes)
        parts = [f"{sure} votes"] if codes else []
        if down:
            parts.append(f"{down} face down")
        return " + ".join(parts) or "nothing"

    def _priced(self, code: str) -> str:
        return f"{code} ({self._votes(code)})" if self._votes(code) else self._title(code)

    def _lies_up(self, view: Look, code: str) -> bool:
        return any(view["card"][place] == code and view["lies"][place] == "up" for place in range(PLACES))

    def _pile(self, player: int) -> str:
        return f"pile {player + 1}"

    def _pile_votes(self, view: Look, player: int) -> int:
        return sum(self._votes(code) for code, where in view["where"].items() if where == self._pile(player))

    def _votes(self, code: str) -> int:
        return int(self.deck[code]["value"])

    def _title(self, code: str) -> str:
        return str(self.deck[code]["name"])

    def _who(self, label: Any) -> str:
        return self.names[int(label[1:]) - 1] if label else "nobody"
