"""Names of people stand beside the events: old stores are brought there, and whoever deletes the account is gone."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import mistvale as mv
from mistvale.core.text import words
from mistvale.server import commands, naming, schema
from mistvale.server.engine import MIGRATIONS, open_engine, writing
from mistvale.server.events import Batch, Event, Mark
from mistvale.server.store import Store
from tests.fixtures.test_kept import FOLDER

from .authenticator import Authenticator
from .helpers import Guest, House, fast_settings, same_guest
from .lobbying import public, sit
from .test_players_passkeys import add, let_time_pass
from .test_players_sessions import become, is_closed

NAME = "Wilhelmina"
FORMER = words("en", "mistvale")("seat.former")


def everything(store: Store) -> str:
    """All that a database holds, as text."""
    with store.engine.connect() as connection:
        found = sa.MetaData()
        found.reflect(connection)
        rows = {
            name: [list(row) for row in connection.execute(sa.select(table))] for name, table in found.tables.items()
        }
    return json.dumps(rows, default=str, ensure_ascii=False)


def seat(kind: str, name: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "name": name, "guest": None, "bot": None, "token": None, "seal": None, "part": None} | more


# ---------------------------------------------------------------- beside the events


def test_events_are_kept_without_names_and_read_with_them(store: Store) -> None:
    seats = [seat("guest", "Ann", guest="ann"), seat("open", "Bo", token="t"), seat("bot", "Bot", bot="greedy")]
    opened = Event("m1", 0, "open", guest="ann", data={"seats": seats, "game": "misty"}, at="2026-01-01T12:00:00Z")
    joined = Event("m1", 1, "join", seat=1, guest="bob", data={"name": "Bob", "seal": None}, at="2026-01-01T12:00:00Z")
    mark = Mark("m1", "misty", "ann", "playing", False, "2026-01-01T12:00:00Z")
    store.append(Batch((opened,), (mark,)))
    assert store.events("m1") == [opened]
    store.append(Batch((joined,), (mark,)))
    assert store.events("m1", after=0) == [joined]
    rows = store.rows(sa.select(schema.events.c.data).order_by(schema.events.c.number))
    assert [each["name"] for each in rows[0][0]["seats"]] == ["", "", "Bot"] and rows[1][0] == {"seal": None}
    kept = store.rows(sa.select(schema.names).order_by(schema.names.c.seat))
    assert [tuple(row) for row in kept] == [("m1", 0, "ann", "Ann"), ("m1", 1, "bob", "Bob")]


def test_what_is_planned_is_not_changed_by_writing_it() -> None:
    data = {"seats": [seat("guest", "Ann", guest="ann")]}
    event = Event("m1", 0, "open", guest="ann", data=data)
    naming.written(event)
    assert data["seats"][0]["name"] == "Ann"


def test_no_name_of_people_is_in_any_event(house: House) -> None:
    ann, bob = house.guest(NAME), house.guest("Bartholomew")
    opened = ann.open("me", "friend", "bot:random")
    bob.join(opened["seats"][1]["link"], "Bartholomew")
    store = house.app.state.hub.store
    text = json.dumps([row[0] for row in store.rows(sa.select(schema.events.c.data))])
    assert NAME not in text and "Bartholomew" not in text and "Random" in text


def test_names_go_with_their_match(house: House) -> None:
    ann = house.guest(NAME)
    ann.open("me", "here")
    store = house.app.state.hub.store
    old = sa.update(schema.matches).values(touched="2020-01-01")
    store.submit(lambda connection: connection.execute(old)).result()
    store.sweep(house.app.state.hub.sweeper.stay, frozenset())
    assert store.rows(sa.select(schema.names)) == []


# ---------------------------------------------------------------- older stores


def test_an_older_store_is_brought_there(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "mistvale.db", tmp_path / "mistvale.db")
    with sqlite3.connect(tmp_path / "mistvale.db") as before:
        seats = {
            (match, number): (each["name"], each["guest"])
            for match, text in before.execute("SELECT match, data FROM events WHERE kind = 'open'")
            for number, each in enumerate(json.loads(text)["seats"])
            if each["kind"] != "bot"
        }
    assert len(seats) > 10
    store = Store(f"sqlite:///{tmp_path / 'mistvale.db'}")
    kept = {(row.match, row.seat): (row.name, row.guest) for row in store.rows(sa.select(schema.names))}
    assert kept == seats
    for row in store.rows(sa.select(schema.events.c.data).where(schema.events.c.kind == "open")):
        assert not any(each["name"] for each in row[0]["seats"] if each["kind"] != "bot")
    match = next(iter(seats))[0]
    assert store.events(match)[0].data["seats"][0]["name"] == seats[match, 0][0]
    store.close()


def test_there_and_back(postgres: Callable[[], str], tmp_path: Path) -> None:
    database = postgres()
    with House(fast_settings(tmp_path, database=database)) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        opened = ann.open("me", "friend")
        bob.join(opened["seats"][1]["link"], "Bob")
        events = house.app.state.hub.store.events(opened["match"])
    engine = open_engine(database.replace("postgresql://", "postgresql+psycopg://", 1))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with writing(engine) as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0005")
        found = connection.execute(sa.select(schema.events.c.data).order_by(schema.events.c.number)).scalars()
        assert list(found) == [event.data for event in events], "as they were written then"
    engine.dispose()
    with House(fast_settings(tmp_path, database=database)) as house:
        assert [each["name"] for each in same_guest(ann, house).status(opened["match"])["seats"]] == ["Ann", "Bob"]


# ---------------------------------------------------------------- deletion


@pytest.fixture(params=["sqlite", "postgres"])
def any_house(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    database = request.getfixturevalue("postgres")() if request.param == "postgres" else None
    with House(fast_settings(tmp_path, database=database)) as opened:
        yield opened


def test_nothing_is_left_of_who_deletes_the_account(any_house: House) -> None:
    house, address = any_house, "203.0.113.77"
    ann, bob = Guest(house.stranger(address), NAME), house.guest("Bob")
    become(ann, NAME)
    add(ann, Authenticator(), f"Key of {NAME}")
    over = ann.open("me", "friend", options={"window": "small"})
    bob.join(over["seats"][1]["link"], "Bob")
    ann.play_out(over["match"], bob)
    going = ann.open("me", "friend", "friend")
    bob.join(going["seats"][1]["link"], "Bob")
    assert NAME in everything(house.app.state.hub.store)
    ann.post("/api/account/links", {}, 201)
    cookies = dict(ann.client.cookies)
    ann.delete("/api/account")
    text = everything(house.app.state.hub.store)
    assert NAME not in text and address not in text
    assert "Bob" in text and ann.id in text, "others stay, and the id"
    origins = house.app.state.guests.origins(address)
    assert not any(origin in text for origin in origins)

    status = bob.status(over["match"])
    assert [each["name"] for each in status["seats"]] == [FORMER, "Bob"] and status["mine"] == [1]
    told = bob.client.get(f"/api/matches/{over['match']}?lang=qps").json()["seats"][0]["name"]
    assert told == words("qps", "mistvale")("seat.former")
    frames = bob.client.get(f"/api/matches/{over['match']}/frames?from=1&to=30").text
    assert FORMER in frames and NAME not in frames
    record = bob.client.get(f"/api/matches/{over['match']}/record").text
    assert mv.verify(record).names == ("", "Bob")
    now = bob.status(going["match"])
    assert [each["kind"] for each in now["seats"]] == ["bot", "guest", "open"], "a bot plays on"
    assert now["seats"][2]["name"] == "Player 3"
    again = bob.post(f"/api/matches/{over['match']}/rematch", {})
    assert [each["kind"] for each in again["seats"]] == ["bot", "guest"]

    assert ann.get("/api/account")["player"] is None and ann.get("/api/me")["guest"] != ann.id
    old = house.stranger()
    old.cookies = cookies
    assert old.post("/api/sign-out").json()["error"] == "signed-out"


def test_nothing_at_a_table_keeps_anybody_from_deleting_the_account(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others could fill a table up by sitting down and standing up."""
    ann, bob = house.guest(NAME), house.guest("Bob")
    become(ann, NAME)
    match = public(ann, "me", "anyone", "anyone")["match"]
    sit(bob, match)
    monkeypatch.setattr(commands, "MOST_BEFORE_PLAY", 1)
    ann.delete("/api/account")
    now = bob.status(match)
    assert [each["kind"] for each in now["seats"]] == ["open", "guest", "open"] and now["host"]


def test_tables_of_who_deletes_the_account_have_a_host(house: House) -> None:
    ann, bob = house.guest(NAME), house.guest("Bob")
    become(ann, NAME)
    alone = public(ann, "me", "anyone")["match"]
    shared = public(ann, "me", "anyone", "anyone")["match"]
    sit(bob, shared)
    unseated = public(ann, "anyone", "anyone", "bot")["match"]
    linked = ann.open("me", "friend", "friend")
    played = ann.open("me", "friend")
    for table in (linked, played):
        bob.join(table["seats"][1]["link"], "Bob")
    ann.delete("/api/account")
    assert bob.status(alone)["status"] == bob.status(unseated)["status"] == "closed", "nobody is left there"
    now = bob.status(shared)
    assert [each["kind"] for each in now["seats"]] == ["open", "guest", "open"] and now["host"]
    for table in (linked, played):
        now = bob.status(table["match"])
        assert now["seats"][0]["kind"] == "bot" and now["host"]


def test_nothing_is_left_of_the_guest_that_a_player_was_in_another_browser(house: House) -> None:
    ann, bob, other = house.guest("Ann"), house.guest("Bob"), house.guest(NAME)
    other.put("/api/me", {"name": NAME})
    codes = become(ann)["codes"]
    both = ann.open("me", "friend", "friend")
    other.join(both["seats"][1]["link"], NAME)
    bob.join(both["seats"][2]["link"], "Bob")
    other.post("/api/sign-in/code", {"code": codes[0]})
    assert other.status(both["match"])["mine"] == [0], "nobody joins two hands"
    other.delete("/api/account")
    assert NAME not in everything(house.app.state.hub.store)
    now = bob.status(both["match"])["seats"]
    assert [each["kind"] for each in now] == ["bot", "bot", "guest"], "nobody waits for a guest that cannot come"


def test_a_cookie_from_before_is_not_good_again(house: House) -> None:
    ann = house.guest("Ann")
    before = dict(ann.client.cookies)
    become(ann)
    ann.delete("/api/account")
    stolen = house.stranger()
    stolen.cookies = before
    assert stolen.post("/api/account", json={"name": "x"}).status_code == 401
    assert stolen.get("/api/me").json()["guest"] != ann.id


def test_deletion_needs_a_fresh_proof_and_an_account(house: House) -> None:
    ann = house.guest("Ann")
    assert ann.delete("/api/account", 401)["error"] == "no-player"
    become(ann)
    let_time_pass(house)
    assert ann.delete("/api/account", 403)["error"] == "not-fresh"


def test_those_who_watch_see_it_on_every_process(houses: tuple[House, House]) -> None:
    here, there = houses
    ann, bob = here.guest(NAME), there.guest("Bob")
    become(ann, NAME)
    opened = ann.open("me", "friend", options={"window": "small"})
    bob.join(opened["seats"][1]["link"], "Bob")
    match = opened["match"]
    ann.play_out(match, same_guest(bob, here))
    with bob.at(match, None) as line:
        line.until("frames")
        ann.delete("/api/account")
        assert is_closed(line, 5.0).code == 1013
    with bob.at(match, None) as line:
        assert [each["name"] for each in line.until("status")["status"]["seats"]] == [FORMER, "Bob"]
