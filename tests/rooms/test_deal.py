"""Fair deals: promised before the first card, recomputed after the last."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hustings
from hustings.engine.errors import SavedGameError
from hustings.rooms.fair_deal import SECRET_BYTES, Deal, verify


def played(deal: Deal, moves: int | None = None, game: str = "combat") -> dict[str, Any]:
    """A saved game of first legal moves with a deal's chance."""
    table = hustings.game(game).start(seats=2, draw=deal.draw)
    made = 0
    while not table.over and (moves is None or made < moves):
        seat = min(table.owes)
        legal = table.legal(seat)
        table.play(legal[made % len(legal)])
        made += 1
    return {**table.save(["Ann", "Bo"]), "deal": {"commitment": deal.commitment, "secret": deal.secret}}


def test_a_deal_is_hmac_sha256_of_stream_and_count() -> None:
    secret = bytes(range(SECRET_BYTES))
    deal = Deal(secret)
    digest = hmac.new(secret, b"deal:17", hashlib.sha256).digest()
    assert deal.draw("deal", 17) == int.from_bytes(digest[:8], "big") >> 1
    assert deal.commitment == hashlib.sha256(secret).hexdigest()
    assert deal.secret not in repr(deal)


def test_every_deal_has_its_own_secret_of_256_bits() -> None:
    secrets = {Deal().secret for _ in range(100)}
    assert len(secrets) == 100
    assert {len(secret) for secret in secrets} == {2 * SECRET_BYTES}


def test_draws_are_uniform_and_streams_independent() -> None:
    deal = Deal(b"a secret that is fixed for a test")
    counts = [0] * 16
    for k in range(4000):
        counts[deal.draw("deal", k) % 16] += 1
    chi_square = sum((count - 250) ** 2 / 250 for count in counts)
    assert chi_square < 37.7  # 15 degrees of freedom: exceeded once in a thousand
    equal = sum(deal.draw("deal", k) % 16 == deal.draw("dice", k) % 16 for k in range(4000))
    assert 190 < equal < 310


def test_what_the_program_plays_for_a_player_is_recomputed_too() -> None:
    saved = played(Deal(b"a deal in which somebody has to pass"), game="politics")
    assert any(entry.endswith(" pass") for entry in saved["log"])
    assert verify(saved).log[-1] == saved["log"][-1]


def test_a_game_saved_from_a_room_verifies(tmp_path: Path) -> None:
    saved = played(Deal())
    path = tmp_path / "game.json"
    path.write_text(json.dumps(saved), encoding="utf-8")
    for source in (saved, path, json.dumps(saved)):
        table = verify(source)
        assert table.over
        assert list(table.log) == saved["log"]


def test_an_unfinished_game_verifies_as_far_as_it_goes() -> None:
    assert not verify(played(Deal(), moves=5)).over


def _another_card(saved: dict[str, Any]) -> None:
    """The first card turned is said to have been another one that nobody saw."""
    log = saved["log"]
    first = next(k for k, entry in enumerate(log) if entry.startswith("* "))
    seen = {entry[2:] for entry in log if entry.startswith("* ")}
    saved["log"] = [*log[:first], "* " + next(code for code in ("WY", "VT", "DC", "AK") if code != log[first][2:])]
    saved["result"] = {}
    assert seen


def _other_secret(saved: dict[str, Any]) -> None:
    saved["deal"]["secret"] = Deal().secret


def _other_deal(saved: dict[str, Any]) -> None:
    deal = Deal()
    saved["deal"] = {"commitment": deal.commitment, "secret": deal.secret}


def _no_deal(saved: dict[str, Any]) -> None:
    del saved["deal"]


def _no_hex(saved: dict[str, Any]) -> None:
    saved["deal"]["secret"] = "zz"


def _chance_cut_off(saved: dict[str, Any]) -> None:
    while not saved["log"].pop().startswith("* "):
        pass
    saved["result"] = {}


@pytest.mark.parametrize(
    ("tamper", "words"),
    [
        (_another_card, "brings up"),
        (_other_secret, "commitment"),
        (_other_deal, "brings up"),
        (_no_deal, "no deal"),
        (_no_hex, "hexadecimal"),
        (_chance_cut_off, "brings up"),
    ],
)
def test_whatever_was_tampered_with_is_found(tamper: Callable[[dict[str, Any]], None], words: str) -> None:
    saved = copy.deepcopy(played(Deal()))
    tamper(saved)
    with pytest.raises(SavedGameError, match=words):
        verify(saved)


def test_an_illegal_move_is_found_with_its_entry() -> None:
    saved = played(Deal(), moves=1)
    saved["log"][0] = "P2 turn 1"
    with pytest.raises(SavedGameError, match="entry 1"):
        verify(saved)
