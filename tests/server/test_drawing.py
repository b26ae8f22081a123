"""What one guest wants drawn keeps nobody else waiting: neither the event loop, nor those who watch, nor readers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import WebSocketDenialResponse

import mistvale as mv
from mistvale.server.tables import fold
from mistvale.server.watchers import Watcher

from .helpers import House, fast_settings


@pytest.fixture
def brush(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Whatever is drawn for one who asks is finished when this is set."""
    lifted = threading.Event()

    def slowly(draw: Callable[..., Any]) -> Callable[..., Any]:
        def drawn(match: mv.Match, viewer: int | None = None, *more: Any) -> Any:
            asked_for = threading.current_thread().name.startswith("mistvale-sketch")
            assert not asked_for or lifted.wait(30)
            return draw(match, viewer, *more)

        return drawn

    for name in ("preview", "view", "scene"):
        monkeypatch.setattr(mv.Match, name, slowly(getattr(mv.Match, name)))
    yield lifted
    lifted.set()


def test_messages_are_answered_while_previews_are_drawn(house: House, brush: threading.Event) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = ann.open("me", "here")["match"]
    other = bob.open("me", "here")["match"]
    move = ann.legal(match, 0)[0]
    with ann.at(match, 0) as line, bob.at(other, 0) as quiet:
        line.until("frames"), quiet.until("frames")
        for number in range(5):
            line.say(type="preview", id=f"p{number}", seat=0, move=move)
        line.settle()
        quiet.settle()
        assert bob.move(other, 0, bob.legal(other, 0)[0])["ok"]
        assert quiet.until("frames"), "those who watch are shown what happens"
        ann.move(match, 1, ann.legal(match, 1)[0])
        brush.set()
        while not {"p0", "p4"} <= {m["id"] for m in line.heard if m["type"] == "preview"}:
            line.hear()
    answers = {m["id"]: m["type"] for m in line.heard if m.get("id")}
    assert answers == {"p0": "preview", "p1": "error", "p2": "error", "p3": "error", "p4": "preview"}


@pytest.mark.parametrize("what", ["view", "scene", "frames"])
def test_others_are_answered_while_something_is_drawn(house: House, brush: threading.Event, what: str) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = ann.open("me", "here", options={"window": "small"})["match"]
    if what == "frames":
        ann.play_out(match)
    answers: list[int] = []

    def ask() -> None:
        answers.append(ann.client.get(f"/api/matches/{match}/{what}?seat=0").status_code)

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(5)]
    for thread in threads:
        thread.start()
    time.sleep(0.1)
    other = bob.open("me", "here")["match"]
    with bob.at(other, 0) as line:
        line.until("frames")
        bob.move(other, 0, bob.legal(other, 0)[0])
        line.until("frames")
    assert bob.get("/api/matches") and bob.get("/health")["status"] == "ok"
    assert not answers
    brush.set()
    for thread in threads:
        thread.join(30)
    assert answers == [200] * 5


def test_whoever_wants_too_much_drawn_has_to_wait(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, drawings_per_second=0.0, drawing_burst=6.0)) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        match = ann.open("me", "here")["match"]
        move = ann.legal(match, 0)[0]
        with ann.at(match, 0) as line:
            line.until("frames")
            ann.get(f"/api/matches/{match}/view?seat=0")
            ann.get(f"/api/matches/{match}/scene?seat=0")
            for number in range(3):
                assert line.ask(type="preview", id=f"p{number}", seat=0, move=move)["type"] == "preview"
            assert line.ask(type="preview", id="p", seat=0, move=move)["error"] == "too-many"
            line.say(type="watch", seat=1)
            assert line.until("error")["error"] == "too-many"
            assert ann.get(f"/api/matches/{match}/view?seat=0", 429)["error"] == "too-many"
            assert line.ask(type="move", id="m", seat=0, move=move)["type"] == "ok", "playing is no asking"
        bob.get(f"/api/matches/{match}/view")


def test_a_replay_costs_as_much_as_its_scenes(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, drawings_per_second=0.0, drawing_burst=10.0)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "here", options={"window": "small"})["match"]
        ann.play_out(match)
        path = f"/api/matches/{match}/frames"
        assert len(ann.get(f"{path}?from=0&to=7")["frames"]) == 8
        assert len(ann.get(f"{path}?from=8&to=15")["frames"]) == 8, "what is begun is finished"
        assert ann.get(f"{path}?from=16&to=20", 429)["error"] == "too-many"


def test_a_list_costs_as_much_as_its_tables(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, drawings_per_second=0.0, drawing_burst=5.0)) as house:
        ann = house.guest("Ann")
        for _ in range(3):
            ann.open("me", "here")
        assert [len(ann.get("/api/matches")) for _ in range(2)] == [3, 3]
        assert ann.get("/api/matches", 429)["error"] == "too-many"


def test_readers_do_not_wait_for_tables_that_are_put_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest("Ann")
        matches = [ann.open("me", "here")["match"] for _ in range(6)]
    done = threading.Event()
    monkeypatch.setattr("mistvale.server.hub.fold", lambda events: done.wait(30) and fold(events))
    with House(fast_settings(tmp_path)) as house:
        eve = house.guest("Eve")
        looking = [threading.Thread(target=eve.status, args=(match,), daemon=True) for match in matches]
        for thread in looking:
            thread.start()
        time.sleep(0.1)
        assert eve.get("/api/me")["guest"] == eve.id
        done.set()
        for thread in looking:
            thread.join(30)


def test_a_watcher_that_never_reads_is_cut_off() -> None:
    watcher = Watcher("eve", 100, 1000)
    for _ in range(3):
        watcher.send("x" * 400)
    assert watcher.cut_off and watcher.unsent.qsize() == 3
    many = Watcher("eve", 2, 1000)
    for _ in range(3):
        many.send("x")
    assert many.cut_off


# ---------------------------------------------------------------- sockets


@pytest.mark.parametrize("limit", [{"sockets_per_guest": 2}, {"sockets_per_address": 2}])
def test_only_so_many_sockets(tmp_path: Path, limit: dict[str, int]) -> None:
    with House(fast_settings(tmp_path, **limit)) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        match = ann.open("me", "here")["match"]
        with ann.at(match) as one, ann.at(match) as two:
            one.until("frames"), two.until("frames")
            with pytest.raises(WebSocketDenialResponse) as denied:
                ann.client.websocket_connect(f"ws://localhost/ws/{match}").__enter__()
            assert denied.value.status_code == 429 and denied.value.json()["error"] == "too-many"
            if "sockets_per_guest" in limit:
                with bob.at(match) as other:
                    other.until("frames")
        with ann.at(match) as again:
            again.until("frames")
