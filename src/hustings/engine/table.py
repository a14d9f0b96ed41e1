"""A table: one game in progress, the object that people and programs play with."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from hustings.engine import knowledge
from hustings.engine.errors import HustingsError, NotationError, SavedGameError
from hustings.engine.events import Event
from hustings.engine.html import html_of, lines_of
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import Draw, seeded
from hustings.engine.moves import Move, seat_label
from hustings.engine.night import Night, night_of
from hustings.engine.notation import write_move
from hustings.engine.picture import drawing
from hustings.engine.position import SPECTATOR, Position, whole
from hustings.engine.record import Row
from hustings.engine.result import Result
from hustings.engine.rulebook import Odds

if TYPE_CHECKING:
    from hustings.engine.game import Game


class Table(Position):
    """One game in progress: legal moves, views, the log, chance and the result.

    `Game.start` and `hustings.load` create tables. Seats count from 0. A move that the rules do not allow raises
    IllegalMove and changes nothing.

    Attributes:
        game: The game being played.
        seats: The number of seats.

    Examples:
        >>> import random
        >>> import hustings
        >>> table = hustings.game("president").start(seats=3, seed=7)
        >>> while not table.over:
        ...     seat = min(table.owes)
        ...     move = table.play(random.choice(table.legal(seat)))
        >>> sum(table.result.shares)
        Fraction(1, 1)
    """

    def __init__(self, game: Game, row: Row, draw: Draw, asked: bool = False) -> None:
        self.game = game
        super().__init__(game.book, row, draw, asked)

    # --- the result

    @property
    def result(self) -> Result | None:
        """The result of the game; None until the end."""
        if self._result is None and self.over:
            self._result = self._ended()
        return self._result

    def _ended(self) -> Result:
        out = np.zeros((2, self.seats), np.int64)
        verbs.payoff(self._row, out)
        total = int(out[0].sum())
        shares = tuple(Fraction(int(weight), total) for weight in out[0])
        best = max(shares)
        winners = () if min(shares) == best else tuple(k for k, share in enumerate(shares) if share == best)
        scores = tuple(int(score) for score in out[1])
        message = self.book.ending(self._row)
        text = message.english(self.book.words, "results")
        return Result(winners, shares, scores, text, message.key, message.facts)

    @property
    def standing(self) -> tuple[int, ...]:
        """Each seat's score if the game were counted now from public information; after the end, the final scores.

        Examples:
            >>> import hustings
            >>> hustings.game("combat").start(seats=2, seed=7).standing
            (0, 0)
        """
        if self.result is not None:
            return self.result.scores
        if self._scores is None:
            out = np.zeros((2, self.seats), np.int64)
            verbs.payoff(self.book.schema.blanked(self._row, SPECTATOR), out)
            self._scores = tuple(out[1].tolist())
        return self._scores

    @property
    def majority(self) -> int | None:
        """The number of votes that wins at this table; None if no number does.

        Examples:
            >>> import hustings
            >>> hustings.game("president", votes="2024").start(seats=2, seed=7).majority
            74
        """
        majority = self.book.telling.majority
        return int(majority(self._row)) or None if majority else None

    @property
    def too_many(self) -> int | None:
        """The number of votes that loses at this table; None if no number does.

        Examples:
            >>> import hustings
            >>> hustings.game("combat", objective="book-deal").start(seats=2, seed=7).too_many
            270
        """
        too_many = self.book.telling.too_many
        return int(too_many(self._row)) or None if too_many else None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, counted from 0; each seat is a side if everybody plays alone.

        Examples:
            >>> import hustings
            >>> hustings.game("politics").start(seats=4, seed=7).sides
            ((0, 2), (1, 3))
        """
        if self._sides is None:
            tell = self.book.holdings
            self._sides = tell(self._row, []).sides if tell else tuple((seat,) for seat in range(self.seats))
        return self._sides

    @property
    def night(self) -> Night | None:
        """The election night, which calls the states of a finished game one by one; None until then or without a map.

        Examples:
            >>> import hustings
            >>> hustings.game("combat").start(seats=2, seed=7).night is None
            True
        """
        if self._night is None and self.over and self.book.has_night and self.book.holdings:
            self._night = night_of(self.book, self._row, self.book.holdings(self._row, self._events.told(0, 0)))
        return self._night

    # --- what each seat knows

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return the record as a seat (None: a spectator) may know it, as plain data.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> table.view(0)["hand"]
            1
        """
        return self.book.schema.as_json(self.view_row(seat))

    def view_text(self, seen: bytes) -> str:
        """Return a view from `view_bytes` as JSON."""
        return self.book.schema.as_text(seen)

    def all_events(self) -> list[Event]:
        """Return all events, hidden ones included; to be shown to people only after the end."""
        return self._events.told()

    def previews(self, moves: Sequence[Move]) -> dict[str, dict[str, int]]:
        """Return the immediate effects of legal moves of one seat, such as new values of numbers that odds depend on.

        They are listed by the move's text, then by the field of the view or the name of the effect. Moves without
        effects are left out.
        """
        found: dict[str, dict[str, int]] = {}
        if not moves or not self.book.telling.effect:
            return found
        seen = self.view_row(moves[0].seat)
        for move in moves:
            if known := self.book.effects_of(seen, move.seat, move.action):
                found[move.text] = known
        return found

    def foreseen(self, seat: int) -> list[str]:
        """Return moves that a seat can prepare while others decide; they may be legal at the seat's next decision.

        They depend only on the seat's view. The list is empty if the game declares no such moves, and for a seat that
        must decide now.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> table.foreseen(1)
            ['P2 turn 1', 'P2 turn 2', 'P2 turn 3', 'P2 turn 4', 'P2 turn 5']
        """
        due, foresee = self.due, self.book.telling.foresee
        if due.over or seat in due.owes or not foresee:
            return []
        view, actions = self.view_row(seat), self.book.ruling.listed(foresee, self.view_row(seat), seat)
        return [write_move(self.book, view, seat, action).text for action in actions]

    def odds_after(self, move: str | Move, seat: int) -> Odds:
        """Return the exact odds of each chance outcome right after a move, if `seat` can know them; otherwise {}."""
        return self.move_odds(move, seat)[0]

    def odds_by_kind(self, move: str | Move, seat: int) -> Odds:
        """Return the exact odds of each kind of outcome right after a move, if `seat` can know them; otherwise {}."""
        return self.move_odds(move, seat)[1]

    def move_odds(self, move: str | Move, seat: int) -> tuple[Odds, Odds]:
        """Return the odds of the chance outcomes right after a move, by outcome and by kind, as far as `seat` knows.

        Only the seat's view is used. Some games count the odds over all worlds that agree with the view (the
        information set). In other games the move is tried in several imagined worlds. Odds that differ between them are
        left out; odds by kind may be equal although those by outcome are not. Both results are {} if no chance step
        follows. Only cards and outcomes for which the game defines kinds have kinds.
        """
        return knowledge.move_odds(self, self.read(move), seat)

    def shows_hidden(self, move: str | Move) -> bool:
        """Return whether a legal move reveals hidden information to another seat or a spectator.

        A move reveals nothing to an observer if, in several imagined worlds that agree with the observer's view, the
        seat has a move that looks the same to them. A choice that stays sealed looks like any other; a card laid open
        does not.

        Raises:
            NotationError: It is not a move of this game.

        Examples:
            >>> import hustings
            >>> table = hustings.game("mudslinger").start(seats=3, seed=7)
            >>> table.play("P1 draw").text, table.shows_hidden("P1 rest")
            ('P1 draw', False)
        """
        return knowledge.shows_hidden(self, self.read(move))

    def counting(self, move: str | Move, seat: int) -> Callable[[], Mapping[int, int] | None] | None:
        """Return the slow part of `move_odds` as a function to call; None if no part is slow.

        The result is cached, so that a server can call the function in another thread and then call `move_odds`.
        """
        return knowledge.counting(self, self.read(move), seat)

    # --- actions, outcomes and observations as numbers

    def legal_actions(self, seat: int) -> list[int]:
        """Return the ids of a seat's legal actions, ascending.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> table.legal_actions(0), table.legal_actions(1)
            ([0, 1, 2, 3, 4], [])
        """
        seat = self._need_seat(seat)
        return self.book.ruling.legal(self._row, seat)

    def action_mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Return an array with 1 for each legal action of a seat and 0 for the others, shaped (game.facts.actions,).

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> int(table.action_mask(0).sum())
            5
        """
        mask = np.zeros(self.book.actions, np.int8)
        mask[self.legal_actions(seat)] = 1
        return mask

    def play_action(self, seat: int, action: int) -> Move:
        """Play an action, given by its id, and return it as a move.

        Raises:
            NotationError: There is no such seat or action.
            IllegalMove: The rules do not allow it; nothing has changed.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> str(table.play_action(0, table.legal_actions(0)[2]))
            'P1 turn 3'
        """
        move = self.move(seat, action)
        self._transaction(self._act, move)
        return move

    def outcome_odds(self) -> dict[int, Fraction]:
        """Return the exact probability of each outcome of the chance step that is due, by id; {} if none is.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, chance="asked")
            >>> move = table.play("P1 turn 3")
            >>> table.outcome_odds()[0], len(table.outcome_odds())
            (Fraction(1, 56), 56)
        """
        weights = self.book.weights(self._row)
        total = sum(weights.values())
        return {outcome: Fraction(weight, total) for outcome, weight in weights.items()}

    def settle_outcome(self, outcome: int) -> None:
        """Carry out an outcome of the chance step that is due, by its id.

        Raises:
            NotationError: `outcome_odds` does not list it.
        """
        number = whole(outcome)
        if number not in self.book.weights(self._row):
            raise NotationError("engine.no_outcome", outcome=repr(outcome))
        self._transaction(self._settle, number)

    def information_state(self, seat: int) -> str:
        """Return everything that a seat has seen as one text, equal for histories that the seat cannot distinguish.

        The text assumes perfect recall: events that the seat saw earlier are included even if its view no longer shows
        them. It is a JSON object with the seat, `events` as in `Table.events` and `view` as in `Table.view`.

        Examples:
            >>> import json
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> move = table.play("P1 turn 3")
            >>> state = json.loads(table.information_state(1))
            >>> state["events"] == [event.as_dict() for event in table.events(seat=1)], state["view"] == table.view(1)
            (True, True)
        """
        seat = self._need_seat(seat)
        events = ",".join(event.as_text() for event in self.events(seat=seat))
        view = self.book.schema.as_text(self.view_bytes(seat))
        return f'{{"seat":{seat},"events":[{events}],"view":{view}}}'

    def observation(self, seat: int, relative: bool = True) -> npt.NDArray[Any]:
        """Return a seat's observation as a vector of integers, described by `Game.layout`.

        Args:
            seat: The seat that observes.
            relative: True to count seats from the one that observes, False to count them from P1.

        Examples:
            >>> import hustings
            >>> table = hustings.game("president").start(seats=2, seed=7)
            >>> layout = table.game.layout(seats=2)
            >>> seen = table.observation(1)
            >>> seen.shape == (layout.size,), int(seen[layout.index("week")])
            (True, 1)
        """
        seat = self._need_seat(seat)
        return self.game.layout(self.seats, relative).encode(self._row, seat)

    # --- other tables, and the way back

    def resume(self, seed: int | str | None = None, draw: Draw | None = None) -> None:
        """Change a table with asked chance to one that draws chance outcomes itself; a chance step that is due follows.

        Args:
            seed: The seed of the chance to come; None for random chance.
            draw: A source of chance instead of the seed, as in `Game.start`.
        """
        self._draw, self._asked, self._by_hand = draw or seeded(self.book.streams, seed), False, len(self._log)
        self._run()

    def fork(self, key: int | str = 0) -> Self:
        """Return a copy of the table that draws new chance outcomes, with `key` as seed.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> str(table.fork(key=1).play("P1 turn 3")), table.log
            ('P1 turn 3', ())
        """
        other = self.copy()
        other._draw, other._by_hand = seeded(self.book.streams, f"fork {key}"), len(self._log)
        other._counts = [0] * len(self.book.streams)
        return other

    def imagine(self, seat: int | None, key: int | str = 0) -> Self:
        """Return a table drawn uniformly from all that agree with a seat's view (a determinization).

        Args:
            seat: The seat; None for a spectator.
            key: The seed for everything that the seat does not know, and for the chance outcomes to come.

        Examples:
            >>> import hustings
            >>> table = hustings.game("politics").start(seats=2, seed=7)
            >>> world = table.imagine(seat=0, key=1)
            >>> world.view(0) == table.view(0)
            True
        """
        other = self.fork(key)
        other._row = self.imagined_row(seat, key)
        other._changed()
        other._log, other._imagined, other._by_hand = [], True, 0
        other._events = self._events.only(0 if seat is None else 1 << seat)
        other._origin = other._snapshot()
        return other

    def save(
        self, names: Sequence[str] | str | PathLike[str] | None = None, path: str | PathLike[str] | None = None
    ) -> dict[str, Any]:
        """Return the saved game as plain data for JSON, with every move and chance outcome.

        Args:
            names: A name for each seat; by default P1, P2 and so on. A single text is taken for the path.
            path: A file to which the saved game is written too.

        Raises:
            HustingsError: The table was imagined, the number of names is wrong, or the file cannot be written.

        Examples:
            >>> import hustings
            >>> table = hustings.game("combat").start(seats=2, seed=7)
            >>> move = table.play("P1 turn 3")
            >>> table.save(["Ann", "Bo"])["log"]
            ['P1 turn 3', '* DC']
        """
        if self._imagined:
            raise HustingsError("engine.imagined")
        if isinstance(names, str | PathLike):
            names, path = None, names
        people = list(names) if names is not None else [seat_label(seat) for seat in range(self.seats)]
        if len(people) != self.seats:
            raise HustingsError("engine.wrong_names", names=len(people), seats=self.seats)
        result = self.result
        saved = {
            "hustings": 1,
            "game": self.book.name,
            "rules": self.book.rules,
            "options": self.game.options,
            "seats": people,
            "log": list(self._log),
            "result": result.as_dict() if result else {},
        }
        if path is not None:
            try:
                Path(path).write_text(json.dumps(saved, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
            except OSError as error:
                raise SavedGameError("engine.unwritable", text=f"{path}: {error.strerror or error}") from None
        return saved

    # --- for people

    def lines(self) -> list[str]:
        """Return the public state as lines of text: the game, the seats that must move or the result, the last events.

        Examples:
            >>> import hustings
            >>> hustings.game("president").start(seats=2, seed=7).lines()[2]
            'waiting for P1, P2'
        """
        return lines_of(self)

    def picture(self, seat: int | None = None, names: Sequence[str] = ()) -> str:
        """Return a picture of the table as SVG: the map, the open cards, the seats, the last events.

        The picture is 640 pixels wide, has its own background and loads nothing from elsewhere. The same table gives
        the same bytes. A notebook displays a table as this picture, as a spectator sees it.

        Args:
            seat: The seat that looks, which also sees its own hand; None for a spectator.
            names: A name for each seat; by default P1, P2 and so on.

        Raises:
            HustingsError: The number of names is wrong.

        Examples:
            >>> import hustings
            >>> table = hustings.game("politics").start(seats=2, seed=7)
            >>> table.picture(seat=0, names=["Ann", "Bo"]).startswith("<svg ")
            True
        """
        return drawing(self, seat, names).svg()

    def _repr_svg_(self) -> str:
        return self.picture()

    def _repr_html_(self) -> str:
        return f"<div style='max-width:640px'>{self.picture()}</div>{html_of(self)}"

    def __repr__(self) -> str:
        state = "over" if self.over else f"owes {sorted(self.owes)}"
        return f"<Table of {self.game.title}: {len(self._log)} entries, {state}>"
