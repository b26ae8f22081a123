"""Before the first move: who may sit down, what the host may do, and seats that the start waits for in vain."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from mistvale.server import commands, people, schema, starting

from .helpers import Guest, House, fast_settings, part_of
from .lobbying import Clock, call, do, hub_of, public, sealed_table, sit
from .programs import program
from .test_players_names import everything
from .test_players_profiles import befriend, handle, player


def kinds(status: dict[str, object]) -> list[str]:
    return [seat["kind"] for seat in status["seats"]]  # type: ignore[attr-defined]


# ---------------------------------------------------------------- doors and seats


def test_two_guests_without_accounts_sit_down_at_a_public_table_and_play(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = public(ann, "me", "anyone")
    assert opened["door"] == "public" and opened["seats"][1]["wanted"] == "anyone"
    status = sit(bob, opened["match"])
    assert status["status"] == "playing" and status["mine"] == [1]
    assert [seat["name"] for seat in status["seats"]] == ["Ann", "Bob"]
    assert ann.play_out(opened["match"], bob)["status"] == "over"


def test_names_at_public_tables_are_tidied(house: House) -> None:
    opened = public(house.guest("Ann"), "me", "anyone", "anyone")
    status = sit(house.guest(), opened["match"], name="\u202ebob\n" + "x" * 150)
    name = status["seats"][1]["name"]
    assert name.startswith("bob") and len(name) <= 40 and name.isprintable()


def test_a_seat_for_anyone_needs_a_table_that_anyone_finds(house: House) -> None:
    ann = house.guest("Ann")
    for door, kind in (("link", "anyone"), ("friends", "anyone"), ("link", "friends")):
        wish = {"game": "misty", "door": door, "seats": [{"kind": "me"}, {"kind": kind}]}
        assert ann.post("/api/matches", wish, 400)["error"] == "bad-request"
    assert ann.get("/api/matches") == []


def test_a_table_by_link_is_not_sat_down_at_without_the_link(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend")
    assert sit(bob, opened["match"], 403)["error"] == "forbidden"
    assert bob.join(opened["seats"][1]["link"])["status"] == "playing"


def test_a_seat_by_link_at_a_public_table_is_kept_for_whoever_has_the_link(house: House) -> None:
    ann, bob, cleo = house.guest("Ann"), house.guest("Bob"), house.guest("Cleo")
    opened = public(ann, "me", "friend", "anyone")
    assert sit(bob, opened["match"], 403, seat=1)["error"] == "forbidden"
    assert sit(bob, opened["match"])["mine"] == [2], "the first that it may take"
    assert sit(cleo, opened["match"], 409)["error"] == "seat-taken"
    assert cleo.join(opened["seats"][1]["link"])["mine"] == [1]


def test_friends_alone_sit_down_at_a_table_for_friends(house: House) -> None:
    ann, bob, cleo, dan = (player(house, name) for name in ("Ann", "Bob", "Cleo", "Dan"))
    befriend(ann, bob)
    cleo.put(f"/api/friends/{handle(ann)}", {})  # she follows; that is not friendship
    opened = ann.open("me", "friends", "friends", door="friends")
    for stranger in (cleo, dan, house.guest("Guest")):
        assert sit(stranger, opened["match"], 409)["error"] == "seat-taken"
        assert sit(stranger, opened["match"], 403, seat=1)["error"] == "forbidden"
    assert sit(bob, opened["match"])["mine"] == [1]
    befriend(ann, dan)
    assert sit(dan, opened["match"])["mine"] == [2]


def test_nobody_takes_two_seats_of_one_table(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = public(ann, "me", "anyone", "anyone")
    assert sit(bob, opened["match"])["mine"] == [1]
    assert sit(bob, opened["match"], seat=2)["mine"] == [1]
    assert sit(ann, opened["match"])["mine"] == [0]


@pytest.mark.parametrize("blocks", ["host", "guest", "other"])
def test_a_block_keeps_two_from_one_table_whoever_set_it(house: House, blocks: str) -> None:
    ann, bob, cleo = player(house, "Ann"), player(house, "Bob"), player(house, "Cleo")
    opened = public(ann, "me", "anyone", "anyone")
    sit(cleo, opened["match"])
    one, other = {"host": (ann, bob), "guest": (bob, ann), "other": (bob, cleo)}[blocks]
    one.put(f"/api/blocks/{handle(other)}", {})
    assert sit(bob, opened["match"], 403)["error"] == "forbidden"
    assert kinds(ann.status(opened["match"])) == ["guest", "guest", "open"]


# ---------------------------------------------------------------- seats that are kept for somebody


def kept(host: Guest, *others: Guest, expect: int = 201, **more: Any) -> Any:
    """A table with a seat for each of some players."""
    seats = [{"kind": "me"}, *({"kind": "player", "player": handle(other)} for other in others)]
    return host.post("/api/matches", {"game": "misty", "seats": seats, **more}, expect)


def test_a_seat_that_is_kept_for_a_player_is_nobody_elses(house: House) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), player(house, "Eve")
    opened = kept(ann, bob)
    seat = opened["seats"][1]
    assert (seat["kind"], seat["name"], seat["wanted"]) == ("open", "Bob", "player")
    [invitation] = bob.get("/api/invitations")
    assert (invitation["link"], invitation["name"]) == (seat["link"], "Ann")
    assert eve.post(f"/api{seat['link']}", {"name": "Bob"}, 403)["error"] == "forbidden"
    assert eve.get(f"/api{seat['link']}")["taken"] and not bob.get(f"/api{seat['link']}")["taken"]
    refused = ann.post(f"/api/matches/{opened['match']}/invite", {"seat": 1, "player": handle(eve)}, 409)
    assert refused["error"] == "not-possible" and eve.get("/api/invitations") == []
    assert bob.id not in json.dumps([ann.status(opened["match"]), eve.status(opened["match"])])
    assert bob.join(invitation["link"], "Bob")["status"] == "playing"
    assert ann.play_out(opened["match"], bob)["status"] == "over"


def test_who_finds_the_table_takes_the_seat_that_is_kept(house: House) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), player(house, "Eve")
    seats = [{"kind": "me"}, {"kind": "anyone"}, {"kind": "player", "player": handle(bob)}]
    match = ann.open(seats=seats, door="public")["match"]
    assert sit(eve, match, 403, seat=2)["error"] == "forbidden"
    [table] = eve.get("/api/lobby")["open"]
    assert table["free"] == 1 and [each["wanted"] for each in table["seats"]] == [None, "anyone", "player"]
    assert sit(bob, match)["mine"] == [2]
    assert sit(eve, match)["mine"] == [1]


def test_a_table_whose_free_seats_are_all_kept_is_not_in_the_lobby(house: House) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), player(house, "Eve")
    match = kept(ann, bob, door="public")["match"]
    assert eve.get("/api/lobby")["open"] == []
    assert sit(eve, match, 409)["error"] == "seat-taken"
    assert sit(bob, match)["status"] == "playing"


@pytest.mark.parametrize("door", ["link", "public"])
def test_who_declines_leaves_the_seat_to_others(house: House, door: str) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), player(house, "Eve")
    opened = kept(ann, bob, door=door)
    [invitation] = bob.get("/api/invitations")
    bob.delete(f"/api/invitations/{invitation['id']}")
    seat = ann.status(opened["match"])["seats"][1]
    assert (seat["kind"], seat["wanted"]) == ("open", {"link": "link", "public": "anyone"}[door])
    assert seat["name"] != "Bob" and seat["link"] == opened["seats"][1]["link"]
    assert eve.join(seat["link"], "Eve")["status"] in ("playing", "confirming")


@pytest.mark.parametrize("door", ["link", "public"])
def test_a_host_keeps_a_seat_no_longer(house: House, door: str) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), player(house, "Eve")
    match = kept(ann, bob, door=door)["match"]
    [got] = bob.get("/api/invitations")
    [sent] = ann.get(f"/api/matches/{match}/invitations")
    ann.delete(f"/api/invitations/{sent['id']}")
    seat = ann.status(match)["seats"][1]
    assert (seat["kind"], seat["wanted"]) == ("open", {"link": "link", "public": "anyone"}[door])
    assert bob.get("/api/invitations") == [] and bob.get(f"/api{got['link']}")["taken"]
    assert eve.join(seat["link"], "Eve")["status"] in ("playing", "confirming")


def test_who_stands_up_from_a_seat_that_was_kept_leaves_it_to_others(house: House) -> None:
    ann, bob, cid, eve = (player(house, name) for name in ("Ann", "Bob", "Cid", "Eve"))
    opened = kept(ann, bob, cid, door="public")
    sit(bob, opened["match"])
    do(bob, opened["match"], "stand")
    assert [each.get("wanted") for each in ann.status(opened["match"])["seats"]] == [None, "anyone", "player"]
    do(ann, opened["match"], "change", door="link")
    assert [each.get("wanted") for each in ann.status(opened["match"])["seats"]] == [None, "link", "player"]
    assert eve.join(opened["seats"][1]["link"], "Eve")["mine"] == [1]


def test_the_host_fills_a_seat_that_was_kept_with_a_bot(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    opened = kept(ann, bob)
    ann.post(f"/api/matches/{opened['match']}/leave", {"seat": 1})
    assert kinds(ann.status(opened["match"])) == ["guest", "bot"] and bob.get("/api/invitations") == []


def test_the_name_at_a_seat_that_is_kept_goes_with_its_player(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Wilhelmina")
    opened = kept(ann, bob)
    bob.delete("/api/account")
    seat = ann.status(opened["match"])["seats"][1]
    assert seat["name"] != "Wilhelmina" and seat["wanted"] == "link", "others may come"
    assert "Wilhelmina" not in everything(hub_of(house).store)


@pytest.mark.parametrize("blocker", ["host", "other"])
def test_a_seat_is_kept_no_longer_where_there_is_a_block(house: House, blocker: str) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), player(house, "Eve")
    opened = kept(ann, bob, eve, door="public")
    one, other = (ann, bob) if blocker == "host" else (bob, ann)
    one.put(f"/api/blocks/{handle(other)}", {})
    assert [each.get("wanted") for each in ann.status(opened["match"])["seats"]] == [None, "anyone", "player"]


def test_seats_that_cannot_be_kept_are_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, guest = player(house, "Ann"), player(house, "Bob"), house.guest("Guest")
    assert kept(guest, bob, expect=401)["error"] == "no-player"
    assert kept(program(house, ann), bob, expect=401, programs=True)["error"] == "no-player"
    assert kept(ann, ann, expect=409)["error"] == "not-possible"
    for wrong in ({}, {"player": "nobody234567"}):
        wish = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "player", **wrong}]}
        assert ann.post("/api/matches", wish, 404)["error"] == "not-found"
    for bad in ("Bob", "x" * 99, 7):
        wish = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "player", "player": bad}]}
        assert ann.post("/api/matches", wish, 400)["error"] == "bad-request"
    bob.put("/api/account/privacy", {"invitations": "nobody"})
    assert kept(ann, bob, expect=403)["error"] == "forbidden"
    bob.put("/api/account/privacy", {})
    bob.put(f"/api/blocks/{handle(ann)}", {})
    assert kept(ann, bob, expect=403)["error"] == "forbidden"
    bob.delete(f"/api/blocks/{handle(ann)}", 200)
    monkeypatch.setattr(people, "MOST_INVITATIONS", 0)
    assert kept(ann, bob, expect=429)["error"] == "too-many"
    store = hub_of(house).store
    assert store.rows(schema.matches.select()) == [] == store.rows(schema.invitations.select())


# ---------------------------------------------------------------- the host


def test_the_host_closes_a_table_and_it_is_gone(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = public(ann, "me", "anyone", "anyone")
    match = opened["match"]
    sit(bob, match)
    assert do(bob, match, "close", 403)["error"] == "forbidden"
    with bob.at(match, 1) as line:
        line.until("status")
        assert do(ann, match, "close")["status"] == "closed"
        assert line.until("status")["status"]["status"] == "closed", "who sits there is told"
    assert do(ann, match, "close")["status"] == "closed", "once is enough"
    cleo = house.guest("Cleo")
    for answer in (
        sit(cleo, match, 409),
        cleo.post(f"/api{opened['seats'][2]['link']}", {"name": "Cleo"}, 409),
        do(ann, match, "change", 409, hints=False),
        do(ann, match, "host", 409, seat=1),
        do(bob, match, "stand", 409),
        do(bob, match, "confirm", 409),
        ann.post(f"/api/matches/{match}/leave", {"seat": 2}, 409),
        ann.post(f"/api/matches/{match}/moves", {"seat": 0, "move": "x"}, 409),
    ):
        assert answer["error"] == "closed"
    assert cleo.get(f"/api{opened['seats'][2]['link']}")["taken"]
    assert ann.get("/api/matches") == [] == bob.get("/api/matches") and ann.get("/api/lobby")["open"] == []


def test_a_table_that_is_played_is_not_closed_nor_changed(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    for action, more in (("close", {}), ("change", {"hints": False}), ("stand", {})):
        assert do(ann, match, action, 409, **more)["error"] == "not-possible"
    assert ann.status(match)["status"] == "playing"


def test_nobody_is_drawn_into_a_match_he_did_not_agree_to(house: House) -> None:
    ann, bob, cleo = house.guest("Ann"), house.guest("Bob"), house.guest("Cleo")
    match = public(ann, "me", "anyone", "anyone")["match"]
    sit(bob, match)
    status = do(ann, match, "change", options={"window": "small"}, hints=False)
    assert status["options"]["window"] == "small" and not status["hints"]
    assert [seat["confirmed"] for seat in status["seats"]] == [True, False, True]
    status = sit(cleo, match)
    assert status["status"] == "confirming", "Bob sat down for something else"
    assert do(bob, match, "confirm")["status"] == "playing"


def test_options_of_a_table_by_link_are_agreed_on_anew_too(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend", "friend")
    bob.join(opened["seats"][1]["link"])
    do(ann, opened["match"], "change", hints=False)
    house.guest("Cleo").join(opened["seats"][2]["link"])
    assert ann.status(opened["match"])["status"] == "confirming"
    assert do(ann, opened["match"], "change", hints=False)["status"] == "confirming", "nothing is different"
    assert do(bob, opened["match"], "confirm")["status"] == "playing"


def test_what_cannot_be_agreed_on_changes_nothing(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = public(ann, "me", "anyone")["match"]
    before = ann.status(match)
    for wish in (
        {"options": {"window": "round"}},
        {"options": {"colour": "red"}},
        {"door": "back"},
        {"hints": "yes"},
        {"seats": 3},
        {"rated": True},
    ):
        assert do(ann, match, "change", 400, **wish)["error"] == "bad-request"
    assert do(bob, match, "change", 403, hints=False)["error"] == "forbidden"
    assert ann.status(match) == before


def test_a_door_that_opens_opens_the_seats_that_are_free(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = ann.open("me", "friend", "bot:random")["match"]
    assert do(ann, match, "change", door="public")["seats"][1]["wanted"] == "anyone"
    assert bob.get("/api/lobby")["open"][0]["match"] == match
    assert do(ann, match, "change", door="link")["seats"][1]["wanted"] == "link"
    assert bob.get("/api/lobby")["open"] == []
    assert sit(bob, match, 403)["error"] == "forbidden"


def test_the_host_hands_the_table_over_to_another_who_sits_there(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = public(ann, "me", "anyone", "anyone", "bot:random")["match"]
    sit(bob, match)
    assert do(bob, match, "host", 403, seat=1)["error"] == "forbidden"
    for seat, error in ((2, "not-possible"), (3, "not-possible"), (9, "not-found")):
        assert do(ann, match, "host", 404 if seat == 9 else 409, seat=seat)["error"] == error
    assert do(ann, match, "host", seat=1)["host"] is False
    assert bob.status(match)["host"] and bob.status(match)["seats"][2]["link"]
    assert do(ann, match, "host", seat=1)["host"] is False, "said again"
    assert do(house.guest("Cleo"), match, "host", 403, seat=1)["error"] == "forbidden"
    assert do(ann, match, "close", 403)["error"] == "forbidden"
    assert do(bob, match, "close")["status"] == "closed"


# ---------------------------------------------------------------- standing up


def test_who_stands_up_leaves_a_free_seat_and_no_name(house: House) -> None:
    ann, bob, cleo = house.guest("Ann"), house.guest("Bob"), house.guest("Cleo")
    opened = public(ann, "me", "anyone", "anyone")
    match = opened["match"]
    sit(bob, match)
    status = do(bob, match, "stand")
    assert status["mine"] == [] and kinds(status) == ["guest", "open", "open"]
    assert "Bob" not in str(status) and bob.get("/api/matches") == []
    assert do(bob, match, "stand")["mine"] == [], "once is enough"
    assert "Bob" not in hub_of(house).store.names(match).values(), "nor is it kept"
    call(house, hub_of(house).forget, match)
    assert "Bob" not in str(ann.status(match)), "nor after it was read anew"
    assert sit(cleo, match)["mine"] == [1] and sit(bob, match)["mine"] == [2]
    assert [seat["name"] for seat in ann.status(match)["seats"]] == ["Ann", "Cleo", "Bob"]


def test_a_public_table_whose_host_goes_belongs_to_the_next_and_at_last_to_nobody(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = public(ann, "me", "anyone", "anyone")["match"]
    sit(bob, match)
    do(ann, match, "stand")
    status = bob.status(match)
    assert status["host"] and status["seats"][0]["wanted"] == "anyone"
    assert do(bob, match, "stand")["status"] == "closed"


def test_a_table_by_link_stays_its_hosts(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend", "friend")
    bob.join(opened["seats"][1]["link"])
    status = do(ann, opened["match"], "stand")
    assert status["host"] and status["status"] == "waiting"
    assert bob.status(opened["match"])["mine"] == [1]
    assert ann.join(status["seats"][0]["link"])["mine"] == [0], "the seat has a link now"


# ---------------------------------------------------------------- the start


def test_who_sat_down_long_ago_confirms_to_be_there(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, house)
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = public(ann, "me", "anyone")["match"]
    assert do(ann, match, "confirm")["status"] == "waiting", "nobody asks yet"
    clock.pass_by(31)
    status = sit(bob, match)
    assert status["status"] == "confirming" and status["start_left"] == 60
    assert [seat["confirmed"] for seat in status["seats"]] == [False, True]
    assert do(house.guest("Cleo"), match, "confirm", 403)["error"] == "forbidden"
    assert do(bob, match, "confirm")["status"] == "confirming", "nobody confirms for others"
    assert do(ann, match, "confirm")["status"] == "playing"
    assert do(ann, match, "confirm")["status"] == "playing", "once is enough"


def test_a_seat_that_is_not_confirmed_in_time_is_free_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, house)
    ann, bob, cleo = house.guest("Ann"), house.guest("Bob"), house.guest("Cleo")
    match = public(ann, "me", "anyone")["match"]
    clock.pass_by(40)
    sit(bob, match)
    clock.pass_by(59)
    assert bob.status(match)["status"] == "confirming"
    clock.pass_by(1)
    status = bob.status(match)
    assert status["status"] == "waiting" and kinds(status) == ["open", "guest"]
    assert status["host"], "who stays has the table"
    assert ann.get("/api/matches") == [] and ann.status(match)["mine"] == []
    assert [table["match"] for table in cleo.get("/api/lobby")["open"]] == [match]
    assert sit(cleo, match)["status"] == "confirming", "Bob sat down a minute ago"
    assert do(bob, match, "confirm")["status"] == "playing"


def test_a_public_table_at_which_nobody_is_left_is_given_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, house)
    ann = house.guest("Ann")
    match = public(ann, "me", "anyone")["match"]
    clock.pass_by(40)
    bob = house.guest("Bob")
    sit(bob, match)
    clock.pass_by(60)
    do(bob, match, "stand")
    assert bob.status(match)["status"] == "closed"


def test_a_part_that_is_not_revealed_frees_its_seat_and_all_parts_are_drawn_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch, house)
    ann, bob, cleo = house.guest("Ann"), house.guest("Bob"), house.guest("Cleo")
    opened, part = sealed_table(ann)
    match = opened["match"]
    status = sit(bob, match, seal=part_of("bob")[1])
    assert status["status"] == "sealing"
    ann.post(f"/api/matches/{match}/parts", {"parts": {0: part}})
    clock.pass_by(60)
    status = ann.status(match)
    assert kinds(status) == ["guest", "open"] and status["seats"][0]["due"]
    assert status["host_seal"] != opened["host_seal"], "the server, too, draws anew"
    assert sit(cleo, match, seal=part_of("cleo")[1])["status"] == "confirming"
    do(ann, match, "confirm")
    old = ann.post(f"/api/matches/{match}/parts", {"parts": {0: part}}, 409)
    assert old["error"] == "not-sealed", "what was seen is good for nothing"
    early = cleo.post(f"/api/matches/{match}/parts", {"parts": {1: part_of("cleo")[0]}}, 409)
    assert early["error"] == "not-sealed", "nobody reveals before all have sealed"
    assert do(ann, match, "seals", 400, seals={0: "00"})["error"] == "bad-request"
    assert do(ann, match, "seals", seals={0: part_of("new")[1]})["status"] == "sealing"
    assert do(ann, match, "seals", 409, seals={0: part_of("newer")[1]})["error"] == "not-possible"
    assert do(cleo, match, "seals", 403, seals={0: part_of("newer")[1]})["error"] == "not-your-seat"
    ann.post(f"/api/matches/{match}/parts", {"parts": {0: part_of("new")[0]}})
    status = cleo.post(f"/api/matches/{match}/parts", {"parts": {1: part_of("cleo")[0]}})
    assert status["status"] == "playing"


def test_who_does_not_seal_anew_loses_the_seat_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, house)
    ann, bob, cleo = house.guest("Ann"), house.guest("Bob"), house.guest("Cleo")
    opened, part = sealed_table(ann)
    match = opened["match"]
    sit(bob, match, seal=part_of("bob")[1])
    ann.post(f"/api/matches/{match}/parts", {"parts": {0: part}})
    clock.pass_by(60)
    sit(cleo, match)
    do(ann, match, "confirm")
    assert ann.status(match)["status"] == "sealing"
    clock.pass_by(60)
    assert kinds(cleo.status(match)) == ["open", "guest"]


def test_at_a_table_by_link_nobody_confirms_and_a_lost_part_blocks_for_a_day_at_most(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch, house)
    ann, bob, cleo = house.guest("Ann"), house.guest("Bob"), house.guest("Cleo")
    opened, part = sealed_table(ann, "me", "friend", door="link")
    match, link = opened["match"], opened["seats"][1]["link"]
    clock.pass_by(3600)
    assert bob.join(link, seal=part_of("bob")[1])["status"] == "sealing", "nobody has to say that he is there"
    ann.post(f"/api/matches/{match}/parts", {"parts": {0: part}})
    clock.pass_by(80_000)
    assert bob.status(match)["mine"] == [1]
    clock.pass_by(6_400)
    status = ann.status(match)
    assert kinds(status) == ["guest", "open"] and status["seats"][1]["link"] == link, "with its link"
    assert cleo.join(link, seal=part_of("cleo")[1])["status"] == "sealing"
    do(ann, match, "seals", seals={0: part_of("new")[1]})
    ann.post(f"/api/matches/{match}/parts", {"parts": {0: part_of("new")[0]}})
    assert cleo.post(f"/api/matches/{match}/parts", {"parts": {1: part_of("cleo")[0]}})["status"] == "playing"


def test_a_bot_in_place_of_somebody_is_agreed_on(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = public(ann, "me", "anyone", "anyone")["match"]
    sit(bob, match)
    status = ann.post(f"/api/matches/{match}/leave", {"seat": 2, "bot": "random"})
    assert status["status"] == "confirming"
    assert do(bob, match, "confirm")["status"] == "playing"


def test_a_start_that_waits_is_found_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(fast_settings(tmp_path)) as before:
        clock = Clock(monkeypatch, before)
        ann, bob = before.guest("Ann"), before.guest("Bob")
        opened, _ = sealed_table(ann)
        assert sit(bob, opened["match"])["status"] == "sealing"
    with House(fast_settings(tmp_path)) as after:
        later = Clock(monkeypatch, after)
        later.moment = clock.moment
        later.pass_by(61)
        [row] = hub_of(after).store.rows(schema.matches.select())
        assert (row.status, row.free, row.starting) == ("waiting", 1, 0)
        assert row.host == bob.id


def test_a_rematch_among_strangers_begins_when_all_are_there(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = public(ann, "me", "anyone", options={"window": "small"})["match"]
    sit(bob, match)
    ann.play_out(match, bob)
    again = ann.post(f"/api/matches/{match}/rematch", {})
    assert again["status"] == "confirming"
    assert do(bob, again["match"], "confirm")["status"] == "playing"


def test_a_rematch_among_strangers_takes_parts_from_all_who_gave_some(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = public(ann, "me", "anyone", options={"window": "small"})["match"]
    sit(bob, match, seal=part_of("bob")[1])
    bob.post(f"/api/matches/{match}/parts", {"parts": {1: part_of("bob")[0]}})
    ann.play_out(match, bob)
    again = ann.post(f"/api/matches/{match}/rematch", {})
    assert [seat["due"] for seat in again["seats"]] == [False, True]
    status = do(bob, again["match"], "confirm", seals={1: part_of("again")[1]})
    assert status["status"] == "sealing"
    status = bob.post(f"/api/matches/{again['match']}/parts", {"parts": {1: part_of("again")[0]}})
    assert status["status"] == "playing"


# ---------------------------------------------------------------- limits


def test_tables_in_the_lobby_and_seats_taken_are_limited(tmp_path: Path) -> None:
    settings = fast_settings(
        tmp_path, lobby_tables_per_guest=2, lobby_tables_per_address=3, joins_per_minute=1, join_burst=2
    )
    with House(settings) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        wish = {"game": "misty", "door": "public", "seats": [{"kind": "me"}, {"kind": "anyone"}, {"kind": "anyone"}]}
        first, _ = (ann.post("/api/matches", wish, 201)["match"] for _ in range(2))
        assert ann.post("/api/matches", wish, 429)["error"] == "too-many"
        third = bob.post("/api/matches", wish, 201)["match"]
        assert house.guest("Cleo").post("/api/matches", wish, 429)["error"] == "too-many", "one address"
        by_link = ann.open("me", "friend")["match"]
        assert do(ann, by_link, "change", 429, door="public")["error"] == "too-many"
        do(ann, first, "close")
        do(bob, third, "close")
        assert ann.post("/api/matches", wish, 201)
        dan = house.guest("Dan", address="10.1.1.1")
        for expect in (409, 409, 429):
            sit(dan, first, expect)


def test_nobody_sits_down_by_nonsense(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = public(ann, "me", "anyone", "anyone")["match"]
    before = ann.status(match)
    wishes: list[object] = [{"seat": -1}, {"seat": 64}, {"seat": "0"}, {"seat": 7}, {"seal": "zz"}, {"seal": 5}]
    wishes += [{"name": 7}, {"name": "x" * 500}, [], None, "sit"]
    for wish in wishes:
        assert bob.client.post(f"/api/matches/{match}/sit", json=wish).status_code in (400, 404), wish
        assert ann.status(match) == before
    # Text that is no text is tidied, as everywhere.
    torn, kind = json.dumps({"name": "\ud800"}), {"content-type": "application/json"}
    assert bob.client.post(f"/api/matches/{match}/sit", content=torn, headers=kind).status_code < 500


NONSENSE = [
    *(None, [], 7, "x", {"seat": None}, {"seat": 10**20}, {"seat": 7}, {"seats": {}}),
    *({"seals": []}, {"seals": {"x": "y"}}, {"seals": {"0": 5}}, {"seals": {"-1": "0" * 64}}),
    *({"seals": {str(10**30): "0" * 64}}, {"seals": {"1": "0" * 64}}, {"seals": {"0": "z" * 64}}),
    *({"options": 5}, {"options": {"window": [1]}}, {"options": {"a" * 5000: "b"}}, {"options": {"window": True}}),
    *({"door": None}, {"door": ["public"]}, {"hints": None, "x": 1}, {"parts": {"0": "0"}}),
]


def test_nonsense_changes_nothing_at_a_table(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = public(ann, "me", "anyone", "anyone")["match"]
    before = ann.status(match)
    for who, action, body in itertools.product((ann, bob), ("confirm", "seals", "change", "host"), NONSENSE):
        answer = who.client.post(f"/api/matches/{match}/{action}", json=body)
        assert answer.status_code < 500, (action, body, answer.text)
    assert ann.status(match) == before


def test_there_is_nothing_to_do_at_a_table_that_is_not_there(house: House) -> None:
    ann, actions = house.guest("Ann"), ("stand", "confirm", "seals", "change", "close", "host", "sit")
    for action, match in itertools.product(actions, ("x" * 12, "%00", "..%2f", "é" * 300)):
        wish = {"seat": 0} if action == "host" else {}
        assert ann.client.post(f"/api/matches/{match}/{action}", json=wish).status_code == 404, (action, match)


def test_nobody_uses_up_the_moves_of_others_by_handing_a_table_to_and_fro(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who could fill a match up would let the time of whoever is to move run out."""
    monkeypatch.setattr(starting, "MOST_HANDINGS", 2)
    ann, bob, cid = (house.guest(name) for name in ("Ann", "Bob", "Cid"))
    opened = ann.open("me", "friend", "friend")
    for one, seat in ((bob, 1), (cid, 2)):
        one.join(opened["seats"][seat]["link"])
    do(ann, opened["match"], "host", seat=1)
    do(bob, opened["match"], "host", seat=0)
    assert do(ann, opened["match"], "host", 409, seat=1)["error"] == "not-possible"


def test_nobody_fills_a_disk_by_changing_his_mind(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_BEFORE_PLAY", 4)
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = public(ann, "me", "anyone", "anyone")["match"]
    sit(bob, match)
    for hints in (False, True, False):
        do(ann, match, "change", hints=hints)
    assert do(ann, match, "change", 429, hints=True)["error"] == "too-many"
    assert do(ann, match, "host", 429, seat=1)["error"] == "too-many"
    assert do(bob, match, "stand")["seats"][1]["kind"] == "open", "nobody is kept by what a host has filled it with"
    assert sit(bob, match, 429)["error"] == "too-many"
    assert do(ann, match, "close")["status"] == "closed", "but it can be given up"
