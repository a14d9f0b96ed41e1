"""A fake push service: a TLS server on the loopback that decrypts messages and checks who signed them.

It reads the two standards by itself (RFC 8188/8291 and RFC 8292), without the libraries that the server uses.
"""

from __future__ import annotations

import base64
import datetime
import hashlib
import hmac
import http.server
import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from hustings.rooms.notices.book import Push
from hustings.web.notices.guarded import GuardedSender
from tests.web.helpers import LIMIT

HOST = "updates.push.services.mozilla.com"
POINT = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256, for at most one block."""
    key = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(key, info + b"\x01", hashlib.sha256).digest()[:length]


class Browser:
    """A browser's subscription, which alone can read its messages."""

    def __init__(self, name: str = "ann") -> None:
        self._private, self._auth = ec.generate_private_key(ec.SECP256R1()), hashlib.sha256(name.encode()).digest()[:16]
        self._point = self._private.public_key().public_bytes(*POINT)
        self.push = Push(endpoint=f"https://{HOST}/{name}", p256dh=encoded(self._point), auth=encoded(self._auth))

    def read(self, body: bytes) -> Any:
        """Decrypt a message."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        point, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))
        secret = derived(self._auth, shared, b"WebPush: info\x00" + self._point + point, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\x00", 12)
        padded = AESGCM(key).decrypt(nonce, record, None)
        return json.loads(padded.rstrip(b"\x00").removesuffix(b"\x02"))


def signed(authorization: str, audience: str) -> tuple[str, dict[str, Any]]:
    """Check a VAPID header; return the server's public key and its claims. Raises if the signature is wrong."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    raw = decoded(signature)
    assert (scheme, json.loads(decoded(head))["alg"], len(raw)) == ("vapid", "ES256", 64)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    numbers = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point.verify(numbers, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(decoded(claims))
    assert found["aud"] == audience
    return parts["k"], found


@dataclass
class Service:
    """The running service. got: what it received; answers: those to the next requests, as (status, headers)."""

    port: int
    trust: ssl.SSLContext
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)

    def sender(self) -> GuardedSender:
        """A guarded sender for which all hosts are this service."""

        async def here(host: str) -> list[str]:
            return ["127.0.0.1"]

        return GuardedSender(here, self.port, self.trust, lambda address: True, LIMIT)


def certificate(folder: Path, *hosts: str) -> Path:
    """A certificate for some hosts, with its key in the same file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path = folder / "certificate.pem"
    path.write_bytes(key.private_bytes(*form) + made.public_bytes(serialization.Encoding.PEM))
    return path


@contextmanager
def push_service(folder: Path, *hosts: str) -> Iterator[Service]:
    """A service on the loopback that answers to some hosts (by default that of a push service)."""
    path = certificate(folder, *(hosts or (HOST,)))
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(path)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.got.append((self.path, {name.lower(): text for name, text in self.headers.items()}, body))
            status, headers = service.answers.pop(0) if service.answers else (201, {})
            self.send_response(status)
            for name, text in headers.items():
                self.send_header(name, text)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.socket = served.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    service = Service(server.server_address[1], ssl.create_default_context(cafile=path))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
