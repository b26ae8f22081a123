"""Rated tables over the wire: who may sit there, what comes of it, and who may see that."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from mistvale.server import commands, schema
from mistvale.server.events import Batch, now
from mistvale.server.models.profiles import Export
from mistvale.server.models.ratings import LadderAnswer, MatchRating, PlayerRatings, SeatStrength
from mistvale.server.ratings import BROWSER, PAIRS_A_DAY, Ratings
from mistvale.server.skill import START
from mistvale.server.tables import Seat
from mistvale.server.terms import Terms

from .helpers import PATIENCE, Guest, House, check_told, fast_settings
from .test_players_names import everything
from .test_players_profiles import handle
from .test_players_sessions import become
from .test_ratings import result

LIVE = {"kind": "live", "bank": 600_000, "decision": 30_000}
RATED = {"hints": False, "rated": True, "pace": LIVE}
SMALL = {"options": {"window": "small"}, **RATED}


def player(house: House, name: str, address: str) -> Guest:
    guest = house.guest(name, address=address)
    guest.handle = become(guest, name)["account"]["player"]  # type: ignore[attr-defined]
    return guest


def rated_match(ann: Guest, bob: Guest) -> str:
    opened = ann.open("me", "friend", **SMALL)
    assert opened["rated"]
    bob.join(opened["seats"][1]["link"], "Bob")
    assert ann.play_out(opened["match"], bob)["status"] == "over"
    return str(opened["match"])


def rated_table(ann: Guest, bob: Guest) -> str:
    opened = ann.open("me", "friend", **SMALL)
    bob.join(opened["seats"][1]["link"], "Bob")
    return str(opened["match"])


def test_a_seat_that_is_not_there_cannot_be_left(house: House) -> None:
    ann, bob = player(house, "Ann", "10.0.0.1"), player(house, "Bob", "10.0.0.2")
    match = rated_table(ann, bob)
    assert ann.post(f"/api/matches/{match}/leave", {"seat": 2}, 404)["error"] == "not-found"
    assert ann.status(match)["status"] == "playing"


def end(house: House, match: str, *people: Guest, **more: Any) -> str:
    """Let a match be over for the ladder, the first ahead of the next, without playing it: that takes a while."""
    results = [result(match, seat, seat + 1, each.id, seats=len(people), **more) for seat, each in enumerate(people)]
    store, table = house.app.state.hub.store, schema.matches
    store.append(Batch((), (), results=tuple(results)))
    over = sa.update(table).where(table.c.match == match).values(status="over")
    store.submit(lambda connection: connection.execute(over)).result()
    return match


def told(guest: Guest, path: str, model: type[Any]) -> Any:
    found = guest.get(path)
    check_told(found, TypeAdapter(model))
    return found


def test_a_rated_match_between_two_players(house: House) -> None:
    ann, bob, eve = player(house, "Ann", "a"), player(house, "Bob", "b"), house.guest("Eve")
    assert told(eve, f"/api/players/{handle(ann)}/ratings", PlayerRatings) == {
        "ratings": [],
        "steps": [],
        "programs": [],
    }
    match = rated_match(ann, bob)
    outcome = told(eve, f"/api/matches/{match}/rating", MatchRating)
    assert outcome["counted"] and outcome["why"] is None
    first, second = outcome["changes"]
    assert (first["name"], first["player"], first["before"]) == ("Ann", handle(ann), 25.0)
    ranks = ann.status(match)["ranks"]
    assert (first["after"] > first["before"]) == (ranks[0] < ranks[1]) and first["after"] + second["after"] == 50.0
    found = told(eve, f"/api/players/{handle(ann)}/ratings", PlayerRatings)
    (rating,), (step,) = found["ratings"], found["steps"]
    assert (rating["game"], rating["pool"], rating["matches"]) == ("misty", "2", 1)
    assert rating["rating"] == first["after"] == step["rating"] and step["match"] == match and step["why"] is None
    assert not house.app.state.hub.store.rows(sa.select(schema.devices)), "from where they came is forgotten"
    ladder = told(bob, "/api/ladder/misty?pool=2", LadderAnswer)["lines"]
    assert {line["name"] for line in ladder if line["player"]} == {"Ann", "Bob"}
    assert [line["me"] for line in ladder if line["player"] == handle(bob)] == [True]
    assert any(line["bot"] == "expert" for line in ladder)


def test_who_sits_at_a_rated_table_is_told_how_strong_the_others_are(house: House) -> None:
    ann, eve = player(house, "Ann", "a"), house.guest("Eve")
    opened = ann.open("me", "friend", "bot:adept", **SMALL)
    found = told_list(eve, f"/api/matches/{opened['match']}/strengths")
    assert [each["seat"] for each in found] == [0, 2]
    assert (found[0]["rating"], found[0]["matches"]) == (25.0, 0), "nothing is known of her yet"
    ann.put("/api/account/privacy", {"profile": "nobody", "playing": "nobody", "invitations": "nobody"})
    assert [each["seat"] for each in told_list(eve, f"/api/matches/{opened['match']}/strengths")] == [2]
    plain = eve.open("me", "bot:random")["match"]
    assert eve.get(f"/api/matches/{plain}/strengths", 404)["error"] == "not-found"


def told_list(guest: Guest, path: str) -> Any:
    found = guest.get(path)
    check_told(found, TypeAdapter(list[SeatStrength]))
    return found


def test_who_may_see_ratings(house: House) -> None:
    ann, bob, eve = player(house, "Ann", "a"), player(house, "Bob", "b"), house.guest("Eve")
    match = end(house, rated_table(ann, bob), ann, bob)
    ann.put("/api/account/privacy", {"profile": "nobody", "playing": "nobody", "invitations": "nobody"})
    assert eve.get(f"/api/players/{handle(ann)}/ratings", 403)["error"] == "forbidden"
    assert [each["name"] for each in eve.get(f"/api/matches/{match}/rating")["changes"]] == ["Bob"]
    assert [each["name"] for each in ann.get(f"/api/matches/{match}/rating")["changes"]] == ["Ann", "Bob"]
    assert {line["name"] for line in eve.get("/api/ladder/misty")["lines"] if line["player"]} == {"Bob"}
    for path in ("/api/matches/nosuchmatch/rating", "/api/ladder/chess", f"/api/players/{'x' * 12}/ratings"):
        assert eve.get(path, 404)["error"] == "not-found"
    assert eve.get("/api/ladder/misty?pool=7", 400)["error"] == "bad-request"
    plain = eve.open("me", "bot:random")["match"]
    assert eve.get(f"/api/matches/{plain}/rating", 404)["error"] == "not-found"
    going = ann.open("me", "friend", **SMALL)["match"]
    assert eve.get(f"/api/matches/{going}/rating", 409)["error"] == "not-over"


def test_guests_are_told_that_ratings_need_an_account(house: House) -> None:
    ann, eve = player(house, "Ann", "a"), house.guest("Eve", address="e")
    opened = ann.open("me", "friend", **SMALL)
    link = opened["seats"][1]["link"]
    refused = eve.post(f"/api{link}", {"name": "Eve"}, 401)
    assert refused["error"] == "no-player" and "at all others" in refused["text"]
    wish = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "friend"}], **RATED}
    assert eve.post("/api/matches", wish, 401)["error"] == "no-player"
    assert ann.status(opened["match"])["seats"][1]["kind"] == "open"
    eve.join(ann.open("me", "friend")["seats"][1]["link"], "Eve")


@pytest.mark.parametrize(
    "more",
    [
        {"seed": 1},
        {"hints": True},
        {"seats": [{"kind": "me"}], "game": "misterra"},
        {"seats": [{"kind": "me"}, {"kind": "here"}]},
        {"rated": "yes"},
        {"pace": {"kind": "none"}},
    ],
)
def test_what_cannot_be_rated_is_refused(house: House, more: dict[str, Any]) -> None:
    ann = player(house, "Ann", "a")
    wish = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "friend"}], **RATED}
    assert ann.post("/api/matches", wish | more, 400)["error"] == "bad-request"


def test_the_host_of_a_rated_table_cannot_bring_hints_in_afterwards(house: House) -> None:
    ann = player(house, "Ann", "a")
    match = ann.open("me", "friend", **SMALL)["match"]
    assert ann.post(f"/api/matches/{match}/change", {"hints": True}, 400)["error"] == "bad-request"
    assert not ann.post(f"/api/matches/{match}/change", {"hints": False})["hints"]


def test_a_rated_table_of_before_clocks_were_asked_for_goes_on_and_is_the_last(house: House) -> None:
    ann = player(house, "Ann", "a")
    hub = house.app.state.hub
    seats = [Seat("guest", "Ann", guest=ann.id), Seat("bot", "Bot", bot="random")]
    options = {"window": "small"}
    plan = commands.open_table(ann.id, "misty", options, seats, "00" * 32, Terms(hints=False, rated=True))
    assert ann.client.portal is not None
    ann.client.portal.call(hub.open, plan)
    match = plan.table.id
    assert ann.play_out(match)["status"] == "over" and ann.get(f"/api/matches/{match}/rating")["counted"]
    refused = ann.post(f"/api/matches/{match}/rematch", {}, 409)
    assert refused["error"] == "not-possible" and "clocks" in refused["text"]


def test_a_guests_seat_at_a_rated_table_does_not_come_along(house: House) -> None:
    """Guests sit at none; should one ever do, nobody else is to play its match."""
    ann, bob = player(house, "Ann", "a"), house.guest("Bob")
    codes = ann.post("/api/account/codes", {})["codes"]
    seats = [Seat("guest", "Bob", guest=bob.id), Seat("bot", "Bot", bot="random")]
    plans = [
        commands.open_table(bob.id, "misty", {"window": "small"}, seats, "00" * 32, Terms(hints=False, rated=rated))
        for rated in (True, False)
    ]
    assert bob.client.portal is not None
    for plan in plans:
        bob.client.portal.call(house.app.state.hub.open, plan)
    bob.post("/api/sign-in/code", {"code": codes[0]})
    assert [bob.status(plan.table.id)["mine"] for plan in plans] == [[], [0]]


@pytest.mark.parametrize("door", ["link", "public"])
def test_who_comes_from_the_device_of_another_gets_no_seat(house: House, door: str) -> None:
    """From one address, and with what calls itself the same; before anything is played for nothing."""
    ann, bob = player(house, "Ann", "a"), player(house, "Bob", "a")
    opened = ann.open("me", "anyone" if door == "public" else "friend", door=door, **SMALL)
    ways = {"link": f"/api{opened['seats'][1]['link']}", "public": f"/api/matches/{opened['match']}/sit"}
    refused = bob.post(ways[door], {}, 403)
    assert refused["error"] == "forbidden" and "the same device" in refused["text"]
    assert ann.status(opened["match"])["seats"][1]["kind"] == "open"
    bob.client.headers["user-agent"] = "another browser"
    assert bob.post(ways[door], {})["mine"] == [1]


def test_a_seat_that_was_given_back_keeps_nobody_away(house: House) -> None:
    ann, bob, cid = player(house, "Ann", "a"), player(house, "Bob", "b"), player(house, "Cid", "b")
    opened = ann.open("me", "anyone", "anyone", door="public", **SMALL)
    path = f"/api/matches/{opened['match']}"
    bob.post(f"{path}/sit", {})
    cid.post(f"{path}/sit", {}, 403)
    bob.post(f"{path}/stand", {})
    assert cid.post(f"{path}/sit", {})["mine"]


def test_who_has_met_often_enough_today_gets_no_seat(house: House) -> None:
    ann, bob = player(house, "Ann", "a"), player(house, "Bob", "b")
    for _ in range(PAIRS_A_DAY - 1):
        end(house, rated_table(ann, bob), ann, bob, ended=now())
    played = rated_match(ann, bob)
    assert "more do not count" in ann.post(f"/api/matches/{played}/rematch", {}, 403)["text"]
    opened = ann.open("me", "friend", **SMALL)
    assert "more do not count" in bob.post(f"/api{opened['seats'][1]['link']}", {}, 403)["text"]
    assert bob.join(ann.open("me", "friend")["seats"][1]["link"], "Bob")["mine"] == [1], "without ratings they may"


def looks(one: Guest, client: TestClient, match: str, seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody looks at the own seat from another device, which is noted."""
    client.cookies = one.client.cookies
    one.client = client
    noted, done = Ratings.note_device, threading.Event()

    def note(self: Ratings, *given: Any) -> None:
        noted(self, *given)
        done.set()

    with monkeypatch.context() as patched, one.at(match, seat) as line:
        patched.setattr(Ratings, "note_device", note)
        line.say(type="watch", seat=seat)
        line.until("frames")
        assert done.wait(PATIENCE)


def test_nobody_undoes_a_match_by_coming_from_where_the_other_is(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who loses could go there, and call the own browser as the other's is called."""
    ann, bob = player(house, "Ann", "a"), player(house, "Bob", "b")
    match = rated_table(ann, bob)
    looks(bob, house.stranger(address="a"), match, 1, monkeypatch)
    outcome = ann.get(f"/api/matches/{end(house, match, ann, bob)}/rating")
    assert outcome["counted"] and outcome["changes"][0]["after"] > 25.0


def test_who_plays_two_seats_in_one_browser_is_last_and_told_so(house: House) -> None:
    ann, bob, cid = player(house, "Ann", "a"), player(house, "Bob", "b"), player(house, "Cid", "c")
    opened = ann.open("me", "friend", "friend", **SMALL)
    for one, seat in ((bob, 1), (cid, 2)):
        one.join(opened["seats"][seat]["link"])
    # Ann signs out, and Bob signs in at the same browser.
    browser = ann.id
    ratings = Ratings(house.app.state.hub.store)
    for one in (ann, bob):
        ratings.note_device(opened["match"], one.id, [f"{BROWSER}{browser}"])
    outcome = told(cid, f"/api/matches/{end(house, opened['match'], ann, bob, cid)}/rating", MatchRating)
    assert outcome["counted"]
    one, other, third = outcome["changes"]
    assert "last for the ratings" in one["why"] and other["why"] == one["why"] and third["why"] is None
    assert one["after"] == other["after"] < 25.0 < third["after"]
    (step,) = ann.get(f"/api/players/{handle(ann)}/ratings")["steps"]
    assert step["rating"] == one["after"] and step["why"] == one["why"]


def test_a_rated_table_has_no_bot_that_nobody_has_measured(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "anchor", lambda game, seats, bot, rules: None if bot == "novice" else START)
    ann = player(house, "Ann", "a")
    wish = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "novice"}], **SMALL}
    assert "novice" in ann.post("/api/matches", wish, 400)["text"]
    opened = ann.open("me", "bot:greedy", "friend", **SMALL)
    filled = ann.post(f"/api/matches/{opened['match']}/leave", {"seat": 2, "bot": "novice"}, 400)
    assert filled["error"] == "bad-request" and ann.status(opened["match"])["seats"][2]["kind"] == "open"


def test_a_school_is_one_address_and_many_players(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, rated_neighbours=1)) as house:
        ann, bob = player(house, "Ann", "a"), player(house, "Bob", "a")
        assert ann.get(f"/api/matches/{end(house, rated_table(ann, bob), ann, bob)}/rating")["counted"]


def test_a_newcomer_is_rated_by_a_house_bot(house: House) -> None:
    ann = player(house, "Ann", "a")
    match = ann.open("me", "bot:random", **SMALL)["match"]
    ann.play_out(match)
    (change,) = ann.get(f"/api/matches/{match}/rating")["changes"]
    assert change["seat"] == 0 and change["uncertainty"] < 8.33
    found = Ratings(house.app.state.hub.store).strength(ann.id, "misty", 2)
    assert found.matches == 1 and found.ground == found.rating


def test_export_and_deletion_cover_ratings(house: House) -> None:
    ann, bob = player(house, "Ann Agnes", "a"), player(house, "Bob", "b")
    match = end(house, rated_table(ann, bob), ann, bob)
    export = told(ann, "/api/account/export", Export)
    assert export["ratings"][0]["matches"] == 1 and export["ladder"][0]["match"] == match
    store = house.app.state.hub.store
    kept = Ratings(store).strength(bob.id, "misty", 2)
    ann.delete("/api/account")
    assert "Ann Agnes" not in everything(store)
    assert Ratings(store).strength(ann.id, "misty", 2).matches == 0
    assert Ratings(store).strength(bob.id, "misty", 2) == kept
    assert [each["name"] for each in bob.get(f"/api/matches/{match}/rating")["changes"]] == ["Bob"]
    assert {line["name"] for line in bob.get("/api/ladder/misty")["lines"] if line["player"]} == {"Bob"}
