"""Action cards and deals of Mudslinger: what may be done at any time (MS-14 to MS-17), and the answers to it."""

from __future__ import annotations

import re
from functools import cache

from .mudslinger_cards import (
    ACTIONS,
    ATTACK_FALL,
    BANK_PAYS,
    DEBATE_MOST,
    SLUSH_MOST,
    SURGE_RISE,
    apart,
    placed_cards,
)
from .mudslinger_sitting import POLL_PRICE, Offer, Script, Sitting

TRADE_PAYS = 3  # MS-14
MOST_DEALS = 3  # begun by one seat in one turn of the game (ruling)
MOST_GIFT = 10  # dollars in one gift or on one side of an offer
TRUCE = "TRUCE"  # a promise that may stand in an offer: no mud in the contest at hand (ruling)
RATING_FALLS = ("ATTACK", "OCTOBER")
MOST_COUNTED = 127  # of truces kept, or broken
CLOSED = ("run", "party", "mate", "take", "for")  # only the asked seat does anything
CARD_MOMENTS = ("card", "attempt", "failed", "bid", "roll")  # when cards marked "any" may be played
OUTSIDE = ("card", "attempt", "failed")


@cache
def label(seat: int) -> str:
    """P1 for seat 0."""
    return f"P{seat + 1}"


def seat_of(text: str) -> int:
    """0 for P1."""
    return int(text[1:]) - 1


def dollars_of(thing: str) -> int | None:
    """The amount of "$4", None for a card."""
    return int(thing[1:]) if thing.startswith("$") else None


@cache
def deals_with(
    partner: str, dollars: int, cards: tuple[str, ...], wants: tuple[str, ...], truce: bool = False
) -> list[str]:
    """Gifts, promises and offers to one partner (MS-17).

    dollars, cards  the most he may be given, and the kinds of card.
    wants           what may be offered to him now: "dollars", "cards", both or nothing.
    truce           whether he may be promised one, in an offer (ruling).
    """
    amounts = [f"${amount}" for amount in range(1, dollars + 1)]
    offered = [*(amounts if "dollars" in wants else []), *(cards if "cards" in wants else [])]
    found = [f"promise {partner}"]
    found += [f"give {partner} {thing}" for thing in [*amounts, *cards]]
    found += [f"offer {partner} {thing}" for thing in offered]
    found += [f"offer {partner} {TRUCE}"] if truce and "cards" in wants else []
    return found


class Actions(Sitting):
    """A sitting at which action cards are played and deals are made."""

    # ---- who may play what ------------------------------------------------------------------------------------

    def takes_part(self, seat: int) -> bool:
        """Everybody, but in an attack only the runner and the owner (MS-19)."""
        contest = self.contest
        return contest is None or contest.owner is None or seat in (contest.runner, contest.owner)

    def is_free(self, seat: int) -> bool:
        """Return whether no Gag Order silences the seat in this contest."""
        return self.contest is None or seat not in self.contest.gagged

    def fights(self, seat: int) -> bool:
        """Return whether the seat bids and is asked after the roll: it takes part and is not gagged (MS-10, MS-13)."""
        return self.takes_part(seat) and self.is_free(seat)

    def may_play_cards(self, seat: int) -> bool:
        """Gagged seats play nothing; bystanders of an attack play what is not against the runner (MS-19)."""
        return self.is_free(seat) and (self.takes_part(seat) or self.options["attack_cards"] == "open")

    def may_answer(self, seat: int) -> bool:
        """Return whether the seat is asked about the last card: bystanders not about the attack (MS-19)."""
        if not self.hands[seat] or not self.may_play_cards(seat):
            return False
        first, last = self.plays[0], self.plays[-1]
        return self.takes_part(seat) or (
            self.contest is not None
            and last[0] != self.contest.runner
            and ACTIONS[first[1]].when not in ("contest", "roll")
        )

    def plays_when(self, seat: int, *moments: str) -> list[str]:
        """The plays of cards marked with one of these moments that would do something now."""
        if not self.hands[seat] or not self.may_play_cards(seat):
            return []
        plays = []
        for card in sorted(set(self.hands[seat])):
            if ACTIONS[card].when not in moments:
                continue
            if ACTIONS[card].names == "nothing":
                plays += [f"play {card}"] if self.does_something(seat, card) else []
            else:
                plays += [f"play {card} on {target}" for target in self.targets(seat, card)]
        return plays

    def does_something(self, seat: int, card: str) -> bool:
        """Whether a card that names nothing has an effect; one that could do nothing cannot be played."""
        if card == "SURGE":
            return self.contest is not None and self.contest.rating < self.cap
        return True

    def targets(self, seat: int, card: str) -> list[str]:
        """What a card can name."""
        if ACTIONS[card].names == "runner":
            contest = self.contest
            return [label(contest.runner)] if contest and contest.runner != seat else []
        if ACTIONS[card].names == "state":
            return sorted(self.open) if self.state_deck or self.under else []
        rivals = [other for other in self.after(seat) if self.may_hit(seat, other)]
        return [label(other) for other in rivals if self.touches(seat, card, other)]

    def may_hit(self, seat: int, rival: int) -> bool:
        """Return whether the seat may play cards on this rival: a bystander of an attack not on the runner (MS-19)."""
        if self.options["attack_cards"] == "closed":
            return self.takes_part(rival)
        return self.takes_part(seat) or self.contest is None or rival != self.contest.runner

    def touches(self, seat: int, card: str, rival: int) -> bool:
        """Whether a card that names a rival would do something to this one."""
        if card == "GAG":
            contest = self.contest
            return contest is not None and rival != contest.runner and rival not in contest.gagged
        if card == "DEFECT":
            if not self.chains[rival]:
                return False
            party = placed_cards()[self.chains[rival][-1]].party
            assert party is not None, "every group has a party"
            return apart(party, self.end_of_chain(seat)) <= 1
        return {
            "SCANDAL": bool(self.chains[rival]),
            "LEAK": bool(self.hands[rival]),
            "SLUSH": self.money[rival] > 0,
            "WALKOUT": bool(self.managers[rival]),
            "DUMP": self.mates[rival] is not None,
            "DEBATE": True,
        }[card]

    # ---- playing a card ---------------------------------------------------------------------------------------

    def play_text(self, seat: int, text: str) -> Script[bool]:
        """Carry out "play SLUSH on P3"; whether it took effect."""
        card, *target = text.removeprefix("play ").split(" on ")
        return (yield from self.play_card(seat, card, target[0] if target else None))

    def play_card(self, seat: int, card: str, target: str | None) -> Script[bool]:
        """The card goes on the pile; then, unless it is spun, it takes effect. Whether it did (MS-14)."""
        self.hands[seat].remove(card)
        self.discard(card)
        if self.contest is not None and self.contest.bidding:
            self.contest.passes = 0  # MS-10
            if card in RATING_FALLS:
                self.break_truce(seat)
        self.plays.append((seat, card, target))
        spun = yield from self.answer_window(seat)
        self.plays.pop()
        if not spun:
            yield from self.take_effect(seat, card, target)
        return not spun

    def answer_window(self, player: int) -> Script[bool]:
        """Ask, once round, everybody else who holds an action card when his turn comes (MS-15). Whether one spun it."""
        for seat in self.after(player):
            if not self.may_answer(seat):
                continue
            text = yield from self.ask("answer", seat, lambda asked: ["pass", *self.plays_when(asked, "answer")])
            if text != "pass" and (yield from self.play_text(seat, text)):
                return True
        return False

    def take_effect(self, seat: int, card: str, target: str | None) -> Script[None]:
        """The table of actions."""
        self.money[seat] += BANK_PAYS.get(card, 0)
        if ACTIONS[card].names == "rival":
            assert target is not None
            yield from self.hit_rival(seat, card, seat_of(target))
        elif card == "GERRY":
            assert target is not None
            self.open.remove(target)
            self.under.append(target)
            yield from self.turn_up()
        elif card == "EXITPOLL":
            self.show_states(seat)
        elif self.contest is not None and card == "SURGE":
            self.contest.rating = min(self.contest.rating + SURGE_RISE, self.cap)
        elif self.contest is not None and card in ATTACK_FALL:
            self.contest.rating -= ATTACK_FALL[card]  # also below the base, and below 0 (MS-11)
        # RECOUNT, SPIN and WHISTLE work where they were played: the caller is told that they took effect.

    def hit_rival(self, seat: int, card: str, rival: int) -> Script[None]:
        """A card that names a rival; money and cards he has parted with since it was played cannot be taken."""
        if card == "SCANDAL":
            self.discard(self.chains[rival].pop())
        elif card == "DEFECT":
            self.chains[seat].append(self.chains[rival].pop())
        elif card == "SLUSH":
            self.pay(rival, seat, SLUSH_MOST)
        elif card == "WALKOUT":
            last = max(self.managers[rival])
            self.managers[rival].remove(last)
            self.discard(last)
            self.weigh_base_again()
        elif card == "DUMP":
            mate = self.mates[rival]
            assert mate is not None
            self.mates[rival] = None
            self.discard(mate)
            self.weigh_base_again()
        elif card == "GAG":
            assert self.contest is not None
            self.contest.gagged.add(rival)
        elif card == "DEBATE":
            yield from self.debate(seat, rival)
        elif card == "LEAK" and self.hands[rival]:
            text = yield from self.ask(
                "take", seat, lambda _: sorted(f"take {kind}" for kind in set(self.hands[rival]))
            )
            self.hands[rival].remove(text.split()[1])
            self.hands[seat].append(text.split()[1])

    def debate(self, seat: int, rival: int) -> Script[None]:
        """Both throw; the lower takes up to $10 from the other, a tie nothing."""
        mine = sum((yield from self.throw_dice(seat)))
        theirs = sum((yield from self.throw_dice(rival)))
        if mine < theirs:
            self.pay(rival, seat, DEBATE_MOST)
        elif theirs < mine:
            self.pay(seat, rival, DEBATE_MOST)

    def weigh_base_again(self) -> None:
        """While bidding goes on, a runner who loses a mate or manager loses the same from base and rating (MS-9)."""
        contest = self.contest
        if contest is None or not contest.bidding:
            return
        fallen = contest.base - self.base_of(contest.runner, contest.state)
        contest.base -= fallen
        contest.rating -= fallen

    # ---- at any time (MS-14 to MS-17) -------------------------------------------------------------------------

    def asides(self, seat: int) -> list[str]:
        """What the seat may do beside the question that stands, asked or not."""
        kind = self.standing[-1].kind
        if kind in CLOSED:
            return []
        cards = sorted(set(self.hands[seat]))
        found = [f"trade {card}" for card in cards]
        if kind in CARD_MOMENTS:
            found += self.plays_when(seat, "any")
        if kind in OUTSIDE:
            found += self.plays_when(seat, "outside")
        if self.money[seat] >= POLL_PRICE and self.poll_helps(seat):
            found.append("poll")
        if self.deals[seat] < MOST_DEALS:
            dollars = min(MOST_GIFT, self.money[seat])
            for other in self.after(seat):
                offers, truce = self.may_be_offered(seat, other), self.may_promise_truce(seat, other)
                found += deals_with(label(other), dollars, tuple(cards), offers, truce)
        return found

    def may_promise_truce(self, seat: int, other: int) -> bool:
        """To the runner, while bids are taken, once in a contest, by whoever takes part (MS-17, ruling)."""
        contest = self.contest
        if self.options["truces"] == "no":
            return False
        if contest is None or not contest.bidding or other != contest.runner or seat == other:
            return False
        return self.takes_part(seat) and seat not in contest.truces

    def break_truce(self, seat: int) -> None:
        """Mud, or a card that lowers the rating, breaks the truce of whoever promised one."""
        if self.contest is not None and seat in self.contest.truces:
            self.contest.truces.remove(seat)
            self.broken[seat] = min(MOST_COUNTED, self.broken[seat] + 1)

    def may_be_offered(self, seat: int, other: int) -> tuple[str, ...]:
        """While no other offer waits: dollars to one who has cards, cards to one who has anything (MS-17).

        Either to one who can promise the seat a truce.
        """
        if self.offer is not None:
            return ()
        if self.hands[other] or self.may_promise_truce(other, seat):
            return ("dollars", "cards")
        return ("cards",) if self.money[other] > 0 else ()

    def aside(self, seat: int, text: str) -> Script[None]:
        """Carry out what a seat does unasked."""
        verb, *rest = text.split(" ")
        if verb == "play":
            yield from self.play_text(seat, text)
        elif verb == "trade":
            self.hands[seat].remove(rest[0])
            self.discard(rest[0])
            self.money[seat] += TRADE_PAYS
        elif verb == "poll":
            self.money[seat] -= POLL_PRICE
            self.show_states(seat)
        else:
            self.deals[seat] += 1
            if verb == "give":
                self.put_down(seat, rest[1])
                self.pick_up(seat_of(rest[0]), rest[1])
            elif verb == "offer":
                yield from self.bargain(Offer(seat, seat_of(rest[0]), rest[1]))

    def put_down(self, seat: int, thing: str) -> None:
        """Dollars or an action card leave a seat; of a truce there are as many as are promised."""
        dollars = dollars_of(thing)
        if thing == TRUCE:
            return
        if dollars is None:
            self.hands[seat].remove(thing)
        else:
            self.money[seat] -= dollars

    def pick_up(self, seat: int, thing: str) -> None:
        """Dollars or an action card come to a seat."""
        dollars = dollars_of(thing)
        if thing == TRUCE:
            return
        if dollars is None:
            self.hands[seat].append(thing)
        else:
            self.money[seat] += dollars

    def has(self, seat: int, thing: str) -> bool:
        """Whether a seat has these dollars or such a card; a truce was asked of one who can promise it."""
        if thing == TRUCE:
            return True
        dollars = dollars_of(thing)
        return thing in self.hands[seat] if dollars is None else self.money[seat] >= dollars

    def bargain(self, offer: Offer) -> Script[None]:
        """An offer: what I give, then what I want, then the answer; both ways or not at all (MS-17)."""
        self.put_down(offer.giver, offer.thing)
        self.offer = offer
        answer = yield from self.ask("for", offer.giver, lambda _: self.wishes(offer))
        if answer != "withdraw":
            wanted = offer.wanted = answer.removeprefix("for ")
            answer = yield from self.ask(
                "offer",
                offer.taker,
                lambda taker: [*(["accept"] if self.has(taker, wanted) else []), "decline"],
                withdraw=offer.giver,
            )
        self.offer = None
        if answer == "accept":
            self.put_down(offer.taker, wanted)
            self.pick_up(offer.giver, wanted)
            self.pick_up(offer.taker, offer.thing)
            for promiser, thing in ((offer.giver, offer.thing), (offer.taker, wanted)):
                if thing == TRUCE and self.contest is not None:
                    self.contest.truces.add(promiser)
        else:
            self.pick_up(offer.giver, offer.thing)

    def wishes(self, offer: Offer) -> list[str]:
        """What can be asked for: any kind of card of one who holds some, dollars he has for a card (MS-17)."""
        found = ["withdraw"]
        if self.may_promise_truce(offer.taker, offer.giver):
            found.append(f"for {TRUCE}")
        if self.hands[offer.taker]:
            found += [f"for {kind}" for kind in ACTIONS]
        if dollars_of(offer.thing) is None:
            found += [f"for ${amount}" for amount in range(1, min(MOST_GIFT, self.money[offer.taker]) + 1)]
        return found


RIDER = re.compile(r'(promise P[1-6]) "([^"\\]*)"')
LONGEST_REMARK = 60


def without_words(text: str) -> tuple[str, str]:
    """A move without its free text, and as the log has it: words on one line, none if empty (MS-17)."""
    found = RIDER.fullmatch(text)
    if found is None:
        return text, text
    words = " ".join(found[2].split())
    if len(words) > LONGEST_REMARK or not words.isprintable():
        raise ValueError(f"a promise of {len(words)} characters was made; at most {LONGEST_REMARK} are allowed (MS-17)")
    return found[1], f'{found[1]} "{words}"' if words else found[1]
