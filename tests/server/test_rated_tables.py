"""Rated tables over the wire: who may sit there, what comes of it, and who may see that."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from pydantic import TypeAdapter

from mistvale.server import commands, schema
from mistvale.server.events import Batch
from mistvale.server.models.profiles import Export
from mistvale.server.models.ratings import LadderAnswer, MatchRating, PlayerRatings, SeatStrength
from mistvale.server.ratings import Ratings
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


def end(house: House, match: str, *people: Guest) -> str:
    """Let a match be over for the ladder, the first ahead of the next, without playing it: that takes a while."""
    results = [result(match, seat, seat + 1, each.id, seats=len(people)) for seat, each in enumerate(people)]
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


def test_one_device_is_one_player(house: House) -> None:
    """From one address, and with what calls itself the same."""
    ann, bob = player(house, "Ann", "a"), player(house, "Bob", "a")
    outcome = ann.get(f"/api/matches/{end(house, rated_table(ann, bob), ann, bob)}/rating")
    assert not outcome["counted"] and "one device" in outcome["why"] and outcome["changes"] == []
    (step,) = ann.get(f"/api/players/{handle(ann)}/ratings")["steps"]
    assert step["rating"] is None and step["why"] == outcome["why"]
    bob.client.headers["user-agent"] = "another browser"
    assert ann.get(f"/api/matches/{end(house, rated_table(ann, bob), ann, bob)}/rating")["counted"]


def test_who_looks_at_a_seat_from_the_others_device_is_noted(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = player(house, "Ann", "a"), player(house, "Bob", "b")
    match = rated_table(ann, bob)
    there = house.stranger(address="a")
    there.cookies = bob.client.cookies
    bob.client = there
    noted = Ratings.note_device
    done = threading.Event()

    def note(self: Ratings, *given: Any) -> None:
        noted(self, *given)
        done.set()

    monkeypatch.setattr(Ratings, "note_device", note)
    with bob.at(match, 1) as line:
        line.until("frames")
        assert done.wait(PATIENCE)
    assert not ann.get(f"/api/matches/{end(house, match, ann, bob)}/rating")["counted"]


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
