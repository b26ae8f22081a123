"""Profiles, matches, privacy, export, friends, blocks and invitations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from pydantic import TypeAdapter

import mistvale as mv
from mistvale.server import people, schema
from mistvale.server.accounts import PERSONAL
from mistvale.server.events import Result
from mistvale.server.models.profiles import Export, InvitationGot, InvitationSent, MatchList, Profile
from mistvale.server.results import Standing, standing
from mistvale.server.store import Store

from .helpers import Guest, House, check_told, fast_settings, same_guest
from .test_players_names import FORMER, everything
from .test_players_sessions import become


def player(house: House, name: str) -> Guest:
    guest = house.guest(name)
    made = become(guest, name)
    guest.handle, guest.codes = made["account"]["player"], made["codes"]  # type: ignore[attr-defined]
    return guest


def handle(guest: Guest) -> str:
    found: str = guest.handle  # type: ignore[attr-defined]
    return found


def profile(viewer: Guest, of: Guest, expect: int = 200) -> Any:
    found = viewer.get(f"/api/players/{handle(of)}", expect)
    if expect == 200:
        check_told(found, TypeAdapter(Profile))
    return found


def listed(viewer: Guest, of: Guest, **filters: Any) -> Any:
    query = "&".join(f"{key}={value}" for key, value in filters.items())
    found = viewer.get(f"/api/players/{handle(of)}/matches?{query}")
    check_told(found, TypeAdapter(MatchList))
    return found


def befriend(one: Guest, other: Guest) -> None:
    one.put(f"/api/friends/{handle(other)}", {})
    other.put(f"/api/friends/{handle(one)}", {})


def played(ann: Guest, bob: Guest) -> str:
    opened = ann.open("me", "friend", options={"window": "small"})
    bob.join(opened["seats"][1]["link"], "Bob")
    assert ann.play_out(opened["match"], bob)["status"] == "over"
    return str(opened["match"])


# ---------------------------------------------------------------- results


def result(match: str, seat: int, rank: int, score: int = 10, **more: Any) -> Result:
    values = {"guest": "", "bot": "", "game": "misty", "seats": 2, "grades": {}, "ended": "2026-01-01T12:00:00Z"}
    return Result(match=match, seat=seat, rank=rank, score=score, **values | more)  # type: ignore[arg-type]


def test_what_matches_come_to() -> None:
    found = Standing()
    found.count(result("m1", 0, 1, 30, guest="ann"), [result("m1", 1, 2, 20, bot="adept")])
    found.count(result("m2", 0, 2, 10, guest="ann"), [result("m2", 1, 1, 50, guest="bob")])
    found.count(result("m3", 0, 1, 41, guest="ann"), [result("m3", 1, 1, 41, guest="bob")])
    found.count(result("m4", 0, 1, 9, guest="ann", seats=1, game="misterra", grades={"total": 2}), [])
    found.count(result("m5", 0, 1, 5, guest="ann", seats=1, game="misterra", grades={"total": 1}), [])
    misty = found.games["misty", 2]
    assert (misty.played, misty.won, misty.average, misty.best, misty.best_match) == (3, 2, 27.0, 41, "m3")
    assert (found.players["bob"].played, found.players["bob"].won, found.players["bob"].lost) == (2, 0, 1)
    assert found.bots["misty", "adept"].won == 1
    assert found.grades == {("misterra", "total"): 2}


def test_matches_of_several_own_seats_count_for_nobody(store: Store) -> None:
    rows = [result("m1", 0, 1, guest="ann"), result("m1", 1, 2, guest="ann")]
    rows += [result("m2", 0, 1, guest="ann"), result("m2", 1, 2, bot="adept"), result("m3", 0, 1, guest="bob")]
    store.submit(lambda c: c.execute(sa.insert(schema.results), [vars(row) for row in rows])).result()
    found = standing(store, "ann")
    assert found.games["misty", 2].played == 1 and found.bots["misty", "adept"].played == 1


def test_a_profile_tells_of_finished_matches(house: House) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), house.guest("Eve")
    match = played(ann, bob)
    solo = ann.open("me", "bot:random", options={"window": "small"})["match"]
    ann.play_out(solo)
    ranks = ann.status(match)["ranks"]
    found = profile(eve, ann)
    assert (found["name"], found["me"], found["friend"], found["playing"]) == ("Ann", False, "none", None)
    (tally,) = found["games"]
    assert (tally["game"], tally["seats"], tally["played"]) == ("misty", 2, 2) and tally["best_match"] in (match, solo)
    (opponent,) = found["opponents"]
    assert opponent["player"] == handle(bob) and opponent["won"] == (ranks[0] < ranks[1])
    (level,) = found["levels"]
    assert (level["bot"], level["level"], level["played"]) == ("random", False, 1)
    assert profile(ann, ann)["me"]
    assert eve.get("/api/players/nobody234567", 404)["error"] == "not-found"
    assert eve.get("/api/players/NOBODY", 400)["error"] == "bad-request"


def test_grades_of_matches_alone(house: House) -> None:
    ann = player(house, "Ann")
    match = ann.open("me", game="misterra")["match"]
    ann.play_out(match)
    found = {each["graded"]: each for each in profile(ann, ann)["grades"]}
    assert set(found) == {"total", "hypotheses", "fidelity", "claims"}
    words = mv.game("misterra").words("en")
    assert all(each["label"] == words(f"summary.grade.{name}.{each['grade']}") for name, each in found.items())


def test_matches_of_before_get_their_results(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        ann, bob = player(house, "Ann"), player(house, "Bob")
        match = played(ann, bob)
        store = house.app.state.hub.store
        wanted = sorted(map(tuple, store.rows(sa.select(schema.results.c.seat, schema.results.c.score))))
        store.submit(lambda connection: connection.execute(sa.delete(schema.results))).result()
    with House(fast_settings(tmp_path)) as house:
        ann = same_guest(ann, house)
        house.call(house.hub.add_results)
        store = house.app.state.hub.store
        assert sorted(map(tuple, store.rows(sa.select(schema.results.c.seat, schema.results.c.score)))) == wanted
        assert store.rows(sa.select(schema.results.c.match))[0][0] == match


# ---------------------------------------------------------------- matches


def test_matches_are_found_page_by_page(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob Börger")
    over = played(ann, bob)
    going = [ann.open("me", "bot:random")["match"] for _ in range(3)]
    everything_found = [each["match"] for each in listed(ann, ann)["matches"]]
    assert set(everything_found) == {over, *going}
    first = listed(ann, ann, most=3)
    rest = listed(ann, ann, most=3, after=first["next"].replace(" ", "%20"))
    assert [each["match"] for each in first["matches"] + rest["matches"]] == everything_found and rest["next"] is None
    assert [each["match"] for each in listed(ann, ann, status="over")["matches"]] == [over]
    assert len(listed(ann, ann, status="going")["matches"]) == 3
    assert listed(ann, ann, game="valdora")["matches"] == []
    assert len(listed(ann, ann, game="misty")["matches"]) == 4
    assert [each["match"] for each in listed(ann, ann, seats=2)["matches"]] == [over]
    assert [each["match"] for each in listed(ann, ann, **{"with": handle(bob)})["matches"]] == [over]
    assert [each["match"] for each in listed(ann, ann, text="bOb")["matches"]] == [over]
    assert [each["match"] for each in listed(ann, ann, text=going[0])["matches"]] == [going[0]]
    assert listed(ann, ann, text="%25")["matches"] == [], "no wildcard"
    (line,) = listed(bob, bob)["matches"]
    assert [(each["name"], each["player"], each["own"]) for each in line["seats"]] == [
        ("Ann", handle(ann), False),
        ("Bob", handle(bob), True),
    ]
    assert line["ended"] and {each["rank"] for each in line["seats"]} <= {1, 2}
    bots = listed(ann, ann, text=going[0])["matches"][0]["seats"]
    assert (bots[1]["bot"], bots[1]["rank"]) == ("random", None)


def test_others_see_only_what_is_over(house: House) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), house.guest()
    over = played(ann, bob)
    ann.open("me", "bot:random")
    assert [each["match"] for each in listed(eve, ann)["matches"]] == [over]
    assert [each["match"] for each in listed(eve, ann, status="going")["matches"]] == []


@pytest.mark.parametrize(
    "query", ["most=0", "most=51", "seats=0", "with=x", "status=x", "after=x", f"text={'x' * 101}"]
)
def test_bad_filters(house: House, query: str) -> None:
    ann = player(house, "Ann")
    assert ann.get(f"/api/players/{handle(ann)}/matches?{query}", 400)["error"] == "bad-request"


@pytest.mark.parametrize(
    "query", ["text=%00", "text=%27", "text=%ED%A0%80", "game=%00", "after=%00%20%00", "text=%5C_"]
)
def test_odd_filters_find_nothing(houses: tuple[House, House], query: str) -> None:
    ann = player(houses[0], "Ann")
    answer = ann.client.get(f"/api/players/{handle(ann)}/matches?{query}")
    assert answer.status_code in (200, 400), answer.text


# ---------------------------------------------------------------- privacy


def test_who_may_see_a_profile(house: House) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), house.guest()
    chosen = {"profile": "friends", "playing": "nobody", "invitations": "all", "insights": "nobody"}
    assert ann.get("/api/account/privacy")["profile"] == "all"
    assert ann.put("/api/account/privacy", chosen) == chosen == ann.get("/api/account/privacy")
    for viewer in (bob, eve):
        assert profile(viewer, ann, 403)["error"] == "forbidden"
        assert viewer.get(f"/api/players/{handle(ann)}/matches", 403)["error"] == "forbidden"
    ann.put(f"/api/friends/{handle(bob)}", {})
    assert profile(bob, ann, 403), "one follows: not friends yet"
    bob.put(f"/api/friends/{handle(ann)}", {})
    assert profile(bob, ann)["friend"] == "friend"
    ann.put("/api/account/privacy", chosen | {"profile": "nobody"})
    assert profile(bob, ann, 403) and profile(ann, ann)["me"]


def test_who_shows_no_profile_is_not_found_by_those_of_others(house: House) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), player(house, "Eve")
    played(ann, bob)
    assert [each["player"] for each in profile(eve, ann)["opponents"]] == [handle(bob)]
    bob.put("/api/account/privacy", {"profile": "friends"})
    assert profile(eve, ann)["opponents"] == []
    [match] = eve.get(f"/api/players/{handle(ann)}/matches")["matches"]
    assert [(seat["name"], seat["player"]) for seat in match["seats"]] == [("Ann", handle(ann)), ("Bob", None)]
    assert [each["name"] for each in profile(ann, ann)["opponents"]] == ["Bob"], "whom one has met oneself one knows"
    befriend(eve, bob)
    assert [each["player"] for each in profile(eve, ann)["opponents"]] == [handle(bob)]
    bob.put(f"/api/blocks/{handle(eve)}", {})
    assert profile(eve, ann)["opponents"] == []


@pytest.mark.parametrize("body", [{"profile": "x"}, {"other": "all"}, {"playing": None}, []])
def test_bad_privacy(house: House, body: Any) -> None:
    ann = player(house, "Ann")
    assert ann.put("/api/account/privacy", body, 400)["error"] == "bad-request"
    assert house.guest().put("/api/account/privacy", {}, 401)["error"] == "no-player"


def test_friends_see_when_one_plays_if_one_allows_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    befriend(ann, bob)
    match = ann.open("me", "here")["match"]

    def seen() -> Any:
        return bob.get("/api/friends")["following"][0]["playing"]

    assert seen() is None, "not unless it is allowed"
    ann.put("/api/account/privacy", {"playing": "friends"})
    assert seen() is False
    watched = bob.open("me", "here")["match"]
    with ann.at(watched) as line:
        line.settle()
        house.app.state.hub.store.probe()
        assert seen() is False, "who looks on does not play"
    with ann.at(match, 0) as line:
        line.settle()
        house.app.state.hub.store.probe()  # what was to be written is
        assert seen() is True and profile(bob, ann)["playing"] is True
    assert profile(player(house, "Eve"), ann)["playing"] is None
    monkeypatch.setattr(people, "PLAYING_SECONDS", -1)
    assert seen() is False, "after a while"


# ---------------------------------------------------------------- to take home


def test_everything_can_be_taken_home(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    match = played(ann, bob)
    befriend(ann, bob)
    answer = ann.client.get("/api/account/export")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    check_told(found, TypeAdapter(Export))
    assert found["name"] == "Ann" and found["id"] == ann.id and found["codes_left"] == 10
    assert [row["match"] for row in found["matches"]] == [match] == [row["match"] for row in found["results"]]
    assert found["names"] == [{"match": match, "seat": 0, "name": "Ann"}]
    assert {event["kind"] for event in found["events"]} == {"open", "move"}
    assert all(event["seat"] in (None, 0) for event in found["events"]), "nobody else's moves"
    assert found["following"] == [{"player": handle(bob), "name": "Bob"}]
    assert bob.id not in answer.text and not any(code in answer.text for code in ann.codes)  # type: ignore[attr-defined]
    assert house.guest().get("/api/account/export", 401)["error"] == "no-player"


# What of each table of `PERSONAL` is taken home, and under which word; None: what lasts minutes, or is others' alone to
# know.
TAKEN_HOME = {
    "names.guest": "names",
    "guests.guest": "name",
    "credentials.player": "passkeys",
    "identities.player": "identities",
    "sessions.player": "sessions",
    "recovery.player": "codes_left",
    "device_links.player": None,
    "notes.player": "notes",
    "tokens.player": "tokens",
    "follows.player": "following",
    "follows.other": "followers",
    "blocks.player": "blocked",
    "blocks.other": None,
    "invitations.player": "invitations",
    "invitations.host": "invited",
    "bans.guest": "bans",
    "cancellations.guest": "cancellations",
    "holidays.guest": "holidays",
    "queue.guest": "queue",
    "chat.guest": "chat",
    "comments.guest": "comments",
    "ratings.player": "ratings",
    "rating_steps.player": "ladder",
    "devices.player": "devices",
    "tries.player": "tries",
    "solutions.player": "solutions",
}


def test_what_goes_with_a_player_can_be_taken_home_before(house: House) -> None:
    assert {f"{column.table.name}.{column.name}" for column in PERSONAL} == set(TAKEN_HOME)
    assert {word for word in TAKEN_HOME.values() if word} <= set(Export.model_fields)
    ann, bob = player(house, "Ann"), player(house, "Bob")
    befriend(ann, bob)
    match = ann.open("me", "friend")["match"]
    ann.post(f"/api/matches/{match}/invite", {"seat": 1, "player": handle(bob)}, 201)
    found = ann.get("/api/account/export")
    assert found["followers"] == [{"player": handle(bob), "name": "Bob"}]
    assert [(row["match"], row["seat"]) for row in found["invited"]] == [(match, 1)]
    assert [(row["match"], row["seat"]) for row in bob.get("/api/account/export")["invitations"]] == [(match, 1)]


def test_the_export_holds_no_secret_of_a_match_that_goes_on(house: House) -> None:
    ann = player(house, "Ann")
    ann.open("me", "friend")
    text = ann.client.get("/api/account/export").text
    row = house.app.state.hub.store.rows(sa.select(schema.events.c.data))[0][0]
    assert row["host_part"] not in text and row["seats"][1]["token"] not in text


# ---------------------------------------------------------------- friends and blocks


def test_changes_are_limited_by_player(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, changes_per_minute=1, change_burst=3)) as house:
        ann = player(house, "Ann")
        for _ in range(2):
            ann.put("/api/account/privacy", {})
        assert ann.put("/api/account/privacy", {}, 429)["error"] == "too-many"
        assert ann.get("/api/account")["player"], "looking is free"


def test_one_follows_and_is_followed(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    for _ in range(2):
        assert [each["player"] for each in ann.put(f"/api/friends/{handle(bob)}", {})["following"]] == [handle(bob)]
    assert [(each["name"], each["friend"]) for each in bob.get("/api/friends")["followers"]] == [("Ann", False)]
    assert profile(bob, ann)["friend"] == "follower" and profile(ann, bob)["friend"] == "following"
    bob.put(f"/api/friends/{handle(ann)}", {})
    assert ann.get("/api/friends")["following"][0]["friend"]
    assert ann.delete(f"/api/friends/{handle(bob)}", 200)["following"] == []
    assert ann.put(f"/api/friends/{handle(ann)}", {}, 409)["error"] == "not-possible"
    assert ann.put("/api/friends/nobody234567", {}, 404)["error"] == "not-found"
    guest = house.guest()
    assert guest.get("/api/friends", 401)["error"] == "no-player"
    assert guest.put(f"/api/friends/{handle(ann)}", {}, 401)["error"] == "no-player"


def test_following_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(fast_settings(tmp_path, ties_per_minute=1, tie_burst=2)) as house:
        ann, bob = player(house, "Ann"), player(house, "Bob")
        for _ in range(2):
            ann.put(f"/api/friends/{handle(bob)}", {})
        assert ann.put(f"/api/friends/{handle(bob)}", {}, 429)["error"] == "too-many"
        monkeypatch.setitem(people.MOST, "blocks", 0)
        assert bob.put(f"/api/blocks/{handle(ann)}", {}, 409)["error"] == "not-possible"


@pytest.mark.parametrize("blocker", ["host", "other"])
def test_a_block_counts_both_ways(house: House, blocker: str) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    befriend(ann, bob)
    before = ann.open("me", "friend")
    ann.post(f"/api/matches/{before['match']}/invite", {"seat": 1, "player": handle(bob)}, 201)
    one, other = (ann, bob) if blocker == "host" else (bob, ann)
    blocked = one.put(f"/api/blocks/{handle(other)}", {})
    assert [each["player"] for each in blocked["blocked"]] == [handle(other)] and blocked["following"] == []
    assert other.get("/api/friends") == {"following": [], "followers": [], "blocked": []}, "and is not told"
    assert bob.get("/api/invitations") == []
    refused = bob.client.post(f"/api{before['seats'][1]['link']}", json={"name": "Bob"})
    assert refused.status_code == 403 and refused.json()["error"] == "forbidden"
    invite = {"seat": 1, "player": handle(bob)}
    assert ann.post(f"/api/matches/{before['match']}/invite", invite, 403)["error"] == "forbidden"
    assert other.put(f"/api/friends/{handle(one)}", {}, 404)["error"] == "not-found"
    assert profile(other, one, 404)["error"] == "not-found"
    one.delete(f"/api/blocks/{handle(other)}", 200)
    assert bob.join(before["seats"][1]["link"], "Bob")["mine"] == [1]


def test_nobody_is_put_beside_whom_it_blocks_by_a_rematch(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    match = played(ann, bob)
    ann.put(f"/api/blocks/{handle(bob)}", {})
    for each in (ann, bob):
        assert each.post(f"/api/matches/{match}/rematch", {}, 403)["error"] == "forbidden"
    ann.delete(f"/api/blocks/{handle(bob)}", 200)
    assert bob.post(f"/api/matches/{match}/rematch", {})["status"] == "playing"


def test_nobody_sits_down_beside_whom_it_blocks(house: House) -> None:
    host, ann, bob = house.guest("Host"), player(house, "Ann"), player(house, "Bob")
    opened = host.open("me", "friend", "friend")
    ann.join(opened["seats"][1]["link"], "Ann")
    bob.put(f"/api/blocks/{handle(ann)}", {})
    assert bob.post(f"/api{opened['seats'][2]['link']}", {"name": "Bob"}, 403)["error"] == "forbidden"
    assert house.guest().join(opened["seats"][2]["link"], "Eve")["mine"] == [2]


# ---------------------------------------------------------------- invitations


def test_a_player_is_invited_and_comes(house: House) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), player(house, "Eve")
    opened = ann.open("me", "friend")
    path = f"/api/matches/{opened['match']}/invite"
    for _ in range(2):
        ann.post(path, {"seat": 1, "player": handle(bob)}, 201)
    ann.post(path, {"seat": 1, "player": handle(eve)}, 201)
    (got,) = bob.get("/api/invitations")
    check_told(got, TypeAdapter(InvitationGot))
    assert (got["name"], got["player"], got["title"], got["seat"]) == ("Ann", handle(ann), "Misty", 1)
    bob.join(got["link"], "Bob")
    assert bob.get("/api/invitations") == [] == eve.get("/api/invitations"), "the seat is taken"
    assert house.app.state.hub.store.rows(sa.select(schema.invitations)) == []


def test_who_may_invite_whom_to_what(house: House) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), player(house, "Eve")
    opened = ann.open("me", "friend")
    path, wish = f"/api/matches/{opened['match']}/invite", {"seat": 1, "player": handle(bob)}
    assert eve.post(path, wish, 403)["error"] == "forbidden", "not the host"
    assert house.guest().post(path, wish, 401)["error"] == "no-player"
    assert ann.post(path, wish | {"seat": 0}, 409)["error"] == "seat-taken"
    assert ann.post(path, wish | {"seat": 5}, 404)["error"] == "not-found"
    assert ann.post(path, wish | {"player": handle(ann)}, 409)["error"] == "not-possible"
    assert ann.post(path, {"seat": 1}, 400)["error"] == "bad-request"
    bob.put("/api/account/privacy", {"invitations": "friends"})
    assert ann.post(path, wish, 403)["error"] == "forbidden"
    befriend(ann, bob)
    invitation = ann.post(path, wish, 201)["id"]
    assert eve.delete(f"/api/invitations/{invitation}", 404)["error"] == "not-found"
    bob.delete(f"/api/invitations/{invitation}")
    assert bob.get("/api/invitations") == []


def asked(host: Guest, match: str, *others: Guest) -> list[str]:
    """Ask some players to the second seat of a table; the ids of the invitations."""
    path = f"/api/matches/{match}/invite"
    return [str(host.post(path, {"seat": 1, "player": handle(other)}, 201)["id"]) for other in others]


def test_a_host_sees_who_was_asked_and_takes_it_back(house: House) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), player(house, "Eve")
    opened = ann.open("me", "friend")
    match, path = opened["match"], f"/api/matches/{opened['match']}/invitations"
    first, second = asked(ann, match, bob, eve)
    sent = ann.get(path)
    check_told(sent[0], TypeAdapter(InvitationSent))
    assert {(each["id"], each["seat"], each["name"]) for each in sent} == {(first, 1, "Bob"), (second, 1, "Eve")}
    for other, status in ((bob, 403), (house.guest(), 401)):
        other.get(path, status)
    ann.delete(f"/api/invitations/{first}")
    assert bob.get("/api/invitations") == [] and [each["id"] for each in ann.get(path)] == [second]
    ann.delete(f"/api/invitations/{first}", 404)
    [still] = eve.get("/api/invitations")
    assert eve.join(still["link"], "Eve")["mine"] == [1], "the others are asked as before"
    assert ann.get(path) == []


def test_the_link_of_an_invitation_that_was_taken_back_leads_nowhere(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    opened = ann.open("me", "friend")
    [invitation] = asked(ann, opened["match"], bob)
    [got] = bob.get("/api/invitations")
    ann.delete(f"/api/invitations/{invitation}")
    assert bob.get(f"/api{got['link']}")["taken"]
    assert bob.post(f"/api{got['link']}", {"name": "Bob"}, 404)["error"] == "not-found"
    fresh = ann.status(opened["match"])["seats"][1]["link"]
    assert fresh != got["link"] and house.guest().join(fresh, "Eve")["mine"] == [1]


def test_who_is_the_host_now_takes_back_what_the_one_before_has_asked(house: House) -> None:
    ann, bob, eve, cid = (player(house, name) for name in ("Ann", "Bob", "Eve", "Cid"))
    opened = ann.open("me", "friend", "friend")
    [invitation] = asked(ann, opened["match"], bob)
    eve.join(opened["seats"][2]["link"], "Eve")
    ann.post(f"/api/matches/{opened['match']}/host", {"seat": 2})
    assert [each["id"] for each in eve.get(f"/api/matches/{opened['match']}/invitations")] == [invitation]
    cid.delete(f"/api/invitations/{invitation}", 404)
    eve.delete(f"/api/invitations/{invitation}")
    assert bob.get("/api/invitations") == []


def test_an_invitation_to_a_table_that_is_gone_can_be_taken_back(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    opened = ann.open("me", "friend")
    [invitation] = asked(ann, opened["match"], bob)
    ann.post(f"/api/matches/{opened['match']}/close", {})
    assert ann.get(f"/api/matches/{opened['match']}/invitations") == []
    ann.delete(f"/api/invitations/{invitation}")
    assert house.app.state.hub.store.rows(sa.select(schema.invitations)) == []


def test_invitations_are_limited(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_INVITATIONS", 1)
    ann, bob = player(house, "Ann"), player(house, "Bob")
    opened = ann.open("me", "friend", "friend")
    path = f"/api/matches/{opened['match']}/invite"
    ann.post(path, {"seat": 1, "player": handle(bob)}, 201)
    assert ann.post(path, {"seat": 2, "player": handle(bob)}, 429)["error"] == "too-many"


def test_one_stranger_keeps_nobody_else_from_inviting(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_FROM_ONE", 1)
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), player(house, "Eve")
    asked(eve, eve.open("me", "friend")["match"], bob)
    more = f"/api/matches/{eve.open('me', 'friend')['match']}/invite"
    assert eve.post(more, {"seat": 1, "player": handle(bob)}, 429)["error"] == "too-many"
    asked(ann, ann.open("me", "friend")["match"], bob)
    assert len(bob.get("/api/invitations")) == 2


def test_invitations_to_tables_that_are_gone_are_no_hurdle(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was asked may never have looked at them."""
    monkeypatch.setattr(people, "MOST_INVITATIONS", 1)
    ann, bob = player(house, "Ann"), player(house, "Bob")
    first = ann.open("me", "friend")["match"]
    asked(ann, first, bob)
    ann.post(f"/api/matches/{first}/close", {})
    asked(ann, ann.open("me", "friend")["match"], bob)
    assert len(bob.get("/api/invitations")) == 1


# ---------------------------------------------------------------- and who goes


def test_whoever_is_gone_is_gone_from_all_of_it(house: House) -> None:
    ann, bob = player(house, "Wilhelmina"), player(house, "Bob")
    match = played(ann, bob)
    befriend(ann, bob)
    opened = ann.open("me", "friend")
    ann.post(f"/api/matches/{opened['match']}/invite", {"seat": 1, "player": handle(bob)}, 201)
    old = handle(ann)
    ann.delete("/api/account")
    assert "Wilhelmina" not in everything(house.app.state.hub.store)
    assert old not in everything(house.app.state.hub.store)
    assert bob.get(f"/api/players/{old}", 404)["error"] == "not-found"
    assert bob.get("/api/friends") == {"following": [], "followers": [], "blocked": []}
    assert bob.get("/api/invitations") == [] and profile(bob, bob)["opponents"] == []
    line = next(each for each in listed(bob, bob)["matches"] if each["match"] == match)
    assert (line["seats"][0]["name"], line["seats"][0]["player"]) == (FORMER, None)


def test_a_guests_results_come_along(house: House) -> None:
    ann, bob = player(house, "Ann"), house.guest("Bob")
    match = bob.open("me", "bot:random", options={"window": "small"})["match"]
    bob.play_out(match)
    bob.post("/api/sign-in/code", {"code": ann.codes[0]})  # type: ignore[attr-defined]
    assert profile(bob, ann)["games"][0]["played"] == 1
    assert listed(bob, ann)["matches"][0]["seats"][0]["own"]


def test_it_is_the_same_on_postgresql(houses: tuple[House, House]) -> None:
    here, there = houses
    ann, bob = player(here, "Ann"), player(there, "Bob")
    ann.put(f"/api/friends/{handle(bob)}", {})
    ann.put(f"/api/friends/{handle(bob)}", {})
    match = ann.open("me", "bot:random", options={"window": "small"})["match"]
    ann.play_out(match)
    assert profile(bob, ann)["games"][0]["played"] == 1 and profile(bob, ann)["friend"] == "follower"
    assert [each["match"] for each in listed(bob, ann, text="ann", seats=2, game="misty")["matches"]] == [match]
    assert json.loads(ann.client.get("/api/account/export").text)["results"]
    for odd in ("%00", "%ED%A0%80", "%5C_"):
        assert ann.client.get(f"/api/players/{handle(ann)}/matches?text={odd}").status_code == 200
    opened = ann.open("me", "friend")
    ann.post(f"/api/matches/{opened['match']}/invite", {"seat": 1, "player": handle(bob)}, 201)
    assert bob.get("/api/invitations")[0]["match"] == opened["match"]
    ann.put(f"/api/blocks/{handle(bob)}", {})
    assert bob.get("/api/invitations") == []
    ann.delete("/api/account")
    assert bob.get("/api/friends")["followers"] == []
