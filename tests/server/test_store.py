"""The store: the same promises on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from mistvale.server import schema
from mistvale.server.errors import CannotServe, Refusal
from mistvale.server.events import Batch, Event, Link, Mark
from mistvale.server.outbox import Outbox
from mistvale.server.people import People
from mistvale.server.ratings import PEOPLE, Ratings
from mistvale.server.store import Collision, Store


def event(number: int, match: str = "m1", **more: object) -> Event:
    return Event(match, number, "move", at="2026-01-01T12:00:00Z", **more)  # type: ignore[arg-type]


def batch(*events: Event, status: str = "playing", bot_turn: bool = False, host: str = "ann") -> Batch:
    last = events[-1]
    mark = Mark(last.match, "misty", host, status, bot_turn, f"2026-01-01T12:00:0{len(last.match)}Z")
    return Batch(events, (mark,), holders=((host, last.match),))


def test_what_is_appended_is_read_back_in_order(store: Store) -> None:
    full = event(0, data={"a": [1, "ü"]}, seat=1, guest="ann", message="x", digest="d", rules="1")
    wanted = [full, event(1)]
    store.append(batch(*wanted))
    assert store.events("m1") == wanted
    assert store.events("m1", after=0) == wanted[1:]
    assert store.events("another") == []


def test_a_number_that_is_taken_collides_and_changes_nothing(store: Store) -> None:
    store.append(batch(event(0)))
    late = Batch((event(1), event(0)), (batch(event(0), status="over").marks[0],), (Link("t", "m1", 0),))
    with pytest.raises(Collision):
        store.append(late)
    assert [e.number for e in store.events("m1")] == [0]
    assert store.link("t") is None
    assert store.open_tables("ann") == 1
    assert store.trouble is None


def test_of_many_writers_each_number_goes_to_one(store: Store) -> None:
    won: list[int] = []

    def writer(name: int) -> None:
        for number in range(5):
            try:
                store.append(batch(event(number, seat=name)))
                won.append(number)
            except Collision:
                pass

    threads = [threading.Thread(target=writer, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == [0, 1, 2, 3, 4]
    assert [e.number for e in store.events("m1")] == [0, 1, 2, 3, 4]


def test_all_is_there_after_opening_again(database: str) -> None:
    first = Store(database)
    first.append(batch(event(0)))
    first.set_name("ann", "Ann")
    first.set_name("ann", "Anna")
    first.close()
    second = Store(database)
    try:
        assert second.events("m1") == [event(0)]
        assert second.name("ann") == "Anna" and second.name("bob") == ""
    finally:
        second.close()


def test_a_guest_finds_its_tables_newest_first(store: Store) -> None:
    for match in ("m", "mm", "mmm"):
        store.append(batch(event(0, match)))
    store.append(batch(event(0, "theirs"), host="bob"))
    assert store.matches_of("ann") == ["mmm", "mm", "m"]
    assert store.matches_of("ann", most=1) == ["mmm"]
    assert store.count() == 4


def test_marks_follow_the_newest_event(store: Store) -> None:
    store.append(batch(event(0), bot_turn=True))
    assert store.bot_turns() == ["m1"] and store.open_tables("ann") == 1
    store.append(batch(event(1), status="over"))
    assert store.bot_turns() == [] and store.open_tables("ann") == 0


def test_links_lead_to_their_seat(store: Store) -> None:
    store.append(Batch((event(0),), batch(event(0)).marks, (Link("token", "m1", 2),)))
    assert store.link("token") == Link("token", "m1", 2)
    assert store.link("toke") is None


def test_migrations_make_the_tables_of_the_schema(database: str) -> None:
    store = Store(database)
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, schema.metadata) == []
        assert context.get_current_revision() == schema.HEAD
    store.close()


def test_a_database_from_the_future_is_refused(database: str) -> None:
    first = Store(database)
    with first.engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    first.close()
    with pytest.raises(CannotServe, match="newer Mistvale"):
        Store(database)


def test_one_server_a_file(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'mistvale.db'}"
    first = Store(address)
    with pytest.raises(CannotServe, match="Another Mistvale server"):
        Store(address)
    first.close()
    Store(address).close()


def test_sqlite_is_safe_on_disk(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'mistvale.db'}")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


def test_a_writer_that_nobody_waits_for_any_more_does_not_stop_the_others(store: Store) -> None:
    hold = threading.Event()
    store.submit(lambda connection: hold.wait())
    given_up = store.append_soon(batch(event(0)))
    assert given_up.cancel()
    hold.set()
    store.append(batch(event(0, seat=1)))
    assert [e.seat for e in store.events("m1")] == [1]


def test_a_job_that_fails_does_not_spoil_those_beside_it(store: Store) -> None:
    hold = threading.Event()
    store.submit(lambda connection: hold.wait())
    bad = store.submit(lambda connection: connection.execute(sa.text("SELECT nonsense FROM nowhere")))
    good = store.append_soon(batch(event(0)))
    hold.set()
    assert bad.exception() is not None
    good.result()
    assert store.trouble is None


def test_where_nothing_can_be_read_that_is_refused_by_every_door(store: Store) -> None:
    """Whoever reads beside the tables, too: the postman, invitations, ratings."""
    sa.event.listen(store.engine, "engine_connect", _no_connection)
    try:
        for read in (
            lambda: store.game_of("m"),
            Outbox(store).is_due,
            lambda: People(store).check_invitations("host", ["player"]),
            lambda: Ratings(store).known(["player"]),
            lambda: Ratings(store).had_enough(["ann", "bob"], PEOPLE),
        ):
            with pytest.raises(Refusal) as refused:
                read()
            assert refused.value.code == "read-only"
    finally:
        sa.event.remove(store.engine, "engine_connect", _no_connection)


def _no_connection(*_: object) -> None:
    raise sa.exc.OperationalError("select", {}, Exception("the database is away"))
