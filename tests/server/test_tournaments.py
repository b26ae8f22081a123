"""Tournaments over the API, from the first entry to the file of all matches: docs/tournaments.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from pydantic import TypeAdapter

from mistvale.core.chance import seal
from mistvale.server import doorman, rounds, schema
from mistvale.server.models.tournaments import TournamentFile, TournamentInfo, TournamentLists
from mistvale.server.outbox import Post, letter_of
from mistvale.server.pairing import next_round
from mistvale.server.retention import Stay
from mistvale.server.tournaments import Tournaments
from mistvale.server.words import message

from ..cli.helpers import run
from .helpers import Guest, House, check_told, fast_settings, same_guest
from .lobbying import Clock
from .programs import player
from .test_notices import subscribed
from .timing import DAY, HOUR, MINUTE, SetTime, call, hub_of
from .tournamenting import (
    LIVE,
    MAIL,
    WISH,
    act,
    begin,
    come,
    enter,
    look,
    opened,
    play_round,
    players,
    reveal,
    tables,
    told,
)


@pytest.fixture(autouse=True)
def no_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests say when somebody looks."""
    monkeypatch.setattr(rounds, "LOOK_SECONDS", 3600.0)


def names(found: dict[str, Any]) -> dict[int, str]:
    return {each["number"]: each["name"] for each in found["people"]}


def standing(found: dict[str, Any]) -> list[str]:
    return [names(found)[line["number"]] for line in found["standings"]]


# ---------------------------------------------------------------- a whole Swiss


def test_a_swiss_of_eight_to_the_end(houses: tuple[House, House], tmp_path: Path) -> None:
    """By mail, at two processes: one more comes late, one leaves, and everything is one file in the end."""
    here, there = houses
    people = players(here, 8)
    ann = people[0]
    tournament = opened(ann, rounds=3, late=2)
    before = told(ann, tournament)
    check_told(before, TypeAdapter(TournamentInfo))
    assert (before["status"], before["seed"], before["may_start"], before["mine"]) == ("open", None, False, True)
    enter(tournament, *people)
    begun = act(ann, tournament, "start")
    assert (begun["status"], begun["round"], begun["rounds"]) == ("running", 1, 3)
    assert seal(bytes.fromhex(begun["seed"])) == before["seal"], "lots were drawn before anybody entered"
    assert [len(board["seats"]) for board in begun["played"][0]["boards"]] == [2] * 4
    assert all(told(each, tournament)["table"] for each in people)

    late = player(here, "Late")
    act(late, tournament, "enter")
    assert told(late, tournament)["table"] is None, "from the next round on"
    act(people[7], tournament, "leave")
    play_round(here, tournament, people, out=1)
    for house in (here, there):
        look(house)
    second = told(ann, tournament)
    assert second["round"] == 2 and len(second["played"]) == 2, "two processes pair a round once"
    sat = [seat["number"] for board in second["played"][1]["boards"] for seat in board["seats"]]
    assert sorted(sat) == [0, 1, 2, 3, 4, 5, 6, 8]
    assert act(player(here, "Later"), tournament, "enter", 409)["error"] == "not-possible"

    # The rest of it at the other process.
    twins = [same_guest(each, there) for each in (*people, late)]
    play_round(there, tournament, twins)
    look(here)
    play_round(there, tournament, twins)
    look(here)
    found = told(ann, tournament)
    check_told(found, TypeAdapter(TournamentInfo))
    assert (found["status"], found["round"], len(found["standings"])) == ("over", 3, 9)
    by = {line["number"]: line for line in found["standings"]}
    assert sum(line["points"] for line in by.values()) == 4 + 4 + 4 + 0.5, (
        "a point a table, and half for a missed round"
    )
    assert by[7]["played"] == 1 and found["people"][7]["away"] == "left"
    assert [line["points"] for line in found["standings"]] == sorted((e["points"] for e in by.values()), reverse=True)

    whole = ann.client.get(f"/api/tournaments/{tournament}/file")
    check_told(whole.json(), TypeAdapter(TournamentFile))
    assert "attachment" in whole.headers["content-disposition"]
    assert len(whole.json()["records"]) == 12 and whole.json()["missing"] == []
    verify(tmp_path, whole.json())
    table = ann.client.get(f"/api/tournaments/{tournament}/crosstable")
    assert table.headers["content-type"].startswith("text/csv")
    lines = table.text.splitlines()
    assert (
        len(lines) == 10
        and lines[1].startswith(f"1,{standing(found)[0]},")
        and whole.json()["crosstable"] == table.text
    )


def verify(folder: Path, told: dict[str, Any]) -> None:
    """The command line proves the file; and says what is wrong with one that was altered."""
    path = folder / "tournament.json"

    def verified(altered: dict[str, Any]) -> Any:
        path.write_text(json.dumps(altered), encoding="utf-8")
        return run("verify", path)

    proven = verified(told)
    assert proven.exit_code == 0, proven.stderr
    assert "All 12 records" in proven.stdout and "The standings are what" in proven.stdout
    tournament = told["tournament"]
    first, *others = told["records"]
    board = tournament["played"][0]["boards"][0]
    # The other has won; where nobody had, somebody has.
    places = [3 - seat["place"] for seat in board["seats"]]
    places = [1, 2] if len(set(places)) == 1 else places
    swapped = [{**seat, "place": place} for seat, place in zip(board["seats"], places, strict=True)]
    rounds = [{"number": 1, "boards": [{**board, "seats": swapped}, *tournament["played"][0]["boards"][1:]]}]
    liars = {
        "record 1": {**told, "records": [{**first, "moves": first["moves"][:-1]}, *others]},
        "round 1": {**told, "tournament": {**tournament, "played": [*rounds, *tournament["played"][1:]]}},
        "standings": {**told, "tournament": {**tournament, "standings": tournament["standings"][::-1]}},
        "seal": {**told, "tournament": {**tournament, "seal": "00" * 32}},
        "torn": {**told, "tournament": {}},
    }
    for word, altered in liars.items():
        refused = verified(altered)
        assert refused.exit_code == 1 and word in refused.stderr, word


def test_pairings_follow_from_what_is_stored(house: House) -> None:
    """Whoever reads the rows of a tournament comes to the same tables."""
    people = players(house, 5)
    tournament = opened(people[0], rounds=3)
    enter(tournament, *people)
    act(people[0], tournament, "start")
    for _ in range(3):
        play_round(house, tournament, people)
    found = Tournaments(hub_of(house).store).find(tournament)
    assert found.status == "over"
    for number, boards in enumerate(found.played):
        again = next_round(found.plan, found.entrants, found.played[:number])
        assert [board.people for board in again] == [board.people for board in boards]
    assert next_round(found.plan, found.entrants, found.played) == ()
    byes = [board.people for boards in found.played for board in boards if board.bye]
    assert len(set(byes)) == 3, "each had its turn to wait"


# ---------------------------------------------------------------- other forms


def test_a_knock_out_with_a_bye(house: House) -> None:
    people = players(house, 3)
    tournament = opened(people[0], form="knockout", rated=True)
    enter(tournament, *people)
    act(people[0], tournament, "start")
    first = told(people[0], tournament)
    assert [[seat["how"] for seat in board["seats"]] for board in first["played"][0]["boards"]] == [["bye"], [None] * 2]
    assert first["rounds"] == 2 and first["played"][0]["boards"][0]["match"] is None
    [match] = tables(tournament, people)
    status = people[0].status(match)
    assert status["rated"] and status["tournament"] == tournament and not status["hints"]
    play_round(house, tournament, people)
    final = told(people[0], tournament)
    assert len(final["played"][1]["boards"]) == 1
    [match] = tables(tournament, people)
    there = tables(tournament, people)[match]
    # Who leaves has lost, as at every rated table.
    [seat] = there[0].status(match)["mine"]
    there[0].post(f"/api/matches/{match}/leave", {"seat": seat})
    look(house)
    over = told(people[0], tournament)
    assert over["status"] == "over" and [line["out"] for line in over["standings"]] == [0, 2, 1]
    assert names(over)[over["standings"][0]["number"]] == there[1].get("/api/me")["name"]


def test_a_round_robin_at_tables_of_three(house: House) -> None:
    people = players(house, 4)
    tournament = opened(people[0], form="robin", size=3)
    enter(tournament, *people)
    begun = act(people[0], tournament, "start")
    assert [len(board["seats"]) for board in begun["played"][0]["boards"]] == [2, 2]
    while told(people[0], tournament)["status"] == "running":
        play_round(house, tournament, people)
    found = told(people[0], tournament)
    met = {
        frozenset((one["number"], other["number"]))
        for played in found["played"]
        for board in played["boards"]
        for one in board["seats"]
        for other in board["seats"]
        if one is not other
    }
    assert len(met) == 6


# ---------------------------------------------------------------- live, and those who are not there


def test_a_live_round_waits_for_people_and_not_for_ever(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, house)
    people = players(house, 4)
    tournament = opened(people[0], pace=LIVE, rounds=2, patience=300)
    enter(tournament, *people)
    act(people[0], tournament, "start")
    (first, one), (second, other) = tables(tournament, people).items()
    assert people[0].status(first)["status"] == "confirming" and people[0].status(first)["start_left"] == 300
    [seat] = one[0].status(first)["mine"]
    # Nobody stands up, leaves or changes anything there: who does not want to play withdraws.
    assert one[0].post(f"/api/matches/{first}/stand", {}, 409)["error"] == "not-possible"
    assert one[0].post(f"/api/matches/{first}/leave", {"seat": seat}, 409)["error"] == "not-possible"
    assert one[0].post(f"/api/matches/{first}/close", {}, 403)["error"] == "forbidden"
    begin(first, *one)
    assert people[0].status(first)["status"] == "playing"
    come(other[0], second)
    clock.pass_by(299)
    look(house)
    assert other[0].status(second)["status"] == "confirming"
    clock.pass_by(2)
    look(house)
    assert other[0].status(second)["status"] == "closed"
    found = told(people[0], tournament)
    board = next(
        each for each in found["played"][0]["boards"] if {s["how"] for s in each["seats"]} == {"absent", "walkover"}
    )
    assert board["match"] is None and sorted(seat["points"] for seat in board["seats"]) == [0, 1]
    assert found["round"] == 1, "the other table goes on"
    gone = next(each for each in found["people"] if each["away"])
    assert (gone["away"], gone["name"]) == ("absent", other[1].get("/api/me")["name"])
    one[0].post(f"/api/matches/{first}/leave", {"seat": one[0].status(first)["mine"][0]})
    look(house)
    second_round = told(people[0], tournament)["played"][1]["boards"]
    assert [len(board["seats"]) for board in second_round] == [2, 1], "who was not there is not waited for again"
    assert told(other[1], tournament)["may_enter"] is False, "and there is no round after this one to come back to"


def test_at_a_larger_table_a_bot_sits_down_for_who_is_not_there(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, house)
    people = players(house, 3)
    tournament = opened(people[0], pace=LIVE, rounds=2, size=3, patience=60)
    enter(tournament, *people)
    act(people[0], tournament, "start")
    [match] = tables(tournament, people)
    for each in people[:2]:
        come(each, match)
    clock.pass_by(61)
    # Of two who look at the same moment, the second finds that those who came have their time to seal.
    look(house, times=3)
    for each in people[:2]:
        reveal(each, match)
    status = people[0].status(match)
    assert status["status"] == "playing" and [seat["kind"] for seat in status["seats"]].count("bot") == 1
    people[0].play_out(match, people[1])
    look(house)
    found = told(people[0], tournament)
    seats = found["played"][0]["boards"][0]["seats"]
    absent = next(seat for seat in seats if seat["how"] == "absent")
    assert absent["place"] == 3 and absent["points"] == 0
    assert sorted(seat["points"] for seat in seats if seat is not absent)[1] in (1.0, 0.75)
    assert found["round"] == 2 and len(found["played"][1]["boards"][0]["seats"]) == 2
    # Whoever was away comes back for what is left, if something is.
    assert act(people[2], tournament, "enter", 409)["error"] == "not-possible"


def test_who_withdraws_is_not_waited_for(house: House) -> None:
    people = players(house, 4)
    tournament = opened(people[0], pace=LIVE, rounds=3)
    enter(tournament, *people)
    act(people[0], tournament, "start")
    there = tables(tournament, people)
    match, (one, other) = next(iter(there.items()))
    found = act(one, tournament, "leave")
    assert other.status(match)["status"] == "closed" and found["round"] == 1
    second, pair = next(each for each in there.items() if each[0] != match)
    begin(second, *pair)
    pair[0].post(f"/api/matches/{second}/leave", {"seat": pair[0].status(second)["mine"][0]})
    look(house)
    assert act(one, tournament, "enter")["entered"], "and may come back to the rounds that are left"
    assert told(other, tournament)["standings"][0]["points"] == 1


def test_out_of_time_is_lost_and_the_next_round_begins_after_a_restart(house: House, tmp_path: Any) -> None:
    time = SetTime(house)
    people = players(house, 2)
    tournament = opened(people[0], rounds=1)
    enter(tournament, *people)
    act(people[0], tournament, "start")
    [match] = tables(tournament, people)
    time.passes(DAY + MINUTE, house)
    assert people[0].status(match)["status"] == "over"
    house.__exit__(None, None, None)
    with House(fast_settings(tmp_path)) as again:
        look(again)
        eve = again.guest("Eve")
        found = told(eve, tournament)
        assert found["status"] == "over"
        assert {seat["how"] for seat in found["played"][0]["boards"][0]["seats"]} == {"played", "timeout"}
    house.__enter__()


def test_it_begins_by_itself_or_is_called_off(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, house)
    ann, bob = players(house, 2)
    soon = int(hub_of(house).time()) + 600
    tournament, alone = opened(ann, starts=soon), opened(ann, starts=soon)
    enter(tournament, ann, bob)
    enter(alone, ann)
    look(house)
    assert told(ann, tournament)["status"] == "open"
    clock.pass_by(601)
    look(house)
    assert told(ann, tournament)["round"] == 1 and told(ann, tournament)["status"] == "running"
    assert told(ann, alone)["status"] == "ended"


# ---------------------------------------------------------------- who may do what


def test_only_players_enter_and_only_the_organiser_decides(house: House) -> None:
    ann, bob = players(house, 2)
    eve = house.guest("Eve")
    assert eve.post("/api/tournaments", WISH, 401)["error"] == "no-player"
    tournament = opened(ann)
    assert act(eve, tournament, "enter", 401)["error"] == "no-player"
    assert act(bob, tournament, "start", 403)["error"] == "forbidden"
    assert act(bob, tournament, "end", 403)["error"] == "forbidden"
    assert act(ann, tournament, "start", 409)["error"] == "not-possible", "too few"
    enter(tournament, ann, bob)
    enter(tournament, bob)
    assert told(eve, tournament)["entrants"] == 2
    handle = next(each["player"] for each in told(ann, tournament)["people"] if each["name"] == "P1")
    assert bob.delete(f"/api/tournaments/{tournament}/people/{handle}", 403)["error"] == "forbidden"
    assert ann.delete(f"/api/tournaments/{tournament}/people/{handle}", 200)["entrants"] == 1
    assert act(bob, tournament, "enter", 409)["error"] == "not-possible", "removed for good"
    assert eve.get(f"/api/tournaments/{tournament}/file", 409)["error"] == "not-over"
    assert act(ann, tournament, "end")["status"] == "ended"
    assert act(ann, tournament, "start", 409)["error"] == "not-possible"
    assert act(house_player(house), tournament, "enter", 409)["error"] == "not-possible"


def house_player(house: House) -> Guest:
    return player(house, "Somebody")


def test_an_admin_may_end_one_and_that_is_audited(house: House) -> None:
    ann, root = players(house, 2)
    tournament = opened(ann, door="friends")
    assert told(root, tournament, 404)["error"] == "not-found"
    store = hub_of(house).store
    change = sa.update(schema.players).where(schema.players.c.id == root.id).values(role="admin")
    store.submit(lambda connection: connection.execute(change)).result()
    assert act(root, tournament, "end")["status"] == "ended"
    rows = store.rows(sa.select(schema.audit).where(schema.audit.c.what == "end-tournament"))
    assert [row.data for row in rows] == [{"tournament": tournament}]


def test_who_may_see_a_tournament(house: House) -> None:
    ann, bob, cy = players(house, 3)
    eve = house.guest("Eve")
    public, link, friends = (opened(ann, door=door, name=door) for door in ("public", "link", "friends"))

    def seen(guest: Guest) -> set[str]:
        lists = guest.get("/api/tournaments")
        check_told(lists, TypeAdapter(TournamentLists))
        return {each["name"] for each in lists["open"]}

    assert seen(ann) == {"public", "link", "friends"} and seen(eve) == {"public"}
    told(eve, link)
    told(eve, friends, 404)
    for one, other in ((ann, bob), (bob, ann)):
        one.client.put(f"/api/friends/{other.get('/api/account')['player']}")
    assert seen(bob) == {"public", "friends"}
    enter(friends, bob)
    act(cy, friends, "enter", 404)
    ann.client.put(f"/api/blocks/{cy.get('/api/account')['player']}")
    assert act(cy, public, "enter", 403)["error"] == "forbidden"


WRONG: list[dict[str, Any]] = [
    {"name": ""},
    {"name": "\u202e \u0000"},
    {"game": "chess"},
    {"options": {"window": "huge"}},
    {"size": 6},
    {"size": 1},
    {"form": "ladder"},
    {"rounds": 99},
    {"rounds": -1},
    {"pace": {"kind": "none"}},
    {"pace": {"kind": "live", "decision": 1}},
    {"pace": {"kind": "mail", "decision": 1000}},
    {"patience": 1},
    {"starts": 1},
    {"starts": 2**40},
    {"late": True},
    {"seed": "00"},
    {"game": "valdora", "options": {}, "size": 2},
]


def test_what_cannot_be_played_is_refused(house: House) -> None:
    ann = player(house)
    for wrong in WRONG:
        refused = ann.post("/api/tournaments", {**WISH, **wrong}, 404 if wrong.get("game") == "chess" else 400)
        assert refused["text"], wrong
    assert ann.get("/api/tournaments")["open"] == []
    for path in ("/api/tournaments/aaaaaaaaaaaa", "/api/tournaments/aaaaaaaaaaaa/file"):
        assert ann.get(path, 404)["error"] == "not-found"
    assert ann.get("/api/tournaments/UPPER", 400)["error"] == "bad-request"


def test_nobody_opens_or_fills_too_many(tmp_path: Any) -> None:
    limits = {"tournaments_per_player": 2, "tournaments_per_address": 3, "players_per_tournament": 2}
    with House(fast_settings(tmp_path, **limits)) as house:
        ann, bob, cy = players(house, 3)
        first = opened(ann)
        opened(ann)
        assert ann.post("/api/tournaments", WISH, 429)["error"] == "too-many"
        opened(bob)
        assert bob.post("/api/tournaments", WISH, 429)["error"] == "too-many"
        enter(first, ann, bob)
        assert act(cy, first, "enter", 409)["error"] == "not-possible"
        act(ann, first, "end")
        opened(ann)


# ---------------------------------------------------------------- who goes, and what goes


def test_who_deletes_the_account_is_a_former_player_there(house: House) -> None:
    ann, bob, cy = players(house, 3)
    tournament, called_off = opened(ann, rounds=2), opened(bob, name="Called off")
    enter(tournament, ann, bob, cy)
    act(ann, tournament, "start")
    exported = bob.get("/api/account/export")
    assert [each["tournament"] for each in exported["entries"]] == [tournament] and exported["boards"]
    assert [each["name"] for each in exported["tournaments"]] == ["Called off"]
    bob.delete("/api/account")
    look(house)
    play_round(house, tournament, [ann, cy])
    play_round(house, tournament, [ann, cy])
    found = told(cy, tournament)
    assert found["status"] == "over" and len(found["standings"]) == 3
    assert names(found)[1] == "A former player" and found["people"][1]["player"] is None
    assert told(cy, called_off)["status"] == "ended"
    ann.delete("/api/account")
    assert told(cy, tournament)["organiser"] == "A former player"


def test_old_ones_are_swept_and_so_is_what_nobody_came_back_to(house: House) -> None:
    ann, bob = players(house, 2)
    store = hub_of(house).store
    kept = [opened(ann, name=str(number)) for number in range(2)]
    enter(kept[0], ann, bob)
    act(ann, kept[0], "end")
    store.sweep(Stay(30, 180, 730, 0), frozenset())
    assert len(Tournaments(store).listed(["open", "ended"])) == 2
    old = sa.update(schema.tournaments).values(touched="2020-01-01")
    store.submit(lambda connection: connection.execute(old)).result()
    store.sweep(Stay(30, 180, 0, 0), frozenset())
    assert [each.name for each in Tournaments(store).listed(["open", "ended"])] == ["0"]
    store.sweep(Stay(30, 180, 730, 0), frozenset())
    assert store.rows(sa.select(schema.entries)) == [] == store.rows(sa.select(schema.boards))


def test_a_rematch_is_no_part_of_the_tournament(house: House) -> None:
    ann, bob = players(house, 2)
    tournament = opened(ann, rounds=1)
    enter(tournament, ann, bob)
    act(ann, tournament, "start")
    [match] = tables(tournament, [ann, bob])
    assert ann.post(f"/api/matches/{match}/cancel", {"wish": True}, 409)["error"] == "not-possible"
    play_round(house, tournament, [ann, bob])
    again = ann.post(f"/api/matches/{match}/rematch", {})
    assert "tournament" not in again and again["match"] != match
    ann.play_out(again["match"], bob)
    look(house)
    assert len(told(ann, tournament)["played"]) == 1


def test_two_processes_that_pair_at_once_pair_once(houses: tuple[House, House]) -> None:
    here, there = houses
    people = players(here, 4)
    tournament = opened(people[0], rounds=2)
    enter(tournament, *people)
    act(people[0], tournament, "start")
    for match, pair in tables(tournament, people).items():
        pair[0].post(f"/api/matches/{match}/leave", {"seat": pair[0].status(match)["mine"][0]})
    stale = Tournaments(hub_of(there).store).find(tournament)
    boards = next_round(stale.plan, stale.entrants, stale.played)
    look(here)
    clock = call(there, hub_of(there).keeper.moment)
    assert Tournaments(hub_of(there).store).pair(stale, boards, 0, clock) is None, "it is another one by now"
    assert len(told(people[0], tournament)["played"]) == 2
    assert len(hub_of(here).store.rows(sa.select(schema.boards))) == 8
    assert MAIL["kind"] == told(people[0], tournament)["pace"]["kind"]


def test_who_has_a_table_is_told_as_long_as_it_waits(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, webhooks=1, origin="https://games.example")) as house:
        ann, bob = players(house, 2)
        hub = hub_of(house)
        subscribed(hub.store, bob.id)
        tournament = opened(ann, pace=LIVE)
        enter(tournament, ann, bob)
        act(ann, tournament, "start")
        [match] = tables(tournament, [ann, bob])
        [row] = hub.store.rows(sa.select(schema.outbox).where(schema.outbox.c.match == match))
        [channel] = hub.store.rows(sa.select(schema.channels))
        assert row.kind == "invitation"
        letter = letter_of(row)
        post = Post(channel, (letter,), until=0)
        assert call(house, hub.postman.is_meant, post, letter)
        come(bob, match)
        assert not call(house, hub.postman.is_meant, post, letter), "bob is there"


def test_standings_of_a_knock_out_that_goes_on_are_by_seed(house: House) -> None:
    people = players(house, 3)
    tournament = opened(people[0], form="knockout")
    enter(tournament, *people)
    found = act(people[0], tournament, "start")
    assert standing(found) == ["P0", "P1", "P2"], "a bye is no worse than a table that is played"


def test_no_round_is_paired_while_the_server_comes_to_rest(house: House) -> None:
    people = players(house, 2)
    tournament = opened(people[0], form="robin")
    enter(tournament, *people)
    store = hub_of(house).store
    doorman.hang(store, "maintenance", "", 0, "test")
    call(house, hub_of(house).doorman.look)
    assert act(people[0], tournament, "start", 503)["error"] == "maintenance"
    Tournaments(store).start(tournament, 1)
    look(house)
    assert told(people[0], tournament)["round"] == 0
    doorman.take_down(store, "test", "maintenance")
    call(house, hub_of(house).doorman.look)
    look(house)
    assert told(people[0], tournament)["round"] == 1


def test_a_match_that_cannot_be_played_on_is_shared(house: House) -> None:
    time = SetTime(house)
    people = players(house, 2)
    tournament = opened(people[0], rounds=1)
    enter(tournament, *people)
    act(people[0], tournament, "start")
    [match] = tables(tournament, people)
    hub = hub_of(house)
    call(house, hub.live, match).table.frozen = message("frozen.digest", number=1)
    time.now += DAY
    hub.time = lambda: time.now / 1000
    call(house, hub.rounds.look, True)
    assert told(people[0], tournament)["status"] == "running", "it may still be mended"
    time.now += 2 * HOUR
    call(house, hub.rounds.look, True)
    found = told(people[0], tournament)
    assert found["status"] == "over" and [line["points"] for line in found["standings"]] == [0.5, 0.5]
