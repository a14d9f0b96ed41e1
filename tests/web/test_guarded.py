"""The one way to other hosts: only listed ones, only public addresses, nothing that leads elsewhere."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import pytest

from hustings.rooms.errors import RoomError
from hustings.web.notices import guarded
from hustings.web.notices.guarded import Answer, GuardedSender, host_of, is_listed, is_public
from tests.rooms.helpers import run
from tests.web.push_service import HOST, push_service

URL = f"https://{HOST}/ann"
PRIVATE = [
    *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.5", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"),
    *("255.255.255.255", "192.0.2.1", "240.0.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe"),
    *("64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a00:1::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1"),
    "fec0::1",
]
PUBLIC = ["1.1.1.1", "142.250.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1"]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_allowed(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        *(
            "http://discord.com/x",
            "https://discord.com:8443/x",
            "https://me@discord.com/x",
            "https:///x",
            "ftp://a.b/c",
        ),
        *("https://discord.com\\@evil.example/x", "https://[::1/x", "https://discord.com/x y", "https://é.example/"),
        "https://discord.com/\r\nHost: evil.example",
    ],
)
def test_a_link_that_is_no_plain_https_link_is_refused(url: str) -> None:
    with pytest.raises(RoomError):
        host_of(url)


def test_hosts_are_compared_as_hosts() -> None:
    hosts = ("fcm.googleapis.com", "*.push.apple.com")
    assert is_listed(host_of("https://FCM.googleapis.com./x"), hosts)
    assert is_listed(host_of("https://web.push.apple.com:443/x"), hosts)
    for url in (
        "https://evil.example/x.push.apple.com",
        "https://evilpush.apple.com/",
        "https://push.apple.com/",
        "https://fcm.googleapis.com.evil.example/",
    ):
        assert not is_listed(host_of(url), hosts)


def test_a_name_that_leads_elsewhere_after_the_check_gains_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The resolver gives a public address, later a private one: the connection goes to the first, unasked again."""
    asked: list[str] = []
    opened: list[tuple[str, str]] = []

    async def rebinding(host: str) -> list[str]:
        asked.append(host)
        return ["1.1.1.1"] if len(asked) == 1 else ["127.0.0.1"]

    async def opening(address: str, port: int, *, ssl: object, server_hostname: str) -> None:
        opened.append((address, server_hostname))
        raise OSError

    monkeypatch.setattr(guarded.asyncio, "open_connection", opening)
    sender = GuardedSender(rebinding)
    assert run(sender.post(URL, [HOST], b"", {})) == Answer(0)
    assert (asked, opened) == ([HOST], [("1.1.1.1", HOST)])
    assert run(sender.post(URL, [HOST], b"", {})) == Answer(0)
    assert len(opened) == 1


@pytest.mark.parametrize("private", ["127.0.0.1", "169.254.169.254", "::ffff:10.0.0.1", "64:ff9b::7f00:1"])
def test_one_private_address_among_public_ones_is_enough_to_refuse(
    private: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def mixed(host: str) -> list[str]:
        return ["1.1.1.1", private]

    async def opening(*_: object, **__: object) -> None:
        raise AssertionError("nothing may be connected to")

    monkeypatch.setattr(guarded.asyncio, "open_connection", opening)
    assert run(GuardedSender(mixed).post(URL, [HOST], b"", {})) == Answer(0)


def test_no_other_host_is_asked_for(tmp_path: Path) -> None:
    with push_service(tmp_path) as service, pytest.raises(RoomError):
        run(service.sender().post("https://evil.example/", [HOST], b"", {}))
    assert service.got == []


def test_a_redirect_is_not_followed_and_a_long_answer_not_read(tmp_path: Path) -> None:
    with push_service(tmp_path) as service:
        service.answers = [(302, {"Location": "https://evil.example/"}), (200, {"X": "y" * 70_000}), (201, {})]
        sender = service.sender()
        assert run(sender.post(URL, [HOST], b"body", {"TTL": "5"})).status == 302
        assert run(sender.post(URL, [HOST], b"body", {})) == Answer(0)
        assert run(sender.post(f"{URL}?a=1", [HOST], b"body", {})).status == 201
    path, headers, body = service.got[0]
    assert (path, headers["host"], headers["ttl"], body) == ("/ann", HOST, "5", b"body")
    assert [path for path, _, _ in service.got] == ["/ann", "/ann", "/ann?a=1"]


@pytest.mark.parametrize("host", ["other.example", HOST])
def test_a_certificate_of_another_name_or_of_nobody_is_refused(tmp_path: Path, host: str) -> None:
    async def here(host: str) -> list[str]:
        return ["127.0.0.1"]

    with push_service(tmp_path, host) as service:
        trust = ssl.create_default_context() if host == HOST else service.trust
        sender = GuardedSender(here, service.port, trust, lambda address: True)
        assert run(sender.post(URL, [HOST], b"", {})) == Answer(0)
    assert service.got == []


def test_a_host_that_is_silent_is_left_after_some_seconds() -> None:
    async def silent(host: str) -> list[str]:
        await asyncio.Event().wait()
        return []

    assert run(GuardedSender(silent, within=0.05).post(URL, [HOST], b"", {})) == Answer(0)


def test_no_proxy_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with push_service(tmp_path) as service:
        assert run(service.sender().post(URL, [HOST], b"", {})).status == 201
