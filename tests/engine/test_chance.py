"""Chance against published numbers: a saved deal must fall the same on any machine and in any later version."""

from __future__ import annotations

import hashlib

import pytest

from hustings.engine.kernels import chance

WORD = (1 << 64) - 1
#: the first outputs of splitmix64 as published: Vigna's reference code, for these seeds
PUBLISHED = {
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC),
    1234567: (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821),
}


@pytest.mark.parametrize("seed", PUBLISHED)
def test_mix_is_splitmix64(seed: int) -> None:
    told = tuple(chance.mix(seed + k * chance.GAMMA & WORD) for k in range(len(PUBLISHED[seed])))
    assert told == PUBLISHED[seed]


def by_hand(key: int, stream: int, count: int) -> int:
    """`draw` in one piece: splitmix64's finaliser twice over, with its two multipliers."""

    def finalised(word: int) -> int:
        word = (word + 0x9E3779B97F4A7C15) % 2**64
        word = (word ^ word // 2**30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word // 2**27) * 0x94D049BB133111EB % 2**64
        return word ^ word // 2**31

    base = finalised(key ^ stream * 0x94D049BB133111EB % 2**64)
    return finalised((base + count * 0xBF58476D1CE4E5B9) % 2**64) // 2


GOLDEN = {
    (0, 0, 0): 6017775124710473527,
    (7, 0, 0): 6654738377353848610,
    (7, 0, 1): 1711205633845241857,
    (7, 1, 0): 1850472144270625278,
    (WORD, 1 << 20, 999): 4365103230860145595,
}


@pytest.mark.parametrize("arguments", GOLDEN)
def test_draws_stay_what_they_were(arguments: tuple[int, int, int]) -> None:
    """A change here changes every deal from a seed: it would need a new version of the rules."""
    assert chance.draw(*arguments) == by_hand(*arguments) == GOLDEN[arguments]


def test_the_first_draw_of_key_and_stream_0_is_splitmix64_twice() -> None:
    assert chance.draw(0, 0, 0) == chance.mix(PUBLISHED[0][0]) >> 1


def test_a_key_is_the_hash_of_its_seed_and_type() -> None:
    assert chance.key_of(7) == int(hashlib.sha256(b"hustings int 7").hexdigest()[:16], 16)
    assert chance.key_of("07") == int(hashlib.sha256(b"hustings str 07").hexdigest()[:16], 16)
    assert chance.key_of(7) == chance.key_of("7") != chance.key_of("07")


def test_no_seed_is_a_fresh_key_of_64_bits() -> None:
    keys = {chance.key_of(None) for _ in range(200)}
    assert len(keys) == 200
    assert max(keys).bit_length() == 64
    assert min(keys) >= 0
