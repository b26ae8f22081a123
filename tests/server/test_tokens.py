"""Tokens: how they are made, what they open, what they never open, and how they end."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.websockets import WebSocketDisconnect

from mistvale.server import accounts, schema, sessions, tokens
from mistvale.server.admin import revoke_token
from mistvale.server.guests import COOKIE, hashed
from mistvale.server.tokens import DOORS, MARK, SOCKET, bearer

from .helpers import Guest, House, fast_settings, same_guest
from .programs import EVERYTHING, Robot, new_token, player, program
from .test_players_sessions import is_closed

# Where credentials are: nothing below these is any token's business.
CREDENTIALS = ("/api/account", "/api/sign-in", "/api/sign-out")
MADE_UP = {"match": "abcdefghjkmn", "handle": "abcdefghjkmn", "game": "misty", "seat": "0", "lang": "en"}


def calls(house: House) -> Iterator[tuple[str, str]]:
    """Every call that the description names."""
    for path, methods in house.stranger().get("/openapi.json").json()["paths"].items():
        for method in methods:
            yield method.upper(), path


def filled(path: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: MADE_UP.get(found[1], "0123456789abcdef"), path)


def rows(house: House, table: sa.Table) -> list[Any]:
    found: list[Any] = house.app.state.hub.store.rows(sa.select(table))
    return found


# ---------------------------------------------------------------- making


def test_a_token_is_shown_once_and_kept_as_a_hash(house: House) -> None:
    ann = player(house)
    token = new_token(ann)
    assert re.fullmatch(rf"{MARK}[A-Za-z0-9_-]{{43}}", token)
    [listed] = ann.get("/api/account/tokens")
    assert token not in json.dumps(listed) and listed["name"] == "Deep Mist" and listed["used"] is None
    assert sorted(listed["scopes"]) == sorted(EVERYTHING) and not listed["expired"]
    [row] = rows(house, schema.tokens)
    assert row.hash == hashed(token)
    everything = [str(each) for table in schema.metadata.sorted_tables for each in rows(house, table)]
    assert not any(token in each or token.removeprefix(MARK) in each for each in everything)


def test_a_token_wants_a_fresh_proof(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = player(house)
    new_token(ann)
    [listed] = ann.get("/api/account/tokens")
    monkeypatch.setattr(accounts, "FRESH_SECONDS", 0)
    wish = {"name": "Deep Mist", "scopes": ["play"]}
    assert ann.post("/api/account/tokens", wish, 403)["error"] == "not-fresh"
    assert ann.post(f"/api/account/tokens/{listed['id']}/renew", {}, 403)["error"] == "not-fresh"
    assert len(ann.get("/api/account/tokens")) == 1
    ann.delete(f"/api/account/tokens/{listed['id']}")  # what makes things safer needs none


@pytest.mark.parametrize(("ahead", "fresh"), [(-299, True), (-301, False), (2, True), (86_400, False)])
def test_a_proof_is_fresh_for_five_minutes_whatever_clocks_do(ahead: int, fresh: bool) -> None:
    """A day ahead: when it was given, the server's clock was wrong."""
    session = accounts.Session("s", "p", "g", "", "", "", int(time.time()) + ahead)
    assert bool(session.fresh_for) == fresh and session.fresh_for <= accounts.FRESH_SECONDS


def test_a_guest_has_no_tokens(house: House) -> None:
    guest = house.guest("Ann")
    assert guest.get("/api/account/tokens", 401)["error"] == "no-player"
    assert guest.post("/api/account/tokens", {"name": "x", "scopes": ["play"]}, 401)["error"] == "no-player"


def test_a_wish_for_a_token_that_makes_no_sense(house: House) -> None:
    ann = player(house)
    good: dict[str, Any] = {"name": "x", "scopes": ["play"]}
    names = ["", " \u200b ", "x" * 201, 7]
    scopes = [[], ["admin"], "play", ["play"] * 11]
    wishes = [good | {"name": name} for name in names] + [good | {"scopes": scope} for scope in scopes]
    wishes += [good | {"days": days} for days in (0, 366, -1, 2**40, "90", None)]
    for wish in (*wishes, {"name": "x"}, {}, []):
        assert ann.post("/api/account/tokens", wish, 400)["error"] == "bad-request"
    assert ann.get("/api/account/tokens") == []


def test_a_token_counts_for_90_days_unless_one_says_otherwise(house: House) -> None:
    ann = player(house)
    new_token(ann)
    new_token(ann, days=365)
    ends = sorted(row.expires - time.time() for row in rows(house, schema.tokens))
    assert [round(each / tokens.DAY_SECONDS) for each in ends] == [90, 365]


def test_there_are_so_many_tokens_of_a_player(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 1)
    ann = player(house)
    new_token(ann)
    assert ann.post("/api/account/tokens", {"name": "x", "scopes": ["play"]}, 429)["error"] == "too-many"
    new_token(player(house, "Bob"))


# ---------------------------------------------------------------- coming in


def test_a_token_comes_in_the_header_alone(house: House) -> None:
    ann = player(house)
    token = new_token(ann)
    robot = Robot(house.stranger(), token)
    assert robot.id.startswith("program:") and robot.get("/api/me")["name"] == "Deep Mist"
    house.app.state.hub.store.submit(lambda connection: None).result()  # what was noted before is written by then
    [listed] = ann.get("/api/account/tokens")
    assert listed["used"] == time.strftime("%Y-%m-%d", time.gmtime())
    for way in ({"params": {"token": token, "access_token": token}}, {"cookies": {COOKIE: token}}):
        assert not house.stranger().get("/api/me", **way).json()["guest"].startswith("program:")
    assert house.stranger().get("/api/me", auth=(token, "")).json()["name"] == ""


def test_a_program_is_given_no_cookie(house: House) -> None:
    robot = program(house, player(house))
    answer = robot.client.get("/api/games")
    assert answer.status_code == 200 and "set-cookie" not in answer.headers and not robot.client.cookies
    assert answer.headers["cache-control"] == "private, no-store"


@pytest.mark.parametrize("given", ["mvt_", "mvt_nonsense", "mvt_" + "a" * 5000, "mvt_ä"])
def test_a_token_that_nobody_made(house: House, given: str) -> None:
    headers = {"authorization": f"Bearer {given}".encode()}
    for method, path in (("GET", "/api/me"), ("POST", "/api/matches"), ("GET", "/api/nonsense")):
        answer = house.stranger().request(method, path, headers=headers)
        assert answer.status_code == 401 and answer.json()["error"] == "bad-token"
        assert answer.headers["www-authenticate"].startswith("Bearer") and "set-cookie" not in answer.headers


def test_what_a_proxy_puts_into_the_header_is_not_ours() -> None:
    assert bearer([]) is None and bearer(["Basic bXZ0Xw=="]) is None and bearer(["Bearer eyJhbGciOi"]) is None
    assert bearer(["bearer  mvt_x "]) == "mvt_x"
    assert bearer(["Basic bXZ0Xw==", "Bearer mvt_x"]) == "mvt_x"


def test_a_token_and_a_cookie_the_token_counts(house: House) -> None:
    """Also where the cookie would open more."""
    ann = player(house)
    token = new_token(ann, scopes=["play"])
    headers = {"authorization": f"Bearer {token}"}
    assert ann.client.get("/api/me", headers=headers).json()["guest"].startswith("program:")
    refused = ann.client.get("/api/account", headers=headers)
    assert refused.status_code == 403 and refused.json()["error"] == "forbidden"
    bad = ann.client.get("/api/me", headers={"authorization": f"Bearer {token}x"})
    assert bad.status_code == 401, "a cookie does not help a token that is wrong"
    assert ann.get("/api/me")["guest"] == ann.id


def test_a_page_takes_no_token(house: House) -> None:
    """Pages are for browsers: what is set there is a cookie."""
    answer = house.stranger().get("/account", headers={"authorization": "Bearer mvt_nonsense"})
    assert answer.status_code == 200 and "mistvale=" in answer.headers["set-cookie"]


def test_another_origin_is_refused_with_a_token_too(house: House) -> None:
    robot = program(house, player(house))
    wish = {"game": "misty", "seats": [{"kind": "bot"}, {"kind": "bot"}]}
    assert robot.client.post("/api/matches", json=wish, headers={"origin": "http://evil.example"}).status_code == 403
    robot.post("/api/matches", wish, 201)


# ---------------------------------------------------------------- what it opens


def test_no_token_opens_credentials(house: House) -> None:
    """Whatever its scopes: every call of the description is tried."""
    ann = player(house)
    robot = program(house, ann)
    before = {table.name: rows(house, table) for table in schema.metadata.sorted_tables if table.name != "tokens"}
    tried = 0
    for method, path in calls(house):
        if not path.startswith(CREDENTIALS):
            continue
        for given in (filled(path), filled(path) + "/", filled(path) + "?lang=en"):
            answer = robot.client.request(method, given, json={}, follow_redirects=False)
            assert answer.status_code == 403 and answer.json()["error"] == "forbidden", f"{method} {given}"
            assert "set-cookie" not in answer.headers
            tried += 1
    assert tried > 75
    assert {name: rows(house, schema.metadata.tables[name]) for name in before} == before
    assert ann.get("/api/account")["player"]


def test_what_tokens_open_is_listed_and_all_else_is_closed(house: House) -> None:
    known = set(calls(house))
    assert set(DOORS) - known == {(SOCKET, "/ws/{match}")}, "doors to calls that there are not"
    assert not any(path.startswith(CREDENTIALS) for _, path in DOORS)
    robot = program(house, player(house))
    for method, path in known - set(DOORS):
        if path.startswith("/api/"):
            answer = robot.client.request(method, filled(path), json={})
            assert answer.status_code == 403 and answer.json()["error"] == "forbidden", f"{method} {path}"


@pytest.mark.parametrize(
    "path", ["/api/matches/../account", "/api//account", "/api/matches/a%2Fmoves", "/api/account;/me", "/API/me"]
)
def test_odd_paths_open_nothing_either(house: House, path: str) -> None:
    robot = program(house, player(house))
    assert robot.client.request("DELETE", path).status_code in (403, 404)


@pytest.mark.parametrize("scope", EVERYTHING)
def test_each_scope_opens_its_own_doors_alone(house: House, scope: str) -> None:
    robot = program(house, player(house), scopes=[scope])
    for (method, path), scopes in DOORS.items():
        if method == SOCKET:
            continue
        answer = robot.client.request(method, filled(path), json={})
        closed = answer.status_code == 403 and "would need the scope" in answer.json()["text"]
        assert closed == (scope not in scopes), f"{method} {path}: {answer.text}"


def test_reading_shows_the_owners_own(house: House) -> None:
    ann, bob = player(house), player(house, "Bob")
    ann.put("/api/account/privacy", {"profile": "nobody", "playing": "nobody", "invitations": "nobody"})
    handle = ann.get("/api/account")["player"]
    match = ann.open("me", "here")["match"]
    robot = program(house, ann, scopes=["read"])
    assert robot.get(f"/api/players/{handle}")["me"] is True
    [line] = robot.get(f"/api/players/{handle}/matches")["matches"]
    assert line["match"] == match
    assert program(house, bob).get(f"/api/players/{handle}", 403)["error"] == "forbidden"


# ---------------------------------------------------------------- ending


def test_a_revoked_token_is_cut_off_at_once(house: House) -> None:
    ann = player(house)
    robot = program(house, ann)
    match = robot.open("me", "bot:random", programs=True)["match"]
    [listed] = ann.get("/api/account/tokens")
    with robot.at(match, 0) as line:
        line.until("status")
        ann.delete(f"/api/account/tokens/{listed['id']}")
        assert is_closed(line).code == 1008
    assert robot.get("/api/me", 401)["error"] == "bad-token"
    with pytest.raises(WebSocketDisconnect), robot.at(match, 0) as line:
        line.hear()
    assert ann.get("/api/account/tokens") == []
    assert ann.delete(f"/api/account/tokens/{listed['id']}", 404)["error"] == "not-found"


def test_a_token_revoked_by_a_command_beside_the_server_is_cut_off_within_a_second(house: House) -> None:
    """On SQLite nobody tells the server: it looks."""
    ann = player(house)
    robot = program(house, ann)
    match = robot.open("bot", "bot", programs=True)["match"]
    [listed] = ann.get("/api/account/tokens")
    with robot.at(match) as line:
        line.until("status")
        revoke_token(house.settings, listed["id"])
        assert is_closed(line).code == 1008
    assert sessions.LOOK_SECONDS < 1


def test_a_revoked_token_is_cut_off_at_other_servers(houses: tuple[House, House]) -> None:
    here, there = houses
    ann = player(here)
    token = new_token(ann)
    robot = Robot(there.stranger(), token)
    match = robot.open("bot", "bot")["match"]
    [listed] = ann.get("/api/account/tokens")
    with robot.at(match) as line:
        line.until("status")
        ann.delete(f"/api/account/tokens/{listed['id']}")
        is_closed(line)
    assert robot.get("/api/me", 401)["error"] == "bad-token"


def test_nobody_revokes_or_renews_anothers_token(house: House) -> None:
    ann, bob = player(house), player(house, "Bob")
    new_token(ann)
    [listed] = ann.get("/api/account/tokens")
    bob.delete(f"/api/account/tokens/{listed['id']}", 404)
    bob.post(f"/api/account/tokens/{listed['id']}/renew", {}, 404)
    assert len(ann.get("/api/account/tokens")) == 1


def test_a_token_ends_by_itself(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = player(house)
    robot = program(house, ann)
    match = robot.open("bot", "bot")["match"]
    later = time.time() + 91 * tokens.DAY_SECONDS
    with robot.at(match) as line:
        line.until("status")
        monkeypatch.setattr(tokens.time, "time", lambda: later)
        assert robot.get("/api/me", 401)["error"] == "bad-token", "also while it is still remembered"
        ann.client.portal.call(house.app.state.hub.sessions.look)  # type: ignore[union-attr]
        is_closed(line)
    monkeypatch.undo()
    assert not ann.get("/api/account/tokens")[0]["expired"]


def test_renewing_keeps_the_program_and_ends_the_token(house: House) -> None:
    ann = player(house)
    robot = program(house, ann)
    match = robot.open("me", "bot:random", programs=True)["match"]
    [listed] = ann.get("/api/account/tokens")
    with robot.at(match, 0) as line:
        line.until("status")
        made = ann.post(f"/api/account/tokens/{listed['id']}/renew", {"days": 7})
        is_closed(line)
    assert robot.get("/api/me", 401)["error"] == "bad-token"
    again = Robot(house.stranger(), made["token"])
    assert again.id == robot.id and again.status(match)["mine"] == [0]
    assert made["tokens"][0]["id"] == listed["id"]


def test_other_tokens_stay_while_one_is_looked_after(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The regular look closes what has ended, and nothing else."""
    monkeypatch.setattr(sessions, "REMEMBERED_SECONDS", 0.0)
    robot = program(house, player(house))
    match = robot.open("bot", "bot")["match"]
    with robot.at(match) as line:
        line.until("status")
        robot.client.portal.call(house.app.state.hub.sessions.look)  # type: ignore[union-attr]
        line.settle()


# ---------------------------------------------------------------- limits


def test_a_token_has_a_pace_of_its_own(tmp_path: Any) -> None:
    with House(fast_settings(tmp_path, program_requests_per_second=0.001, program_request_burst=3)) as house:
        ann = player(house)
        one, other = program(house, ann), program(house, ann)
        for _ in range(2):
            one.get("/api/me")
        refused = one.client.get("/api/me")
        assert refused.status_code == 429 and int(refused.headers["retry-after"]) > 1
        elsewhere = house.stranger("192.0.2.9").get("/api/me", headers={"authorization": f"Bearer {one.token}"})
        assert elsewhere.status_code == 429, "wherever it is used from"
        other.get("/api/me")
        ann.get("/api/me")


# ---------------------------------------------------------------- whose it is


def test_tokens_are_in_the_export_and_go_with_the_account(house: House) -> None:
    ann = player(house, "Wilhelmina")
    robot = program(house, ann, "Grosser Nebel")
    bob = house.guest("Bob")
    match = bob.open("me", "friend", programs=True)
    robot.join(match["seats"][1]["link"])
    exported = ann.get("/api/account/export")
    [told] = exported["tokens"]
    assert told["name"] == "Grosser Nebel" and robot.token not in json.dumps(exported)
    assert any(event["kind"] == "join" and event["match"] == match["match"] for event in exported["events"])
    assert any(each["name"] == "Grosser Nebel" for each in exported["names"])
    with robot.at(match["match"], 1) as line:
        line.until("status")
        ann.delete("/api/account")
        is_closed(line)
    assert robot.get("/api/me", 401)["error"] == "bad-token"
    seat = bob.status(match["match"])["seats"][1]
    assert seat["kind"] == "bot" and "program" not in seat
    for table in schema.metadata.sorted_tables:
        for row in rows(house, table):
            assert "Wilhelmina" not in str(row) and "Nebel" not in str(row), table.name


def test_a_program_is_no_guest_that_could_become_a_player(house: House) -> None:
    ann = player(house)
    robot = program(house, ann)
    robot.post("/api/account", {"name": "Robot"}, 403)
    assert len(rows(house, schema.players)) == 1
    twin: Guest = same_guest(ann, house)
    assert twin.get("/api/account")["player"]
