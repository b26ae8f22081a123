"""Variations: the tree of what was played on from a finished match, and comments beside it. Who sees what of both."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from pydantic import TypeAdapter

from mistvale.server import admin, comments, schema
from mistvale.server.accounts import PERSONAL
from mistvale.server.engine import MIGRATIONS, writing
from mistvale.server.events import Batch, Event, Mark
from mistvale.server.models.variations import VariationTree
from mistvale.server.retention import Stay, days_ago
from mistvale.server.store import MATCH_TABLES, Store

from .helpers import Guest, House, check_told, fast_settings
from .test_analyses import finished
from .test_players_names import everything
from .test_players_profiles import befriend, handle, player
from .test_playing_on import on


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(fast_settings(tmp_path)) as house:
        yield house


def tree(guest: Guest, match: str, expect: int = 200) -> Any:
    found = guest.get(f"/api/matches/{match}/variations", expect)
    if expect == 200:
        check_told(found, TypeAdapter(VariationTree))
    return found


def places(guest: Guest, match: str) -> list[tuple[str, str | None]]:
    """What somebody sees of a tree: which matches, and how they stand."""
    return [(each["match"], each["status"]) for each in tree(guest, match)["variations"]]


def write(guest: Guest, match: str, text: str, expect: int = 201, **more: Any) -> Any:
    return guest.post(f"/api/matches/{match}/comments", {"text": text, **more}, expect)


def texts(guest: Guest, match: str) -> list[tuple[int | None, str]]:
    return [(each["step"], each["text"]) for each in tree(guest, match)["comments"]]


def played_on(guest: Guest, match: str, **wish: Any) -> str:
    """A variation that is over."""
    status = on(guest, match, **wish)
    guest.play_out(status["match"])
    return str(status["match"])


# ---------------------------------------------------------------- the tree


def test_a_tree_has_all_that_was_played_on(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    root = finished(ann)
    first = played_on(bob, root)
    second = played_on(ann, first, step=12, as_it_lay=True)
    found = tree(house.guest(), second)["variations"]
    assert found == tree(house.guest(), root)["variations"], "it is the same from everywhere"
    assert [each["match"] for each in found] == [root, first, second]
    assert [each["parent"] for each in found] == [None, root, first]
    assert [(each["step"], each["dealt_anew"]) for each in found] == [(None, None), (20, True), (12, False)]
    assert {each["status"] for each in found} == {"over"}
    assert [each["name"] for each in found[1]["seats"]] == ["Bob", "Random"]
    status = ann.status(first)
    assert [each["score"] for each in found[1]["seats"]] == status["scores"]
    assert [each["rank"] for each in found[1]["seats"]] == status["ranks"]


def test_of_a_match_that_is_not_over_there_is_none(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "me")["match"]
    assert tree(ann, match, 409)["error"] == "not-over"
    assert write(ann, match, "well", 409)["error"] == "not-over"
    assert tree(ann, "nowhere", 404)["error"] == "not-found"


def test_the_match_of_a_day_waits_for_its_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = house.guest("Ann")
    match = finished(ann)
    monkeypatch.setattr("mistvale.server.api.is_secret", lambda terms: True)
    assert tree(ann, match, 403)["error"] == "forbidden"
    assert write(ann, match, "well", 403)["error"] == "forbidden"


def test_what_goes_on_is_seen_by_those_who_play_it(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    root = finished(ann)
    match = on(bob, root)["match"]
    assert places(ann, root) == [(root, "over")]
    assert places(bob, root) == [(root, "over"), (match, "going")]
    bob.play_out(match)
    assert places(ann, root) == [(root, "over"), (match, "over")]


def test_who_shows_no_profile_shows_no_variations(house: House) -> None:
    ann, bob, cy = (player(house, name) for name in ("Ann", "Bob", "Cy"))
    root = finished(ann)
    match = played_on(bob, root)
    bob.put("/api/account/privacy", {"profile": "friends"})
    befriend(bob, cy)
    assert places(ann, root) == [(root, "over")]
    assert places(cy, root) == places(bob, root) == [(root, "over"), (match, "over")]
    assert places(house.guest(), match)[-1] == (match, "over"), "whoever has its link sees it"
    bob.put("/api/account/privacy", {"profile": "nobody"})
    assert places(cy, root) == [(root, "over")]


def test_where_there_is_a_block_neither_sees_the_other(house: House) -> None:
    ann, bob, cy = (player(house, name) for name in ("Ann", "Bob", "Cy"))
    root = finished(cy)
    of_ann, of_bob = played_on(ann, root), played_on(bob, root)
    ann.put(f"/api/blocks/{handle(bob)}", {})
    assert [match for match, _ in places(ann, root)] == [root, of_ann]
    assert [match for match, _ in places(bob, root)] == [root, of_bob]
    assert {match for match, _ in places(cy, root)} == {root, of_ann, of_bob}


def test_what_one_may_not_see_is_gone_where_something_goes_on_from_it(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    root = finished(ann)
    hidden = played_on(bob, root)
    write(bob, hidden, "my own affair")
    shown = played_on(ann, hidden, step=10, as_it_lay=True)
    bob.put("/api/account/privacy", {"profile": "nobody"})
    found = {each["match"]: each for each in tree(ann, root)["variations"]}
    assert found.keys() == {root, hidden, shown}
    place = found[hidden]
    assert (place["status"], place["seats"], place["comments"], place["created"]) == ("gone", [], 0, None)
    assert (place["parent"], place["step"]) == (root, 20)


def test_a_tree_stands_when_its_root_is_swept(house: House) -> None:
    ann = house.guest("Ann")
    root = finished(ann)
    match = played_on(ann, root)
    store = house.app.state.hub.store
    with writing(store.engine) as connection:
        gone = sa.update(schema.matches).where(schema.matches.c.match == root)
        connection.execute(gone.values(touched=days_ago(50)))
    write(ann, root, "it goes along")
    assert store.sweep(Stay(0, 0, 30, 0), frozenset())[0] == [root]
    house.app.state.hub.forget(root)
    found = tree(ann, match)["variations"]
    assert [(each["match"], each["parent"], each["status"]) for each in found] == [
        (root, None, "gone"),
        (match, root, "over"),
    ]
    assert not store.rows(sa.select(schema.comments))
    assert {schema.branches, schema.comments} <= set(MATCH_TABLES)


def test_older_stores_find_their_variations_in_the_events(store: Store) -> None:
    """On both kinds of database."""

    def opened(match: str, parent: str = "", **came: Any) -> Event:
        told = {"from": {"match": parent, "record": {}, "seat": 0, **came}} if parent else {}
        data = {"game": "misty", "seats": [], **told}
        return Event(match, 0, "open", guest="ann", data=data, at="2026-01-01T12:00:00Z")

    events = (
        opened("r1"),
        opened("b1", parent="r1", step=20, redeal="ab" * 32),
        opened("b2", parent="b1", step=12, redeal=None),
    )
    marks = tuple(Mark(each.match, "misty", "ann", "over", False, each.at) for each in events)
    store.append(Batch(events, marks))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with writing(store.engine) as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0019")
        command.upgrade(config, "head")
    rows = store.rows(sa.select(schema.branches).order_by(schema.branches.c.match))
    assert [tuple(row) for row in rows] == [("b1", "r1", 20, "r1", True), ("b2", "b1", 12, "r1", False)]


def test_a_variation_that_is_under_way_keeps_nobody_from_looking_back(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = finished(ann, seed=7)
    on(bob, match, as_it_lay=True)
    on(ann, match, as_it_lay=True)
    assert ann.get(f"/api/matches/{match}/analysis")["status"] == "none"


# ---------------------------------------------------------------- comments


def test_a_comment_stands_beside_a_match_or_a_step_of_it(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = finished(ann)
    told = write(ann, match, "a close one")
    assert told["comments"][0] | {"at": "", "who": ""} == {
        "number": 0,
        "step": None,
        "name": "Ann",
        "who": "",
        "player": None,
        "mine": True,
        "removable": True,
        "at": "",
        "text": "a close one",
    }
    write(ann, match, "here it turned", step=12)
    assert texts(bob, match) == [(None, "a close one"), (12, "here it turned")]
    read = tree(bob, match)
    assert not any(each["mine"] or each["removable"] for each in read["comments"])
    assert read["variations"][0]["comments"] == 2


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"text": ""}, "nothing"),
        ({"text": "\u202e\u2066 \x00"}, "nothing"),
        ({"text": "x" * 501}, "500"),
        ({"text": 7}, "text"),
        ({"text": "x", "step": -1}, "step"),
        ({"text": "x", "step": "2"}, "step"),
        ({"text": "x", "step": 100_000}, "steps from 0"),
        ({"text": "x", "id": "\n"}, "id"),
    ],
)
def test_what_is_no_comment_is_refused(house: House, wish: dict[str, Any], said: str) -> None:
    ann = house.guest("Ann")
    match = finished(ann)
    refused = ann.post(f"/api/matches/{match}/comments", wish, 400)
    assert refused["error"] == "bad-request" and said in refused["text"].lower()
    assert texts(ann, match) == []


def test_what_is_written_is_plain_text(house: House) -> None:
    ann = house.guest("Ann")
    match = finished(ann)
    write(ann, match, "  <b>no</b>\n[x](https://y) \u202eturned\x1b ")
    assert texts(ann, match) == [(None, "<b>no</b> [x](https://y) turned")]


def test_it_is_written_once_by_one_id(house: House) -> None:
    ann = house.guest("Ann")
    match = finished(ann)
    write(ann, match, "once", id="a")
    write(ann, match, "once", id="a")
    assert texts(ann, match) == [(None, "once")]
    assert write(ann, match, "twice", 400, id="a")["error"] == "bad-request"


def test_who_is_new_writes_beside_own_matches_alone(house: House) -> None:
    ann, bob = house.guest("Ann"), player(house, "Bob")
    match = finished(ann)
    for somebody in (house.guest("Cy"), bob):
        read = tree(somebody, match)
        assert not read["may_comment"] and "a day old" in read["why_not"]
        assert write(somebody, match, "hello", 403)["error"] == "forbidden"
    store = house.app.state.hub.store
    with writing(store.engine) as connection:
        connection.execute(sa.update(schema.players).values(created="2026-01-01T12:00:00Z"))
    assert tree(bob, match)["may_comment"]
    write(bob, match, "hello")
    assert texts(ann, match) == [(None, "hello")]


def test_nobody_writes_where_nobody_chats(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, chat=0)) as house:
        ann = house.guest("Ann")
        match = finished(ann)
        assert not tree(ann, match)["may_comment"]
        assert write(ann, match, "hello", 403)["error"] == "forbidden"


def test_comments_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(fast_settings(tmp_path, lines_per_minute=1.0, line_burst=3.0)) as house:
        ann = house.guest("Ann")
        match = finished(ann)
        for number in range(3):
            write(ann, match, f"line {number}")
        assert write(ann, match, "one more", 429)["error"] == "too-many"
    monkeypatch.setattr(comments, "MOST_OF_ONE", 2)
    with House(fast_settings(tmp_path / "other")) as house:
        ann = house.guest("Ann")
        match = finished(ann)
        for number in range(2):
            write(ann, match, f"line {number}")
        assert write(ann, match, "one more", 409)["error"] == "not-possible"


def test_who_wrote_it_takes_it_away(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = finished(ann)
    write(ann, match, "a slip")
    path = f"/api/matches/{match}/comments/0"
    assert bob.delete(path, 403)["error"] == "forbidden"
    ann.delete(path)
    assert texts(ann, match) == []
    assert ann.delete(path, 404)["error"] == "not-found"


def test_who_looks_after_the_server_takes_it_away_and_that_is_audited(house: House) -> None:
    ann, root = player(house, "Ann"), player(house, "Root")
    store = house.app.state.hub.store
    match = finished(ann)
    write(ann, match, "an insult")
    assert not tree(root, match)["comments"][0]["removable"]
    admin.give_role(store, handle(root), "admin", "test")
    assert tree(root, match)["comments"][0]["removable"]
    root.delete(f"/api/matches/{match}/comments/0")
    done = {each["what"]: each for each in root.get("/api/admin")["audit"]}
    assert done["comment-removed"]["data"] == {"match": match, "number": 0}
    assert done["comment-removed"]["player"] == handle(ann)


def test_a_comment_is_reported_and_removed_by_command(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    match = finished(ann)
    write(ann, match, "an insult")
    path = f"/api/matches/{match}/comments/0/report"
    answer = bob.client.post(path, json={"why": "insult"})
    assert answer.status_code == 204
    assert ann.post(path, {}, 409)["error"] == "not-possible"
    assert bob.post(f"/api/matches/{match}/comments/9/report", {}, 404)["error"] == "not-found"
    assert bob.post(path, {"why": "boredom"}, 400)["error"] == "bad-request"
    monkeypatch.setattr(admin, "opened", opened_for(house.app.state.hub.store))
    [found] = admin.reported(house.settings)
    assert (found.side, found.number, found.author, found.lines[0]["text"]) == ("comments", 0, handle(ann), "an insult")
    admin.remove_reported(house.settings, found.id)
    assert texts(ann, match) == [] and admin.reported(house.settings) == []
    with pytest.raises(admin.CannotServe, match="nothing to be taken away"):
        admin.remove_reported(house.settings, found.id)
    with pytest.raises(admin.CannotServe, match="There is no report"):
        admin.remove_reported(house.settings, "nonsense")


def opened_for(store: Store) -> Any:
    from contextlib import contextmanager

    @contextmanager
    def opened(settings: Any) -> Iterator[Store]:
        yield store

    return opened


def test_with_whom_there_is_a_block_one_reads_nothing_of_it(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    match = finished(ann)
    write(ann, match, "hello")
    bob.put(f"/api/blocks/{handle(ann)}", {})
    read = tree(bob, match)
    assert read["comments"] == [] and read["variations"][0]["comments"] == 0
    assert texts(house.guest(), match) == [(None, "hello")]


def test_comments_are_taken_home_and_go_with_the_account(house: House) -> None:
    ann = player(house, "Ann")
    match = finished(ann)
    write(ann, match, "between us", step=3)
    [kept] = ann.get("/api/account/export")["comments"]
    assert (kept["match"], kept["step"], kept["text"]) == (match, 3, "between us")
    house.guest("Eve").client.post(f"/api/matches/{match}/comments/0/report", json={})
    ann.delete("/api/account")
    assert "between us" not in everything(house.app.state.hub.store)
    assert schema.comments.c.guest in PERSONAL


def test_what_a_guest_wrote_is_the_players_it_became(house: House) -> None:
    ann = player(house, "Ann")
    guest = house.guest("Ann's phone")
    match = finished(guest)
    write(guest, match, "from my phone", id="a")
    store = house.app.state.hub.store
    with writing(store.engine) as connection:
        comments.hand_on(connection, guest.id, ann.id)
    assert [(each["mine"], each["text"]) for each in tree(ann, match)["comments"]] == [(True, "from my phone")]
    assert "Ann" in json.dumps(tree(guest, match)["comments"])


def test_programs_read_and_do_not_write(house: House) -> None:
    from .programs import new_token
    from .programs import player as programmer

    ann = programmer(house, "Ann")
    match = finished(ann)
    token = new_token(ann, scopes=["read", "play", "host"])
    client = house.stranger()
    client.headers["authorization"] = f"Bearer {token}"
    assert client.get(f"/api/matches/{match}/variations").status_code == 200
    assert client.post(f"/api/matches/{match}/comments", json={"text": "beep"}).status_code == 403
