"""Players at tables by link: guests who play alone on one screen, with friends, over REST and over WebSockets."""

from __future__ import annotations

import json
import random
import threading
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import uuid4

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

import mistvale as mv
from mistvale.scene.picture import digest, patched
from tests.deep.ledger import Acknowledged, Clocks, Line

from .world import PATIENCE, World

GAMES = ("misty", "secret-valley", "misterra", "misty-valley", "valdora")
MOVES = 30  # that somebody makes at a table before going to another one
TURN_SECONDS = 3  # for which one waits for one's turn at a time
OFFLINE = (httpx.HTTPError, WebSocketException, OSError, TimeoutError)
PHRASES = ("hello", "good-luck", "well-played", "thanks", "oops", "good-game")
Status = dict[str, Any]


class Player(threading.Thread, ABC):
    """Somebody who comes again and again, until it is over, and does not give up when the servers are away."""

    count: ClassVar[int] = 1  # of this kind

    def __init__(self, world: World, seed: int) -> None:
        super().__init__(daemon=True, name=f"{type(self).__name__}-{seed}")
        self.world = world
        self.ledger = world.ledger
        self.dice = random.Random(seed)
        self.client = self.new_client()
        self.guest = ""

    def new_client(self, **headers: str) -> httpx.Client:
        # By this name all servers are called, so that passkeys are possible.
        return httpx.Client(timeout=10, headers={"host": "localhost", **headers})

    def run(self) -> None:
        while not self.world.over.is_set():
            try:
                if not self.guest:
                    self.begin()
                self.visit()
                self.ledger.count(f"visits of a {type(self).__name__}")
            except OFFLINE:
                self.world.wait(self.dice.uniform(0.1, 1))
            except Exception:
                self.ledger.find(f"{self.name}: {traceback.format_exc()}")
                self.world.wait(1)
        self.client.close()

    def begin(self) -> None:
        """Come for the first time."""
        self.guest = str(self.ask("GET", "/api/me").json()["guest"])

    @abstractmethod
    def visit(self) -> None:
        """What is done from coming to going."""

    # ------------------------------------------------------------ asking

    def ask(self, method: str, path: str, body: Any = None, client: httpx.Client | None = None) -> httpx.Response:
        """Ask any server until there is an answer that is none of a server in trouble."""
        end = time.monotonic() + PATIENCE
        while True:
            begun = time.time()
            try:
                answer = (client or self.client).request(method, self.world.address(self.dice) + path, json=body)
                if answer.status_code < 500:
                    return answer
                self._look(answer, f"{method} {path}", begun)
            except httpx.HTTPError:
                pass
            if time.monotonic() > end:
                raise TimeoutError(f"no answer to {method} {path}")
            time.sleep(self.dice.uniform(0.05, 0.4))

    def _look(self, answer: httpx.Response, what: str, begun: float) -> None:
        """A server in trouble says so, and only while its store is away."""
        self.ledger.count(f"answers {answer.status_code}")
        if answer.status_code != 503 or not self.world.is_away(begun, time.time()):
            self.ledger.find(f"{what}: {answer.status_code} {answer.text[:300]}")

    def get(self, path: str) -> Any:
        """Something that one may see; None if one may not."""
        answer = self.ask("GET", path)
        return answer.json() if answer.status_code == 200 else None

    def status(self, match: str) -> Status | None:
        """Where a match stands, noted as it was told."""
        status: Status | None = self.get(f"/api/matches/{match}")
        if status:
            self.note(status)
        return status

    def note(self, status: Status) -> None:
        if status.get("clocks"):
            seats = tuple((each["decision"], each["bank"], each["running"]) for each in status["clocks"])
            self.ledger.tell_clocks(Clocks(status["match"], status["step"], seats))
        if status["status"] == "over":
            self.ledger.end(status["match"], status["scores"], status["ranks"])

    # ------------------------------------------------------------ tables

    def open(self, *kinds: str, game: str = "", **more: Any) -> Status:
        """A table of any game; seats beyond the named ones are bots'."""
        game = game or self.dice.choice(GAMES)
        least = max(2, mv.game(game).seats[0])
        seats: list[dict[str, str]] = [{"kind": kind} for kind in kinds]
        seats += [{"kind": "bot", "bot": "random"}] * (least - len(kinds))
        answer = self.ask("POST", "/api/matches", {"game": game, "seats": seats, **more})
        # Nobody here asks for what may be refused; taken for a server that is away, it would never be noticed.
        assert answer.status_code == 201, f"{answer.status_code} {answer.text[:300]} for {more}"
        status: Status = answer.json()
        for seat in status["mine"]:
            self.ledger.seat(status["match"], seat, self.guest)
        return status

    def say(self, match: str, kind: str, seat: int, **more: str) -> bool:
        """Change something over REST, with an id of its own, and have it acknowledged or refused."""
        name = uuid4().hex
        path = {"move": "moves"}.get(kind, kind)
        answer = self.ask("POST", f"/api/matches/{match}/{path}", {"seat": seat, "id": name, **more})
        if answer.status_code == 200:
            self.ledger.acknowledge(Acknowledged(match, self.guest, kind, seat, name, more.get("move", "")))
        return answer.status_code == 200

    def play(self, match: str, seat: int, most: int = MOVES) -> str:
        """Make some moves, each when one is to: how the table stands then; `gone` if one has no seat any more."""
        while most > 0 and not self.world.over.is_set():
            answer = self.ask("GET", f"/api/matches/{match}/turn?seat={seat}&wait={TURN_SECONDS}")
            if answer.status_code != 200:
                return "gone"
            turn = answer.json()
            if turn["status"] != "playing":
                if turn["status"] == "over":
                    self.status(match)
                return str(turn["status"])
            if turn["legal"]:
                self.think()
                most -= self.say(match, "move", seat, move=self.dice.choice(turn["legal"]))
                if self.dice.random() < 0.05:
                    self.say(match, "undo", seat)
        return "playing"

    def chat(self, match: str, text: str = "") -> None:
        """Say something at a table: a phrase, unless there is a text."""
        said = {"text": text} if text else {"phrase": self.dice.choice(PHRASES)}
        name = uuid4().hex
        answer = self.ask("POST", f"/api/matches/{match}/chat", {**said, "id": name})
        if answer.status_code == 204:
            self.ledger.say(Line(match, self.guest, name, **said))

    def comment(self, match: str) -> None:
        """Write something beside a match that is over, or a step of it."""
        name = uuid4().hex
        text = f"So it went: {name[:8]}"
        step = {"step": self.dice.randrange(10)} if self.dice.random() < 0.5 else {}
        if self.ask("POST", f"/api/matches/{match}/comments", {"text": text, "id": name, **step}).status_code == 201:
            self.ledger.comment(Line(match, self.guest, name, text))

    def think(self) -> None:
        self.world.wait(self.dice.uniform(0.2, 1.8) * self.world.think)

    # ------------------------------------------------------------ sockets

    def line(self, path: str, **more: Any) -> ClientConnection:
        """A WebSocket to any server."""
        address = self.world.address(self.dice).replace("http", "ws", 1)
        return connect(f"{address}/ws/{path}", additional_headers=self.signs(), max_size=None, open_timeout=5, **more)

    def signs(self) -> Mapping[str, str]:
        """By what a server knows who one is."""
        return {"cookie": "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())}


class Householder(Player):
    """Plays all seats of a table over REST; takes moves back, and at times leaves a seat to a bot."""

    count = 2

    def visit(self) -> None:
        status = self.open("me", "here")
        match, mine = status["match"], list(status["mine"])
        for _ in range(MOVES):
            for seat in list(mine):
                self.turn(match, seat)
            if self.world.over.is_set():
                return
        if self.dice.random() < 0.5:
            self.say(match, "leave", mine[-1], bot="random")
        elif self.dice.random() < 0.5 and self.ask("POST", f"/api/matches/{match}/cancel", {}).status_code == 200:
            self.status(match)

    def turn(self, match: str, seat: int) -> None:
        legal = self.get(f"/api/matches/{match}/legal?seat={seat}")
        if legal:
            self.think()
            if self.say(match, "move", seat, move=self.dice.choice(legal)) and self.dice.random() < 0.1:
                self.say(match, "undo", seat)


class Finisher(Player):
    """Plays a short game with a bot to its end, and again."""

    def visit(self) -> None:
        status = self.open("me", game="misty")
        if self.play(status["match"], 0, 200) == "over":
            self.comment(status["match"])
        if self.world.over.is_set():
            return
        again = self.ask("POST", f"/api/matches/{status['match']}/rematch", {})
        if again.status_code == 200:
            self.ledger.seat(again.json()["match"], again.json()["mine"][0], self.guest)


class Seated(Player):
    """Plays one seat over a WebSocket, with patches, and checks that they fit."""

    def sit(self, match: str, seat: int, most: int = MOVES) -> None:
        """Play for a while; what is not answered when the line breaks is said again over the next."""
        self.unanswered: dict[str, Any] | None = None
        end = time.monotonic() + 3 * PATIENCE
        left = most
        while left > 0 and time.monotonic() < end:
            try:
                with self.line(match) as line:
                    left = self.stay(line, match, seat, left)
            except OFFLINE:
                time.sleep(self.dice.uniform(0.05, 0.5))
            if self.world.over.is_set() and self.unanswered is None:
                return

    def stay(self, line: ClientConnection, match: str, seat: int, left: int) -> int:
        """As long as the line holds: how many moves are still to be made."""
        line.send(json.dumps({"type": "watch", "seat": seat, "patches": True}))
        if self.unanswered:
            line.send(json.dumps(self.unanswered))
        scene: dict[str, Any] = {}
        moves: list[str] = []
        while left > 0 and (not self.world.over.is_set() or self.unanswered):
            if moves and self.unanswered is None and not self.world.over.is_set():
                self.think()
                self.unanswered = self.wish(seat, moves)
                line.send(json.dumps(self.unanswered))
            message = json.loads(line.recv(timeout=5))
            if message["type"] == "frames":
                scene = self.shown(message, scene, match)
                moves = moves_of(scene)
                if message["seat"] != seat:
                    return 0  # it has lost its seat
            elif self.unanswered and message.get("id") == self.unanswered["id"]:
                moves = [] if self.unanswered["type"] == "move" else moves
                left -= self.answered(message, match, seat)
            elif message["type"] == "status":
                self.note(message["status"])
                if message["status"]["status"] == "over":
                    return 0
        return left

    def wish(self, seat: int, moves: list[str]) -> dict[str, Any]:
        if self.dice.random() < 0.05:
            return {"type": "say", "id": uuid4().hex, "phrase": self.dice.choice(PHRASES)}
        return {"type": "move", "id": uuid4().hex, "seat": seat, "move": self.dice.choice(moves)}

    def answered(self, message: dict[str, Any], match: str, seat: int) -> bool:
        assert self.unanswered is not None
        if message["type"] == "error" and message["error"] in ("read-only", "too-many"):
            raise OSError("the server is in trouble")  # and is asked again
        said, self.unanswered = self.unanswered, None
        if message["type"] == "ok" and said["type"] == "say":
            self.ledger.say(Line(match, self.guest, said["id"], phrase=said["phrase"]))
        elif message["type"] == "ok":
            self.ledger.acknowledge(Acknowledged(match, self.guest, "move", seat, said["id"], said["move"]))
        return bool(message["type"] == "ok")

    def shown(self, message: dict[str, Any], scene: dict[str, Any], match: str) -> dict[str, Any]:
        for frame in message["frames"]:
            if "patch" in frame:
                scene = dict(patched(scene, frame["patch"]))
                if digest(scene) != frame["digest"]:
                    self.ledger.find(f"a patch at {match} does not fit")
            else:
                scene = frame["scene"]
        return scene


class Host(Seated):
    """Opens a table for a friend, or for a program, and plays its own seat."""

    count = 2

    def visit(self) -> None:
        programs = self.dice.random() < 0.3
        status = self.open("me", "friend", programs=programs)
        links = self.world.program_links if programs else self.world.links
        links += [seat["link"] for seat in status["seats"] if seat.get("link")]
        self.chat(status["match"], f"Come, {uuid4().hex[:8]}!")
        self.sit(status["match"], status["mine"][0])


class Friend(Seated):
    """Takes a seat that somebody has kept for a friend."""

    def visit(self) -> None:
        try:
            link = self.world.links.pop(0)
        except IndexError:
            self.world.wait(0.3)
            return
        taken = self.take(link, name=self.name[:20])
        if taken:
            self.sit(*taken)

    def take(self, link: str, **more: Any) -> tuple[str, int] | None:
        """Take the seat behind a link: at which table, and which."""
        answer = self.ask("POST", f"/api{link}", more)
        match = self.ask("GET", f"/api{link}").json()["match"]
        mine = (self.status(match) or {"mine": []})["mine"]
        if answer.status_code != 200 and not mine:
            return None
        # The answer may have been lost with the server, and the seat be taken.
        self.ledger.seat(match, mine[0], self.guest)
        return match, mine[0]


def moves_of(scene: Any) -> list[str]:
    """The moves that a scene offers, wherever it shows them."""
    if isinstance(scene, list):
        return sorted({move for part in scene for move in moves_of(part)})
    if not isinstance(scene, dict):
        return []
    own = [scene["move"]] if isinstance(scene.get("move"), str) else []
    return sorted({*own, *(move for part in scene.values() for move in moves_of(part))})
