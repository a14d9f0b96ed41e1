"""Encrypt the records of a class, so that they become unreadable at once when its key is deleted.

A database keeps deleted records in its write-ahead log for a long time. The key is never written to that log, so nobody
can read there the records of a deleted class. Each record has a SHAKE-256 keystream of its own, and keyed BLAKE2
authenticates it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from hustings.rooms.errors import RoomDamagedError

MARK = "~"  # the first character of an encrypted record; other records are JSON
KEY_BYTES = 32
NONCE_BYTES = 16
TAG_BYTES = 16


def new_key() -> bytes:
    """Return a new key for a class."""
    return secrets.token_bytes(KEY_BYTES)


def seal(key: bytes, owner: str, body: str) -> str:
    """Encrypt a record; owner: the key's name, which is stored unencrypted."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    hidden = _crossed(key, nonce, body.encode())
    return f"{MARK}{owner}{MARK}{base64.b85encode(nonce + _tag(key, owner, nonce, hidden) + hidden).decode()}"


def owner_of(body: str) -> str | None:
    """Return the owner of a record's key; None if the record is not encrypted."""
    return body.split(MARK, 2)[1] if body.startswith(MARK) else None


def unseal(key: bytes, body: str) -> str:
    """Return a decrypted record. Raises RoomDamagedError for a wrong key or a changed byte."""
    try:
        _, owner, told = body.split(MARK, 2)
        packed = base64.b85decode(told)
        nonce, tag, hidden = _parted(packed)
        if hmac.compare_digest(tag, _tag(key, owner, nonce, hidden)):
            return _crossed(key, nonce, hidden).decode()
    except ValueError:
        pass
    raise RoomDamagedError("room.record_unreadable")


def wrap(key: bytes, owner: str, token: str) -> bytes:
    """Wrap a key, or unwrap it, with a person's token."""
    return _xor(key, hashlib.shake_256(f"wrap:{owner}:{token}".encode()).digest(len(key)))


def _parted(packed: bytes) -> tuple[bytes, bytes, bytes]:
    return (
        packed[:NONCE_BYTES],
        packed[NONCE_BYTES : NONCE_BYTES + TAG_BYTES],
        packed[NONCE_BYTES + TAG_BYTES :],
    )


def _crossed(key: bytes, nonce: bytes, text: bytes) -> bytes:
    return _xor(text, hashlib.shake_256(key + nonce).digest(len(text)))


def _tag(key: bytes, owner: str, nonce: bytes, hidden: bytes) -> bytes:
    checked = owner.encode() + nonce + hidden
    return hashlib.blake2b(checked, key=key, digest_size=TAG_BYTES, person=b"hustings-seal").digest()


def _xor(one: bytes, other: bytes) -> bytes:
    number = int.from_bytes(one, "big") ^ int.from_bytes(other, "big")
    return number.to_bytes(len(one), "big")
