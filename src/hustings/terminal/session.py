"""A game in a terminal: people take turns at one keyboard, and bots play the other seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from hustings.bots import LEVELS, choose
from hustings.engine.errors import HustingsError, IllegalMove, NotationError, Reason
from hustings.engine.events import Sentences
from hustings.engine.messages import Message, joined, plainly, printable
from hustings.engine.moves import Move, seat_label
from hustings.engine.table import Table
from hustings.terminal import rulesheet
from hustings.terminal.drawing import LONGEST_LIST, drawing_of, share
from hustings.terminal.seats import Chair

HELP = (
    ("a number", "make the move with that number"),
    ("turn 3", "make a move by its notation; you may omit the seat"),
    ("why MOVE", "whether that move is allowed, and if not, the clause that forbids it"),
    ("odds MOVE", "what the move may bring up, with the odds"),
    ("rules [EC-6]", "the rules of this game, or one clause"),
    ("table", "draw the table again"),
    ("log", "everything played so far"),
    ("quit", "save the game and leave"),
)
LONGEST_NUMBER = 9  # the most digits of the number of a move
LEAVING = ("quit", "exit", "q")


class Quit(Exception):
    """Raised when a player leaves the game, by a command or because the input ended."""


class Session:
    """Runs the game at one table in one terminal.

    seats  the people and bots, in the order of the seats.
    key    the seed of the bots' own random numbers.
    read   prints a prompt and returns a typed line, or raises EOFError at the end of the input; by default the
           console's own function.
    """

    def __init__(
        self,
        table: Table,
        seats: Sequence[Chair],
        console: Console,
        key: int | str = 0,
        read: Callable[[Text], str] | None = None,
    ) -> None:
        self.table = table
        self.seats = seats
        self.console = console
        self.key = key
        self.people = [seat for seat, chair in enumerate(seats) if chair.bot is None]
        self.names = [chair.name for chair in seats]
        self.drawing = drawing_of(table.game, self.names)
        self.sentences = Sentences(table.game.words, self.names, self.drawing.card_words())
        self.refusals = Sentences(plainly(table.game.words), self.names, self.drawing.card_words())
        self._input = read or console.input
        self._told: dict[int | None, int] = dict.fromkeys([*self.people, None], 0)  # entries shown; None: to all
        self._front: int | None = None  # the person at the keyboard
        self._hides = False  # whether the screen shows secrets of that person
        self._commands: dict[str, Callable[[str], None]] = {
            "why": self._why,
            "odds": self._odds,
            "rules": self._rules,
            "table": self._table,
            "log": self._log,
            "help": self._help,
            "?": self._help,
        }

    # --- the game

    def play(self) -> bool:
        """Play until the end or until a player quits; return whether the end was reached."""
        self._welcome()
        try:
            while not self.table.over:
                seat = self._next()
                if self.seats[seat].bot is None:
                    self._ask(seat)
                else:
                    self._bot(seat)
        except Quit:
            return False
        self._finish()
        return True

    def _next(self) -> int:
        """Return the seat to move next: bots first, then the person at the keyboard, then the next person."""
        waiting = sorted(self.table.owes or self.table.may)
        bots = [seat for seat in waiting if self.seats[seat].bot is not None]
        if bots:
            return bots[0]
        return self._front if self._front in waiting and self._front is not None else waiting[0]

    def _bot(self, seat: int) -> None:
        own_chance = f"{self.key} {seat} {len(self.table.log)}"
        self.table.play(choose(self.table, seat, str(self.seats[seat].bot), own_chance))
        if not self.people:
            self._tell(None)

    # --- asking a person

    def _ask(self, seat: int) -> None:
        self._curtain(seat)
        self._front = seat
        self._hides = self._secret(seat)
        self._tell(seat)
        self._show(self.drawing.picture(self.table, seat))
        moves = self.table.legal(seat)
        self._list(seat, moves)
        while True:
            line = self._read(f"{self.names[seat]}> ")
            if line and self._does(line, seat, moves):
                return

    def _read(self, prompt: str) -> str:
        try:
            return self._input(Text(prompt, style="bold")).strip()
        except (EOFError, UnicodeDecodeError):
            self.console.print()
            raise Quit from None

    def _does(self, line: str, seat: int, moves: Sequence[Move]) -> bool:
        """Carry out a typed line, a command or a move; return whether it was a move that was played."""
        word, _, rest = line.partition(" ")
        if line.lower() in LEAVING:
            raise Quit
        if word.lower() in self._commands:
            self._commands[word.lower()](rest.strip())
            return False
        try:
            move = self._meant(line, seat, moves, self.table.may & frozenset(self.people))
            self.table.play(move)
        except HustingsError as refusal:
            self._show(Text(self._refused(refusal), style="bold"))
            return False
        return True

    def _refused(self, refusal: HustingsError) -> str:
        """Return the text of an error; for an illegal move, with the command that shows the clause."""
        if not isinstance(refusal, IllegalMove):
            return printable(str(refusal))
        return f"{self._told_why(refusal.reason)} (rules {refusal.reason.clause})"

    def _told_why(self, reason: Reason) -> str:
        """Return the sentence of a reason, without notation if the game has such words for people."""
        if not reason.key:
            return reason.text
        return self.refusals.message(Message(reason.key, reason.facts), "reasons")

    def _meant(self, line: str, seat: int, moves: Sequence[Move], others: frozenset[int] = frozenset()) -> Move:
        """Return the move that a typed line means: a number from the list, or notation with or without the seat.

        others  other seats whose moves can be typed. Commands that ask about a move pass none, so that nobody can find
                out what only a rival knows.
        """
        if line.isascii() and line.isdigit():
            if len(line) > LONGEST_NUMBER or not 1 <= int(line) <= len(moves):
                raise HustingsError(f"There is no move number {line}; the list has 1 to {len(moves)}.")
            return moves[int(line) - 1]
        full = self._full(line, seat)
        if full.split(" ", 1)[0] not in [seat_label(allowed) for allowed in {seat} | others]:
            raise HustingsError(f"{self.names[seat]} is at the keyboard; the others move in their own turn.")
        try:
            return self.table.read(full)
        except NotationError:
            label, verb, *rest = full.split(" ", 2)
            try:
                return self.table.read(" ".join([label, verb.lower(), *(part.upper() for part in rest)]))
            except HustingsError:
                pass
            raise

    def _full(self, line: str, seat: int) -> str:
        first, _, rest = line.partition(" ")
        labels = [seat_label(other) for other in range(len(self.seats))]
        return f"{first.upper()} {rest}" if first.upper() in labels else f"{seat_label(seat)} {line}"

    # --- showing things to a person

    def _curtain(self, seat: int) -> None:
        """Prepare the screen for the next person; clear the screen first if that or the last person has secrets."""
        if len(self.people) < 2 or seat == self._front:
            return
        if not (self._hides or self._secret(seat)):
            self._show(Rule(Text(f"Now {self._labelled(seat)}", style="bold")))
            return
        self._wipe()
        self._show(Rule(Text(f"Pass the keyboard to {self._labelled(seat)}", style="bold")))
        self._read("Nobody else looks? Then press Enter. ")
        self._wipe()

    def _secret(self, seat: int) -> bool:
        """Return whether a seat has secrets from other people at this keyboard, such as a hand or a sealed choice."""
        seen = self.table.view_row(seat).tobytes()
        rivals = (self.table.view_row(other).tobytes() for other in self.people)
        return len(self.table.owes) > 1 or any(other != seen for other in rivals)

    def _wipe(self) -> None:
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")  # also clear the lines that have scrolled away
            self.console.file.flush()

    def _welcome(self) -> None:
        game = self.table.game
        self._show(Rule(Text(game.title, style="bold")))
        chosen = ", ".join(f"{name} {value}" for name, value in game.options.items())
        self._show(Text(f"{game.words.get('line', '')} ({chosen})".strip(), style="italic"))
        at = [self._labelled(seat) for seat in range(len(self.seats))]
        self._show(Text(f"At the table: {'; '.join(at)}. Type help for what you can type."))

    def _labelled(self, seat: int) -> str:
        label, chair = seat_label(seat), self.seats[seat]
        plays = LEVELS[chair.bot].title if chair.bot in LEVELS else "bot" if chair.bot else ""
        notes = [note for note in (label if chair.name != label else "", plays) if note]
        return f"{chair.name} ({', '.join(notes)})" if notes else label

    def _tell(self, seat: int | None) -> None:
        """Print the events that are new to this person (None: to everybody)."""
        for event in self.table.events(self._told[seat], seat):
            self._show(Text(f"  {self.sentences.of(event)}"))
        together = seat is None or not self._secret(seat)
        for other in self._told if together else [seat]:
            self._told[other] = len(self.table.log)

    def _list(self, seat: int, moves: Sequence[Move]) -> None:
        row = self.table.view_row(seat)
        listed = [(move.text.split(" ", 1)[1], self.drawing.gloss(row, move)) for move in moves[:LONGEST_LIST]]
        if any(gloss for _, gloss in listed):
            grid = Grid(box=None, show_header=False, pad_edge=False)
            grid.add_column(justify="right", style="bold")
            grid.add_column(no_wrap=True)
            grid.add_column(style="dim", overflow="fold")
            for number, (text, gloss) in enumerate(listed, 1):
                grid.add_row(str(number), Text(text), Text(gloss))
            self._show(grid)
        else:
            numbered = [Text(f"{number:>3}  {text}") for number, (text, _) in enumerate(listed, 1)]
            self._show(Columns(numbered, padding=(0, 2), column_first=True, equal=True))
        if len(moves) > LONGEST_LIST:
            self._show(Text(f"... and {len(moves) - LONGEST_LIST} more; they can be typed."))
        others = sorted(self.table.may - {seat})
        if others:
            labels = joined([self.names[other] for other in others])
            label = seat_label(others[0])
            self._show(Text(f"{labels} may act too: type the move with its seat, such as {label} ...", style="dim"))

    def _show(self, what: RenderableType) -> None:
        self.console.print(what, highlight=False)

    # --- the commands that can be typed

    def _at_keyboard(self) -> int:
        return self._front if self._front is not None else 0

    def _why(self, text: str) -> None:
        """Print whether a move is allowed, or the clause that forbids it (`why MOVE`)."""
        seat = self._at_keyboard()
        try:
            move = self._meant(text, seat, self.table.legal(seat))
            reason = self.table.why_not(move)
        except IllegalMove as refusal:
            reason = refusal.reason
        except HustingsError as refusal:
            self._show(Text(printable(str(refusal))))
            return
        if reason is None:
            self._show(Text(f"{move} is allowed now."))
            return
        self._show(Text(f"{self._told_why(reason)} ({reason.clause})"))
        clause = rulesheet.clause(self.table.game, reason.clause)
        if clause is not None:
            self._show(rulesheet.one(clause))

    def _odds(self, text: str) -> None:
        """Print the odds of a move's outcomes (`odds MOVE`)."""
        seat = self._at_keyboard()
        try:
            move = self._meant(text, seat, self.table.legal(seat))
            reason = self.table.why_not(move)
            if reason is not None:
                raise IllegalMove(reason)
            odds, kinds = self.table.move_odds(move, seat)
        except HustingsError as refusal:
            self._show(Text(self._refused(refusal)))
            return
        if not (odds or kinds):
            self._show(Text(f"{move} has no chance outcome of its own."))
            return
        alike: dict[str, list[str]] = {}
        for outcome, chance in sorted(odds.items(), key=lambda item: -item[1]):
            alike.setdefault(share(chance), []).append(outcome.removeprefix(f"{seat_label(seat)} "))
        for said, outcomes in alike.items():
            each = "each " if len(outcomes) > 1 else ""
            self._show(Text(f"  {each}{said}: {' '.join(outcomes)}"))
        note = self.drawing.odds_note(self.table.view_row(seat), move, odds)
        if not note and (len(kinds) > 1 or not odds):
            likeliest = sorted(kinds.items(), key=lambda item: -item[1])
            note = ", ".join(f"{kind} {share(chance)}" for kind, chance in likeliest)
        if note:
            self._show(Text(note, style="bold"))

    def _rules(self, text: str) -> None:
        game = self.table.game
        clause = rulesheet.clause(game, text.upper()) if text else None
        if text and clause is None:
            self._show(Text(f"There is no clause {printable(text)!r}; `rules` shows them all."))
        else:
            self._show(rulesheet.one(clause) if clause is not None else rulesheet.whole(game))

    def _table(self, text: str) -> None:
        seat = self._at_keyboard()
        self._show(self.drawing.picture(self.table, seat))
        self._list(seat, self.table.legal(seat))

    def _log(self, text: str) -> None:
        for event in self.table.events(0, self._at_keyboard()):
            self._show(Text(f"{event.entry:>4}  {self.sentences.of(event)}"))

    def _help(self, text: str) -> None:
        grid = Grid(box=None, show_header=False, pad_edge=False)
        for typed, meaning in HELP:
            grid.add_row(Text(typed, style="bold"), Text(meaning))
        self._show(grid)

    # --- the end

    def _finish(self) -> None:
        person = self.people[0] if len(self.people) == 1 else None
        self._told[None] = min(self._told[seat] for seat in self.people) if self.people else self._told[None]
        self._tell(person)
        self._show(self.drawing.picture(self.table, person))
        self._show(Rule(Text("The end", style="bold")))
        if self.table.result is not None:
            self._show(Text(self.sentences.named(self.table.result.text), style="bold"))
