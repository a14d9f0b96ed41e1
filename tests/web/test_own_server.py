"""Every block of docs/howto/own-server.md: the proxies before a real server, the service, backups, alerts, settings."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.sync.client import connect

from hustings.web import doctor
from hustings.web.settings import Settings
from tests.rooms.database import database, free_port, program
from tests.web.helpers import LIMIT, Client, Site, running

DOCS = Path(__file__).parents[2] / "docs/howto"
GUIDE = (DOCS / "own-server.md").read_text(encoding="utf-8")
SOURCES = Path(__file__).parents[2] / "src/hustings"
HOST = "table.example.org"
UPSTREAM = "127.0.0.1:8420"


def block(kind: str, start: str = "") -> str:
    """The guide's block of a kind that begins so."""
    found = [text for text in re.findall(rf"```{kind}\n(.*?)```", GUIDE, re.DOTALL) if text.startswith(start)]
    assert len(found) == 1, (kind, start)
    return str(found[0])


def installed(name: str) -> str:
    """The path of a program."""
    found = shutil.which(name) or shutil.which(f"/usr/sbin/{name}")
    assert found, f"{name} is missing; scripts/setup-system tests installs it"
    return found


@contextmanager
def started(command: list[str], port: int, folder: Path) -> Iterator[None]:
    """A program that listens on a port."""
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (
        open(folder / "log", "wb") as log,
        subprocess.Popen(command, env=home, stdout=log, stderr=log) as process,
    ):
        try:
            until = time.monotonic() + LIMIT
            while True:
                assert process.poll() is None, (folder / "log").read_text()
                assert time.monotonic() < until
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1.0).close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield
        finally:
            process.terminate()


@contextmanager
def caddy(site: Site, port: int, folder: Path) -> Iterator[Path]:
    """The guide's Caddy before a server, with certificates of its own authority, whose certificate is yielded."""
    text = block("caddy").replace(HOST, f"localhost:{port}").replace(UPSTREAM, f"127.0.0.1:{site.port}")
    options = (
        f"{{\nadmin off\nauto_https disable_redirects\nskip_install_trust\nstorage file_system {folder}/store\n}}\n"
    )
    (folder / "Caddyfile").write_text(options + text)
    with started([installed("caddy"), "run", "--config", str(folder / "Caddyfile")], port, folder):
        yield folder / "store/pki/authorities/local/root.crt"


@contextmanager
def nginx(site: Site, port: int, folder: Path) -> Iterator[Path]:
    """The guide's nginx before a server, with a certificate for localhost, which is yielded."""
    certificate, key = certified(folder)
    text = block("nginx").replace(HOST, "localhost").replace(UPSTREAM, f"127.0.0.1:{site.port}")
    text = re.sub(r"listen \[::\]:443 ssl;\n", "", text.replace("listen 443", f"listen 127.0.0.1:{port}"))
    with started(nginx_of(text, certificate, key, folder), port, folder):
        yield certificate


def nginx_of(text: str, certificate: Path, key: Path, folder: Path) -> list[str]:
    """Write a configuration with a server's text and a certificate into a folder; return nginx's command."""
    text = re.sub(r"(ssl_certificate +)\S+;", rf"\g<1>{certificate};", text)
    text = re.sub(r"(ssl_certificate_key +)\S+;", rf"\g<1>{key};", text)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    user = "user root;\n" if os.getuid() == 0 else ""  # whose temporary folders are closed to others
    usual = "include /etc/nginx/mime.types;\naccess_log off;\n"
    main = f"{user}daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{main}http {{\n{usual}{paths}{text}}}\n")
    return [installed("nginx"), "-c", str(folder / "nginx.conf"), "-e", "stderr"]


def certified(folder: Path) -> tuple[Path, Path]:
    """The files of a certificate for localhost, and of its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]), datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=90))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, private = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    (folder / "cert.pem").write_bytes(made.public_bytes(pem))
    (folder / "key.pem").write_bytes(key.private_bytes(pem, private, serialization.NoEncryption()))
    return folder / "cert.pem", folder / "key.pem"


@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_the_doctor_finds_nothing_wrong_behind_the_proxies_and_people_play(
    proxy: Callable[[Site, int, Path], AbstractContextManager[Path]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "proxy"
    folder.mkdir()
    data = tmp_path / "rooms"
    with running(data) as site:
        port = free_port()
        with proxy(site, port, folder) as authority:
            monkeypatch.setenv("SSL_CERT_FILE", str(authority))
            wait_for_certificate(port)
            findings = list(doctor.examine(Settings(data_dir=data, store=None), f"https://localhost:{port}"))
            assert [one for one in findings if one.verdict == "wrong"] == []
            topics = {one.topic: one.verdict for one in findings}
            assert {topics[topic] for topic in ("address", "clock", "sockets")} == {"ok"}
            assert topics["proxy"] == "odd"  # the name leads to the loopback
            code, ann, _ = site.friends()
            context = ssl.create_default_context()
            address = f"wss://localhost:{port}/api/rooms/{code}/socket"
            with connect(address, ssl=context, origin=f"https://localhost:{port}", compression=None) as opened:
                client = Client(opened)
                client.send({"hello": {"token": ann}})
                client.until("state")
                assert client.room["link"] == f"https://localhost:{port}/r/{code}"
                client.acts(client.state["legal"][0]["text"])


def wait_for_certificate(port: int) -> None:
    """Wait until a proxy has made its certificate."""
    until = time.monotonic() + LIMIT
    while True:
        try:
            with socket.create_connection(("localhost", port), timeout=5) as plain:
                ssl.create_default_context().wrap_socket(plain, server_hostname="localhost").close()
            return
        except OSError:
            assert time.monotonic() < until
            time.sleep(0.1)


def test_a_restored_backup_goes_on_with_the_game_and_its_seats(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    backups = tmp_path / "backups"
    script = block("sh", "#!/bin/sh\numask").replace("/var/lib/hustings/rooms", str(here))
    script = script.replace("/var/backups/hustings", str(backups))
    with running(here) as site:
        code, ann, bo = site.friends()
        with site.sit(code, ann) as client:
            client.acts(client.state["legal"][0]["text"])
        assert installed("sqlite3")
        subprocess.run(["sh", "-c", script], check=True)
        with site.sit(code, ann) as first, site.sit(code, bo) as second:
            view = first.state["view"]
            mover = first if first.state["legal"] else second
            mover.acts(mover.state["legal"][0]["text"])  # after the backup: lost
    (backup,) = backups.iterdir()
    assert [path.stat().st_mode & 0o077 for path in (backups, backup)] == [0, 0]  # it holds hidden cards
    assert re.fullmatch(r"rooms-[1-7]\.db", backup.name)
    there.mkdir(mode=0o700)
    shutil.copy(backup, there / "rooms.db")
    with running(there) as site, site.sit(code, ann) as first, site.sit(code, bo) as second:
        assert first.state["view"] == view
        mover = first if first.state["legal"] else second
        mover.acts(mover.state["legal"][0]["text"])


def carried_out(text: str, names: dict[str, str], folder: Path) -> None:
    """Carry out the commands of a console block with other names."""
    for name, other in names.items():
        text = text.replace(name, other)
    for line in text.splitlines():
        command, *words = shlex.split(line.removeprefix("$ "))
        subprocess.run([program(command), *words], cwd=folder, check=True)


def test_a_restored_database_goes_on_with_the_game_and_its_seats(tmp_path: Path) -> None:
    with database() as url:
        server = url.rpartition("/")[0]
        names = {"postgresql://user@host/restored": f"{server}/restored", "postgresql://user@host/database": url}
        with running(tmp_path / "here", store=url) as site:
            code, ann, bo = site.friends()
            with site.sit(code, ann) as client:
                client.acts(client.state["legal"][0]["text"])
            carried_out(block("console", "$ pg_dump"), names, tmp_path)
            with site.sit(code, ann) as first, site.sit(code, bo) as second:
                view = first.state["view"]
                mover = first if first.state["legal"] else second
                mover.acts(mover.state["legal"][0]["text"])  # after the backup: lost
        carried_out(block("console", "$ createdb"), names, tmp_path)
        restored = names["postgresql://user@host/restored"]
        with (
            running(tmp_path / "there", store=restored) as site,
            site.sit(code, ann) as first,
            site.sit(code, bo) as second,
        ):
            assert first.state["view"] == view
            mover = first if first.state["legal"] else second
            mover.acts(mover.state["legal"][0]["text"])


def test_the_service_starts_the_command_with_settings_that_exist() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[method-assign, assignment]
    unit.read_string(block("ini", "[Unit]"))
    assert unit["Service"]["ExecStart"].endswith("hustings serve --host 127.0.0.1 --port 8420")
    assert unit["Service"]["ProtectSystem"] == "strict"
    assert unit["Service"]["EnvironmentFile"] == "/etc/hustings.env"
    listed = set(re.findall(r"`(HUSTINGS_[A-Z_]+)", GUIDE.split("## Settings")[1].split("## Backups")[0]))
    texts = [path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py")]
    known = {name for text in texts for name in re.findall(r'"(HUSTINGS_[A-Z_]+)"', text)} - {"HUSTINGS_COMMIT"}
    assert listed == known
    assert set(re.findall(r"HUSTINGS_[A-Z_]+", block("sh", "HUSTINGS_HOST_NAMES="))) <= known


def test_commands_run_as_the_servers_user_with_the_services_settings(tmp_path: Path) -> None:
    settings, folder = tmp_path / "hustings.env", tmp_path / "bin"
    folder.mkdir()
    settings.write_text(block("sh", "HUSTINGS_HOST_NAMES=").replace("/var/lib/hustings", str(tmp_path)))
    for name, text in (("runuser", 'echo "$2"\nshift 3\nexec "$@"'), ("hustings", "env\necho $@")):
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    script = block("sh", "#!/bin/sh\nset -a").replace("/etc/hustings.env", str(settings))
    script = script.replace("/opt/hustings/bin", str(folder))
    environment = {"PATH": f"{folder}:{os.environ['PATH']}"}
    command = ["sh", "-c", script, "hustings", "rooms", "live"]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()
    assert (told[0], told[-1]) == ("hustings", "rooms live")
    assert f"HUSTINGS_DATA={tmp_path}/rooms" in told


def test_alerts_and_dashboard_ask_for_metrics_that_the_server_has(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        site.friends()
        served = site.metrics()
    names = set(re.findall(r"^# TYPE (\w+) ", served, re.MULTILINE))
    names |= set(re.findall(r"^(\w+)[{ ]", served, re.MULTILINE)) | {"up"}
    rules = yaml.safe_load((DOCS / "own-server/alerts.yml").read_text())["groups"][0]["rules"]
    dashboard = json.loads((DOCS / "own-server/dashboard.json").read_text())
    asked = [rule["expr"] for rule in rules]
    asked += [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    assert len(asked) > 12
    for query in asked:
        used = set(re.findall(r"\b(?:hustings|process)_\w+|\bup\b", query))
        assert used, query
        assert used <= names, query
