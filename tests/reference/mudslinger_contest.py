"""The contest for a state (MS-9 to MS-13, MS-19), for the naive second implementation of Mudslinger."""

from __future__ import annotations

from collections.abc import Iterator

from .mudslinger_actions import MOST_COUNTED, Actions
from .mudslinger_sitting import Contest, Script

MOST_BID = 16  # dollars in one bid: the rating never needs more
ALWAYS_LOSES = 17  # MS-12: 17 and 18


class Contests(Actions):
    """A sitting at which states are contested."""

    def contest_for(self, runner: int, state: str) -> Script[tuple[bool, int]]:
        """One attempt at a state: whether it was won, and the sum of the dice."""
        base = self.base_of(runner, state)
        owner = self.holder.get(state)
        contest = self.contest = Contest(state, runner, owner, base, base)
        if owner is not None:
            self.knows[state] = set(range(self.seats))  # MS-19: the attack tells whose it is
        yield from self.bidding(contest)
        contest.bidding = False
        total = yield from self.rolling(contest)
        won = total <= contest.rating and total < ALWAYS_LOSES
        for seat in contest.truces:
            self.kept[seat] = min(MOST_COUNTED, self.kept[seat] + 1)
        self.contest = None
        if won:
            self.win_state(runner, state)
            if owner is None:
                self.open.remove(state)
                yield from self.turn_up()
        return won, total

    def round_from(self, seat: int) -> Iterator[int]:
        """All seats once, clockwise from this one."""
        yield seat
        yield from self.after(seat)

    # ---- bidding (MS-10, MS-11) -------------------------------------------------------------------------------

    def bidding(self, contest: Contest) -> Script[None]:
        """Round and round from the runner until every seat has passed in a row (MS-10)."""
        while True:
            for seat in self.round_from(contest.runner):
                if contest.passes == self.seats:
                    return
                if not self.is_asked_to_bid(contest, seat):
                    contest.passes += 1
                    continue
                text = yield from self.ask("bid", seat, lambda asked: self.bids(contest, asked))
                verb, *rest = text.split(" ")
                if verb == "pass":
                    contest.passes += 1
                elif verb == "play":
                    yield from self.play_text(seat, text)
                else:
                    self.money[seat] -= int(rest[0])  # to the bank at once
                    contest.rating += int(rest[0]) if verb == "spend" else -int(rest[0])
                    contest.passes = 0
                    if verb == "sling":
                        self.break_truce(seat)

    def is_asked_to_bid(self, contest: Contest, seat: int) -> bool:
        """Whoever holds an action card, whichever, or could bid a dollar (MS-15); not gagged, taking part."""
        if not self.fights(seat):
            return False
        return bool(self.hands[seat]) or self.most_spent(contest, seat) > 0 or self.most_slung(contest, seat) > 0

    def most_spent(self, contest: Contest, seat: int) -> int:
        """No spending above the cap (MS-11)."""
        return max(0, min(MOST_BID, self.money[seat], self.cap - contest.rating))

    def most_slung(self, contest: Contest, seat: int) -> int:
        """No slinging below the base (MS-11), none by the runner (MS-10)."""
        if seat == contest.runner:
            return 0
        return max(0, min(MOST_BID, self.money[seat], contest.rating - contest.base))

    def bids(self, contest: Contest, seat: int) -> list[str]:
        """What the asked seat may answer (MS-10)."""
        spends = [f"spend {dollars}" for dollars in range(1, self.most_spent(contest, seat) + 1)]
        slings = [f"sling {dollars}" for dollars in range(1, self.most_slung(contest, seat) + 1)]
        return ["pass", *spends, *slings, *self.plays_when(seat, "contest")]

    # ---- the roll (MS-12, MS-13) ------------------------------------------------------------------------------

    def rolling(self, contest: Contest) -> Script[int]:
        """Three dice, again after every Recount that takes effect: the sum that counts."""
        while True:
            contest.dice = None
            contest.dice = yield from self.throw_dice()
            if not (yield from self.roll_window(contest)):
                return sum(contest.dice)

    def roll_window(self, contest: Contest) -> Script[bool]:
        """Ask, once round from the runner, who then holds an action card (MS-13): whether it is rolled again."""
        for seat in self.round_from(contest.runner):
            if not (self.hands[seat] and self.fights(seat)):
                continue
            text = yield from self.ask("roll", seat, lambda asked: ["pass", *self.plays_when(asked, "roll")])
            if text != "pass" and (yield from self.play_text(seat, text)):
                return True
        return False
