"""What is shipped for hosts: the commands of image and compose.yaml, run without Docker, behind Caddy with TLS."""

from __future__ import annotations

import configparser
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from websockets.sync.client import connect

from mistvale.server.config import chosen_settings

ROOT = Path(__file__).parents[2]
CADDY = shutil.which("caddy")
# Nobody is asked for a password, no port but ours is taken, and nothing is added to what this machine trusts.
OPTIONS = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}"
PATIENCE = 30.0


def lines_of(name: str) -> list[str]:
    """The instructions of the Dockerfile of one kind, each on one line."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    return [line.removeprefix(name).strip() for line in text.splitlines() if line.startswith(f"{name} ")]


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return found


def with_values(text: str, values: dict[str, str]) -> str:
    """A text of compose.yaml with its variables filled in."""
    return re.sub(r"\$\{(\w+)[^}]*\}", lambda found: values[found[1]], text)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


# ---------------------------------------------------------------- what stands in them


def test_the_image_runs_as_nobody_and_writes_into_its_volumes_alone() -> None:
    assert lines_of("USER") == ["65534:65534"]
    assert json.loads(lines_of("VOLUME")[0]) == ["/data", "/cache"]
    for name in ("one", "two"):
        server = compose()["services"][name]
        assert server["read_only"] and server["tmpfs"] == ["/tmp"] and server["cap_drop"] == ["ALL"]
        assert all(each.partition(":")[2] in ("/data", "/cache") for each in server["volumes"])
        assert "ports" not in server, "only Caddy is reached from outside"


def test_all_that_the_image_is_made_of_reaches_the_build() -> None:
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {name for line in lines_of("COPY") if "--from" not in line for name in line.split()[:-1]}
    assert copied == let_in and all((ROOT / name).exists() for name in copied)


def test_the_unit_of_systemd_starts_what_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Unit(configparser.RawConfigParser):
        optionxform = staticmethod(str)  # type: ignore[assignment]

    unit = Unit(strict=False)
    unit.read(ROOT / "deploy" / "mistvale.service")
    assert unit["Service"]["ExecStart"] == "/opt/mistvale/bin/mistvale serve"
    assert unit["Service"]["DynamicUser"] == "yes" and unit["Service"]["ProtectSystem"] == "strict"
    analyze = shutil.which("systemd-analyze")
    if analyze:
        shipped = (ROOT / "deploy" / "mistvale.service").read_text().replace("/opt/mistvale/bin/mistvale", "/bin/true")
        (tmp_path / "mistvale.service").write_text(shipped)
        done = subprocess.run([analyze, "verify", str(tmp_path / "mistvale.service")], capture_output=True, text=True)
        assert "mistvale.service" not in done.stderr, done.stderr


def test_the_settings_of_compose_can_be() -> None:
    given = compose()["services"]["one"]["environment"]
    values = {"MISTVALE_SITE": "games.example", "MISTVALE_PASSWORD": "long"}
    chosen = chosen_settings(environment={name: with_values(text, values) for name, text in given.items()})
    assert chosen.database == "postgresql://mistvale:long@database/mistvale"
    assert chosen.origin == "https://games.example" and chosen.allow_hosts == ("games.example",)
    [network] = compose()["networks"]["inside"]["ipam"]["config"]
    assert chosen.trusted_proxies == (network["subnet"],)


def test_hosts_can_set_whatever_else_they_want() -> None:
    """In a file of their own, which need not be there, and never gets into the repository."""
    for name in ("one", "two"):
        assert compose()["services"][name]["env_file"] == [{"path": "mistvale.env", "required": False}]
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert ".env" in ignored and "mistvale.env" in ignored


# ---------------------------------------------------------------- and all of it at work


class Cluster:
    """Two servers on one PostgreSQL, and Caddy before them, as compose.yaml has them."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder = folder
        self.ports = [free_port(), free_port()]
        self.port = free_port()
        self.servers = [self._serve(port, database) for port in self.ports]
        self.caddy = self._front()
        self._wait()

    def _serve(self, port: int, database: str) -> subprocess.Popen[bytes]:
        given = compose()["services"]["one"]["environment"]
        values = {"MISTVALE_SITE": "localhost", "MISTVALE_PASSWORD": ""}
        environment = {name: with_values(text, values) for name, text in given.items()}
        own = {
            "MISTVALE_DATABASE": database,
            "MISTVALE_ORIGIN": self.address,
            "MISTVALE_TRUSTED_PROXIES": "127.0.0.1",
        }
        program, *arguments = json.loads(lines_of("CMD")[-1])
        assert program == "mistvale" and arguments[-2:] == ["--port", "8000"]
        starts = [sys.executable, "-c", "from mistvale.cli import app; app()", *arguments[:-1], str(port)]
        return subprocess.Popen(starts, env={**os.environ, **environment, **own}, stderr=subprocess.DEVNULL)

    def _front(self) -> subprocess.Popen[bytes]:
        assert CADDY
        own = {
            "MISTVALE_CADDY": OPTIONS,
            "MISTVALE_SITE": f"localhost:{self.port}",
            "MISTVALE_SERVERS": " ".join(f"127.0.0.1:{port}" for port in self.ports),
            "XDG_DATA_HOME": str(self.folder),
            "HOME": str(self.folder),
        }
        command = [CADDY, "run", "--adapter", "caddyfile", "--config", str(ROOT / "deploy" / "Caddyfile")]
        with (self.folder / "caddy.log").open("wb") as log:
            return subprocess.Popen(command, env={**os.environ, **own}, stderr=log)

    @property
    def address(self) -> str:
        return f"https://localhost:{self.port}"

    @property
    def trust(self) -> ssl.SSLContext:
        authority = self.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        return ssl.create_default_context(cafile=str(authority))

    def _wait(self) -> None:
        for address, verify in [(f"http://127.0.0.1:{port}", False) for port in self.ports] + [(self.address, True)]:
            eventually(lambda a=address, v=verify: self._is_well(a, v))  # type: ignore[misc]

    def _is_well(self, address: str, verify: bool) -> bool:
        try:
            return httpx.get(f"{address}/health", verify=self.trust if verify else False).status_code == 200
        except (httpx.HTTPError, OSError):
            return False

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, verify=self.trust, timeout=15)

    def close(self) -> None:
        for each in (self.caddy, *self.servers):
            each.kill()
            each.wait()


def eventually(check: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not check():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


@pytest.fixture
def cluster(tmp_path: Path, postgres: Callable[[], str]) -> Iterator[Cluster]:
    made = Cluster(tmp_path, postgres())
    yield made
    made.close()


def play(ann: httpx.Client, match: str, moves: int) -> None:
    for _ in range(moves):
        legal = ann.get(f"/api/matches/{match}/legal?seat=0").json()
        answer = ann.post(f"/api/matches/{match}/moves", json={"seat": 0, "move": legal[0]})
        assert answer.status_code == 200, answer.text


@pytest.mark.slow
@pytest.mark.skipif(CADDY is None, reason="Caddy is not installed; as root on Debian `make test` gets it")
def test_two_servers_behind_caddy_are_one_place(cluster: Cluster) -> None:
    with cluster.client() as ann:
        ann.get("/api/me")
        assert all("secure" in each.lower() for each in ann.get("/").headers.get_list("set-cookie"))
        account = ann.post("/api/account", json={"name": "Ann"}).json()["account"]
        assert account["passkeys_possible"], account["why_not"]
        # Each server gets its share of these, and any serves any table.
        seats = [{"kind": "me"}, {"kind": "here"}]
        match = ann.post("/api/matches", json={"game": "misty", "seats": seats}).json()["match"]
        cookie = "; ".join(f"{name}={value}" for name, value in ann.cookies.items())
        where = f"wss://localhost:{cluster.port}/ws/{match}"
        with connect(where, ssl=cluster.trust, origin=cluster.address, additional_headers={"cookie": cookie}) as line:
            line.send(json.dumps({"type": "watch", "seat": 0}))
            while json.loads(line.recv(10))["type"] != "frames":
                pass
            play(ann, match, 1)
            assert json.loads(line.recv(10))["type"] in ("frames", "status", "presence")
        # One is gone, as when it gets a new version: the other goes on, and nothing that was acknowledged is lost.
        before = ann.get(f"/api/matches/{match}").json()["step"]
        cluster.servers[0].send_signal(signal.SIGKILL)
        assert ann.get(f"/api/matches/{match}").json()["step"] == before
        assert ann.get("/api/account").json()["name"] == "Ann"
