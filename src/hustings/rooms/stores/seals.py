"""Encrypt the records of a class, so that they become unreadable at once when its key is deleted.

A database keeps deleted records for a long time: in its files, its write-ahead log and backups. The key is never in
that log, so nobody can read there the records of a deleted class. AES-256-GCM encrypts and authenticates records and
keys. Those of earlier versions, with a SHAKE-256 keystream and a keyed BLAKE2 tag for records, are only read.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from hustings.rooms.errors import RoomDamagedError
from hustings.rooms.stores.store import MARK

KEY_BYTES = 32
NONCE_BYTES = 12
OLD_NONCE_BYTES, OLD_TAG_BYTES = 16, 16


def new_key() -> bytes:
    """Return a new key for a class."""
    return AESGCM.generate_key(8 * KEY_BYTES)


def seal(key: bytes, owner: str, body: str) -> str:
    """Encrypt a record; owner: the key's name, which is stored unencrypted."""
    return f"{MARK}{owner}{MARK}{base64.b85encode(_encrypted(key, owner, body.encode())).decode()}"


def unseal(key: bytes, body: str) -> str:
    """Return a decrypted record. Raises RoomDamagedError for a wrong key or a changed byte."""
    try:
        _, owner, text = body.split(body[0], 2)
        packed = base64.b85decode(text)
        decrypted = _decrypted(key, owner, packed) if body.startswith(MARK) else _decrypted_before(key, owner, packed)
        return decrypted.decode()
    except (ValueError, InvalidTag):
        raise RoomDamagedError("room.record_unreadable") from None


def wrap(key: bytes, owner: str, token: str) -> bytes:
    """Encrypt an owner's key with a person's token."""
    return _encrypted(_key_of(token, owner), owner, key)


def unwrap(wrapped: bytes, owner: str, token: str) -> bytes:
    """Return the key that `wrap` encrypted. Raises RoomDamagedError for a wrong token or a changed byte."""
    if len(wrapped) == KEY_BYTES:  # of an earlier version
        return _xor(wrapped, hashlib.shake_256(f"wrap:{owner}:{token}".encode()).digest(KEY_BYTES))
    try:
        return _decrypted(_key_of(token, owner), owner, wrapped)
    except (ValueError, InvalidTag):
        raise RoomDamagedError("room.record_unreadable") from None


def _encrypted(key: bytes, owner: str, text: bytes) -> bytes:
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, text, owner.encode())


def _decrypted(key: bytes, owner: str, packed: bytes) -> bytes:
    return AESGCM(key).decrypt(packed[:NONCE_BYTES], packed[NONCE_BYTES:], owner.encode())


def _key_of(token: str, owner: str) -> bytes:
    derive = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=f"hustings wrap {owner}".encode())
    return derive.derive(token.encode())


def _decrypted_before(key: bytes, owner: str, packed: bytes) -> bytes:
    """Decrypt a record of an earlier version."""
    nonce, rest = packed[:OLD_NONCE_BYTES], packed[OLD_NONCE_BYTES:]
    tag, hidden = rest[:OLD_TAG_BYTES], rest[OLD_TAG_BYTES:]
    checked = owner.encode() + nonce + hidden
    right = hashlib.blake2b(checked, key=key, digest_size=OLD_TAG_BYTES, person=b"hustings-seal").digest()
    if not hmac.compare_digest(tag, right):
        raise InvalidTag
    return _xor(hidden, hashlib.shake_256(key + nonce).digest(len(hidden)))


def _xor(one: bytes, other: bytes) -> bytes:
    number = int.from_bytes(one, "big") ^ int.from_bytes(other, "big")
    return number.to_bytes(len(one), "big")
