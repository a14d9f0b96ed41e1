"""Mudslinger in a terminal: the players, the open states with one's own odds, the contest, the hand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from hustings.engine.messages import joined, printable
from hustings.engine.moves import Move, seat_label
from hustings.engine.record import Row
from hustings.games.mudslinger.cards import STATES
from hustings.games.mudslinger.heuristic.evaluation import ROLLS, chance
from hustings.games.mudslinger.rules.table import base_of
from hustings.terminal.drawing import SEAT_STYLES, Drawing, Look, percent


def odds_of(rating: int) -> Fraction:
    """MS-12: the chance of winning with a rating."""
    return Fraction(int(chance(rating)), ROLLS)


class MudslingerDrawing(Drawing):
    """Draws one table of Mudslinger."""

    def picture(self, row: Row, seat: int | None) -> RenderableType:
        """The players, the open states with one's own odds, the contest, the hand."""
        view = self.look(row)
        parts: list[RenderableType] = [self._players(view), self._piles(view), self._states(view, row, seat)]
        if view["contest"] is not None:
            parts.append(Text(self._contest(view), style="bold"))
        if view["offerer"] is not None:
            wants = "..." if view["wants"] is None else view["wants"]
            giver, taker = self._who(view["offerer"]), self._who(view["offered_to"])
            parts.append(Text(f"{giver} offers {taker} {view['gives']} for {wants}."))
        if seat is not None:
            parts += self._hand(view, seat)
        return Group(*parts)

    def gloss(self, row: Row, move: Move) -> str:
        """Names of cards and states, and the odds an attempt or a bid comes to."""
        named = joined([str(self.deck[code]["name"]) for code in move.args if code in self.deck])
        if move.verb in ("spend", "sling"):
            dollars = int(move.args[0])
            rating = self.look(row)["rating"] + (dollars if move.verb == "spend" else -dollars)
            return f"rating {rating}: {percent(odds_of(rating))}"
        if move.verb == "campaign":
            base = self._base(row, move.seat, move.args[0])
            return f"{named}: {self.deck[move.args[0]]['value']} points, base {base}, {percent(odds_of(base))}"
        return named

    def odds_note(self, row: Row, move: Move, odds: Mapping[str, Fraction]) -> str:
        """What a roll comes to with the rating as it stands."""
        view = self.look(row)
        if view["contest"] is None or not all(text.startswith("dice") for text in odds):
            return ""
        return f"{percent(odds_of(view['rating']))} to win with a rating of {view['rating']}"

    def _who(self, label: str) -> str:
        return printable(self.names[int(label[1:]) - 1])

    def _players(self, view: Look) -> RenderableType:
        grid = Grid("", "party", "$", "a turn", "chain", "mate", "managers", "actions", "states", box=None)
        for seat, name in enumerate(self.names):
            chain = " ".join(code for code in view["chain"][seat] if code)
            label = Text(printable(name), style=SEAT_STYLES[seat])
            numbers = [view[field][seat] for field in ("money", "income")]
            counts = [view[field][seat] for field in ("managers", "cards", "won")]
            party, mate = view["party"][seat] or "-", view["mate"][seat] or "-"
            grid.add_row(label, party, *map(str, numbers), chain or "-", mate, *map(str, counts))
        return grid

    def _piles(self, view: Look) -> Text:
        pile = [code for code in view["pile"] if code]
        top = f"{pile[-1]} {self.deck[pile[-1]]['name']}" if pile else "nothing"
        return Text(f"Deck: {view['deck']} cards. On the discard pile: {top}.")

    def _states(self, view: Look, row: Row, seat: int | None) -> Text:
        shown = []
        for code, lies in view["lies"].items():
            if lies == "open":
                runs = seat is not None and view["party"][seat] is not None
                base = f", your base {self._base(row, seat, code)}" if runs and seat is not None else ""
                shown.append(f"{code} ({self.deck[code]['value']}{base})")
        text = f"Open: {', '.join(shown) or 'none'}. In the deck: {view['unseen']}."
        held: dict[str, list[str]] = {}
        for code, owner in view["holder"].items():
            if owner is not None and (seat is None or owner == seat_label(seat)):
                held.setdefault("Yours" if seat is not None else self._who(owner), []).append(code)
        return Text(text + "".join(f" {whose}: {' '.join(codes)}." for whose, codes in sorted(held.items())))

    @staticmethod
    def _base(row: Row, seat: int, state: str) -> int:
        """MS-9: the base a seat would have in a state."""
        return int(base_of(row, seat, STATES.index(state)))

    def _contest(self, view: Look) -> str:
        state, owner = view["contest"], view["defender"]
        of = f", held by {self._who(owner)}" if owner is not None else ""
        odds = percent(odds_of(view["rating"]))
        head = f"{self._who(view['runner'])} in {state} ({self.deck[state]['value']}{of})"
        return f"{head}: rating {view['rating']}, base {view['base_rating']}, {odds}"

    def _hand(self, view: Look, seat: int) -> list[RenderableType]:
        lines: list[RenderableType] = []
        for code, count in view["hand"][seat].items():
            if count:
                many = f"{count} x " if count > 1 else ""
                lines.append(Text(f"  {many}{code}  {self.deck[code]['name']}: {self.words['cards'][code]['text']}"))
        return [Text("Your action cards:"), *lines] if lines else []
