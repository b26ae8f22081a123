"""Those who make trouble: slow readers, liars, storms of connections, gossips, and somebody who is banned."""

from __future__ import annotations

import json
import socket
import time
from contextlib import ExitStack, suppress
from typing import Any
from uuid import uuid4

from mistvale.server import admin
from mistvale.server.errors import CannotServe, Refusal

from .members import Member
from .players import Player

STORM = 30  # connections
# Seconds in which a ban must be known everywhere: servers are told of it, and where that was lost they look every ten
# seconds, twice if the store was away at the first look; and one may hang for five of them.
WITHIN = 30.0


class Slow(Player):
    """Watches tables without reading what comes, and asks for pages a byte at a time."""

    def visit(self) -> None:
        for match in self.ledger.matches()[-1:]:
            with self.line(match, max_queue=1) as line:
                line.send(json.dumps({"type": "watch", "seat": None}))
                self.world.wait(self.dice.uniform(1, 8))
        with socket.create_connection(("127.0.0.1", self.dice.choice(self.world.ports)), timeout=5) as drip:
            for byte in b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: yes"[: self.dice.randrange(8, 50)]:
                drip.send(bytes([byte]))
                self.world.wait(0.1)


class Liar(Player):
    """Says what is not true or not its business, at other people's tables. Nothing of it may be believed."""

    def visit(self) -> None:
        known = self.ledger.matches()
        if not known:
            self.world.wait(0.5)
            return
        match = self.dice.choice(known[-40:])
        with self.line(match) as line:
            line.send(json.dumps({"type": "watch", "seat": None}))
            for _ in range(10):
                line.send(self.lie(match))
                self.world.wait(0.02)
            line.send(json.dumps({"type": "ping"}))
            while (message := json.loads(line.recv(timeout=10)))["type"] != "pong":
                if message["type"] == "ok":
                    self.ledger.find(f"a lie at {match} was believed: {message}")
                if message["type"] == "frames" and message["seat"] is not None:
                    self.check_open(match)
        self.lie_by_rest(match)
        self.world.wait(0.5)

    def check_open(self, match: str) -> None:
        if (self.status(match) or {"status": ""})["status"] != "over":
            self.ledger.find(f"a stranger looked through a seat's eyes at {match}")

    def lie(self, match: str) -> str | bytes:
        said = self.ledger.messages[-200:]
        stolen = self.dice.choice(said).message if said else "none"
        seat = self.dice.randrange(3)
        return self.dice.choice(
            (
                json.dumps({"type": "watch", "seat": seat}),
                json.dumps({"type": "move", "id": stolen, "seat": seat, "move": "pass"}),
                json.dumps({"type": "move", "id": uuid4().hex, "seat": seat, "move": "pick rocket"}),
                json.dumps({"type": "undo", "id": stolen, "seat": seat}),
                json.dumps({"type": "leave", "id": uuid4().hex, "seat": seat, "bot": "greedy"}),
                json.dumps({"type": "parts", "id": uuid4().hex, "parts": {"0": "00" * 32}}),
                json.dumps({"type": "cancel", "id": uuid4().hex, "wish": True}),
                json.dumps({"type": "back", "id": uuid4().hex, "seat": seat}),
                json.dumps({"type": "move", "id": {}, "seat": "0", "move": None}),
                '{"type": "move"',
                "[" * 10_000,
                bytes(range(256)),
            )
        )

    def lie_by_rest(self, match: str) -> None:
        """Ask for what is others'."""
        seat = self.dice.randrange(2)
        method, path, body = self.dice.choice(
            (
                ("POST", f"/api/matches/{match}/moves", {"seat": seat, "move": "pass"}),
                ("POST", f"/api/matches/{match}/close", None),
                ("POST", f"/api/matches/{match}/host", {"seat": seat}),
                ("POST", f"/api/matches/{match}/change", {"door": "public"}),
                ("PUT", f"/api/matches/{match}/chat", {"on": False}),
                ("POST", f"/api/matches/{match}/invite", {"seat": seat, "player": "nobody"}),
                ("DELETE", "/api/account", None),
                ("POST", "/api/sign-in/code", {"code": "aaaa-bbbb-cccc-dddd"}),
                ("GET", "/api/admin", None),
            )
        )
        answer = self.ask(method, path, body)
        if answer.status_code < 400:
            self.ledger.find(f"a lie was believed: {method} {path}: {answer.text[:200]}")


class Storm(Player):
    """Many who come at the same moment, look, and are gone without a word."""

    def visit(self) -> None:
        known = self.ledger.matches()[-20:]
        with ExitStack() as stack:
            lines = []
            for _ in range(STORM if known else 0):
                lines.append(stack.enter_context(self.line(self.dice.choice(known), close_timeout=0)))
                lines[-1].send(json.dumps({"type": "watch", "seat": None, "patches": True}))
            for line in lines:
                with suppress(OSError):
                    line.socket.shutdown(socket.SHUT_RDWR)
        self.world.wait(self.dice.uniform(5, 15))


class Gossip(Player):
    """Looks on at tables, says something there, reads what others say, and reports it."""

    def visit(self) -> None:
        for match in self.dice.sample(known, min(3, len(known))) if (known := self.ledger.matches()[-20:]) else ():
            self.chat(match, "" if self.dice.random() < 0.5 else f"Who wins? {uuid4().hex[:8]}")
            page = self.get(f"/api/matches/{match}/chat?side=seats")
            for line in (page or {"lines": []})["lines"][:1]:
                if not line["mine"] and self.dice.random() < 0.3:
                    self.report(match, line)
        self.world.wait(self.dice.uniform(0.5, 2))

    def report(self, match: str, line: dict[str, Any]) -> None:
        wish = {"side": line["side"], "number": line["number"], "why": "other"}
        if self.ask("POST", f"/api/matches/{match}/chat/report", wish).status_code == 204:
            self.ledger.reports.add((match, line["side"], line["number"], self.guest))
            self.ledger.count("report")


class Outcast(Member):
    """Is banned by whoever runs the servers, and let in again: each holds at all of them, soon."""

    def visit(self) -> None:
        if self.decide(lambda store: admin.ban_player(store, self.handle, "for the soak", 0, "soak")):
            self.expect(403, "is banned, and may do what it likes")
        if self.decide(lambda store: admin.unban_player(store, self.handle, "soak")):
            self.expect(200, "is let in again, and may do nothing")
            self.ledger.count("ban")
        self.world.wait(self.dice.uniform(5, 15))

    def decide(self, what: Any) -> bool:
        """Do something as `mistvale admin` does, beside the servers; whether it was done."""
        for _ in range(20):
            try:
                with admin.opened(self.world.settings) as store:
                    what(store)
                return True
            except (CannotServe, Refusal):
                if self.world.over.is_set():
                    return False
                time.sleep(0.5)
        return False

    def expect(self, code: int, otherwise: str) -> None:
        """All servers must agree before long."""
        end = time.monotonic() + WITHIN
        right = 0
        while right < 4 * len(self.world.ports) and not self.world.over.is_set():
            answer = self.ask("PUT", "/api/me", {"name": self.called})
            right = right + 1 if answer.status_code == code else 0
            if not right and time.monotonic() > end:
                self.ledger.find(f"{self.name} {otherwise}: {answer.status_code} {answer.text[:200]}")
                return
