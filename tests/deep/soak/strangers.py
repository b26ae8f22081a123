"""People who have never met: they find each other in the lobby, and by quick match, and play by the clock."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from typing import Any
from uuid import uuid4

from .players import OFFLINE, Player, Status

PACES = (
    {"kind": "none"},
    {"kind": "live", "decision": 5_000, "bank": 4_000},
    {"kind": "live", "decision": 8_000, "bank": 60_000},
    {"kind": "mail", "decision": 3_600_000},
)
START_PATIENCE = 60.0  # seconds for which somebody waits for a table to begin
QUEUE_PATIENCE = 30.0


class Stranger(Player):
    """Opens public tables or sits down at them, confirms or forgets to, leaves, plays or lets the clock run out."""

    count = 3

    def visit(self) -> None:
        self.parts: dict[str, str] = {}
        seated = self.found() or self.opened()
        if seated is None:
            self.world.wait(1)
            return
        match, seat = seated
        if self.dice.random() < 0.3:
            self.chat(match)
        if self.begun(match):
            # Some stop in the middle: their clock runs out, where there is one.
            state = self.play(match, seat, self.dice.choice((2, 5, 60, 200)))
            if state == "playing" and self.dice.random() < 0.5:
                self.say(match, "leave", seat)
            if state == "over":
                self.comment(match)

    # ------------------------------------------------------------ finding a table

    def rated(self) -> bool:
        """Whether one plays for ratings: guests have none."""
        return False

    def found(self) -> tuple[str, int] | None:
        """A seat at somebody's table in the lobby."""
        for table in self.get(f"/api/lobby?rated={str(self.rated()).lower()}")["open"]:
            if table["free"] and not table["mine"] and table["status"] == "waiting":
                return self.sat(table["match"])
        return None

    def sat(self, match: str) -> tuple[str, int] | None:
        wish = {"name": self.name[:20]} | ({"seal": self.seal(match)} if self.dice.random() < 0.5 else {})
        self.ask("POST", f"/api/matches/{match}/sit", wish)
        # The answer may have been lost, and the seat be taken.
        status = self.status(match)
        if not status or not status["mine"]:
            return None
        self.ledger.seat(match, status["mine"][0], self.guest)
        return match, int(status["mine"][0])

    def opened(self) -> tuple[str, int] | None:
        rated = self.rated()
        pace = self.dice.choice([each for each in PACES if not rated or each["kind"] != "none"])
        status = self.open(
            "me", "anyone", game="misty", door="public", rated=rated, hints=not rated, pace=pace, level="random"
        )
        return status["match"], 0

    def seal(self, match: str) -> str:
        """The seal of a new part of the seed."""
        part = secrets.token_bytes(32)
        self.parts[match] = part.hex()
        return hashlib.sha256(part).hexdigest()

    # ------------------------------------------------------------ until it begins

    def begun(self, match: str) -> bool:
        """Wait for the first move, and do what one is asked for; some forget to, and some go."""
        end = time.monotonic() + START_PATIENCE
        forgets, goes = self.dice.random() < 0.1, self.dice.random() < 0.1
        while time.monotonic() < end and not self.world.over.is_set():
            status = self.status(match)
            if status and status["status"] == "closed":
                self.ledger.closed.add(match)
            if not status or not status["mine"] or status["status"] == "closed":
                return False
            if status["status"] in ("playing", "over"):
                return True
            if goes:
                self.ask("POST", f"/api/matches/{match}/stand")
                return False
            if not forgets:
                self.do_as_asked(match, status)
            self.world.wait(0.5)
        if self.status(match) and not self.world.over.is_set():
            self.ask("POST", f"/api/matches/{match}/stand")
        return False

    def do_as_asked(self, match: str, status: Status) -> None:
        seat = status["mine"][0]
        mine = status["seats"][seat]
        if mine.get("due"):
            self.ask("POST", f"/api/matches/{match}/seals", {"seals": {seat: self.seal(match)}})
        elif not mine.get("confirmed", True):
            self.ask("POST", f"/api/matches/{match}/confirm", {})
        elif status["status"] == "sealing" and match in self.parts:
            self.ask("POST", f"/api/matches/{match}/parts", {"parts": {seat: self.parts[match]}, "id": uuid4().hex})


class Dreamer(Player):
    """Plays a bot by the clock, and forgets the time; comes back to the seat, if it was lost."""

    count = 2

    def visit(self) -> None:
        pace = {"kind": "live", "decision": 5_000, "bank": self.dice.choice((0, 3_000))}
        match = self.open("me", game="misty", pace=pace, level="random")["match"]
        for _ in range(3):
            if self.play(match, 0, self.dice.randrange(1, 6)) != "playing" or self.world.over.is_set():
                return
            self.world.wait(self.dice.uniform(3, 12))
            status = self.status(match)
            if status and status["seats"][0].get("back"):
                self.say(match, "back", 0)


class QuickMatcher(Stranger):
    """Waits for anybody who fits."""

    count = 2

    def found(self) -> tuple[str, int] | None:
        part = secrets.token_bytes(32)
        wish = {
            "type": "queue",
            "id": uuid4().hex,
            "games": ["misty", "secret-valley"],
            "pace": self.dice.choice(("none", "none", "live")),
            "seal": hashlib.sha256(part).hexdigest(),
        }
        seated = self.queued(wish)
        if seated is None:
            return None
        match, seat = seated["match"], int(seated["seat"])
        self.parts[match] = part.hex()
        self.ledger.seat(match, seat, self.guest)
        self.ledger.count("quick match")
        return match, seat

    def opened(self) -> tuple[str, int] | None:
        return None

    def queued(self, wish: dict[str, Any]) -> dict[str, Any] | None:
        """Wait over one line after another, with the same seal, until one sits somewhere or has enough of it."""
        end = time.monotonic() + QUEUE_PATIENCE
        while time.monotonic() < end and not self.world.over.is_set():
            try:
                with self.line("lobby") as line:
                    line.send(json.dumps({"type": "look", "games": ["misty"]}))
                    line.send(json.dumps(wish))
                    while time.monotonic() < end and not self.world.over.is_set():
                        message = json.loads(line.recv(timeout=5))
                        if message["type"] == "seated":
                            return dict(message)
            except OFFLINE:
                time.sleep(self.dice.uniform(0.05, 0.5))
        return None
