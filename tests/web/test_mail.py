"""Mail: proofs of an address, notices, limits, and how they stop."""

from __future__ import annotations

import asyncio
import email
import re
from dataclasses import replace
from pathlib import Path

import pytest

from hustings.engine.errors import OptionError
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.notices.courier import Mailbox, Outcome
from hustings.rooms.notices.text import Letter
from hustings.rooms.stores.sqlite import SqliteStore
from hustings.web.errors import TooManyError
from hustings.web.notices.mail import MOST_A_DAY, MOST_PROOFS, Relay
from hustings.web.notices.post_office import MOST_TRIES, PostOffice
from hustings.web.settings import Settings
from tests.rooms.database import database
from tests.rooms.database import free_port as unused_port
from tests.rooms.helpers import Clocks, run
from tests.rooms.shared_store import store_at
from tests.web.mail_relay import Relaying

LETTER = Letter("Juego: te toca", "Semana 1.", "https://table.example/r/BCDFGH", "BCDFGH", "es", 1.8e9, False)
ANN = Mailbox("ann@example.org", "BCDFGH", "digest")


def office(folder: Path, relay: Relaying, clocks: Clocks | None = None) -> PostOffice:
    store = SqliteStore(folder / "rooms.db", wall=(clocks or Clocks()).wall_now)
    return PostOffice(Settings(data_dir=folder, smtp=address_of(relay)), store, together=0)


def address_of(relay: Relaying) -> str:
    return f"smtp://127.0.0.1:{relay.port}?from=table@example.org"


def test_an_address_is_proven_by_the_letters_in_a_mail(tmp_path: Path, relay: Relaying) -> None:
    async def work() -> None:
        sending = office(tmp_path, relay)
        await sending.prove("BCDFGH", "ann", "ann@example.org", "en")
        letters = str(relay.got[0]["Subject"]).split()[1]
        assert letters in relay.text()
        assert relay.got[0]["To"] == "ann@example.org"
        assert "http" not in relay.text()  # a link could be followed by a machine
        with pytest.raises(NotAllowedError):
            sending.proven("BCDFGH", "bo", letters)
        with pytest.raises(NotAllowedError):
            sending.proven("BCDFGH", "ann", "BBBBBB")
        assert sending.proven("BCDFGH", "ann", f" {letters.lower()} ") == "ann@example.org"
        with pytest.raises(NotAllowedError):
            sending.proven("BCDFGH", "ann", letters)

    run(work())


def test_letters_cannot_be_guessed_and_few_are_sent(tmp_path: Path, relay: Relaying) -> None:
    clocks = Clocks()

    async def work() -> None:
        sending = office(tmp_path, relay, clocks)
        for _ in range(MOST_PROOFS):
            await sending.prove("BCDFGH", "ann", "ann@example.org", "es")
        with pytest.raises(TooManyError):
            await sending.prove("BCDFGJ", "another", "ann@example.org", "es")
        letters = str(relay.got[-1]["Subject"])
        for _ in range(MOST_TRIES):
            with pytest.raises(NotAllowedError):
                sending.proven("BCDFGH", "ann", "BBBBBB")
        with pytest.raises(NotAllowedError):
            sending.proven("BCDFGH", "ann", relay.text().split(": ")[1][:6])
        assert "confirma" in str(email.header.make_header(email.header.decode_header(letters)))
        clocks.pass_time(86400)
        await sending.prove("BCDFGH", "ann", "ann@example.org", "es")

    run(work())
    assert len(relay.got) == MOST_PROOFS + 1


def test_a_notice_can_be_stopped_with_one_click(tmp_path: Path, relay: Relaying) -> None:
    async def work() -> None:
        sending = office(tmp_path, relay)
        assert await sending.send(ANN, LETTER) == Outcome()
        message = relay.got[0]
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        link = str(message["List-Unsubscribe"]).replace("\n", "").replace(" ", "").strip("<>")
        assert re.fullmatch(r"https://table\.example/stop/[A-Za-z0-9_-]+", link)
        assert LETTER.link in relay.text()
        assert sending.stopped(link.rpartition("/")[2]) == [ANN]
        with pytest.raises(RoomError):
            sending.stopped("nonsense")

    run(work())


def test_what_waits_in_several_rooms_is_one_mail_that_one_click_stops(tmp_path: Path, relay: Relaying) -> None:
    boxes = [replace(ANN, room=room, reader=f"digest {room}") for room in ("BCDFGH", "BCDFGJ", "BCDFGK")]
    links = [f"https://table.example/r/{to.room}" for to in boxes]
    letters = [replace(LETTER, body=f"Semana {n}.", link=link) for n, link in enumerate(links)]
    bo = Mailbox("bo@example.org", "BCDFGH", "digest of bo")

    async def work() -> None:
        sending = office(tmp_path, relay)
        sent = [sending.send(to, words) for to, words in zip(boxes, letters, strict=True)]
        assert await asyncio.gather(*sent, sending.send(bo, LETTER)) == [Outcome()] * 4
        assert sorted(str(message["To"]) for message in relay.got) == [ANN.address, bo.address]
        [message] = [message for message in relay.got if message["To"] == ANN.address]
        assert str(email.header.make_header(email.header.decode_header(message["Subject"]))) == "Te esperan 3 partidas"
        text = message.get_payload(decode=True).decode()  # type: ignore[union-attr]
        assert [f"Semana {n}." in text for n in range(3)] == [True] * 3
        assert "https://table.example/mine" in text
        link = str(message["List-Unsubscribe"]).replace("\n", "").replace(" ", "").strip("<>")
        assert [(box.room, box.address) for box in sending.stopped(link.rpartition("/")[2])] == [
            (box.room, ANN.address) for box in boxes
        ]
        assert await sending.send(ANN, LETTER) == Outcome()  # later: a mail of its own

    run(work())
    assert len(relay.got) == 3


def test_an_address_has_at_most_so_many_mails_a_day_and_none_if_it_wants_none(tmp_path: Path, relay: Relaying) -> None:
    clocks = Clocks()

    async def work() -> None:
        sending = office(tmp_path, relay, clocks)
        for _ in range(MOST_A_DAY):
            assert await sending.send(ANN, LETTER) == Outcome()
        refused = await sending.send(ANN, LETTER)
        assert (refused.gone, bool(refused.again)) == (False, True)
        clocks.pass_time(86400)
        assert await sending.send(ANN, LETTER) == Outcome()
        assert sending.mail is not None
        await sending.mail.never(ANN.address)
        clocks.pass_time(86400)
        assert (await sending.send(ANN, LETTER)).gone
        with pytest.raises(TooManyError):
            await sending.prove("BCDFGJ", "another", ANN.address, "en")
        assert b"ann@example.org" not in (tmp_path / "rooms.db").read_bytes()

    run(work())
    assert len(relay.got) == MOST_A_DAY + 1


def test_a_database_counts_mails_as_the_file_does(tmp_path: Path, relay: Relaying) -> None:
    with database() as url:

        async def work() -> None:
            async with store_at(url) as store:
                sending = PostOffice(Settings(data_dir=tmp_path, smtp=address_of(relay)), store, together=0)
                assert await sending.send(ANN, LETTER) == Outcome()
                await store.ask("UPDATE mailed SET mails = $1", MOST_A_DAY)
                assert (await sending.send(ANN, LETTER)).again
                await store.ask("UPDATE mailed SET day = day - 1")
                assert await sending.send(ANN, LETTER) == Outcome()
                assert sending.mail is not None
                await sending.mail.never(ANN.address)
                assert (await sending.send(ANN, LETTER)).gone

        run(work())
    assert len(relay.got) == 2


def test_what_a_relay_answers(tmp_path: Path, relay: Relaying) -> None:
    async def work() -> None:
        sending = office(tmp_path, relay)
        relay.answer = "550 nobody here"
        assert (await sending.send(ANN, LETTER)).gone
        relay.answer = "450 later"
        assert (await sending.send(ANN, LETTER)).again
        relay.controller.port = unused_port()
        assert (await office(tmp_path, relay).send(ANN, LETTER)).again

    run(work())


@pytest.mark.parametrize(
    "url",
    ["", "mail.example.org", "http://mail.example.org?from=a@b", "smtp://mail.example.org", "smtp://[::1?from=a@b"],
)
def test_a_relay_that_is_written_otherwise_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError):
        Relay.of(url)
    monkeypatch.setenv("HUSTINGS_SMTP", url or "x")
    with pytest.raises(OptionError, match="HUSTINGS_SMTP"):
        Settings()


def test_a_relay_has_a_password_that_is_not_shown() -> None:
    relay = Relay.of("smtps://me%40here:se%2Fcret@mail.example.org?from=table@example.org")
    assert (relay.port, relay.secure, relay.user, relay.password) == (465, True, "me@here", "se/cret")
    assert Relay.of("smtp://mail.example.org?from=a@b.c").port == 587
    assert "cret" not in repr(relay)
