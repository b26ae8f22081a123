"""Programs at tables: where they may sit, what people are told of them, and how they play."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from mistvale.server import programs, schema, sessions, tokens
from mistvale.server.admin import audited
from mistvale.server.events import Batch, Event, Mark
from mistvale.server.store import Store
from mistvale.server.tokens import Tokens

from .helpers import Guest, House, Status
from .lobbying import Clock, do, sit
from .processes import Process
from .programs import Robot, new_token, player, program
from .test_players_keys import mistvale
from .test_players_sessions import is_closed

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_client.py"


def open_for_programs(host: Guest, *kinds: str, **more: Any) -> Status:
    return host.open(*(kinds or ("me", "friend")), programs=True, **more)


def link_of(status: Status, seat: int = 1) -> str:
    return str(status["seats"][seat]["link"])


# ---------------------------------------------------------------- sitting down


def test_a_program_sits_as_one_with_its_owners_name(house: House) -> None:
    bob, ann = house.guest("Bob"), player(house)
    robot = program(house, ann)
    table = open_for_programs(bob)
    assert table["programs"] is True
    status = robot.join(link_of(table), name="Bob's mother")
    seat = bob.status(table["match"])["seats"][1]
    assert seat["kind"] == "guest" and seat["name"] == "Deep Mist" and seat["program"] == "Ann"
    assert status["mine"] == [1] and ann.status(table["match"])["mine"] == []
    assert "program" not in bob.status(table["match"])["seats"][0]


def test_a_program_is_still_one_after_a_restart(tmp_path: Path) -> None:
    from .helpers import fast_settings

    with House(fast_settings(tmp_path)) as house:
        bob, ann = house.guest("Bob"), player(house)
        robot = program(house, ann)
        table = open_for_programs(bob)
        robot.join(link_of(table))
        own = open_for_programs(robot, "me", "bot:random")["match"]
        before = bob.status(table["match"])["seats"][1]
    with House(fast_settings(tmp_path)) as house:
        assert house.guest().status(table["match"])["seats"][1]["program"] == "Ann"
        again = Robot(house.stranger(), robot.token)
        assert again.status(table["match"])["mine"] == [1] and again.status(own)["seats"][0]["program"] == "Ann"
        assert again.status(table["match"])["seats"][1]["name"] == before["name"]


def test_no_program_sits_where_the_host_did_not_allow_it(house: House) -> None:
    bob, robot = house.guest("Bob"), program(house, player(house))
    table = bob.open("me", "friend")
    assert table["programs"] is False
    assert robot.post(f"/api{link_of(table)}", {"programs": True}, 403)["error"] == "forbidden"
    assert bob.status(table["match"])["seats"][1]["kind"] == "open"


def test_a_program_has_one_hand_at_a_table(house: House) -> None:
    bob, robot = house.guest("Bob"), program(house, player(house))
    table = open_for_programs(bob, "me", "friend", "friend")
    robot.join(link_of(table, 1))
    assert robot.join(link_of(table, 1))["mine"] == [1], "the same seat again is no other"
    assert robot.post(f"/api{link_of(table, 2)}", {}, 409)["error"] == "seat-taken"
    wish = {"game": "misty", "programs": True, "seats": [{"kind": "me"}, {"kind": "here"}]}
    assert robot.post("/api/matches", wish, 400)["error"] == "bad-request"


def test_a_program_that_opens_a_table_says_what_it_is(house: House) -> None:
    robot = program(house, player(house))
    seats = [{"kind": "me", "name": "Bob"}, {"kind": "friend"}]
    assert robot.post("/api/matches", {"game": "misty", "seats": seats}, 403)["error"] == "forbidden"
    table = robot.post("/api/matches", {"game": "misty", "seats": seats, "programs": True}, 201)
    assert table["seats"][0]["name"] == "Deep Mist" and table["seats"][0]["program"] == "Ann"
    assert "program" not in table["seats"][1]
    alone = robot.open("friend", "friend")
    told = house.guest().get(f"/api{link_of(alone, 0)}")
    assert told["host"] == "Deep Mist"


def test_to_host_is_not_to_play(house: House) -> None:
    robot = program(house, player(house), scopes=["host"])
    wish = {"game": "misty", "programs": True, "seats": [{"kind": "me"}, {"kind": "bot"}]}
    assert "play" in robot.post("/api/matches", wish, 403)["text"]
    robot.open("bot", "bot")


def test_a_program_neither_sees_nor_plays_its_owners_seat(house: House) -> None:
    ann = player(house)
    robot = program(house, ann)
    match = ann.open("me", "here", programs=True)["match"]
    for call in ("legal", "turn", "view", "scene"):
        assert robot.get(f"/api/matches/{match}/{call}?seat=0", 403)["error"] == "not-your-seat"
    move = ann.legal(match, 0)[0]
    assert robot.move(match, 0, move, 403)["error"] == "not-your-seat"
    with robot.at(match, 0) as line:
        assert line.until("error")["error"] == "not-your-seat"
    assert robot.get("/api/matches") == []


def test_an_owner_does_not_see_its_programs_hand(house: House) -> None:
    ann = player(house)
    robot = program(house, ann)
    match = open_for_programs(robot, "me", "bot:random")["match"]
    assert ann.get(f"/api/matches/{match}/view?seat=0", 403)["error"] == "not-your-seat"


def test_a_program_does_not_chat(house: House) -> None:
    robot = program(house, player(house))
    match = open_for_programs(robot, "me", "bot:random")["match"]
    robot.post(f"/api/matches/{match}/chat", {"phrase": "hello"}, 403)
    with robot.at(match, 0) as line:
        assert line.ask(type="say", id="a1", phrase="hello")["error"] == "forbidden"


def test_a_program_gets_no_hints(house: House) -> None:
    robot = program(house, player(house))
    match = open_for_programs(robot, "me", "bot:random")["match"]
    robot.get(f"/api/matches/{match}/hints?seat=0", 403)
    with robot.at(match, 0) as line:
        assert line.ask(type="hint", id="a1", seat=0)["error"] == "forbidden"


# ---------------------------------------------------------------- consent


def test_people_agree_before_they_meet_programs(house: House) -> None:
    bob, cy = house.guest("Bob"), house.guest("Cy")
    table = open_for_programs(bob, "me", "friend", "friend")
    assert cy.get(f"/api{link_of(table)}")["programs"] is True
    assert cy.post(f"/api{link_of(table)}", {"name": "Cy"}, 409)["error"] == "not-agreed"
    assert bob.status(table["match"])["seats"][1]["kind"] == "open"
    cy.join(link_of(table), programs=True)
    cy.join(link_of(table, 2))  # once is enough
    assert cy.status(table["match"])["mine"] == [1, 2]


def test_where_no_program_may_sit_nobody_is_asked(house: House) -> None:
    bob, cy = house.guest("Bob"), house.guest("Cy")
    table = bob.open("me", "friend")
    assert cy.get(f"/api{link_of(table)}")["programs"] is False
    cy.join(link_of(table))


def test_a_block_counts_for_programs_too(house: House) -> None:
    ann, bob = player(house), player(house, "Bob")
    bob.put(f"/api/blocks/{ann.get('/api/account')['player']}", None)
    robot = program(house, ann)
    table = open_for_programs(bob)
    assert robot.post(f"/api{link_of(table)}", {}, 403)["error"] == "forbidden"
    other = open_for_programs(player(house, "Cy"), "me", "friend", "friend")
    robot.join(link_of(other))
    assert bob.post(f"/api{link_of(other, 2)}", {"programs": True}, 403)["error"] == "forbidden"


# ---------------------------------------------------------------- playing


def test_a_program_waits_for_its_turn(house: House) -> None:
    bob, robot = house.guest("Bob"), program(house, player(house))
    table = open_for_programs(bob, options={"window": "small"}, seed=3)
    match = table["match"]
    robot.join(link_of(table))
    turn = robot.turn(match, 1)
    assert turn["status"] == "playing" and turn["pending"] and turn["legal"] == robot.legal(match, 1)
    while turn["pending"]:
        robot.move(match, 1, turn["legal"][0])
        turn = robot.turn(match, 1, wait=0)
    assert turn["legal"] == []
    with ThreadPoolExecutor(1) as pool:
        waits: Future[dict[str, Any]] = pool.submit(robot.turn, match, 1)
        while not house.live(match).waiting:
            time.sleep(0.001)
        assert bob.status(match)["seats"][1]["online"] and not waits.done()
        bob.move(match, 0, bob.legal(match, 0)[0])
        assert waits.result(5)["pending"]
    assert not house.live(match).waiting


def test_waiting_ends_with_the_token(house: House) -> None:
    bob, ann = house.guest("Bob"), player(house)
    robot = program(house, ann)
    table = open_for_programs(bob, "me", "friend", "friend")
    robot.join(link_of(table))
    [listed] = ann.get("/api/account/tokens")
    with ThreadPoolExecutor(1) as pool:
        waits = pool.submit(robot.turn, table["match"], 1, 20, 401)
        while not house.live(table["match"]).waiting:
            time.sleep(0.001)
        began = time.monotonic()
        ann.delete(f"/api/account/tokens/{listed['id']}")
        assert waits.result(5)["error"] in ("signed-out", "bad-token") and time.monotonic() - began < 1


def test_a_guest_may_wait_for_its_turn_as_well(house: House) -> None:
    bob = house.guest("Bob")
    match = bob.open("me", "here")["match"]
    assert bob.get(f"/api/matches/{match}/turn?seat=0")["pending"]
    bob.play_out(match)
    assert bob.get(f"/api/matches/{match}/turn?seat=0") | {"step": 0} == {
        "status": "over",
        "step": 0,
        "pending": False,
        "legal": [],
    }


def test_waiting_for_a_turn_goes_on_while_somebody_has_to_agree(house: House) -> None:
    bob, ann, cleo = (house.guest(name) for name in ("Bob", "Ann", "Cleo"))
    table = bob.open("me", "friend", "friend")
    match, links = table["match"], [seat["link"] for seat in table["seats"][1:]]
    ann.join(links[0])
    bob.post(f"/api/matches/{match}/change", {"hints": False})
    assert cleo.join(links[1])["status"] == "confirming"
    with ThreadPoolExecutor(1) as pool:
        waits: Future[Any] = pool.submit(cleo.get, f"/api/matches/{match}/turn?seat=2")
        while not house.live(match).waiting and not waits.done():
            time.sleep(0.001)
        ann.post(f"/api/matches/{match}/confirm", {})
        assert waits.result(5)["pending"]


def test_a_question_for_a_turn_that_makes_no_sense(house: House) -> None:
    bob = house.guest("Bob")
    match = bob.open("me", "here")["match"]
    for query in ("", "seat=-1", "seat=x", "seat=0&wait=31", "seat=0&wait=-1", "seat=0&wait=nan"):
        assert bob.get(f"/api/matches/{match}/turn?{query}", 400)["error"] == "bad-request"
    assert bob.get(f"/api/matches/{match}/turn?seat=7", 404)["error"] == "not-found"
    assert bob.get("/api/matches/none/turn?seat=0", 404)["error"] == "not-found"


def test_moves_over_a_socket(house: House) -> None:
    robot = program(house, player(house))
    match = open_for_programs(robot, "me", "bot:random")["match"]
    with robot.at(match, 0) as line:
        line.until("frames")
        assert line.ask(type="move", id="a1", seat=0, move=robot.legal(match, 0)[0])["type"] == "ok"


# ---------------------------------------------------------------- before the first move, and beside the moves


def test_a_program_confirms_that_it_is_there(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, house)
    bob, cid, robot = house.guest("Bob"), house.guest("Cid"), program(house, player(house))
    table = open_for_programs(bob, "me", "friend", "anyone", door="public")
    robot.join(link_of(table))
    clock.pass_by(600)
    sit(cid, table["match"], programs=True)
    do(bob, table["match"], "confirm")
    assert robot.turn(table["match"], 1, wait=0)["status"] == "confirming"
    do(robot, table["match"], "confirm")
    assert robot.turn(table["match"], 1, wait=0)["status"] == "playing"


def test_a_program_agrees_to_what_was_changed_or_stands_up(house: House) -> None:
    bob, robot = house.guest("Bob"), program(house, player(house))
    table = open_for_programs(bob, "me", "friend", "friend")
    robot.join(link_of(table))
    do(bob, table["match"], "change", options={"window": "small"})
    assert bob.status(table["match"])["seats"][1]["confirmed"] is False
    do(robot, table["match"], "confirm")
    assert bob.status(table["match"])["seats"][1]["confirmed"] is True
    do(robot, table["match"], "stand")
    assert bob.status(table["match"])["seats"][1]["kind"] == "open"


def test_a_program_agrees_to_cancel_and_takes_its_seat_back(house: House) -> None:
    bob, robot = house.guest("Bob"), program(house, player(house))
    table = open_for_programs(bob)
    match = robot.join(link_of(table))["match"]
    robot.post(f"/api/matches/{match}/leave", {"seat": 1})
    assert do(robot, match, "back", seat=1)["mine"] == [1]
    do(bob, match, "cancel", wish=True)
    assert do(robot, match, "cancel", wish=True)["ending"]["end"] == "cancelled"


# ---------------------------------------------------------------- when it is gone


def test_a_bot_plays_on_for_a_program_that_was_revoked(house: House) -> None:
    bob, ann = house.guest("Bob"), player(house)
    robot = program(house, ann)
    table = open_for_programs(bob)
    robot.join(link_of(table))
    [listed] = ann.get("/api/account/tokens")
    ann.delete(f"/api/account/tokens/{listed['id']}")
    seat = bob.status(table["match"])["seats"][1]
    assert seat["kind"] == "bot" and "program" not in seat
    assert bob.play_out(table["match"])["status"] == "over"


def test_a_bot_plays_on_when_a_token_has_ended(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    bob, ann = house.guest("Bob"), player(house)
    one, other = program(house, ann), Robot(house.stranger(), new_token(ann, "Other", days=365))
    table = open_for_programs(bob, "me", "friend", "friend")
    one.join(link_of(table, 1))
    other.join(link_of(table, 2))
    later = time.time() + 100 * tokens.DAY_SECONDS
    monkeypatch.setattr(tokens.time, "time", lambda: later)
    bob.client.portal.call(programs.relieve, house.app.state.hub)  # type: ignore[union-attr]
    kinds = [seat["kind"] for seat in bob.status(table["match"])["seats"]]
    assert kinds == ["guest", "bot", "guest"], "the other one's token still counts"


def test_a_rematch_with_a_program_that_is_gone(house: House) -> None:
    bob, ann = house.guest("Bob"), player(house)
    robot = program(house, ann)
    table = open_for_programs(bob, options={"window": "small"})
    robot.join(link_of(table))
    bob.play_out(table["match"], robot)
    once = bob.post(f"/api/matches/{table['match']}/rematch", {})
    assert once["seats"][1]["program"] == "Ann" and once["programs"] is True
    bob.play_out(once["match"], robot)
    [listed] = ann.get("/api/account/tokens")
    ann.delete(f"/api/account/tokens/{listed['id']}")
    assert bob.post(f"/api/matches/{once['match']}/rematch", {})["seats"][1]["kind"] == "bot"


def test_matches_of_programs_are_not_their_owners(house: House) -> None:
    """Neither counted as the owner's, nor as those of a player who was met."""
    ann, bob = player(house), player(house, "Bob")
    robot = program(house, ann)
    table = open_for_programs(bob, options={"window": "small"})
    robot.join(link_of(table))
    bob.play_out(table["match"], robot)
    of_ann = ann.get(f"/api/players/{ann.get('/api/account')['player']}")
    assert of_ann["games"] == []
    handle = bob.get("/api/account")["player"]
    assert bob.get(f"/api/players/{handle}")["opponents"] == []
    [line] = bob.get(f"/api/players/{handle}/matches")["matches"]
    assert [seat["program"] for seat in line["seats"]] == [False, True] and line["seats"][1]["name"] == "Deep Mist"


def test_ratings_can_tell_a_program_and_whose_it_is(house: House) -> None:
    ann, bob = player(house), house.guest("Bob")
    robot = program(house, ann)
    table = open_for_programs(bob)
    robot.join(link_of(table))
    seats = house.live(table["match"]).table.seats
    assert [seat.owner for seat in seats] == [None, ann.id]
    [row] = house.app.state.hub.store.rows(sa.select(schema.events).where(schema.events.c.kind == "join"))
    assert row.data["owner"] == ann.id and "Ann" not in str(row.data) and "Deep Mist" not in str(row.data)


# ---------------------------------------------------------------- the example


def test_the_example_plays_a_whole_match(tmp_path: Path) -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 60
    server = Process(tmp_path)
    try:
        with server.client() as client:
            client.post("/api/account", json={"name": "Ann"}).raise_for_status()
            wish = {"name": "Deep Mist", "scopes": ["play", "host"]}
            token = client.post("/api/account/tokens", json=wish).raise_for_status().json()["token"]
            environment = os.environ | {"MISTVALE_TOKEN": token}
            done = subprocess.run(
                [sys.executable, str(EXAMPLE), server.address, "rated"],
                env=environment,
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
            assert done.returncode == 0, done.stderr
            headers = {"authorization": f"Bearer {token}"}
            [status] = client.get("/api/matches", headers=headers).raise_for_status().json()
            assert status["status"] == "over" and str(status["scores"]) == done.stdout.strip()
            assert status["seats"][0]["program"] == "Ann" and status["rated"]
            lines = client.get("/api/ladder/misty?kind=programs").raise_for_status().json()["lines"]
            assert [(line["name"], line["owner"]) for line in lines if line["player"]] == [("Deep Mist", "Ann")]
    finally:
        server.close()


def example() -> Any:
    spec = importlib.util.spec_from_file_location("bot_client", EXAMPLE)
    assert spec and spec.loader
    client = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(client)
    return client


def test_the_example_joins_somebodys_table(house: House) -> None:
    """The same by a link, at a table in this process."""
    client = example()
    bob, robot = house.guest("Bob"), program(house, player(house))
    table = open_for_programs(bob, options={"window": "small"})
    status = client.sit_down(robot.client, f"http://localhost{link_of(table)}")
    assert status["mine"] == [1]
    plays = threading.Thread(target=client.play, args=(robot.client, table["match"], 1))
    plays.start()
    assert bob.play_by_rest(table["match"])["status"] == "over"
    plays.join(10)
    assert not plays.is_alive()


def test_the_example_confirms_that_it_is_there(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    client = example()
    clock = Clock(monkeypatch, house)
    bob, cid, robot = house.guest("Bob"), house.guest("Cid"), program(house, player(house))
    table = open_for_programs(bob, "me", "friend", "anyone", door="public", options={"window": "small"})
    client.sit_down(robot.client, link_of(table))
    clock.pass_by(600)
    sit(cid, table["match"], programs=True)
    do(bob, table["match"], "confirm")
    # As it goes on when it has waited for a while.
    turns = iter([robot.turn(table["match"], 1, wait=0), {"pending": False, "status": "over"}])
    ask = client.ask
    monkeypatch.setattr(client, "ask", lambda *a, **more: next(turns) if a[1] == "GET" else ask(*a, **more))
    client.play(robot.client, table["match"], 1)
    assert bob.status(table["match"])["status"] == "playing"


# ---------------------------------------------------------------- whoever runs the server


def test_tokens_are_listed_and_revoked_beside_the_server(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = ("--data", str(tmp_path))
    status, said = mistvale("admin", "tokens", "list", *at)
    assert status == 1 and "no such tokens" in said
    ann, bob = player(house), player(house, "Bob")
    robot = program(house, ann, "Deep [bold]")
    new_token(bob, "Other")
    table = open_for_programs(bob)
    robot.join(link_of(table))
    handle = ann.get("/api/account")["player"]
    status, said = mistvale("admin", "tokens", "list", *at, COLUMNS="120")
    assert status == 0 and all(word in said for word in ("Deep [bold]", "Other", handle)) and robot.token not in said
    assert "Other" not in mistvale("admin", "tokens", "list", "--player", handle, *at)[1]
    [listed] = ann.get("/api/account/tokens")
    monkeypatch.setattr(sessions, "REMEMBERED_SECONDS", 0.0)
    with robot.at(table["match"], 1) as line:
        line.until("status")
        status, said = mistvale("admin", "tokens", "revoke", listed["id"], *at)
        assert status == 0 and "Deep [bold]" in said
        ann.client.portal.call(house.app.state.hub.sessions.look)  # type: ignore[union-attr]
        is_closed(line)
    assert robot.get("/api/me", 401)["error"] == "bad-token"
    ann.client.portal.call(programs.relieve, house.app.state.hub)  # type: ignore[union-attr]
    assert bob.status(table["match"])["seats"][1]["kind"] == "bot"
    [line_of_audit] = audited(house.settings)
    assert line_of_audit.what == "token-revoked" and line_of_audit.player == handle and line_of_audit.who
    status, said = mistvale("admin", "tokens", "revoke", listed["id"], *at)
    assert status == 1 and listed["id"] in said and len(audited(house.settings)) == 1


# ---------------------------------------------------------------- the store


def test_whoever_runs_the_server_revokes_beside_it(store: Store) -> None:
    made = Tokens(store)
    token = made.make("ann", "Deep Mist", ["play"], 90)
    [known] = made.of("ann")
    assert made.by_hash(tokens.hashed(token)) == known and made.named(known.guest) == "Deep Mist"
    assert made.alive([known.hash, "other"]) == {known.hash} and made.gone(["ann", known.guest]) == set()
    for match in ("m1", "m2"):
        mark = Mark(match, "misty", "ann", "playing", False, "2026-01-01T12:00:00Z")
        opened = Event(match, 0, "open", guest="ann", data={"seats": []}, at="2026-01-01T12:00:00Z")
        store.append(Batch((opened,), (mark,), holders=(("ann", match), (known.guest, match))))
    assert made.waited_for() == [] and store.going_of(known.guest) == ["m1", "m2"]
    made.revoke(known.id)
    assert made.waited_for() == [(known.guest, "m1"), (known.guest, "m2")]
    assert made.of("ann") == [] and made.alive([known.hash]) == set() and made.gone([known.guest]) == {known.guest}
