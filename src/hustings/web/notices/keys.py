"""The server's own keys for notices, made at first use in the folder of its data.

The file has the private key that identifies the server to push services (VAPID). Other keys are derived from it. If it
is lost, all subscriptions are lost with it; several processes must share it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from filelock import FileLock
from py_vapid import Vapid02

from hustings.rooms.errors import RoomDamagedError, RoomError
from hustings.rooms.stores import seals
from hustings.rooms.stores.store import owner_of

FILE = "notices.pem"
LINK = "link"
OURS = "="  # the first character of a text with our key; a store would take a seal for one of its own


class Keys:
    """The keys in a folder, which is made if it is missing."""

    def __init__(self, folder: Path) -> None:
        path = folder / FILE
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(path.with_suffix(".lock")):
            if not path.exists():
                _make(path)
            self.vapid = Vapid02.from_pem(path.read_bytes())
        self.vapid.conf["no-strict"] = True  # a server in one's own network has a name without dots
        secret = self.vapid.private_key.private_bytes(
            serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        derive = HKDF(algorithm=SHA256(), length=seals.KEY_BYTES, salt=None, info=b"hustings notices")
        self._key = derive.derive(secret)

    @property
    def public(self) -> str:
        """The public key for a browser's subscription, in base64url."""
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        return base64.urlsafe_b64encode(self.vapid.public_key.public_bytes(*form)).rstrip(b"=").decode()

    def seal(self, room: str, text: str) -> str:
        """Encrypt a text about a room."""
        return OURS + seals.seal(self._key, room, text)

    def unseal(self, room: str, sealed: str) -> str:
        """Decrypt a text about a room. Raises RoomDamagedError if another key or room is meant."""
        body = sealed.removeprefix(OURS)
        if not sealed.startswith(OURS) or owner_of(body) != room:
            raise RoomDamagedError("room.record_unreadable")
        return seals.unseal(self._key, body)

    def in_link(self, text: str) -> str:
        """Encrypt a text for a link."""
        return base64.urlsafe_b64encode(self.seal(LINK, text).encode()).rstrip(b"=").decode()

    def from_link(self, sealed: str) -> str:
        """Return the text that `in_link` encrypted. Raises RoomError for any other."""
        try:
            return self.unseal(LINK, base64.urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4)).decode())
        except (ValueError, IndexError, RoomDamagedError):
            raise RoomError("web.no_stop_link") from None

    def mark(self, address: str) -> str:
        """Return a mark of a mail address, by which nobody without the key finds the address."""
        return hmac.new(self._key, f"mail:{address}".encode(), hashlib.sha256).hexdigest()[:40]


def _make(path: Path) -> None:
    made, draft = Vapid02(), path.with_suffix(".new")
    made.generate_keys()
    draft.unlink(missing_ok=True)
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(made.private_pem())
    draft.replace(path)
