"""Chat at tables: who reads what, what becomes of what one types, and how to get rid of it."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from pydantic import TypeAdapter

from mistvale.core.text import clean_line
from mistvale.server import admin, schema
from mistvale.server import talk as talking
from mistvale.server.chat import Chat
from mistvale.server.models.chat import ChatPage
from mistvale.server.reports import Reports
from mistvale.server.retention import Stay, days_ago
from mistvale.server.store import Store
from mistvale.server.terms import Terms as TableTerms

from .helpers import Guest, House, Line, check_told, fast_settings, same_guest
from .test_players_names import everything
from .test_players_profiles import handle, player


def table_of(ann: Guest, bob: Guest) -> str:
    """A table of two people, with somebody's eyes on it."""
    opened = ann.open("me", "friend", options={"window": "small"})
    bob.join(opened["seats"][1]["link"])
    return str(opened["match"])


def say(guest: Guest, match: str, text: str = "", expect: int = 204, **more: Any) -> None:
    answer = guest.client.post(f"/api/matches/{match}/chat", json={"text": text, **more})
    assert answer.status_code == expect, answer.text


def page(guest: Guest, match: str, side: str = "seats", expect: int = 200, **more: Any) -> Any:
    query = "&".join(f"{key}={value}" for key, value in {"side": side, **more}.items())
    found = guest.get(f"/api/matches/{match}/chat?{query}", expect)
    if expect == 200:
        check_told(found, TypeAdapter(ChatPage))
    return found


def texts(guest: Guest, match: str, side: str = "seats") -> list[str]:
    return [each["text"] for each in page(guest, match, side)["lines"]]


def heard(line: Line) -> list[str]:
    """What was said, as far as it came over a connection."""
    line.settle()
    return [each["text"] for message in line.heard if message["type"] == "chat" for each in message["lines"]]


# ---------------------------------------------------------------- what becomes of a line


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  well \n played\t!  ", "well played !"),
        ("<b>no</b> [x](https://y)", "<b>no</b> [x](https://y)"),
        ("a\u202eb\u2066c\u200fd", "a b c d"),
        ("a\x00\x1b[31mb\x07", "a [31mb"),
        ("\u3164\u2800", ""),
        ("\u200d\u200c", ""),
        ("", ""),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
        ("x" * 600, "x" * 500),
        ("\ud800", ""),
    ],
)
def test_a_line_hides_nothing_and_turns_nothing_around(typed: str, kept: str) -> None:
    assert clean_line(typed) == kept


def test_marks_do_not_climb_over_other_lines() -> None:
    line = clean_line("Z" + "\u0301\u0316" * 40 + "ok")
    assert sum(unicodedata.category(letter) == "Mn" for letter in line) <= 4 and line.endswith("ok")
    assert clean_line("Tiếng Việt, नमस्ते, שָׁלוֹם") == unicodedata.normalize("NFC", "Tiếng Việt, नमस्ते, שָׁלוֹם")


# ---------------------------------------------------------------- who reads what


def test_those_who_play_talk_to_each_other_and_others_listen(house: House) -> None:
    ann, bob, eve = house.guest("Ann"), house.guest("Bob"), house.guest("Eve")
    match = table_of(ann, bob)
    with bob.at(match, 1) as line, eve.at(match) as looking:
        line.until("status")
        looking.until("status")
        with ann.at(match, 0) as mine:
            assert mine.ask(type="say", id="a1", text="Good luck!")["type"] == "ok"
            assert mine.ask(type="say", id="a2", phrase="hello")["type"] == "ok"
        assert heard(line) == heard(looking) == ["Good luck!", ""]
        told = [each for message in line.heard if message["type"] == "chat" for each in message["lines"]]
        assert [each["phrase"] for each in told] == [None, "hello"]
        assert (told[0]["seat"], told[0]["name"], told[0]["mine"]) == (0, "Ann", False)
    assert [each["mine"] for each in page(ann, match)["lines"]] == [True, True]


def test_those_who_look_on_are_unseen_by_the_seats_until_the_end(house: House) -> None:
    ann, bob, eve, dan = (house.guest(name) for name in ("Ann", "Bob", "Eve", "Dan"))
    match = table_of(ann, bob)
    with bob.at(match, 1) as line, dan.at(match) as looking:
        line.until("status")
        looking.until("status")
        say(eve, match, "Ann holds the rocket")
        assert heard(looking) == ["Ann holds the rocket"] and heard(line) == []
    assert texts(dan, match, "watchers") == ["Ann holds the rocket"]
    assert page(ann, match, "watchers", 403)["error"] == "forbidden"
    assert page(ann, match)["sides"] == ["seats"] and texts(ann, match) == []
    ann.play_out(match, bob)
    assert texts(ann, match, "watchers") == ["Ann holds the rocket"] and page(bob, match)["sides"] == [
        "seats",
        "watchers",
    ]


def test_who_has_left_a_seat_is_not_told_what_others_see(house: House) -> None:
    """Whoever may come back to a hand must not have heard of the others' meanwhile."""
    ann, bob, eve = house.guest("Ann"), house.guest("Bob"), house.guest("Eve")
    match = table_of(ann, bob)
    bob.post(f"/api/matches/{match}/leave", {"seat": 1, "bot": "random"})
    say(eve, match, "Ann holds the rocket")
    assert page(bob, match, "watchers", 403)["error"] == "forbidden"
    say(bob, match, "I am gone")
    [line] = page(ann, match)["lines"]
    assert (line["seat"], line["name"], line["text"]) == (None, "Bob", "I am gone")


def test_who_sits_down_while_a_line_waits_does_not_read_it(house: House) -> None:
    """Who may read is looked at when a line leaves, not when it is said."""
    ann, eve, dan = house.guest("Ann"), house.guest("Eve"), house.guest("Dan")
    opened = ann.open("me", "friend", options={"window": "small"})
    match, hub = opened["match"], house.app.state.hub

    async def held_back() -> list[str | None]:
        live = await hub.live(match)
        [watcher] = [each for each in live.watchers if each.guest == dan.id]
        watcher.live, sent = live, []
        send, watcher.send = watcher.send, lambda *args, **more: sent.append((args, more))
        await hub.talk.say(live, talking.Asker(eve.id, "x"), None, "psst", None)
        watcher.send = send
        [(args, more)] = sent
        from mistvale.server.commands import join
        from mistvale.server.watchers import Letter

        letter = Letter(*args, **more)
        before = await watcher.opened(letter)
        await live.act(join(dan.id, 1, "Dan", None))
        return [before, await watcher.opened(letter)]

    with dan.at(match) as line:
        line.until("status")
        before, after = house.call(held_back)
    assert before is not None and "psst" in before and after is None


def test_a_block_hides_both_ways(house: House) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), player(house, "Eve")
    match = table_of(ann, bob)
    ann.put(f"/api/blocks/{handle(bob)}", {})
    with bob.at(match, 1) as line:
        line.until("status")
        say(ann, match, "from Ann")
        say(bob, match, "from Bob")
        assert heard(line) == ["from Bob"]
    assert texts(ann, match) == ["from Ann"] and texts(bob, match) == ["from Bob"]
    assert texts(eve, match) == ["from Ann", "from Bob"]


def test_lines_are_read_back_part_by_part(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = table_of(ann, bob)
    for number in range(7):
        say(ann, match, f"line {number}")
    first = page(bob, match, most=3)
    second = page(bob, match, most=3, before=first["before"])
    last = page(bob, match, most=3, before=second["before"])
    numbers = [[each["number"] for each in part["lines"]] for part in (first, second, last)]
    assert numbers == [[4, 5, 6], [1, 2, 3], [0]] and last["before"] is None


def test_processes_tell_each_other(houses: tuple[House, House]) -> None:
    here, there = houses
    ann, bob = here.guest("Ann"), here.guest("Bob")
    match = table_of(ann, bob)
    twin = same_guest(bob, there)
    with twin.at(match, 1) as line:
        line.until("status")
        say(ann, match, "hello over there")
        assert line.until("chat")["lines"][0]["text"] == "hello over there"
        say(twin, match, "and back")
    assert texts(ann, match) == ["hello over there", "and back"]


def test_who_stood_up_before_it_began_looks_on(house: House) -> None:
    """Else any stranger could sit down for a moment, and talk to those who play from then on."""
    ann, eve = house.guest("Ann"), house.guest("Eve")
    match = ann.open("me", "anyone", "anyone", door="public")["match"]
    for action in ("sit", "stand"):
        eve.post(f"/api/matches/{match}/{action}", {})
    eve.client.post(f"/api/matches/{match}/chat", json={"phrase": "hello"})
    assert page(ann, match)["lines"] == [] and page(eve, match, "watchers")["lines"][0]["phrase"] == "hello"


def test_each_side_counts_its_own_lines(store: Store) -> None:
    chat = Chat(store)
    found = [chat.add("m1", "seats", guest, 0, None, "hello", "")[0].number for guest in ("ann", "bob", "ann")]
    assert found == [0, 1, 2]
    assert chat.add("m1", "watchers", "eve", None, None, "hello", "")[0].number == 0


def test_a_line_that_is_sent_again_is_said_once(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = table_of(ann, bob)
    with ann.at(match, 0) as line:
        for _ in range(3):
            assert line.ask(type="say", id="same", text="once")["type"] == "ok"
        assert line.ask(type="say", id="same", text="twice")["error"] == "bad-request"
    assert texts(bob, match) == ["once"]


# ---------------------------------------------------------------- what is refused


BAD = [
    {"text": ""},
    {"text": "   \u202e "},
    {"text": "x" * 501},
    {"text": "x", "phrase": "hello"},
    {"phrase": "you-are-a-fool"},
    {"text": 3},
    {"text": "x", "id": "ü"},
    {},
]


def test_bad_lines(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = table_of(ann, bob)
    for body in BAD:
        assert ann.post(f"/api/matches/{match}/chat", body, 400)["error"] == "bad-request"
    say(ann, "nowhere", "x", 404)
    for query in ("side=gods", "before=-1", "most=0", "most=999", "before=99999999999"):
        ann.get(f"/api/matches/{match}/chat?{query}", 400)
    assert texts(bob, match) == []


def test_who_is_new_at_a_public_table_has_the_phrases(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), house.guest("Eve")
    match = table_of(ann, bob)
    hub = house.app.state.hub

    async def make_public() -> None:
        live = await hub.live(match)
        live.table = replace(live.table, terms=TableTerms(door="public"))

    house.call(make_public)
    for guest in (bob, eve):
        assert guest.post(f"/api/matches/{match}/chat", {"text": "buy!"}, 403)["error"] == "forbidden"
        say(guest, match, phrase="hello")
        assert page(guest, match)["phrases_only"]
    monkeypatch.setattr(talking, "NEW_SECONDS", -1)
    say(bob, match, "I am known here")
    say(eve, match, "I am not", 403)


def test_talk_is_limited_by_guest_and_address(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, lines_per_minute=1.0, line_burst=2.0, guests_per_address=2)) as strict:
        guests = [strict.guest(f"G{i}") for i in range(4)]
        match = table_of(guests[0], guests[1])
        codes = [
            [guest.client.post(f"/api/matches/{match}/chat", json={"phrase": "hello"}).status_code for _ in range(3)]
            for guest in guests
        ]
        assert codes == [[204, 204, 429], [204, 204, 429], [429, 429, 429], [429, 429, 429]]
        elsewhere = strict.guest("Far", address="10.9.8.7")
        say(elsewhere, match, phrase="hello")


def test_the_host_switches_it_off_and_on(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = table_of(ann, bob)
    path = f"/api/matches/{match}/chat"
    bob.put(path, {"on": False}, 403)
    with bob.at(match, 1) as line:
        line.until("status")
        assert ann.put(path, {"on": False, "id": "off"})["chat"] is False
        assert line.until("status")["status"]["chat"] is False
    ann.put(path, {"on": False, "id": "off"})
    say(bob, match, "hello?", 403)
    assert page(bob, match)["on"] is False
    assert ann.put(path, {"on": True})["chat"] is True
    say(bob, match, "hello!")


def test_a_host_uses_up_nobodys_moves_by_switching_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match takes only so many events: who could fill it up would let the time of whoever is to move run out."""
    monkeypatch.setattr(talking, "MOST_SWITCHES", 4)
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = table_of(ann, bob)
    for number in range(4):
        ann.put(f"/api/matches/{match}/chat", {"on": bool(number % 2)})
    assert ann.put(f"/api/matches/{match}/chat", {"on": False}, 409)["error"] == "not-possible"
    assert ann.put(f"/api/matches/{match}/chat", {"on": True})["chat"], "as it is, it stays"


def test_a_server_without_chat(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, chat=0)) as silent:
        ann, bob = silent.guest("Ann"), silent.guest("Bob")
        match = table_of(ann, bob)
        assert ann.status(match)["chat"] is False
        say(ann, match, "hello", 403)


# ---------------------------------------------------------------- reports


def reported(guest: Guest, match: str, number: int, expect: int = 204, **more: Any) -> None:
    body = {"side": "seats", "number": number, **more}
    answer = guest.client.post(f"/api/matches/{match}/chat/report", json=body)
    assert answer.status_code == expect, answer.text


def test_a_report_keeps_the_line_and_those_around_it(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    match = table_of(ann, bob)
    for number in range(14):
        say(bob if number == 7 else ann, match, f"line {number}")
    reported(ann, match, 7, why="insult")
    reported(ann, match, 7, why="insult")
    [found] = Reports(house.app.state.hub.store).found()
    assert (found.author, found.reporter, found.why) == (handle(bob), handle(ann), "insult")
    assert [each["text"] for each in found.lines] == [f"line {number}" for number in range(2, 13)]


def test_what_cannot_be_reported(house: House) -> None:
    ann, bob, eve = house.guest("Ann"), house.guest("Bob"), house.guest("Eve")
    match = table_of(ann, bob)
    say(ann, match, "mine")
    say(eve, match, "from the gallery")
    reported(ann, match, 0, 409)
    reported(ann, match, 5, 404)
    reported(ann, match, 0, 404, side="watchers")
    reported(bob, match, -1, 400)
    reported(bob, match, 0, 400, why="boredom")
    reported(bob, match, 0)


def test_reports_are_limited(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, reports_per_hour=1.0, report_burst=2.0)) as strict:
        ann, bob = strict.guest("Ann"), strict.guest("Bob")
        match = table_of(ann, bob)
        for number in range(3):
            say(ann, match, f"line {number}")
            reported(bob, match, number, 204 if number < 2 else 429)


def test_whoever_runs_the_server_reads_and_closes_reports(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    match = table_of(ann, bob)
    say(bob, match, "an insult")
    reported(ann, match, 0)
    monkeypatch.setattr(admin, "this_user", lambda: "root")
    [found] = admin.reported(house.settings)
    assert admin.read_report(house.settings, found.id).lines[0]["text"] == "an insult"
    admin.close_report(house.settings, found.id, "warned")
    assert admin.reported(house.settings) == [] and len(admin.reported(house.settings, closed=True)) == 1
    done = {each.what: each for each in admin.audited(house.settings)}
    assert {"report-read", "report-closed"} <= done.keys() and done["report-closed"].player == handle(bob)
    with pytest.raises(admin.CannotServe, match="There is no report"):
        admin.read_report(house.settings, "nonsense")
    with pytest.raises(admin.CannotServe, match="There is no report"):
        admin.close_report(house.settings, "nonsense", "")


# ---------------------------------------------------------------- how long it stays


def test_chat_and_closed_reports_go_after_a_while(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    chat, old = Chat(store), f"{days_ago(91)}T12:00:00Z"
    late, _ = chat.add("m1", "seats", "ann", 0, None, "", "long ago")
    chat.add("m1", "seats", "ann", 0, None, "", "today")
    for reporter in ("bob", "eve"):
        Reports(store).add(reporter, late, "spam")
    [first, _] = Reports(store).found()
    Reports(store).close(first.id, "root", "")
    table, told = schema.chat, schema.reports
    store.submit(lambda c: c.execute(sa.update(table).where(table.c.number == 0).values(at=old))).result()
    store.submit(lambda c: c.execute(sa.update(told).where(told.c.id == first.id).values(closed=days_ago(91)))).result()
    store.sweep(Stay(0, 0, 0, 0), frozenset())
    assert len(chat.lines("m1", "seats", None, 9)) == 2
    store.sweep(Stay(0, 0, 0, 0, chat=90), frozenset())
    assert [row.text for row in chat.lines("m1", "seats", None, 9)] == ["today"]
    assert len(Reports(store).found(closed=True)) == 1, "what nobody has looked at stays"


def test_whoever_is_gone_takes_what_was_said_along(house: House) -> None:
    ann, bob, eve = player(house, "Ann"), player(house, "Bob"), player(house, "Eve")
    match = table_of(ann, bob)
    say(bob, match, "my telephone is 555-0199")
    say(ann, match, "mine is 555-0100")
    reported(ann, match, 0)
    reported(eve, match, 0)
    taken = bob.get("/api/account/export")
    assert [each["text"] for each in taken["chat"]] == ["my telephone is 555-0199"]
    assert [each["number"] for each in ann.get("/api/account/export")["reports"]] == [0]
    bob.delete("/api/account")
    left = everything(house.app.state.hub.store)
    assert "555-0199" not in left and "555-0100" in left
    ann.delete("/api/account")
    eve.delete("/api/account")
    left = everything(house.app.state.hub.store)
    assert "555-0100" not in left and len(Reports(house.app.state.hub.store).found()) == 1


def test_what_a_guest_said_is_the_players_after_signing_in(house: House) -> None:
    ann, bob = player(house, "Ann"), house.guest("Bob")
    match = table_of(bob, house.guest("Cyd"))
    say(bob, match, "hello", id="a1")
    bob.post("/api/sign-in/code", {"code": ann.codes[0]})  # type: ignore[attr-defined]
    assert page(bob, match)["lines"][0]["mine"]


def test_what_was_reported_of_a_guest_goes_with_the_player_it_became(house: House) -> None:
    ann, bob, cyd = player(house, "Ann"), house.guest("Bob"), house.guest("Cyd")
    match = table_of(bob, cyd)
    say(bob, match, "my telephone is 555-0199")
    say(cyd, match, "mine is 555-0100")
    reported(cyd, match, 0)
    reported(bob, match, 1)
    reported(ann, match, 1)
    bob.post("/api/sign-in/code", {"code": ann.codes[0]})  # type: ignore[attr-defined]
    store = house.app.state.hub.store
    found = {each.number: each for each in Reports(store).found()}
    assert (found[0].author, found[1].reporter) == (handle(ann), handle(ann))
    assert len(Reports(store).found()) == 2, "two reports of one line by one player are one"
    bob.delete("/api/account")
    left = everything(store)
    assert "555-0199" not in left and "555-0100" in left


def test_names_are_looked_up_when_they_are_read(house: House) -> None:
    eve, nobody = house.guest("Eve"), house.guest()
    match = table_of(house.guest("Ann"), house.guest("Bob"))
    for guest in (eve, nobody):
        say(guest, match, phrase="hello")
    assert [each["name"] for each in page(eve, match, "watchers")["lines"]] == ["Eve", "A spectator"]
