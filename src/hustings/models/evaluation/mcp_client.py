"""Entrants that are clients of the Model Context Protocol: they play with the tools that a seat in a room has."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from concurrent.futures import Future
from typing import Any

import uvicorn

from hustings.engine.errors import HustingsError, OptionError
from hustings.models.evaluation.model import Model, Question, Refusal, Reply
from hustings.models.evaluation.table_seat import TableSeat
from hustings.models.looking import Chair

HOST = "127.0.0.1"
LONGEST_WAIT = 25.0
GRACE = 5.0  # seconds that a client has to look at the end of the last game
MOMENT = 1.0  # seconds after which the client has surely received an answer


class Visitor(Model, Chair):
    """A client that connects to this process: `mcp` on standard input and output, `mcp:PORT` over HTTP.

    This class is both the evaluation's `Model` and the seat on which the server's tools act. The game waits in the
    evaluation's thread while the client thinks; the client's calls run in a second thread.
    """

    def __init__(self, name: str, port: str) -> None:
        try:
            from hustings.models.server import serve_seat
        except ImportError:
            raise OptionError('an MCP client needs the extra "mcp"; in a checkout: pip install ".[mcp]".') from None
        if port and not port.isdecimal():
            raise OptionError(f"{name}: an MCP client is written mcp or mcp:PORT")
        Model.__init__(self, name)
        Chair.__init__(self)
        self._seat: TableSeat | None = None
        self._question: Question | None = None
        self._moves: queue.Queue[tuple[str, Future[None]]] = queue.Queue()
        self._answer: Future[None] | None = None
        self._shown, self._failed = False, ""
        self._news = threading.Condition()

        async def seat_of(_: object) -> Visitor:
            await asyncio.to_thread(self._until, lambda: self._seat is not None, LONGEST_WAIT)
            if self._seat is None:
                raise HustingsError("the first game has not begun; wait again")
            return self

        server = serve_seat(seat_of)
        if port:
            config = uvicorn.Config(server.streamable_http_app(host=HOST), HOST, int(port), log_level="warning")
            runs: Any = uvicorn.Server(config).serve()
        else:
            runs = server.run_stdio_async()
        self._thread = threading.Thread(target=self._serve, args=(runs,), daemon=True)
        self._thread.start()

    def _serve(self, runs: Any) -> None:
        try:
            asyncio.run(runs)
            reason = "the client has left"
        except (Exception, SystemExit) as error:
            reason = str(error) or type(error).__name__
        with self._news:
            self._failed = reason
            self._news.notify_all()
        self._moves.put(("", Future()))

    def _until(self, holds: Any, seconds: float) -> None:
        with self._news:
            self._news.wait_for(holds, seconds)

    # --- the game's side

    def follow(self, seat: TableSeat) -> None:
        """Show the client the table after a move; the first call with a new seat begins a game."""
        with self._news:
            if seat is not self._seat:
                self._news.wait_for(lambda: self._seat is None or self._shown or self._failed)
                self.games += self._seat is not None
                self._seat, self.number, self.events = seat, seat.number, seat.events
            seat.update()
            self.state = seat.state
            self._question = None
            self._shown = not seat.table.over
            if self._answer is not None:
                self._answer.set_result(None)
                self._answer = None
            self._news.notify_all()

    def ask(self, question: Question) -> Reply:
        """Wait for the client's move; raise HustingsError if the client leaves."""
        with self._news:
            self._question = question
            self._news.notify_all()
        move, self._answer = self._moves.get()
        if self._failed:
            raise HustingsError(f"{self.name}: {self._failed}; the same command goes on from here")
        return Reply(move)

    def refuse(self, refusal: Refusal) -> None:
        if self._answer is not None:
            self._answer.set_exception(HustingsError(str(refusal)))
            self._answer = None

    def close(self) -> None:
        """Wait a moment so that the client can look at the end of the last game."""
        if self._thread.is_alive():
            self._until(lambda: self._shown, GRACE)
            time.sleep(MOMENT)

    # --- the client's side: a seat as the tools need it

    @property
    def state(self) -> dict[str, Any] | None:
        """The table as the seat may know it; reading the state of a finished game marks its end as shown."""
        with self._news:
            if self._state is not None and self._state["over"]:
                self._shown = True
                self._news.notify_all()
            return self._state

    @state.setter
    def state(self, state: dict[str, Any] | None) -> None:
        self._state = state

    async def wait(self, seconds: float) -> None:
        """Wait until the client must decide, or until a game ends whose result the client has not yet read."""
        await asyncio.to_thread(self._until, lambda: self._question is not None or not self._shown, seconds)

    async def play(self, decision: int, move: str) -> None:
        with self._news:
            question = self._question
            if question is None or question.look.decision != decision:
                raise HustingsError("you are not asked for this decision now; wait, then use the number of that look")
            self._question = None
        answer: Future[None] = Future()
        self._moves.put((move, answer))
        await asyncio.wrap_future(answer)

    def _asked(self) -> TableSeat:
        if self._question is None or self._seat is None:
            raise HustingsError("you are not asked now; wait first")
        return self._seat

    async def why(self, move: str) -> dict[str, Any]:
        reason = self._asked().table.why_not(move)
        return {"legal": reason is None, "text": reason and reason.text, "clause": reason and reason.clause}

    async def odds(self, move: str) -> dict[str, Any]:
        seat = self._asked()
        chances, kinds = seat.table.move_odds(move, seat.number)
        parts = [{name: (odds.numerator, odds.denominator) for name, odds in each.items()} for each in (chances, kinds)]
        return {"chances": parts[0], "kinds": parts[1]}

    async def consent(self, agree: bool) -> None:
        raise HustingsError("nobody asks to take a move back in an evaluation")

    async def say(self, text: str) -> None:
        raise HustingsError("there is no chat in an evaluation; where the game allows promises, they are moves")
