"""What nobody came back to goes in the end; all else stays."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from mistvale.server import schema
from mistvale.server.engine import MIGRATIONS, open_engine, writing
from mistvale.server.errors import Refusal
from mistvale.server.events import Batch, Link
from mistvale.server.retention import Stay, today
from mistvale.server.store import Store

from .helpers import House, fast_settings, same_guest
from .test_store import batch, event

TERMS = Stay(waiting=30, playing=180, over=730, names=400)


def days_ago(days: int) -> str:
    return (datetime.now(UTC) - timedelta(days=days)).strftime("%Y-%m-%d")


def age(store: Store, match: str, days: int) -> None:
    table = schema.matches
    change = sa.update(table).where(table.c.match == match).values(touched=days_ago(days))
    store.submit(lambda connection: connection.execute(change)).result()


def age_guest(store: Store, guest: str, days: int) -> None:
    table = schema.guests
    change = sa.update(table).where(table.c.guest == guest).values(seen=days_ago(days))
    store.submit(lambda connection: connection.execute(change)).result()


def rows(store: Store) -> dict[str, int]:
    with store.engine.connect() as connection:
        return {
            table.name: int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())
            for table in (schema.events, schema.matches, schema.holders, schema.links, schema.guests)
        }


@pytest.mark.parametrize(
    ("status", "days"), [("waiting", 30), ("sealing", 30), ("playing", 180), ("over", 730), ("frozen", 730)]
)
def test_a_table_stays_as_long_as_its_stage_says(store: Store, status: str, days: int) -> None:
    store.append(batch(event(0), event(1), status=status))
    age(store, "m1", days)
    assert store.sweep(TERMS, frozenset()) == ([], 0)
    age(store, "m1", days + 1)
    assert store.sweep(TERMS, frozenset({"m1"})) == ([], 0), "somebody watches it"
    assert store.sweep(TERMS, frozenset()) == (["m1"], 0)
    assert store.events("m1") == [] and store.matches_of("ann") == []


def test_all_rows_of_a_table_go_together(store: Store) -> None:
    for match in ("m1", "m2"):
        opened = batch(event(0, match))
        store.append(Batch(opened.events, opened.marks, (Link(f"t{match}", match, 1),), opened.holders))
    before = rows(store)
    age(store, "m1", 1000)
    store.sweep(TERMS, frozenset())
    assert rows(store) == {name: count // 2 for name, count in before.items()}
    assert store.link("tm1") is None and store.link("tm2") is not None


def test_nought_is_for_ever(store: Store) -> None:
    for status in ("waiting", "playing", "over"):
        store.append(batch(event(0, status), status=status))
        age(store, status, 5000)
    store.set_name("eve", "Eve")
    age_guest(store, "eve", 5000)
    assert store.sweep(Stay(0, 0, 0, 0), frozenset()) == ([], 0)


def test_it_is_done_in_small_portions(store: Store) -> None:
    for number in range(7):
        store.append(batch(event(0, f"m{number}")))
        age(store, f"m{number}", 1000)
    sizes = [len(store.sweep(TERMS, frozenset(), most=3)[0]) for _ in range(4)]
    assert sizes == [3, 3, 1, 0]


def test_names_stay_while_they_are_used(store: Store) -> None:
    for guest in ("ann", "bob", "eve"):
        store.set_name(guest, guest)
        age_guest(store, guest, 401)
    store.append(batch(event(0)))
    store.touch_guest("bob")
    assert store.sweep(TERMS, frozenset()) == ([], 1)
    assert [store.name(guest) for guest in ("ann", "bob", "eve")] == ["ann", "bob", ""], "ann sits at a table"


def test_whatever_happens_at_a_table_keeps_it(store: Store) -> None:
    store.append(batch(event(0)))
    age(store, "m1", 1000)
    store.append(batch(event(1)))
    assert store.sweep(TERMS, frozenset()) == ([], 0)
    age(store, "m1", 1000)
    store.touch_match("m1")
    assert store.sweep(TERMS, frozenset()) == ([], 0)


def test_a_table_that_is_gone_does_not_come_back_in_part(store: Store) -> None:
    """Another process still has it in memory."""
    store.append(batch(event(0), event(1)))
    age(store, "m1", 1000)
    store.sweep(TERMS, frozenset())
    with pytest.raises(Refusal) as refused:
        store.append(batch(event(2)))
    assert refused.value.code == "not-found"
    assert rows(store)["events"] == 0 and rows(store)["matches"] == 0 and store.trouble is None


def test_of_several_processes_one_sweeps(furnished_postgres: Callable[[], str]) -> None:
    address = furnished_postgres().replace("postgresql://", "postgresql+psycopg://", 1)
    here, there = Store(address, "here"), Store(address, "there")
    here.append(batch(event(0)))
    age(here, "m1", 1000)
    with there.engine.connect() as other, other.begin():
        other.execute(sa.select(sa.func.pg_advisory_xact_lock(0x53574550)))
        assert here.sweep(TERMS, frozenset()) == ([], 0)
    assert here.sweep(TERMS, frozenset()) == (["m1"], 0)
    here.close(), there.close()


# ---------------------------------------------------------------- the server


def wait_for(check: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not check():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def touched(house: House, match: str) -> str:
    with house.app.state.hub.store.engine.connect() as connection:
        table = schema.matches
        return str(connection.execute(sa.select(table.c.touched).where(table.c.match == match)).scalar())


@pytest.mark.parametrize("how", ["status", "watch"])
def test_looking_at_a_table_keeps_it(tmp_path: Path, how: str) -> None:
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "here")["match"]
        age(house.app.state.hub.store, match, 100)
    with House(fast_settings(tmp_path)) as house:
        eve = house.guest()
        assert eve.get("/api/matches") == []
        if how == "status":
            eve.status(match)
        else:
            with eve.at(match) as line:
                line.until("frames")
        wait_for(lambda: touched(house, match) == today())


def test_it_is_written_down_once_a_day(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "here")["match"]
        store = house.app.state.hub.store
        age(store, match, 100)
        ann.status(match)
        wait_for(lambda: touched(house, match) == today())
        age(store, match, 50)
        ann.status(match)
        store.ping()
        time.sleep(0.2)
        assert touched(house, match) == days_ago(50), "this process has written it today"


def test_a_guest_who_comes_back_keeps_its_name(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest("Ann")
        age_guest(house.app.state.hub.store, ann.id, 399)
    with House(fast_settings(tmp_path)) as house:
        client = house.stranger()
        client.cookies = ann.client.cookies
        client.get("/api/me")

        def seen() -> str:
            with house.app.state.hub.store.engine.connect() as connection:
                return str(connection.execute(sa.select(schema.guests.c.seen)).scalar())

        wait_for(lambda: seen() == today())


def test_a_server_sweeps_when_it_starts_and_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    chosen = fast_settings(tmp_path, keep_playing_days=90)
    with House(chosen) as house:
        ann = house.guest("Ann")
        old, young = (ann.open("me", "bot:random")["match"] for _ in range(2))
        age(house.app.state.hub.store, old, 91)
        age(house.app.state.hub.store, young, 89)
    with caplog.at_level(logging.INFO), House(chosen) as house:
        client = house.stranger("127.0.0.1")
        client.cookies = ann.client.cookies
        # Whoever asked for the table before would keep it.
        wait_for(house.app.state.hub.sweeper.swept.is_set)
        answer = client.get(f"/api/matches/{old}").json()
        assert answer["error"] == "not-found" and "nobody came back" in answer["text"]
        assert client.get(f"/api/matches/{young}").status_code == 200
        assert [each["match"] for each in client.get("/api/matches").json()] == [young]
        wait_for(lambda: "1 tables and 0 names" in caplog.text)
        wait_for(lambda: "mistvale_swept_tables_total 1\n" in client.get("/metrics").text)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_table_in_memory_that_nobody_watches_goes_too(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        hub = house.app.state.hub
        ann = house.guest("Ann")
        left, watched = (ann.open("me", "here")["match"] for _ in range(2))
        with ann.at(watched, 0) as line:
            line.until("frames")
            for match in (left, watched):
                age(hub.store, match, 1000)
            line.socket.portal.call(hub.sweeper.sweep)
            assert ann.get(f"/api/matches/{left}", 404)["error"] == "not-found"
            assert ann.move(watched, 0, ann.legal(watched, 0)[0])["ok"]
            assert touched(house, watched) == today()


def test_a_table_swept_while_the_line_was_down_goes_too(houses: tuple[House, House]) -> None:
    """Another process said that it is gone, and nobody heard it."""
    here, there = houses
    ann = here.guest("Ann")
    match = ann.open("me", "here")["match"]
    elsewhere = same_guest(ann, there)
    elsewhere.status(match)
    with here.app.state.hub.store.engine.begin() as connection:
        for table in (schema.events, schema.holders, schema.matches):
            connection.execute(sa.delete(table))
    assert elsewhere.client.portal is not None
    elsewhere.client.portal.call(there.app.state.hub.deaf)
    wait_for(lambda: elsewhere.client.get(f"/api/matches/{match}").status_code == 404)


# ---------------------------------------------------------------- old stores


def old_store(database: str) -> sa.Engine:
    """A store as the first version made it, with a match and two guests in it."""
    engine = open_engine(database)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with writing(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        old: Any = sa.text(
            "INSERT INTO matches (match, game, host, status, bot_turn, created)"
            " VALUES (:match, 'misty', 'ann', 'playing', false, '2020-01-01T00:00:00Z')"
        )
        connection.execute(old, [{"match": "m1"}, {"match": "m2"}])
        events = sa.text(
            "INSERT INTO events (match, number, kind, guest, data, at) VALUES ('m1', :number, 'move', 'ann', '{}', :at)"
        )
        dates = [{"number": 0, "at": "2020-01-01T00:00:00Z"}, {"number": 1, "at": "2021-02-03T04:05:06Z"}]
        connection.execute(events, dates)
        guests = sa.text("INSERT INTO guests (guest, name) VALUES (:guest, :guest)")
        connection.execute(guests, [{"guest": "ann"}, {"guest": "eve"}])
    return engine


def test_an_old_store_gets_the_dates_of_its_last_events(database: str) -> None:
    old_store(database).dispose()
    store = Store(database)
    with store.engine.connect() as connection:
        matches = dict(list(connection.execute(sa.select(schema.matches.c.match, schema.matches.c.touched))))
        guests = dict(list(connection.execute(sa.select(schema.guests.c.guest, schema.guests.c.seen))))
    store.close()
    assert matches == {"m1": "2021-02-03", "m2": today()}
    assert guests == {"ann": "2021-02-03", "eve": today()}
