"""Fill in what a seat's view hides, at random: rivals' hands, and the holders of states not shown (MS-15, MS-18)."""

from __future__ import annotations

from hustings.engine.kernels.chance import CHOICE_STREAM, draw
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.table import situation

CARD_STREAM = CHOICE_STREAM
STATE_STREAM = CHOICE_STREAM + 1


def imagine(v: State, seat: int, key: int) -> None:
    """Deal rivals their unknown cards and states uniformly among all arrangements that fit the view."""
    imagine_states(v, seat, key)
    imagine_hands(v, seat, key)
    imagine_leak(v, seat)


def imagine_states(v: State, seat: int, key: int) -> None:
    """Give each held state whose holder is not shown to a player, so that everybody's public count is right."""
    fill_shown(v)
    count = 0
    for state in range(c.ALL_STATES):
        if v.lies[state] != r.HELD or v.holder[state]:
            continue
        missing = 0
        for player in range(v.seats):
            if player != seat:
                missing += missing_states(v, player)
        number = draw(key, STATE_STREAM, count) % missing
        count += 1
        owner = 0
        while owner == seat or number >= missing_states(v, owner):
            if owner != seat:
                number -= missing_states(v, owner)
            owner += 1
        v.holder[state] = owner + 1
    for state in range(c.ALL_STATES):
        if v.lies[state] == r.HELD:
            v.seen[state] = v.shown[state] | (1 << (v.holder[state] - 1))


def fill_shown(v: State) -> None:
    """Fill in holders that everybody knows, although a spectator's view hides them."""
    for state in range(c.ALL_STATES):
        if v.displayed[state]:
            v.holder[state] = v.displayed[state]
    if v.defender != r.NOBODY:
        v.holder[v.contest - 1] = v.defender + 1


def missing_states(v: State, player: int) -> int:
    """Return the number of states that a player holds in addition to those known to be theirs."""
    missing = v.won[player]
    for state in range(c.ALL_STATES):
        missing -= v.holder[state] == player + 1
    return missing


def unknown_of(v: State, kind: int) -> int:
    """Return the number of cards of a kind that are neither on the pile, nor in known hands, nor in an offer."""
    left = c.COPIES[kind] - v.played[kind]
    if v.gives == r.MOST_DOLLARS + kind + 1:
        left -= 1
    for player in range(v.seats):
        left -= v.hand[player, kind]
    return left


def imagine_hands(v: State, seat: int, key: int) -> None:
    """Draw rivals' cards one by one from all cards that the seat has not seen."""
    count = 0
    if seat >= 0 and v.depth and situation(v) == r.TAKING and v.frame_by[v.depth - 1] == seat:
        target = v.frame_target[v.depth - 1]
        for kind in range(c.KINDS):
            v.hand[target, kind] = v.leaked[seat, kind]
    for player in range(v.seats):
        known = 0
        for kind in range(c.KINDS):
            known += v.hand[player, kind]
        for _ in range(v.cards[player] - known):
            total = 0
            for kind in range(c.KINDS):
                total += unknown_of(v, kind)
            number = draw(key, CARD_STREAM, count) % total
            count += 1
            kind = 0
            while number >= unknown_of(v, kind):
                number -= unknown_of(v, kind)
                kind += 1
            v.hand[player, kind] += 1


def imagine_leak(v: State, seat: int) -> None:
    """Fill in the hand that a Leak card shows to its player."""
    if v.depth == 0 or v.finished or situation(v) != r.TAKING:
        return
    player = v.frame_by[v.depth - 1]
    target = v.frame_target[v.depth - 1]
    for kind in range(c.KINDS):
        v.leaked[player, kind] = v.hand[target, kind]
