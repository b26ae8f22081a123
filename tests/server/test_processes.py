"""Processes that are killed, and two that serve one table."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

import mistvale as mv

from .processes import Process

SEATS = {"small": [{"kind": "me"}, {"kind": "here"}, {"kind": "bot", "bot": "random"}]}


@pytest.fixture
def start() -> Iterator[Callable[..., Process]]:
    started: list[Process] = []

    def begin(*args: Any, **more: Any) -> Process:
        started.append(Process(*args, **more))
        return started[-1]

    yield begin
    for process in started:
        process.close()


def open_table(client: httpx.Client, seats: list[dict[str, str]], **more: Any) -> str:
    client.get("/api/me")
    answer = client.post("/api/matches", json={"game": "misty", "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["match"])


class Player(threading.Thread):
    """Plays its seats as fast as it can until the server is gone or the match is over; notes every answer."""

    def __init__(self, client: httpx.Client, match: str) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.match = match
        self.acknowledged: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self.unanswered: dict[str, Any] | None = None

    def run(self) -> None:
        try:
            while (status := self.client.get(f"/api/matches/{self.match}").json())["status"] == "playing":
                for seat in status["mine"]:
                    self.play(seat)
        except httpx.HTTPError:
            pass

    def play(self, seat: int) -> None:
        legal = self.client.get(f"/api/matches/{self.match}/legal?seat={seat}").json()
        if legal:
            wish = {"seat": seat, "move": legal[-1], "id": uuid4().hex}
            self.unanswered = wish
            answer = self.client.post(f"/api/matches/{self.match}/moves", json=wish)
            assert answer.status_code == 200, answer.text
            self.acknowledged.append((wish, answer.json()))
            self.unanswered = None


def wait_until(check: Callable[[], bool], seconds: float = 15.0) -> None:
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


@pytest.mark.slow
def test_killed_in_the_middle_of_play_nothing_acknowledged_is_lost(
    tmp_path: Path, start: Callable[..., Process]
) -> None:
    server = start(tmp_path)
    ann = server.client()
    match = open_table(ann, SEATS["small"], options={"window": "small"})
    player = Player(ann, match)
    player.start()
    wait_until(lambda: len(player.acknowledged) >= 12)
    server.kill()
    player.join(15)
    again = start(tmp_path, port=server.port)
    back = again.client(ann.cookies)
    status = back.get(f"/api/matches/{match}").json()
    assert status["mine"] == [0, 1], "seats are still held"
    assert status["step"] >= player.acknowledged[-1][1]["step"]
    for wish, answer in player.acknowledged:
        assert back.post(f"/api/matches/{match}/moves", json=wish).json() == answer
    assert back.get(f"/api/matches/{match}").json()["step"] >= status["step"]
    if player.unanswered:
        # Whether it was written or not: sent again with its id it is carried out once.
        answers = [back.post(f"/api/matches/{match}/moves", json=player.unanswered).json() for _ in range(2)]
        assert answers[0] == answers[1] and answers[0]["ok"]
    rest = Player(back, match)
    rest.start()
    rest.join(30)
    assert back.get(f"/api/matches/{match}").json()["status"] == "over", "the bot went on too"
    mv.load(back.get(f"/api/matches/{match}/record").text).audit()


def test_a_bot_that_was_to_move_moves_after_a_restart(tmp_path: Path, start: Callable[..., Process]) -> None:
    server = start(tmp_path, bot_pause=30.0)
    ann = server.client()
    match = open_table(ann, [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    step = ann.get(f"/api/matches/{match}").json()["step"]
    server.kill()
    again = start(tmp_path)
    # Nobody asks for the table: its step is looked up only after the bot had time to move.
    wait_until(lambda: "mistvale_move_seconds_count 1" in again.client().get("/metrics").text)
    assert again.client(ann.cookies).get(f"/api/matches/{match}").json()["step"] == step + 1


def test_ctrl_c_stops_in_good_order(tmp_path: Path, start: Callable[..., Process]) -> None:
    server = start(tmp_path)
    ann = server.client()
    match = open_table(ann, [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    with server.watch(match, ann.cookies) as socket:
        socket.send(json.dumps({"type": "watch", "seat": 0}))
        socket.recv(5)
        began = time.monotonic()
        assert server.stop() == 0 and time.monotonic() - began < 8
    assert "Traceback" not in server.said


@pytest.mark.slow
def test_two_processes_serve_one_table_live(
    tmp_path: Path, postgres: Callable[[], str], start: Callable[..., Process]
) -> None:
    database = postgres()
    here, there = start(tmp_path, database), start(tmp_path, database)
    ann, bob = here.client(), there.client()
    match = open_table(ann, [{"kind": "me"}, {"kind": "friend"}], options={"window": "small"})
    link = ann.get(f"/api/matches/{match}").json()["seats"][1]["link"]
    with here.watch(match, ann.cookies) as line:
        line.send(json.dumps({"type": "watch", "seat": 0}))
        assert until(line, "status")["status"]["status"] == "waiting"
        bob.get("/api/me")
        assert bob.post(f"/api{link}", json={"name": "Bob"}).json()["mine"] == [1]
        assert until(line, "status")["status"]["status"] == "playing", "heard from the other process"
        assert until(line, "frames")["whole"]
        ann.post(f"/api/matches/{match}/moves", json=first_move(ann, match, 0))
        bob.post(f"/api/matches/{match}/moves", json=first_move(bob, match, 1))
        while until(line, "frames")["frames"][-1]["kind"] != "beat":
            pass
        with there.watch(match, bob.cookies) as other:
            other.send(json.dumps({"type": "watch", "seat": 1}))
            assert until(line, "presence")["online"] == [True, True]
    players = [Player(ann, match), Player(bob, match)]
    for player in players:
        player.start()
    for player in players:
        player.join(40)
    wait_until(lambda: ann.get(f"/api/matches/{match}").json()["status"] == "over")
    records = [client.get(f"/api/matches/{match}/record").text for client in (ann, bob)]
    assert records[0] == records[1]
    mv.load(records[0]).audit()


def first_move(client: httpx.Client, match: str, seat: int) -> dict[str, Any]:
    return {"seat": seat, "move": client.get(f"/api/matches/{match}/legal?seat={seat}").json()[0]}


def until(line: Any, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(line.recv(10))
        if message["type"] == kind:
            return message


def test_a_table_that_one_process_sweeps_is_gone_at_the_other(
    tmp_path: Path, furnished_postgres: Callable[[], str], start: Callable[..., Process]
) -> None:
    database = furnished_postgres()
    here = start(tmp_path, database)
    ann = here.client()
    match = open_table(ann, [{"kind": "me"}, {"kind": "here"}])
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE matches SET touched = '2020-01-01'")
        there = start(tmp_path, database)
        # Whoever asks for a table keeps it: neither of them is asked before it is gone.
        wait_until(lambda: not connection.execute("SELECT 1 FROM matches").fetchall())
    assert there.client().get(f"/api/matches/{match}").status_code == 404
    wait_until(lambda: ann.get(f"/api/matches/{match}").status_code == 404)
    assert "Traceback" not in here.said and "Traceback" not in there.said
