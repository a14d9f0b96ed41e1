"""Web push: a message that only the subscribed browser can read (RFC 8291), signed by this server (RFC 8292)."""

from __future__ import annotations

import base64
import math
from urllib.parse import urlsplit

import http_ece
import orjson
from cryptography.hazmat.primitives.asymmetric import ec

from hustings.models.evaluation.connections import retry_after
from hustings.rooms.notices.book import Push
from hustings.rooms.notices.courier import Outcome
from hustings.rooms.notices.text import Letter
from hustings.web.notices.guarded import Answer, GuardedSender
from hustings.web.notices.keys import Keys

#: the push services of the browsers
HOSTS = ("fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com")
GONE = (403, 404, 410)
SIGNED_FOR = 12 * 3600  # seconds; a day at most
SHORTEST = 60.0  # seconds until a message that was not taken is sent again, at least


async def send_push(
    sender: GuardedSender, keys: Keys, hosts: tuple[str, ...], to: Push, words: Letter, now: float
) -> Outcome:
    """Send a notice to a browser; hosts: further push services; now: seconds since 1970."""
    claims = {
        "aud": _origin(to.endpoint),
        "exp": int(now) + SIGNED_FOR,
        "sub": f"https://{urlsplit(words.link).hostname}",
    }
    headers = {
        **keys.vapid.sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, math.floor(words.until - now))),
        "Topic": words.tag,
        "Urgency": "high",
    }
    return outcome_of(await sender.post(to.endpoint, (*HOSTS, *hosts), _encrypted(to, words), headers))


def _origin(link: str) -> str:
    return f"https://{urlsplit(link).netloc}"


def _encrypted(to: Push, words: Letter) -> bytes:
    """Return a notice as a declarative push message, encrypted for a browser."""
    notification = {"title": words.title, "body": words.body, "navigate": words.link, "tag": words.tag}
    encrypted: bytes = http_ece.encrypt(
        orjson.dumps({"web_push": 8030, "notification": {**notification, "lang": words.language}}),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(to.p256dh),
        auth_secret=_decoded(to.auth),
        version="aes128gcm",
    )
    return encrypted


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def outcome_of(answer: Answer) -> Outcome:
    """Return what an answer means for a subscription or a hook."""
    if answer.status in GONE:
        return Outcome(gone=True)
    if answer.status in (0, 429) or answer.status >= 500:
        return Outcome(again=max(SHORTEST, retry_after(answer.headers.get("retry-after", ""))))
    return Outcome()
