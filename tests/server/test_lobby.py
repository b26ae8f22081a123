"""The lobby: which tables are listed, for whom, and as they change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import TypeAdapter
from starlette.testclient import WebSocketDenialResponse

from mistvale.server import schema
from mistvale.server.lobby import Entry, Place, Snapshot, fineness
from mistvale.server.models.lobby import LobbyLists

from .helpers import Guest, House, check_told, fast_settings, same_guest
from .lobbying import Clock, call, do, hub_of, in_lobby, matches, public, sit
from .test_players_profiles import befriend, handle, player
from .test_players_sessions import is_closed


def lobby(guest: Guest, query: str = "") -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = guest.get(f"/api/lobby{query}")
    check_told(found, TypeAdapter(LobbyLists))
    return found


# ---------------------------------------------------------------- what is listed


def test_the_lobby_tells_what_one_wants_to_know_of_a_table(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = public(ann, "me", "anyone", "bot:random", options={"window": "small"})["match"]
    [table] = lobby(bob)["open"]
    assert table["match"] == match and table["game"] == "misty" and table["title"] == "Misty"
    assert table["options"]["window"] == "small"  # type: ignore[index]
    assert (table["pace"], table["rated"], table["door"]) == ("none", False, "public")
    assert [(seat["kind"], seat["wanted"]) for seat in table["seats"]] == [  # type: ignore[attr-defined]
        ("guest", None),
        ("open", "anyone"),
        ("bot", None),
    ]
    assert table["seats"][0]["name"] == "Ann" and table["seats"][2]["bot"] == "random"  # type: ignore[index]
    assert table["free"] == 1 and not table["mine"] and table["created"]
    [own] = lobby(ann)["open"]
    assert own["mine"] and own["free"] == 0


def test_the_lobby_tells_how_much_time_there_is(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    paces = [
        {"kind": "none", "bank": 0, "decision": 0},
        {"kind": "live", "bank": 180_000, "decision": 15_000},
        {"kind": "mail", "bank": 0, "decision": 7 * 86_400_000},
    ]
    opened = {public(ann, "me", "anyone", pace=pace)["match"]: pace for pace in paces}
    tables = {table["match"]: table for table in lobby(bob)["open"]}
    for match, pace in opened.items():
        table = tables[match]
        assert {"kind": table["pace"], "bank": table["bank"], "decision": table["decision"]} == pace


def test_tables_by_link_full_ones_and_closed_ones_are_not_listed(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    ann.open("me", "friend")
    public(ann, "me", "friend")
    do(ann, public(ann, "me", "anyone")["match"], "close")
    full = public(ann, "me", "anyone")["match"]
    assert matches(lobby(bob)) == [full]
    sit(bob, full)
    lists = lobby(house.guest("Cleo"))
    assert matches(lists) == [] and matches(lists, "running") == [full]


def test_filters_leave_out_what_one_does_not_look_for(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    two = public(ann, "me", "anyone")["match"]
    three = public(ann, "me", "anyone", "anyone")["match"]
    valley = public(ann, "me", "anyone", game="secret-valley")["match"]
    assert set(matches(lobby(bob, "?game=misty"))) == {two, three}
    assert set(matches(lobby(bob, "?game=misty&game=secret-valley&seats=2"))) == {two, valley}
    assert matches(lobby(bob, "?pace=live")) == [] == matches(lobby(bob, "?rated=true"))
    assert set(matches(lobby(bob, "?pace=none&rated=false"))) == {two, three, valley}
    for query in ("?pace=fast", "?seats=0", "?seats=x", "?rated=maybe", f"?game={'x' * 99}"):
        bob.get(f"/api/lobby{query}", 400)


def test_a_table_whose_people_are_gone_is_not_listed_until_they_are_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch, house)
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = public(ann, "me", "anyone")["match"]
    clock.pass_by(91)
    hub_of(house).lobby.version += 1
    assert matches(lobby(bob)) == []
    with ann.at(match, 0) as line:
        line.until("status")
        call(house, hub_of(house).lobby.tick)
        assert matches(lobby(bob)) == [match]


def test_fine_tables_come_first(house: House) -> None:
    ann, bob, cleo = house.guest("Ann"), player(house, "Bob"), house.guest("Cleo")
    tables = []
    for host, other in ((ann, cleo), (ann, bob), (ann, cleo)):
        tables.append(public(host, "me", "anyone")["match"])
        sit(other, tables[-1])
    with cleo.at(tables[0]) as line, house.guest("Eve").at(tables[0]) as eve:
        line.until("status"), eve.until("status")
        lists = lobby(house.guest("Dan"))
        assert matches(lists, "running") == [tables[1], tables[0], tables[2]]
        assert [table["watching"] for table in lists["running"]] == [0, 1, 0], "who plays does not look on"


def test_how_fine_a_table_is() -> None:
    def entry(*guests: str) -> Entry:
        places = [Place("guest", guest, guest) for guest in guests]
        return Entry("m", "misty", "playing", "public", "none", False, guests[0], "", {}, places)

    known = Snapshot(players=dict.fromkeys(("ann", "bob")))  # type: ignore[arg-type]
    strong = replace(known, strengths={("bob", "misty", "2"): 30.0})
    assert fineness(entry("ann", "bob"), strong, 0) > fineness(entry("ann", "bob"), known, 20)
    assert fineness(entry("ann", "bob"), known, 0) > fineness(entry("ann", "x"), known, 5)
    assert fineness(entry("x", "y"), known, 2) > fineness(entry("x", "y"), known, 1)


# ---------------------------------------------------------------- who may see what


def test_tables_for_friends_are_seen_by_friends(house: House) -> None:
    ann, bob, cleo = player(house, "Ann"), player(house, "Bob"), player(house, "Cleo")
    befriend(ann, bob)
    match = ann.open("me", "friends", door="friends")["match"]
    assert matches(lobby(ann)) == matches(lobby(bob)) == [match]
    assert lobby(bob)["open"][0]["free"] == 1
    assert matches(lobby(cleo)) == [] == matches(lobby(house.guest("Guest")))
    bob.delete(f"/api/friends/{handle(ann)}", 200)
    assert matches(lobby(bob)) == [], "asked at the moment of sending"


@pytest.mark.parametrize("blocks", ["host", "viewer"])
def test_who_is_blocked_sees_no_table_of_the_other(house: House, blocks: str) -> None:
    ann, bob, cleo = player(house, "Ann"), player(house, "Bob"), player(house, "Cleo")
    hosted = public(ann, "me", "anyone", "anyone")["match"]
    joined = public(cleo, "me", "anyone", "anyone")["match"]
    sit(ann, joined)
    played = public(ann, "me", "anyone")["match"]
    sit(cleo, played)
    assert set(matches(lobby(bob))) == {hosted, joined} and matches(lobby(bob), "running") == [played]
    one, other = (ann, bob) if blocks == "host" else (bob, ann)
    one.put(f"/api/blocks/{handle(other)}", {})
    assert matches(lobby(bob)) == [] == matches(lobby(bob), "running")
    assert set(matches(lobby(house.guest("Dan")))) == {hosted, joined}


def test_a_block_counts_for_what_is_sent_next(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    with in_lobby(bob) as line:
        assert line.until("tables")["open"] == []
        match = public(ann, "me", "anyone", "anyone")["match"]
        assert matches(line.until("tables")) == [match]
        ann.put(f"/api/blocks/{handle(bob)}", {})
        public(player(house, "Cleo"), "me", "anyone")
        assert match not in matches(line.until("tables"))


def test_whose_account_sits_there_is_told_to_those_who_may_know(house: House) -> None:
    ann, bob, cleo = player(house, "Ann"), player(house, "Bob"), player(house, "Cleo")
    befriend(ann, bob)
    public(ann, "me", "anyone")

    def told(viewer: Guest) -> tuple[object, object]:
        [table] = lobby(viewer)["open"]
        return table["seats"][0]["player"], table["friends"]  # type: ignore[index]

    privacy = {"profile": "all", "invitations": "all"}
    for playing, friends, others in (
        ("nobody", (None, False), (None, False)),
        ("friends", (handle(ann), True), (None, False)),
        ("all", (handle(ann), True), (handle(ann), False)),
    ):
        ann.put("/api/account/privacy", {**privacy, "playing": playing})
        hub_of(house).lobby.version += 1
        assert told(bob) == friends and told(cleo) == others
    assert told(ann)[0] == handle(ann)


def test_no_secret_of_a_table_is_in_the_lobby(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = public(ann, "me", "anyone", "friend")
    text = str(lobby(bob))
    assert ann.id not in text and "join" not in text
    assert all(seat["link"].rpartition("/")[2] not in text for seat in opened["seats"] if "link" in seat)


# ---------------------------------------------------------------- live


def test_the_lobby_is_live(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    with in_lobby(bob) as line:
        assert line.until("tables") == {"type": "tables", "open": [], "running": []}
        match = public(ann, "me", "anyone")["match"]
        assert matches(line.until("tables")) == [match]
        sit(house.guest("Cleo"), match)
        assert matches(line.until("tables"), "running") == [match]
        line.say(type="look", games=["valdora"])
        assert line.until("tables")["running"] == []
        other = public(ann, "me", "anyone", "anyone")["match"]
        do(ann, other, "close")
        line.say(type="look")
        assert matches(line.until("tables"), "running") == [match]


def test_the_lobby_is_right_on_every_process(houses: tuple[House, House]) -> None:
    here, there = houses
    ann, bob = here.guest("Ann"), there.guest("Bob")
    with in_lobby(bob) as line:
        line.until("tables")
        match = public(ann, "me", "anyone")["match"]
        assert matches(line.until("tables")) == [match], "heard from the other process"
        assert sit(bob, match)["status"] == "playing"
        assert matches(line.until("tables"), "running") == [match]
        with here.guest("Cleo").at(match) as cleo:
            cleo.until("status")
            call(here, hub_of(here).lobby.tick)
            assert line.until("tables")["running"][0]["watching"] == 1
    assert same_guest(ann, there).status(match)["status"] == "playing"


NONSENSE = [
    "",
    "nonsense",
    "[]",
    "7",
    "[" * 5000,
    '{"type": "look", "games": "misty"}',
    '{"type": "look", "seats": 99}',
    '{"type": "look", "pace": "fast"}',
    '{"type": "look", "rated": 1}',
    '{"type": "look", "games": ["' + "x" * 99 + '"]}',
    '{"type": "move", "id": "a"}',
    '{"type": ["look"]}',
    '{"type": "queue", "id": "a", "games": [], "seal": "' + "0" * 64 + '"}',
    '{"type": "queue", "id": "a", "games": ["chess"], "seal": "' + "0" * 64 + '"}',
    '{"type": "queue", "id": "a", "games": ["misty"], "seats": 16, "seal": "' + "0" * 64 + '"}',
    '{"type": "queue", "id": "a", "games": ["misty"], "seats": 1, "seal": "' + "0" * 64 + '"}',
    '{"type": "queue", "id": "a", "games": ["misty"], "seal": "no"}',
    '{"type": "queue", "id": "a", "games": ["misty"]}',
    '{"type": "queue", "games": ["misty"], "seal": "' + "0" * 64 + '"}',
    '{"type": "unqueue"}',
    '{"type": "queue", "id": "a", "games": ["misty"], "name": "\\ud800", "seats": 99, "seal": "x"}',
    "x" * 20_000,
]


def test_nonsense_is_refused_and_the_line_stands(house: House) -> None:
    ann = house.guest("Ann")
    with in_lobby(ann, look=False) as line:
        for message in NONSENSE:
            line.socket.send_text(message)
            assert line.hear()["error"] in ("bad-request", "not-found"), message
        line.say(type="look")
        assert line.until("tables")["open"] == []
    assert not hub_of(house).store.rows(schema.queue.select())


def test_who_says_too_much_in_the_lobby_is_told_so(house: House) -> None:
    with in_lobby(house.guest("Ann"), look=False) as line:
        for _ in range(60):
            line.say(type="ping")
        said = [line.hear() for _ in range(60)]
    assert {message["type"] for message in said} == {"pong", "error"}
    assert {message["error"] for message in said if message["type"] == "error"} == {"too-many"}


def test_those_who_look_are_limited(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, lobby_sockets_per_guest=1, lobby_sockets_per_address=2)) as house:
        ann, bob, cleo = house.guest("Ann"), house.guest("Bob"), house.guest("Cleo")
        with in_lobby(ann) as line:
            line.until("tables")
            assert refused(ann)
            with in_lobby(bob) as other:
                other.until("tables")
                assert refused(cleo), "one address"
        with in_lobby(cleo) as line:
            line.until("tables")


def refused(guest: Guest) -> bool:
    try:
        with in_lobby(guest) as line:
            line.hear()
    except WebSocketDenialResponse as denial:
        return denial.status_code == 429
    return False


def test_the_lobby_closes_with_the_session(house: House) -> None:
    ann = player(house, "Ann")
    with in_lobby(ann) as line:
        line.until("tables")
        ann.client.post("/api/sign-out")
        assert is_closed(line).reason == "signed-out"
