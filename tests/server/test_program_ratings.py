"""Programs on the ladder: a list of their own, which people neither move nor are moved by."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from pydantic import TypeAdapter
from starlette.testclient import WebSocketDenialResponse

from mistvale.server import ratings, schema
from mistvale.server.accounts import Accounts
from mistvale.server.events import Batch
from mistvale.server.models.profiles import Export
from mistvale.server.models.ratings import LadderAnswer, MatchRating, PlayerRatings
from mistvale.server.ratings import CAP, PAIRS_A_DAY, PEOPLE, PROGRAMS, Entry, Ladder, Player, Ratings, Rung
from mistvale.server.skill import START, UNIT, Rating, rated
from mistvale.server.store import Store

from .helpers import Guest, House, check_told
from .programs import Robot, new_token
from .test_players_names import everything
from .test_rated_tables import RATED, SMALL, player
from .test_ratings import DAY, end, make_players, result, rows_of, seat_whys, whys

LOBBY = "ws://localhost/ws/lobby"
OPEN = {**SMALL, "programs": True}


def sit(match: str, seat: int, place: int, who: str, **more: Any) -> Any:
    """A seat of a result: "ann", or "ann/deep" for a program of hers, or "bot:adept"."""
    if who.startswith("bot:"):
        return result(match, seat, place, bot=who.removeprefix("bot:"), **more)
    owner, _, name = who.partition("/")
    return result(match, seat, place, f"program:{name}" if name else owner, owner=owner if name else "", **more)


def play(store: Store, match: str, *order: str, **more: Any) -> None:
    """A match that is over, in the order in which they came in."""
    seats = {"seats": len(order), **more}
    end(store, match, *(sit(match, seat, seat + 1, who, **seats) for seat, who in enumerate(order)))


def of(store: Store, who: str, kind: str = PROGRAMS, seats: int = 2) -> ratings.Strength:
    return Ratings(store).strength(who, "misty", seats, kind)


# ---------------------------------------------------------------- the fold


def test_a_program_is_rated_on_the_list_of_programs_and_people_stay_as_they_were(store: Store) -> None:
    make_players(store, "ann", "bob", "cy")
    play(store, "m1", "cy", "bob")
    before = rows_of(store, schema.ratings)
    play(store, "m2", "ann/deep", "cy")
    known = of(store, "cy", PEOPLE).rating
    assert of(store, "program:deep").rating == rated([START, known], [1, 2])[0]
    assert [row for row in rows_of(store, schema.ratings) if row[1] == PEOPLE] == before, "she is only what it met"
    play(store, "m3", "ann/deep", "bob/mist", "cy")
    assert of(store, "program:mist", seats=3).matches == 1 and of(store, "cy", seats=3).matches == 0
    assert whys(store) == ["", "", ""]


def test_house_bots_count_for_programs_as_for_people(store: Store) -> None:
    make_players(store, "ann", "bob")
    for number in range(3):
        play(store, f"a{number}", "ann/deep", "bot:adept")
        play(store, f"b{number}", "bob", "bot:adept")
    ann, bob = of(store, "program:deep"), of(store, "bob", PEOPLE)
    assert ann == bob and ann.ground == ann.rating


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (("ann/deep", "ann"), "own"),
        (("ann/deep", "ann/mist"), "own"),
        (("ann/deep", "guest"), "guest"),
        (("guest/deep", "ann"), "guest"),
        (("ann/deep", "bot:no-such-bot"), "anchor"),
    ],
)
def test_what_does_not_count_where_programs_sit(store: Store, order: tuple[str, ...], why: str) -> None:
    make_players(store, "ann", "bob")
    play(store, "m1", *order)
    assert whys(store) == [why] and not rows_of(store, schema.ratings)


def test_whoever_has_many_programs_is_one_of_a_pair_still(store: Store) -> None:
    make_players(store, "ann", "bob", "cy")
    for number in range(PAIRS_A_DAY + 1):
        play(store, f"m{number}", f"ann/a{number}", f"bob/b{number}")
    play(store, "people", "ann", "bob")
    play(store, "other", "ann/a0", "cy")
    assert whys(store) == [""] * PAIRS_A_DAY + ["pair", "", ""], "people among themselves are counted apart"


def test_two_programs_of_one_player_undo_no_match_for_a_third(store: Store) -> None:
    make_players(store, "ann", "bob")
    play(store, "m1", "ann/deep", "bob/fog", "ann/mist")
    deep, fog, mist = (of(store, f"program:{name}", seats=3).rating.mu for name in ("deep", "fog", "mist"))
    assert seat_whys(store, "m1") == ["together", "", "together"] and deep == mist < START.mu < fog


def a_ladder(store: Store, dice: Random, matches: int = 60) -> None:
    """Any matches of some people, their programs and bots, in any order."""
    names = [f"p{number}" for number in range(5)]
    make_players(store, *names)
    crowd = [*names, *(f"{name}/{name}-{number}" for name in names for number in range(2)), "bot:friend"]
    for number in range(matches):
        sitting = dice.sample(crowd, dice.choice((2, 2, 3)))
        play(store, f"m{number}", *sitting, ended=f"2026-01-{dice.randint(1, 3):02}T12:00:00Z")


def test_rebuilt_from_the_ladder_both_lists_are_the_same_bytes(store: Store) -> None:
    a_ladder(store, Random(5))
    assert {"", "own"} <= set(whys(store))
    kept = rows_of(store, schema.ratings), rows_of(store, schema.rating_steps)
    assert {row[1] for row in kept[0]} == {PEOPLE, PROGRAMS}
    same = ratings.rebuild(store)
    assert same.before == same.after and same.matches == 60
    store.submit(lambda connection: connection.execute(sa.delete(schema.ratings))).result()
    assert ratings.rebuild(store).after == same.after
    assert kept == (rows_of(store, schema.ratings), rows_of(store, schema.rating_steps))


def test_who_goes_takes_programs_along_and_leaves_others_as_they_are(store: Store) -> None:
    a_ladder(store, Random(6))
    assert any(row[0].startswith("program:p0-") for row in rows_of(store, schema.ratings))
    others = [row for row in rows_of(store, schema.ratings) if row[0] != "p0" and not row[0].startswith("program:p0-")]
    Accounts(store).delete("p0")
    assert rows_of(store, schema.ratings) == others
    rebuilt = ratings.rebuild(store)
    assert rebuilt.before == rebuilt.after


def test_a_ring_of_programs_gains_less_than_the_bound() -> None:
    """Ten owners whose programs lose to one of them; and people, who are as strong as they like to be, do so, too."""
    ladder, best = Ladder(), Player("program:0", PROGRAMS, "misty", "2")
    for number in range(1, 10):
        ladder.strengths[Player(f"p{number}", PEOPLE, "misty", "2")] = ratings.Strength(Rating(60 * UNIT, UNIT))
    for _ in range(30):
        for number in list(range(1, 10)) * PAIRS_A_DAY:
            for loser in (Rung(f"program:{number}", 2, owner=f"p{number}"), Rung(f"p{number}", 2)):
                rungs = (Rung("program:0", 1, owner="p0"), loser)
                ladder.count(Entry(0, "m", PROGRAMS, "misty", "2", DAY, rungs))
    assert START.mu + CAP // 2 < ladder.of(best).rating.mu <= START.mu + CAP


# ---------------------------------------------------------------- over the wire


def program(house: House, owner: Guest, address: str, name: str = "Deep Mist") -> Robot:
    return Robot(house.stranger(address), new_token(owner, name))


def told(guest: Guest, path: str, model: type[Any]) -> Any:
    found = guest.get(path)
    check_told(found, TypeAdapter(model))
    return found


def test_a_program_plays_a_rated_match_against_a_person_who_agreed(house: House) -> None:
    ann, bob, eve = player(house, "Ann", "a"), player(house, "Bob", "b"), house.guest("Eve")
    robot = program(house, ann, "c")
    opened = bob.open("me", "friend", **OPEN)
    link = opened["seats"][1]["link"]
    assert bob.get(f"/api{link}")["rated"], "told before one sits down"
    robot.join(link)
    match = opened["match"]
    assert robot.play_out(match, bob)["status"] == "over"
    outcome = told(eve, f"/api/matches/{match}/rating", MatchRating)
    assert outcome["counted"] and outcome["kind"] == PROGRAMS
    (change,) = outcome["changes"]
    assert (change["name"], change["player"], change["program"]) == ("Deep Mist", ann.handle, True)  # type: ignore[attr-defined]
    people = told(eve, "/api/ladder/misty?pool=2", LadderAnswer)
    assert not any(line["player"] for line in people["lines"]), "nobody was rated on the list of people"
    lines = told(ann, "/api/ladder/misty?pool=2&kind=programs", LadderAnswer)["lines"]
    (line,) = [line for line in lines if line["player"]]
    assert (line["name"], line["owner"], line["rank"], line["me"]) == ("Deep Mist", "Ann", 1, True)
    assert any(line["bot"] == "expert" for line in lines)
    (own,) = told(eve, f"/api/players/{ann.handle}/ratings", PlayerRatings)["programs"]  # type: ignore[attr-defined]
    assert (own["name"], own["kind"], own["rating"]) == ("Deep Mist", PROGRAMS, line["rating"])
    (step,) = told(eve, f"/api/players/{bob.handle}/ratings", PlayerRatings)["steps"]  # type: ignore[attr-defined]
    assert step["rating"] is None and "list of programs alone" in step["why"]


def rated_robot(house: House, owner: Guest, address: str) -> Robot:
    """A program that has a rating already."""
    robot = program(house, owner, address)
    match = robot.open("me", "bot:random", **OPEN)["match"]
    rows = result(match, 0, 1, robot.id, owner=owner.id), result(match, 1, 2, bot="random")
    store, table = house.app.state.hub.store, schema.matches
    store.append(Batch((), (), results=rows))
    over = sa.update(table).where(table.c.match == match).values(status="over")
    store.submit(lambda connection: connection.execute(over)).result()
    return robot


def test_a_programs_rating_outlives_its_token_and_is_hidden_with_its_owner(house: House) -> None:
    ann, eve = player(house, "Ann Agnes", "a"), house.guest("Eve")
    robot = rated_robot(house, ann, "c")
    path = "/api/ladder/misty?kind=programs"

    def shown(who: Guest) -> list[str]:
        return [line["name"] for line in who.get(path)["lines"] if line["player"]]

    (token,) = ann.get("/api/account/tokens")
    again = Robot(house.stranger("c"), ann.post(f"/api/account/tokens/{token['id']}/renew", {})["token"])
    assert again.id == robot.id and shown(eve) == ["Deep Mist"]
    ann.put("/api/account/privacy", {"profile": "nobody", "playing": "nobody", "invitations": "nobody"})
    assert shown(eve) == [] and shown(ann) == ["Deep Mist"]
    ann.put("/api/account/privacy", {"profile": "all", "playing": "all", "invitations": "all"})
    export = told(ann, "/api/account/export", Export)
    assert [(each["kind"], each["program"]) for each in export["ratings"]] == [(PROGRAMS, "Deep Mist")]
    assert [each["program"] for each in export["ladder"]] == ["Deep Mist"]
    ann.delete(f"/api/account/tokens/{token['id']}")
    assert shown(eve) == [], "nothing to call it by"
    store = house.app.state.hub.store
    rebuilt = ratings.rebuild(store)
    assert rebuilt.before == rebuilt.after and of(store, robot.id).matches == 1
    assert [each["program"] for each in told(ann, "/api/account/export", Export)["ratings"]] == [""]
    ann.delete("/api/account")
    assert "Deep Mist" not in everything(store) and "Ann Agnes" not in everything(store)
    assert not rows_of(store, schema.ratings) and not rows_of(store, schema.rating_steps)
    assert ratings.rebuild(store).after == ratings.rebuild(store).before


def test_a_token_that_is_revoked_saves_no_program_from_losing(house: House) -> None:
    ann, bob = player(house, "Ann", "a"), player(house, "Bob", "b")
    robot = program(house, ann, "c")
    opened = bob.open("me", "friend", **OPEN)
    robot.join(opened["seats"][1]["link"])
    (token,) = ann.get("/api/account/tokens")
    ann.delete(f"/api/account/tokens/{token['id']}")
    outcome = bob.get(f"/api/matches/{opened['match']}/rating")
    assert outcome["counted"] and of(house.app.state.hub.store, robot.id).rating.mu < START.mu


def test_programs_sit_at_rated_tables_only_where_they_may(house: House) -> None:
    ann, bob = player(house, "Ann", "a"), player(house, "Bob", "b")
    robot = program(house, ann, "c")
    closed = bob.open("me", "friend", **SMALL)["seats"][1]["link"]
    assert robot.post(f"/api{closed}", {}, 403)["error"] == "forbidden"
    wish = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "friend"}], **RATED}
    assert robot.post("/api/matches", wish, 403)["error"] == "forbidden"
    opened = robot.post("/api/matches", wish | {"programs": True}, 201)
    link = robot.get(f"/api/matches/{opened['match']}")["seats"][1]["link"]
    assert bob.post(f"/api{link}", {}, 409)["error"] == "not-agreed"
    assert house.guest("Eve").post(f"/api{link}", {"programs": True}, 401)["error"] == "no-player"
    assert bob.join(link, programs=True)["mine"] == [1]


def test_no_program_waits_in_the_lobby_as_if_it_were_somebody(house: House) -> None:
    robot = program(house, player(house, "Ann", "a"), "c")
    headers = {"authorization": f"Bearer {robot.token}"}
    with pytest.raises(WebSocketDenialResponse) as refused, robot.client.websocket_connect(LOBBY, headers=headers):
        pass
    assert refused.value.status_code == 403
