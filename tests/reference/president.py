"""A naive second implementation of U.S. President, written from its rules text alone (clauses UP-1 to UP-12)."""

from __future__ import annotations

from fractions import Fraction

from .options import chosen_from

SIZES = ("small", "medium", "large")
WORTH = {"small": 1, "medium": 2, "large": 3}
EACH_SIZE = 4
MOST_WEEKS = 12
MOST_IN_A_STATE = 3
FLORIDA = "FL"
FLORIDA_MARGIN = 2
SEATS = (2, 3, 4, 5, 6)

ELECTORS = {
    "2012": {
        "MT": 3, "NV": 6, "IA": 6, "CO": 9, "WI": 10, "VA": 13, "NC": 15, "MI": 16, "OH": 18, "PA": 20, "FL": 29,
    },
    "2024": {
        "MT": 4, "NV": 6, "IA": 6, "CO": 10, "WI": 10, "VA": 13, "NC": 16, "MI": 15, "OH": 17, "PA": 19, "FL": 30,
    },
}  # fmt: skip

OPTIONS = {
    "dealt": ("equal", "one"),
    "overtaken": ("aside", "keeps"),
    "empty_states": ("inherit", "aside"),
    "votes": ("2012", "2024"),
}


class Pyramid:
    """One pyramid: its owner (seat from 0) and its size."""

    def __init__(self, owner: int, size: str) -> None:
        self.owner = owner
        self.size = size
        self.worth = WORTH[size]


class Count:
    """One count of the electors (UP-9): who took part, what each had, who then won or left."""

    def __init__(self, electors: dict[int, int]) -> None:
        self.electors = electors
        self.winner: int | None = None
        self.leavers: list[int] = []


class PresidentReference:
    """One game of U.S. President for 2 to 6 seats."""

    def __init__(
        self,
        seats: int = 2,
        options: dict[str, str] | None = None,
        *,
        weeks: int = MOST_WEEKS,
        states: list[str] | None = None,
    ) -> None:
        if seats not in SEATS:
            raise ValueError(f"{seats} seats were asked for; the game is for 2 to 6 (UP)")
        if not 1 <= weeks <= MOST_WEEKS:
            raise ValueError(f"{weeks} weeks were asked for; there are 1 to 12, one pyramid each (UP-1, UP-3)")
        self.options = chosen_from(OPTIONS, options)
        all_electors = ELECTORS[self.options["votes"]]
        if states is not None and (not states or len(set(states)) < len(states) or set(states) - set(all_electors)):
            raise ValueError(f"the states {states} were asked for; they are some of {', '.join(all_electors)} (UP-1)")
        self.seats = seats
        self.weeks = weeks
        self.worth = {state: n for state, n in all_electors.items() if states is None or state in states}
        self.majority = sum(self.worth.values()) // 2 + 1
        self.log: list[str] = []
        self.stock = [[size for size in SIZES for _ in range(EACH_SIZE)] for _ in range(seats)]
        self.board: dict[str, list[Pyramid]] = {state: [] for state in self.worth}
        self.removed: list[Pyramid] = []
        self.holder: dict[str, int | None] = dict.fromkeys(self.worth)
        self.dealt: list[str] = []
        each = len(self.worth) // seats
        self.cards_to_deal = seats * (min(1, each) if self.options["dealt"] == "one" else each)
        self.week = 1
        self.sealed: dict[int, tuple[str, str]] = {}
        self.remaining = list(range(seats))
        self.counts: list[Count] = []
        self.winner: int | None = None
        self.finished = False

    # ---- who must do what -------------------------------------------------------------------------------------

    def owes(self) -> frozenset[int]:
        """The seats that have not yet chosen this week (UP-3)."""
        if self.finished or self.odds():
            return frozenset()
        return frozenset(seat for seat in range(self.seats) if seat not in self.sealed)

    def may(self) -> frozenset[int]:
        """Nobody ever acts unasked in this game."""
        return frozenset()

    def legal(self, seat: int) -> list[str]:
        """A size he still has and any state (UP-3); a fourth pyramid is allowed too (UP-4)."""
        if seat not in self.owes():
            return []
        return sorted(f"place {size} {state}" for size in set(self.stock[seat]) for state in self.worth)

    def play(self, seat: int, text: str) -> None:
        """Seal a choice; the choice that completes the week is followed by the placing. ValueError if illegal."""
        if seat not in self.owes():
            raise ValueError(f"P{seat + 1} tried {text!r}, but owes no choice now (UP-3)")
        if text not in self.legal(seat):
            raise ValueError(f"P{seat + 1} tried {text!r}; he places a size he still has in one of the states (UP-3)")
        _, size, state = text.split()
        self.sealed[seat] = (size, state)
        self.log.append(f"P{seat + 1} {text}")
        if len(self.sealed) == self.seats:
            self._end_week()

    def odds(self) -> dict[str, int]:
        """The next card of the deal, any undealt card alike (UP-2)."""
        if len(self.dealt) == self.cards_to_deal:
            return {}
        seat = len(self.dealt) % self.seats
        return {f"P{seat + 1} {state}": 1 for state in sorted(self.worth) if state not in self.dealt}

    def settle(self, text: str) -> None:
        """Deal one card. ValueError if that card cannot come now."""
        if text not in self.odds():
            raise ValueError(f"the chance entry {text!r} cannot come now; possible are {sorted(self.odds())} (UP-2)")
        state = text.split()[1]
        self.holder[state] = len(self.dealt) % self.seats
        self.dealt.append(state)
        self.log.append(f"* {text}")

    # ---- the week ---------------------------------------------------------------------------------------------

    def _end_week(self) -> None:
        for seat in range(self.seats):
            size, state = self.sealed[seat]
            self.stock[seat].remove(size)
            pyramid = Pyramid(seat, size)
            if self._number_in(state, seat) == MOST_IN_A_STATE:
                self.removed.append(pyramid)  # UP-4
            else:
                self.board[state].append(pyramid)
        self.sealed = {}
        for state in self.worth:
            self._judge(state)
        if self.week == self.weeks:
            self._count_all()
        else:
            self.week += 1

    def _number_in(self, state: str, seat: int) -> int:
        return len([pyramid for pyramid in self.board[state] if pyramid.owner == seat])

    def _points(self, state: str, seat: int) -> int:
        return sum(pyramid.worth for pyramid in self.board[state] if pyramid.owner == seat)

    def _sole_leader(self, state: str, among: list[int]) -> int | None:
        """The one of these seats with at least one point there and more than every other of them."""
        for seat in among:
            mine = self._points(state, seat)
            if mine >= 1 and all(mine > self._points(state, other) for other in among if other != seat):
                return seat
        return None

    def _judge(self, state: str) -> None:
        """Who has the card of this state after the week's placements (UP-5, UP-6, UP-7)."""
        holder = self.holder[state]
        everyone = list(range(self.seats))
        if holder is not None:
            overtaken = any(self._points(state, seat) > self._points(state, holder) for seat in everyone)
            if not overtaken:
                return
        leader = self._sole_leader(state, everyone)
        if leader is not None:
            self.holder[state] = leader
        elif self.options["overtaken"] == "aside":
            self.holder[state] = None

    # ---- the counting -----------------------------------------------------------------------------------------

    def _electors_of(self, seat: int) -> int:
        total = 0
        for state, electors in self.worth.items():
            if self.holder[state] != seat:
                continue
            if state == FLORIDA and not self._florida_counts(seat):
                continue
            total += electors
        return total

    def _florida_counts(self, seat: int) -> bool:
        """Florida's electors need a lead of two points over the next best still in the count (UP-8, UP-10)."""
        others = [self._points(FLORIDA, other) for other in self.remaining if other != seat]
        return self._points(FLORIDA, seat) - max(others, default=0) >= FLORIDA_MARGIN

    def _count_all(self) -> None:
        while self.remaining:
            count = Count({seat: self._electors_of(seat) for seat in self.remaining})
            self.counts.append(count)
            winners = [seat for seat in self.remaining if count.electors[seat] >= self.majority]
            if winners:
                assert len(winners) == 1, "two seats cannot both have more than half"
                self.winner = count.winner = winners[0]
                break
            fewest = min(count.electors.values())
            count.leavers = [seat for seat in self.remaining if count.electors[seat] == fewest]
            self.remaining = [seat for seat in self.remaining if seat not in count.leavers]
            self._hand_on()
        self.finished = True

    def _hand_on(self) -> None:
        """Cards of leavers, and cards beside the map, look for the strongest of those who remain (UP-11)."""
        for state in self.worth:
            if self.holder[state] not in self.remaining:
                self.holder[state] = self._strongest(state)

    def _strongest(self, state: str) -> int | None:
        """The strongest who remains, unless two are equal there; `aside` also wants a point of him (UP-11)."""
        ranking = sorted(self.remaining, key=lambda seat: self._points(state, seat), reverse=True)
        strengths = [self._points(state, seat) for seat in ranking]
        if not ranking or strengths[:1] == strengths[1:2]:
            return None
        return None if self.options["empty_states"] == "aside" and strengths[0] == 0 else ranking[0]

    # ---- the end and the picture ------------------------------------------------------------------------------

    def over(self) -> bool:
        """Whether the counting is done."""
        return self.finished

    def shares(self) -> list[Fraction]:
        """1 for the president, or equal shares where nobody wins (UP-12). ValueError before the end."""
        if not self.finished:
            raise ValueError("the shares were asked for, but the game is not over (UP-12)")
        if self.winner is None:
            return [Fraction(1, self.seats)] * self.seats
        return [Fraction(int(seat == self.winner)) for seat in range(self.seats)]

    def scores(self) -> list[int]:
        """Each seat's electors at the last count he took part in (UP-12). ValueError before the end."""
        if not self.finished:
            raise ValueError("the scores were asked for, but the game is not over (UP-12)")
        return [electors for electors in self._last_counted() if electors is not None]

    def _last_counted(self) -> list[int | None]:
        last: list[int | None] = [None] * self.seats
        for count in self.counts:
            for seat, electors in count.electors.items():
                last[seat] = electors
        return last

    def facts(self) -> dict[str, object]:
        """The public picture; a sealed choice shows nowhere in it before the week is placed."""
        seats = range(self.seats)
        return {
            "week": self.week,
            "points": {state: [self._points(state, seat) for seat in seats] for state in self.worth},
            "placed": {state: [self._number_in(state, seat) for seat in seats] for state in self.worth},
            "stock": [[self.stock[seat].count(size) for size in SIZES] for seat in seats],
            "holder": dict(self.holder),
            "remaining": list(self.remaining),
            "electors": self._last_counted(),
        }
