"""Names, codes, tokens, and how much at once."""

from __future__ import annotations

import pytest

from hustings.rooms.errors import NameRefusedError
from hustings.rooms.keys import LETTERS, clean_code, new_code, new_token, token_digest
from hustings.rooms.names import LONGEST_NAME, clean_name, look_alike
from hustings.rooms.rate_limits import AddressBuckets, Bucket, Guesses, Joining, RoomMaking, household


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \u00a0 Lee ", "Ann Lee"),
        ("Jose\u0301", "Jos\u00e9"),
        ("<b>Bo</b>", "<b>Bo</b>"),
        ("\u674e\u96f7", "\u674e\u96f7"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("\u05de\u05d9\u05db\u05dc", "\u05de\u05d9\u05db\u05dc"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
    ],
)
def test_a_name_is_composed_and_trimmed(raw: str, shown: str) -> None:
    assert clean_name(raw) == shown


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "   ",
        "x" * (LONGEST_NAME + 1),
        "Ann\x00",
        "An\x1bn",
        "Ann\u202eeoB",
        "A\u200bnn",
        "\ud800",
        "a" + "\u0336" * 5,
        "\u200d",
        "\u0301",
        "Ann\u2028Bo\ue000",
        "An\nn",
        "Ann\t",
        "\u3164",
        "Ann\u3164",
        "\u2800",
        "\uffa0\u115f",
        "An\u034fn",
        "A\u0336nn",
        "An\u20ddn",
        "\U0001242b",
        "\ufdfd",
        "Ann \u2e3b",
    ],
)
def test_a_name_that_is_empty_long_or_unprintable_is_refused_in_a_sentence(raw: str) -> None:
    with pytest.raises(NameRefusedError) as caught:
        clean_name(raw)
    assert "name" in caught.value.text


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "ANN"),
        ("Carol", "C\u0430rol"),
        ("HAL", "\u041d\u0410L"),
        ("ALPHA", "\u0391LPHA"),
        ("Zo\u00eb", "Zo\u0451"),
        ("Bill", "BiIl"),
        ("Bill", "bill"),
        ("AI", "ai"),
        ("Bob", "B0b"),
        ("Ann", "A\u200dnn"),
        ("Ann", "Ann\ufe0f"),
        ("Ann", "\uff21nn"),
    ],
)
def test_names_that_look_alike_cannot_be_told_apart(name: str, other: str) -> None:
    assert look_alike(clean_name(name), clean_name(other))


@pytest.mark.parametrize(
    ("name", "other"), [("Ann", "Anna"), ("Jose", "Jos\u00e9"), ("\u0418\u0432\u0430\u043d", "Ivan")]
)
def test_names_that_look_different_may_sit_together(name: str, other: str) -> None:
    assert not look_alike(clean_name(name), clean_name(other))


def test_codes_are_six_letters_none_of_them_easily_confused() -> None:
    codes = {new_code() for _ in range(500)}
    assert len(codes) > 490
    assert all(clean_code(code) == code for code in codes)
    assert not set("AEIOUL01") & set(LETTERS)


@pytest.mark.parametrize(("raw", "code"), [("bcd fgh", "BCDFGH"), ("BCD-FGH", "BCDFGH"), ("bcdfgh ", "BCDFGH")])
def test_a_code_is_read_as_people_type_it(raw: str, code: str) -> None:
    assert clean_code(raw) == code


@pytest.mark.parametrize("raw", ["", "BCDFG", "BCDFGHJ", "ABCDEF", "BCDFG1", "../../etc", "B" * 5000, "\uff22CDFGH"])
def test_what_is_no_code_is_none(raw: str) -> None:
    assert clean_code(raw) is None


def test_tokens_have_128_bits_and_only_their_mark_is_kept() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) == 22 and token not in token_digest(token) for token in tokens)


class Hands:
    """A clock a test turns."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_size_at_once_and_its_rate_in_the_long_run() -> None:
    clock = Hands()
    bucket = Bucket(5, 2.0, clock)
    assert [bucket.take() for _ in range(7)] == [True] * 5 + [False] * 2
    clock.now += 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    assert not bucket.full
    clock.now += 100.0
    assert bucket.full
    assert sum(bucket.take() for _ in range(50)) == 5


def wait(guesses: Guesses, address: str) -> float | None:
    """The seconds a wrong code of an address waits; None if it is refused."""
    guess = guesses.begin(address)
    return None if guess is None else guess.wait


def test_a_site_that_guesses_waits_and_others_do_not() -> None:
    clock = Hands()
    guesses = Guesses(clock)
    for _ in range(Guesses.SITE_SIZE):
        assert wait(guesses, "school") == 0
    assert wait(guesses, "school") == Guesses.WAIT
    assert wait(guesses, "home") == 0
    clock.now += 10
    assert wait(guesses, "school") == 0


def test_the_limit_of_all_guesses_holds_for_any_number_of_addresses() -> None:
    clock = Hands()
    guesses = Guesses(clock)
    admitted = sum(wait(guesses, f"host {k}") is not None for k in range(20_000))
    assert admitted == Guesses.SERVER_SIZE
    clock.now += 10
    admitted = sum(wait(guesses, f"host {k}") is not None for k in range(20_000, 40_000))
    assert admitted <= 10 * Guesses.SERVER_RATE


def test_the_networks_of_one_site_guess_as_one_and_leave_everybody_else_a_guess() -> None:
    clock = Hands()
    guesses = Guesses(clock)
    networks = [household(f"2001:db8:1:{k:x}::1") for k in range(20_000)]
    found = [wait(guesses, network) for network in networks]
    assert found.count(0) == Guesses.SITE_SIZE
    assert (
        sum(each is not None for each in found) == (1 - Guesses.FIRST_PART) * Guesses.SERVER_SIZE + Guesses.FIRST_SIZE
    )
    assert wait(guesses, networks[-1]) is None
    assert wait(guesses, "somebody with a right code") == 0
    clock.now += 10
    assert wait(guesses, networks[0]) == 0


def test_guesses_count_before_they_are_answered() -> None:
    guesses = Guesses(Hands())
    tried = [guesses.begin("one address") for _ in range(2 * Guesses.SERVER_SIZE)]
    most = (1 - Guesses.FIRST_PART) * Guesses.SERVER_SIZE + Guesses.FIRST_SIZE
    assert sum(guess is not None for guess in tried) == most


def test_right_guesses_do_not_count() -> None:
    guesses = Guesses(Hands())
    for _ in range(2 * Guesses.SERVER_SIZE):
        guess = guesses.begin("school")
        assert guess is not None
        assert guess.wait == 0
        guess.right()


def test_addresses_are_forgotten_when_there_are_too_many() -> None:
    guesses = Guesses(Hands())
    for k in range(AddressBuckets.MOST + 50):
        guesses.begin(f"host {k}")
    assert len(guesses._firsts._buckets) == AddressBuckets.MOST


def test_an_address_that_makes_too_many_rooms_leaves_others_theirs() -> None:
    clock = Hands()
    making = RoomMaking(clock)
    assert [making.take("a flood") for _ in range(500)].count(True) == RoomMaking.ADDRESS_SIZE
    assert making.take("home")
    others = sum(making.take(f"host {k}") for k in range(500))
    assert others == 2 * RoomMaking.SERVER_SIZE - RoomMaking.ADDRESS_SIZE - 1
    clock.now += 1.0
    assert making.take("a flood")


def test_eight_networks_leave_everybody_a_room() -> None:
    clock = Hands()
    making = RoomMaking(clock)
    for _ in range(600):
        clock.now += 1.0
        for k in range(8):
            for _ in range(5):
                making.take(household(f"2001:db8:{k}:{k}::1"))
        assert making.take(f"home {clock.now}")


def test_the_networks_of_one_site_share_its_first_rooms() -> None:
    making = RoomMaking(Hands())
    made = sum(making.take(household(f"2001:db8:1:{k:x}::1")) for k in range(1000))
    assert made == RoomMaking.SERVER_SIZE + RoomMaking.FIRST_SIZE
    assert making.take("home")


def test_joins_of_one_address_wait_for_their_turn() -> None:
    clock = Hands()
    joining = Joining(clock)
    waits = [joining.wait("school", "BCDFGH") for _ in range(100)]
    assert waits[: Joining.SIZE] == [0.0] * Joining.SIZE
    assert waits[Joining.SIZE] == 1 / Joining.RATE
    assert waits[-1] is None
    assert max(wait for wait in waits if wait is not None) == Joining.LONGEST
    assert joining.wait("home", "BCDFGH") == joining.wait("school", "CDFGHJ") == 0.0
    clock.now += 100.0
    assert joining.wait("school", "BCDFGH") == 0.0


def test_the_addresses_of_one_ipv6_household_are_counted_as_one() -> None:
    assert household("2001:db8::1") == household("2001:db8::dead:beef") != household("2001:db8:0:1::1")
    assert household("fe80::1%eth0") == household("fe80::2%eth0")
    assert household("192.168.1.5") == "192.168.1.5"
    assert household("no:address") == "no:address"
