"""A disk that is full or read-only, rules that changed: tables stay readable, and nothing is lost."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from mistvale.core import game as shelf
from mistvale.server.errors import Refusal
from mistvale.server.events import Batch, Event
from mistvale.server.store import Store
from mistvale.server.tables import fold
from mistvale.server.words import message

from .helpers import Guest, House, Line, fast_settings, same_guest


@contextmanager
def pragma(house: House, on: str, off: str) -> Iterator[None]:
    """A setting of SQLite on every connection of the server."""
    setting = [on]
    engine = house.app.state.hub.store.engine
    sa.event.listen(engine, "checkout", lambda connection, *_: connection.execute(setting[0]) and None)
    yield
    setting[0] = off


def full_disk(house: House) -> Any:
    return pragma(house, "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000")


def read_only_disk(house: House) -> Any:
    return pragma(house, "PRAGMA query_only = 1", "PRAGMA query_only = 0")


def healthy(guest: Guest, within: float = 5.0) -> bool:
    end = time.monotonic() + within
    while time.monotonic() < end:
        if guest.get("/health")["status"] == "ok":
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize(("broken", "word"), [(full_disk, "full"), (read_only_disk, "read-only")])
def test_tables_stay_readable_and_play_resumes(house: House, broken: Any, word: str) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, 0) as line, broken(house):
        line.until("frames")
        refused = until_refused(line, ann.legal(match, 0)[0])
        assert refused["error"] == "read-only" and word in refused["text"]
        before = ann.get(f"/api/matches/{match}/view?seat=0")
        health = ann.get("/health")
        assert health["status"] == "read-only" and word in health["reason"]
        wish = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "here"}]}
        assert ann.post("/api/matches", wish, 503)["error"] == "read-only"
        assert house.guest().status(match)["status"] == "playing"
        time.sleep(3 * house.settings.retry_seconds)
        assert ann.get("/health")["status"] == "read-only", "it is not well before it is"
        assert ann.get(f"/api/matches/{match}/view?seat=0") == before
    assert healthy(ann)
    assert ann.get(f"/api/matches/{match}/view?seat=0") == before
    assert ann.move(match, 1, ann.legal(match, 1)[0])["ok"]


def until_refused(line: Line, move: str) -> dict[str, Any]:
    """A disk may have room in its last page: take a move back and forth until there is none."""
    for i in range(400):
        wish = {"type": "undo"} if i % 2 else {"type": "move", "move": move}
        answer = line.ask(id=f"a{i}", seat=0, **wish)
        if answer["type"] == "error":
            return answer
    raise AssertionError("there is room without end")


def test_bots_wait_and_go_on(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "friend")["match"]
    with read_only_disk(house):
        ann.post(f"/api/matches/{match}/leave", {"seat": 1, "bot": "random"}, 503)
    assert healthy(ann)
    ann.post(f"/api/matches/{match}/leave", {"seat": 1, "bot": "random"})
    wait_for(ann, match, bot_pending=False)
    with read_only_disk(house):
        refused = ann.move(match, 0, ann.legal(match, 0)[0], 503)
        assert refused["error"] == "read-only"
    assert healthy(ann)
    assert ann.play_out(match)["status"] == "over"


def wait_for(guest: Guest, match: str, bot_pending: bool) -> None:
    for _ in range(250):
        if guest.status(match)["seats"][1]["pending"] is bot_pending:
            return
        time.sleep(0.02)
    raise AssertionError("the bot did not move")


def test_a_bot_whose_move_was_refused_moves_later(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, bot_pause=0.3)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "bot:random")["match"]
        with read_only_disk(house):
            for _ in range(250):
                if ann.get("/health")["status"] == "read-only":
                    break
                time.sleep(0.02)
            assert ann.status(match)["seats"][1]["pending"]
        wait_for(ann, match, bot_pending=False)


def test_a_table_that_cannot_be_read_does_not_keep_other_bots_asleep(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, bot_pause=60.0)) as house:
        ann = house.guest("Ann")
        torn, whole = (ann.open("me", "bot:random")["match"] for _ in range(2))
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'mistvale.db'}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE events SET data = '{}' WHERE match = :match"), {"match": torn})
    with House(fast_settings(tmp_path)) as house:
        store = house.app.state.hub.store
        for _ in range(250):
            # Asking the server for the table would wake its bots anyway.
            if len(store.events(whole)) > 1:
                return
            time.sleep(0.02)
    raise AssertionError("the bot sleeps")


def test_bots_wake_although_the_store_was_away_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(fast_settings(tmp_path, bot_pause=60.0)) as house:
        match = house.guest("Ann").open("me", "bot:random")["match"]
    asked, turns = [0], Store.bot_turns

    def refuses_once(store: Store) -> list[str]:
        asked[0] += 1
        if asked[0] == 1:
            raise Refusal("read-only", message("trouble.database"))
        return turns(store)

    monkeypatch.setattr(Store, "bot_turns", refuses_once)
    with House(fast_settings(tmp_path)) as house:
        for _ in range(250):
            if len(house.app.state.hub.store.events(match)) > 1:
                return
            time.sleep(0.02)
    raise AssertionError("the bot sleeps")


def test_a_torn_event_freezes_its_table_and_leaves_the_others_alone(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest("Ann")
        torn, whole = (ann.open("me", "here", seed=7)["match"] for _ in range(2))
        for match in (torn, whole):
            ann.move(match, 0, ann.legal(match, 0)[0])
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'mistvale.db'}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE events SET data = '{}' WHERE match = :m AND number > 0"), {"m": torn})
    with House(fast_settings(tmp_path)) as house:
        again = reopened(house, ann.client.cookies)
        assert again.status(torn)["status"] == "frozen"
        assert again.status(whole)["status"] == "playing"
        assert {table["match"] for table in again.get("/api/matches")} == {torn, whole}


TORN = {
    "no data": {"data": {}},
    "a list for data": {"data": []},
    "no seat": {"seat": None},
    "a seat too many": {"seat": 7},
    "no such kind": {"kind": "nonsense"},
    "a number left out": {"number": 2},
}


@pytest.mark.parametrize("torn", TORN.values(), ids=TORN)
def test_a_torn_event_of_another_process_freezes_its_table(houses: tuple[House, House], torn: dict[str, Any]) -> None:
    """With the reason that it has when it is loaded."""
    here, there = houses
    ann = here.guest("Ann")
    match, whole = (ann.open("me", "here", seed=7)["match"] for _ in range(2))
    elsewhere = same_guest(ann, there)
    event = Event(match, 1, "move", 0, ann.id, "m", {"move": ann.legal(match, 0)[0]})
    store = here.app.state.hub.store
    with elsewhere.at(match, 0) as line:
        line.until("frames")
        store.append(Batch((dataclasses.replace(event, **torn),), ()))
        told = line.until("status")["status"]
    assert told["status"] == "frozen" and told["reason"] == str(fold(store.events(match)).frozen)
    assert elsewhere.move(match, 0, "pick rocket", 409)["error"] == "frozen"
    assert elsewhere.move(whole, 0, elsewhere.legal(whole, 0)[0])["ok"]


# ---------------------------------------------------------------- rules that changed


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, Any, str, int]:
    """A table with some moves, whose server has stopped."""
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "here", seed=7)["match"]
        for _ in range(3):
            for seat in (0, 1):
                legal = ann.legal(match, seat)
                if legal:
                    ann.move(match, seat, legal[0])
        return tmp_path, ann.client.cookies, match, ann.status(match)["step"]


def reopened(house: House, cookies: Any) -> Guest:
    ann = house.guest()
    ann.client.cookies = cookies
    return ann


def other_rules(monkeypatch: pytest.MonkeyPatch, **changed: Any) -> None:
    """The game as a later Mistvale might have it."""
    newer = dataclasses.replace(shelf.game("misty"), **changed)
    monkeypatch.setattr(shelf, "_shelf", lambda: {"misty": FakeEntry(newer)})
    shelf.game.cache_clear()


class FakeEntry:
    value = "a test"

    def __init__(self, game: Any) -> None:
        self.game = game

    def load(self) -> Any:
        return self.game


@pytest.fixture
def shelf_again() -> Iterator[None]:
    yield
    shelf.game.cache_clear()


def alter_digests(folder: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{folder / 'mistvale.db'}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE events SET digest = 'f00' WHERE number >= 3"))


def test_new_rules_that_play_the_same_go_on(played: Any, monkeypatch: Any, shelf_again: None) -> None:
    folder, cookies, match, step = played
    other_rules(monkeypatch, version=2)
    with House(fast_settings(folder)) as house:
        ann = reopened(house, cookies)
        status = ann.status(match)
        assert status["status"] == "playing" and status["step"] == step


def test_new_rules_that_play_otherwise_freeze_the_match(played: Any, monkeypatch: Any, shelf_again: None) -> None:
    folder, cookies, match, step = played
    alter_digests(folder)
    other_rules(monkeypatch, version=2)
    with House(fast_settings(folder)) as house:
        ann = reopened(house, cookies)
        status = ann.status(match)
        assert status["status"] == "frozen" and "from version 1 to 2" in status["reason"]
        assert 0 < status["step"] < step, "it shows the last position that is sure"
        assert ann.get(f"/api/matches/{match}/scene?seat=0")
        error = ann.move(match, 0, "pick rocket", 409)
        assert error["error"] == "frozen" and error["text"] == status["reason"]
        assert ann.get(f"/api/matches/{match}/record", 409)["error"] == "frozen"
        assert ann.post(f"/api/matches/{match}/undo", {"seat": 0}, 409)["error"] == "frozen"
        with ann.at(match, 0) as line:
            assert line.hear()["status"]["status"] == "frozen"


def test_a_game_that_is_gone_freezes_its_matches(played: Any, monkeypatch: Any, shelf_again: None) -> None:
    folder, cookies, match, _ = played
    monkeypatch.setattr(shelf, "_shelf", dict)
    shelf.game.cache_clear()
    with House(fast_settings(folder)) as house:
        status = reopened(house, cookies).status(match)
        assert status["status"] == "frozen" and "misty is not installed" in status["reason"]
        assert [seat["name"] for seat in status["seats"]] == ["Ann", "Player 2"]
