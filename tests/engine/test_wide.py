"""Numbers of 128 bits: compiled kernels count with two words as Python does with one number."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from hustings.engine.kernels import kernel, wide
from hustings.engine.kernels.compiled import activate, entry

WORD = 1 << 64
LIMIT = 1 << 127
ADD, SUBTRACT, ADD_PRODUCT, MULTIPLY, DIVIDE, PUT = range(6)


@kernel
def carry_out(numbers: object, how: int, small: int) -> None:
    """Do one thing to the first number, with the next two or a small one."""
    if how == ADD:
        wide.add(numbers, 0, 2)
    elif how == SUBTRACT:
        wide.subtract(numbers, 0, 2)
    elif how == ADD_PRODUCT:
        wide.add_product(numbers, 0, 2, 4)
    elif how == MULTIPLY:
        wide.multiply(numbers, 0, small)
    elif how == DIVIDE:
        wide.divide(numbers, 0, small)
    else:
        wide.put(numbers, 0, small)


def start(numbers: object, how: int, small: int) -> None:
    """Call the kernel compiled."""
    carry_out(numbers, how, small)


def drawn(random: Random, below: int) -> int:
    """A number of any length, or one beside a power of two, where carries are."""
    number = random.getrandbits(random.randrange(1, 127)) if random.random() < 0.5 else 1 << random.randrange(127)
    return max(0, number - random.randrange(3)) % below


@pytest.mark.parametrize("how", [ADD, SUBTRACT, ADD_PRODUCT, MULTIPLY, DIVIDE, PUT])
def test_two_words_count_as_one_number(how: int) -> None:
    activate()
    compiled, random = entry(start), Random(how)
    for _ in range(500):
        numbers = [drawn(random, LIMIT) for _ in range(3)]
        small = drawn(random, 1 << 63)
        if how == ADD:
            numbers[1] %= LIMIT - numbers[0]
        elif how == SUBTRACT:
            numbers[1] %= numbers[0] + 1
        elif how == ADD_PRODUCT:
            numbers[2] %= max(1, (LIMIT - numbers[0]) // max(1, numbers[1]))
        elif how == MULTIPLY:
            small %= max(1, LIMIT // max(1, numbers[0]))
        elif how == DIVIDE:
            small = 1 + small % ((1 << 31) - 1)
        plain = [part for number in numbers for part in (number, 0)]
        words = np.array([part for number in numbers for part in (number % WORD, number // WORD)], np.uint64)
        carry_out(plain, how, small)
        compiled(words.view(np.int64), how, small)
        assert int(words[0]) + (int(words[1]) << 64) == plain[0], (numbers, small)
