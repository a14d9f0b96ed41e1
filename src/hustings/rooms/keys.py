"""Room codes and seat tokens."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets

#: consonants that no hand or font confuses; without vowels a code spells no word
LETTERS = "BCDFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6
PLACE = 2  # the number of first letters by which the proxy in compose.yaml chooses the process
TOKEN_BYTES = 16
SEAT_CODE_LENGTH = 8

_CODE = re.compile(f"[{LETTERS}]{{{CODE_LENGTH}}}")
_SEAT_CODE = re.compile(f"[{LETTERS}]{{{SEAT_CODE_LENGTH}}}")


def new_code(first: str = "") -> str:
    """Return a random room code of six letters (64 million codes) that begins with the letters `first`."""
    return first + "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH - len(first)))


def clean_code(raw: str) -> str | None:
    """Return a typed code in its normal form, or None if it is malformed; case, blanks and dashes do not matter.

    >>> clean_code("bcd-fgh"), clean_code("AEIOUL")
    ('BCDFGH', None)
    """
    return _cleaned(raw, _CODE)


def new_seat_code() -> str:
    """Return a new code that claims a seat once: eight letters (25 billion codes)."""
    return "".join(secrets.choice(LETTERS) for _ in range(SEAT_CODE_LENGTH))


def clean_seat_code(raw: str) -> str | None:
    """Return a typed seat code in its normal form, or None if it is malformed.

    >>> clean_seat_code("bcdf ghjk")
    'BCDFGHJK'
    """
    return _cleaned(raw, _SEAT_CODE)


def code_digest(room: str, seat_code: str) -> str:
    """Return the stored form of a seat code: a digest of the room's code and the seat code."""
    return hashlib.sha256(f"{room}:{seat_code}".encode()).hexdigest()


def _cleaned(raw: str, form: re.Pattern[str]) -> str | None:
    code = raw[:20].upper().replace(" ", "").replace("-", "")
    return code if form.fullmatch(code) else None


def new_token() -> str:
    """Return a new seat token: 128 random bits as text."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def seat_token(room: str, request: str, request_id: str) -> str:
    """Return the token for a seat request that may be repeated: the same arguments give the same token.

    Anybody who knows the id can compute the token, so the id must be as random as a token. Neither is stored.
    """
    digest = hashlib.sha256(f"seat:{room}:{request}:{request_id}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).rstrip(b"=").decode()


def token_digest(token: str) -> str:
    """Return the stored form of a token: its SHA-256, useless to a reader of the store."""
    return hashlib.sha256(token.encode()).hexdigest()
