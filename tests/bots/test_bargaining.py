"""Bargaining: bots make deals with one another, and nobody can milk them."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from hustings import Game, Table, game
from hustings.bots import choose
from hustings.bots.levels import choose_in_view, levels
from hustings.bots.search.bargaining import NO_DEAL, deal_action
from hustings.engine.kernels.chance import draw
from tests.bots.bazaar import BARGAINS, BREAKS, SILENT, SWINDLES, WIDTH, played
from tests.rules.mudslinger.tables import begun, dealt, play, rich

GAMES = 1000
SEATS = 3
SIGMAS = 2.0


@cache
def games(way: int, truces: str = "no") -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The share of one seat that deals in this way among bots that bargain, the deals, and how many it started.

    With truces or without. Last, truces by game: how many that seat kept and broke, and the others.
    """
    keys = [draw(5, 0, number) for number in range(GAMES)]
    ways = np.full((GAMES, SEATS), BARGAINS)
    chairs = np.arange(GAMES) % SEATS
    ways[np.arange(GAMES), chairs] = way
    shares, deals, talk, words = played(SEATS, ways, keys, truces)
    own = words[np.arange(GAMES), chairs]
    kept = np.stack([own, words.sum(axis=1) - own], axis=1)
    return shares[np.arange(GAMES), chairs], deals, talk[np.arange(GAMES), chairs], kept


@pytest.mark.parametrize("truces", ["no", "yes"])
def test_who_begs_and_swindles_gains_nothing(truces: str) -> None:
    """In 1,000 games, on the same cards, no more than who does not bargain at all, beyond noise."""
    swindler, deals, started, _ = games(SWINDLES, truces)
    silent, _, quiet, _ = games(SILENT, truces)
    assert quiet.max() == 0
    assert started.mean() > 20
    assert len(deals) > GAMES  # some of what it tries is no swindle
    gained = swindler - silent
    assert gained.mean() < SIGMAS * gained.std() / np.sqrt(GAMES)


@pytest.mark.parametrize("truces", ["no", "yes"])
@pytest.mark.parametrize("way", [SWINDLES, BARGAINS])
def test_no_deal_lost_a_bot_more_than_it_saw(way: int, truces: str) -> None:
    """Every deal that was accepted brought who accepted it more than it gave, after what the other gains by it."""
    _, deals, _, _ = games(way, truces)
    assert deals.shape[1] == WIDTH
    assert len(deals) > 30
    seen, own = deals[:, 5], deals[:, 6]
    assert seen.min() > 0
    assert (own >= seen).all()


def test_a_swindlers_deals_bring_their_partners_more() -> None:
    """By an outlook learned from games without a deal, which no bot looks at as it bargains."""
    _, deals, _, _ = games(SWINDLES)
    theirs = deals[deals[:, 2] == deals[:, 0] % SEATS, 7]
    assert len(theirs) > GAMES
    assert theirs.mean() > SIGMAS * theirs.std() / np.sqrt(len(theirs))


def test_steady_bots_keep_every_truce_and_an_opportunist_breaks_some() -> None:
    """Over 1,000 games each: who is steady breaks none; an opportunist keeps some and breaks some, and is paid less."""
    truces = games(BARGAINS, "yes")[3].sum(axis=0)
    assert truces[:, 1].tolist() == [0, 0]
    assert truces[:, 0].min() > GAMES
    own, others = games(BREAKS, "yes")[3].sum(axis=0)
    assert others[1] == 0
    assert own.min() > GAMES // 10
    assert own.sum() < truces[0, 0]


def test_an_opportunist_gains_nothing_by_breaking_its_word() -> None:
    """On the same cards it wins no more than who keeps every truce, beyond noise: nobody pays it any more."""
    gained = games(BREAKS, "yes")[0] - games(BARGAINS, "yes")[0]
    assert gained.mean() < SIGMAS * gained.std() / np.sqrt(GAMES)


def test_without_truces_an_opportunist_plays_as_everybody_does() -> None:
    """The same games to the last share, and no truce in any."""
    assert (games(BREAKS)[0] == games(BARGAINS)[0]).all()
    assert games(BREAKS)[3].sum() == 0


@pytest.mark.parametrize("truces", ["no", "yes"])
def test_bots_that_bargain_lose_nothing_by_it(truces: str) -> None:
    """One among others that bargain, beside the same seat keeping silent: no worse beyond noise."""
    gained = games(BARGAINS, truces)[0] - games(SILENT, truces)[0]
    assert gained.mean() > -SIGMAS * gained.std() / np.sqrt(GAMES)


def test_levels_answer_deals_by_what_they_see_and_never_by_a_search() -> None:
    """Whatever the key: a search that erred once in fifty times could be asked fifty times."""
    table = game("mudslinger").start(seats=3, seed=4)
    while not [move for move in table.legal(min(table.owes)) if move.verb == "offer"]:
        table.play(choose(table, min(table.owes), "thumb", key=len(table.log)))
    seat = min(table.owes)
    table.play(next(move for move in table.legal(seat) if move.verb == "offer"))
    asked = [move for move in table.legal(seat) if move.verb == "for"]
    table.play(asked[-1])
    partner = min(table.owes)
    answers = {str(choose(table, partner, level, key)) for level in ("thumb", "alderman", "boss") for key in range(6)}
    assert len(answers) == 1


def test_a_game_without_deals_is_never_talked_into_any(toy: Game) -> None:
    row = toy.start_row(2)
    assert {deal_action(row, 0, key, 0, toy.book.buffers().actions) for key in range(12)} == {NO_DEAL}
    assert choose_in_view(toy.book, row, 0, "thumb", 1).action in range(3)


def reserved(table: Table, seat: int, level: str, key: int) -> str:
    """The move of a bot that stands in for a person, without its seat."""
    chosen = choose_in_view(table.game.book, table.view_row(seat), seat, level, key, bargains=False)
    return str(chosen).partition(" ")[2]


def test_a_reserved_bot_of_any_level_declines_what_others_accept() -> None:
    table = play(dealt(rich(begun(), 60, 0, 9), "DONOR", "RECOUNT"), "P1 offer P2 $9, P1 for RECOUNT")
    assert str(choose(table, 1, "thumb", key=1)) == "P2 accept"
    answers = {reserved(table, 1, level.name, key) for level in levels("mudslinger") for key in range(6)}
    assert answers == {"decline"}


def test_a_reserved_bot_takes_back_what_its_person_has_laid_down() -> None:
    table = play(dealt(rich(begun(), 60, 0, 9), "DONOR", "RECOUNT"), "P1 offer P2 $9")
    answers = {reserved(table, 0, level.name, key) for level in levels("mudslinger") for key in range(6)}
    assert answers == {"withdraw"}


@pytest.mark.parametrize("level", ["random", "canvasser", "thumb"])
def test_a_reserved_bot_makes_no_deal_in_whole_games_of_offers(level: str) -> None:
    """Two rivals do whatever is legal; a slip of the reserved seat gives nothing away either."""
    rivals = random.Random(6)
    table, asked, key = game("mudslinger").start(seats=3, seed=6), 0, 0
    while asked < 8:
        if table.over:
            table = game("mudslinger").start(seats=3, seed=key)
        seat, key = min(table.owes), key + 1
        if seat:
            table.play(rivals.choice(table.legal(seat)))
            continue
        waits = any(move.verb == "decline" for move in table.legal(seat))
        move = reserved(table, seat, level, key)
        assert move.split()[0] not in {"give", "offer", "for", "accept", "promise"}
        assert not waits or move == "decline"
        asked += waits
        table.play(f"P1 {move}")
