"""Real servers for browsers: they can be killed, started again on the same port, made read-only, put ahead in time."""

from __future__ import annotations

import json
import shutil
import socket
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx

from mistvale.core.box import Data
from tests.server.furnishing import furnish
from tests.server.processes import Process, Script

START = """
import json, sys, time, types
from pathlib import Path
import sqlalchemy as sa
import mistvale as mv
from mistvale.server.run import serve
from mistvale.server.settings import Settings
folder, pause, port = sys.argv[1:4]
mark = Path(folder) / "read-only"
@sa.event.listens_for(sa.pool.Pool, "checkout")
def lock(connection, *_):
    connection.execute(f"PRAGMA query_only = {int(mark.exists())}")
later = Path(folder) / "later"
def late():
    return float(later.read_text()) if later.exists() else 0.0
from mistvale.server import beats
beats.SILENCE = 10**12
beats.time = types.SimpleNamespace(time=lambda: time.time() + late(), monotonic=lambda: time.monotonic() + late())
for name, data in json.loads(sys.argv[4]).items():
    vars(mv.game(name))["_standard_box"] = mv.game(name).box(data, stated_figures=False)
settings = Settings(
    data_dir=Path(folder), database=None, bot_pause=float(pause), second_thoughts=float(pause),
    retry_seconds=0.1, bot_retries=(0.1, 0.1),
    base_path=sys.argv[5], requests_per_second=0, tables_per_minute=0, tables_per_address=0, guests_per_minute=0,
    accounts_per_minute=0, sign_ins_per_minute=0, codes_per_minute=0, ties_per_minute=0, changes_per_minute=0,
    joins_per_minute=0, lobby_tables_per_address=0, lobby_pause=0.1, **json.loads(sys.argv[6]),
)
if settings.smtp_host:
    from mistvale.server import postman
    postman.LOOK_SECONDS = 0.2
serve(port=int(port), settings=settings)
"""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class Server(Process):
    """A server in a process of its own, on a port that stays the same."""

    script = START

    def __init__(
        self,
        folder: Path,
        bot_pause: float = 0.0,
        boxes: Mapping[str, Data] | None = None,
        base_path: str = "",
        mail: int | None = None,
    ) -> None:
        """`boxes` are what is in the boxes of some games, by their names, instead of what belongs there; `mail` is the
        port of a mail server, to which letters are taken at once."""
        self.folder = folder
        self.boxes = dict(boxes or {})
        self.bot_pause = bot_pause
        self.base_path = base_path
        self.number = free_port()
        self.more: dict[str, Any] = {}
        if mail is not None:
            self.more = {"smtp_host": "127.0.0.1", "smtp_port": mail, "smtp_security": "none", "notice_pause": 0.0}
            self.more |= {"mail_from": "mistvale@games.example", "origin": f"http://127.0.0.1:{self.number}"}
        self.start()

    def start(self) -> None:
        """Start, or start again after `kill`."""
        furnish(self.folder)
        given = (self.folder, self.bot_pause, self.number, json.dumps(self.boxes), self.base_path)
        self.process = Script(self.script, *map(str, given), json.dumps(self.more))
        self.said = ""
        self.address = self._wait()
        self._drain = threading.Thread(target=self._read, daemon=True)
        self._drain.start()

    def read_only(self, yes: bool) -> None:
        """Let the database refuse to write, as a disk that has been mounted read-only would."""
        mark = self.folder / "read-only"
        if yes:
            mark.touch()
        else:
            mark.unlink()

    def later(self, seconds: float) -> None:
        """Let so much time go by on all clocks, and see to it that what is due happens when somebody acts."""
        mark = self.folder / "later"
        before = float(mark.read_text()) if mark.exists() else 0.0
        mark.write_text(str(before + seconds))

    def end(self) -> None:
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Program:
    """Somebody who plays over REST, without a browser, or with the cookie of one."""

    def __init__(self, server: Server, cookie: str = "") -> None:
        cookies = {"mistvale": cookie} if cookie else None
        # Without certificates: it takes a while to read them, and there are none here.
        self.client = httpx.Client(base_url=server.address, timeout=30, cookies=cookies, verify=False)
        self.get("/api/me")

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *why: Any) -> None:
        self.client.close()

    def get(self, path: str) -> Any:
        answer = self.client.get(path)
        assert answer.is_success, answer.text
        return answer.json()

    def post(self, path: str, body: Any) -> Any:
        answer = self.client.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def open(self, *kinds: str, window: str = "small", **more: Any) -> dict[str, Any]:
        """Open a table: `open("me", "friend", "bot:random")`."""
        seats = []
        for kind in kinds:
            name, _, bot = kind.partition(":")
            seats.append({"kind": name, "bot": bot} if bot else {"kind": name})
        wish = {"game": "misty", "options": {"window": window}, "seats": seats, **more}
        status: dict[str, Any] = self.post("/api/matches", wish)
        return status

    def status(self, match: str) -> dict[str, Any]:
        status: dict[str, Any] = self.get(f"/api/matches/{match}")
        return status

    def play(self, match: str, until: Any = None, most: int = 1000) -> dict[str, Any]:
        """Play my seats, the first legal move each, until the match is over or `until(status)` holds."""
        for _ in range(most):
            status = self.status(match)
            if status["status"] == "over" or (until and until(status)):
                return status
            for seat in status["mine"]:
                legal = self.get(f"/api/matches/{match}/legal?seat={seat}")
                if legal:
                    self.post(f"/api/matches/{match}/moves", {"seat": seat, "move": legal[0]})
        raise AssertionError("it never came to that")
