"""The page is there before the rules are: whoever wants to play waits for one game, and is told how far it is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from mistvale.server.app import create_app
from mistvale.warming import GREEDY, PLAY, SEARCH

from .helpers import ADDRESS, Guest, House, Line, fast_settings


class Slow:
    """A workshop whose work is done when a test says so."""

    def __init__(self) -> None:
        self.told: Any = lambda: None
        self.ready: set[tuple[str, str]] = set()
        self.wanted: list[tuple[str, str]] = []

    def want(self, game: str, stage: str = PLAY) -> None:
        self.wanted.append((game, stage))

    def is_ready(self, game: str, stage: str = PLAY) -> bool:
        return (game, stage) in self.ready

    def progress(self, game: str, stage: str = PLAY) -> tuple[int, int]:
        return (20, 20) if self.is_ready(game, stage) else (7, 20)

    def finish(self, game: str, *stages: str) -> None:
        self.ready |= {(game, stage) for stage in stages}
        self.told()


class SlowHouse(House):
    """A server whose rules take as long as a test wants."""

    def __init__(self, folder: Path) -> None:
        self.settings = fast_settings(folder)
        self.workshop = Slow()
        self.app = create_app(self.settings, workshop=self.workshop)  # type: ignore[arg-type]
        self._main = TestClient(self.app, base_url=ADDRESS)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[SlowHouse]:
    with SlowHouse(tmp_path) as opened:
        yield opened


class Opening(threading.Thread):
    """Somebody who has pressed Play."""

    def __init__(self, guest: Guest, *kinds: str) -> None:
        super().__init__(daemon=True)
        self.guest, self.kinds, self.status = guest, kinds, None
        self.start()

    def run(self) -> None:
        self.status = self.guest.open(*self.kinds)

    def opened(self) -> dict[str, Any]:
        self.join(30)
        assert self.status is not None
        return self.status


def test_the_page_and_its_games_wait_for_no_compiler(house: SlowHouse) -> None:
    ann = house.guest("Ann")
    assert ann.client.get("/").status_code == 200
    assert "misty" in [game["name"] for game in ann.get("/api/games")]
    assert ann.get("/api/games/misty/guide")["html"]


def test_who_asks_is_told_how_far_a_game_is_and_makes_it_come_first(house: SlowHouse) -> None:
    ann = house.guest("Ann")
    assert ann.get("/api/games/misty/ready") == {"ready": False, "stage": PLAY, "done": 7, "total": 20}
    assert house.workshop.wanted == [("misty", PLAY)]
    house.workshop.finish("misty", PLAY)
    assert ann.get("/api/games/misty/ready")["ready"]
    assert ann.get("/api/games/chess/ready", 404)["error"] == "not-found"


def test_a_table_is_opened_as_soon_as_its_rules_are_ready(house: SlowHouse) -> None:
    ann = house.guest("Ann")
    opening = Opening(ann, "me", "here")
    opening.join(0.3)
    assert opening.status is None
    house.workshop.finish("misty", PLAY)
    status = opening.opened()
    assert status["status"] == "playing"
    assert ann.get(f"/api/matches/{status['match']}/ready")["ready"]
    ann.move(status["match"], 0, ann.legal(status["match"], 0)[0])


def test_bots_wait_for_theirs_and_those_who_watch_are_told(house: SlowHouse) -> None:
    """Nobody thinks with fewer trials meanwhile."""
    house.workshop.finish("misty", PLAY)
    ann = house.guest("Ann")
    match = ann.open("me", "bot:greedy")["match"]
    with ann.at(match, 0) as line:
        told = line.until("preparing")
        assert told == {"type": "preparing", "stage": GREEDY, "ready": False, "done": 7, "total": 20}
        ann.move(match, 0, ann.legal(match, 0)[0])
        assert ann.status(match)["seats"][1]["pending"], "it has not moved"
        house.workshop.finish("misty", GREEDY)
        line.until("preparing", ready=True)
        line.until("frames")


def test_a_random_bot_needs_nothing_but_the_rules(house: SlowHouse) -> None:
    house.workshop.finish("misty", PLAY)
    ann = house.guest("Ann")
    match = ann.open("me", "bot:random")["match"]
    assert ann.play_out(match)["status"] == "over"


def test_who_comes_back_to_a_table_after_a_restart_is_told_too(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as before:
        ann = before.guest("Ann")
        match = ann.open("me", "here")["match"]
        cookies = ann.client.cookies
    with SlowHouse(tmp_path) as house:
        again = house.guest()
        again.client.cookies = cookies
        assert again.get(f"/api/matches/{match}/ready")["done"] == 7
        assert again.get("/api/matches/nosuchmatch/ready", 404)["error"] == "not-found"
        assert again.get("/api/join/nosuchlink/ready", 404)["error"] == "not-found"
        with again.client.websocket_connect(f"ws://localhost/ws/{match}") as socket:
            line = Line(socket)
            line.say(type="watch", seat=0)
            assert line.until("preparing")["stage"] == PLAY
            house.workshop.finish("misty", PLAY)
            assert line.until("status")["status"]["mine"] == [0, 1]
            assert line.until("frames")["whole"]


def test_hints_wait_for_the_search(house: SlowHouse) -> None:
    house.workshop.finish("misty", PLAY)
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, 0) as line:
        line.until("frames")
        line.say(type="hint", id="h", seat=0)
        line.settle()
        assert ("misty", SEARCH) in house.workshop.wanted
        house.workshop.finish("misty", SEARCH)
        assert line.until("hint", id="h")["moves"]
