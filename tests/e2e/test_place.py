"""The whole of it: two who have never met find each other, play by mail for a rating, and one of them goes for good."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from .people import AWAY, DESK, DIALOG, PHONE, READY, Person
from .servers import Program, Server
from .test_players import answer, become

Enter = Callable[..., Person]
BY_MAIL = re.compile("for each decision")


def opened(ann: Person) -> str:
    """A rated table by mail for whoever comes, opened on the first page."""
    ann.go("/")
    ann.find("body[data-ready=yes]").wait_for()
    ann.press("[data-setup=misty]")
    form = ann.find("[data-game=misty] .seating-form")
    form.locator("li.seating-row").nth(1).locator("select").first.select_option("anyone")
    mail = form.locator("select[name=pace] option", has_text=BY_MAIL).first
    form.locator("select[name=pace]").select_option(value=mail.get_attribute("value"))
    form.locator("[name=rated]").check(force=True)
    ann.press("[data-open=misty]")
    ann.find(".room-card").wait_for()
    return ann.match


def found(bob: Person) -> None:
    """The table as a stranger comes to it."""
    bob.go("/lobby")
    row = bob.page.locator(".lobby-row", has_text="Ann")
    expect(row).to_contain_text("rated")
    row.locator("[data-sit]").click()
    bob.page.wait_for_url("**/match/*")


def played_out(server: Server, match: str, *people: Program) -> bool:
    """The rest of a match, the first legal move each; whether somebody was to be told of a turn meanwhile."""
    told = False
    for _ in range(1000):
        for one in people:
            status = one.status(match)
            if status["status"] == "over":
                return told
            [seat] = status["mine"]
            for move in one.get(f"/api/matches/{match}/legal?seat={seat}")[:1]:
                one.post(f"/api/matches/{match}/moves", {"seat": seat, "move": move})
                told = told or turns_told(server) > 0
    raise AssertionError("the match never ended")


def turns_told(server: Server) -> int:
    """How many notices of turns are to be sent, or were."""
    with sqlite3.connect(Path(server.folder) / "mistvale.db") as database:
        [count] = database.execute("SELECT count(*) FROM outbox WHERE kind = 'turn'").fetchone()
    return int(count)


def with_push(one: Person) -> None:
    """As if this browser had asked to be told; nobody is reached there."""
    keys = {
        "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
        "auth": "tBHItJI5svbpez7KI4CCXg",
    }
    with one.program() as program:
        place = f"https://fcm.googleapis.com/fcm/send/{program.get('/api/me')['guest']}"
        program.post("/api/notices/push", {"endpoint": place, "keys": keys})


def test_two_strangers_play_by_mail_for_a_rating_and_one_goes(own_server: Server, person: Enter) -> None:
    ann = person(own_server, **{**DESK, "user_agent": "Ann's browser"})
    bob = person(own_server, **{**PHONE, "user_agent": "Bob's browser"})
    become(ann, "Ann")
    become(bob, "Bob")
    for one in (ann, bob):
        with_push(one)
    match = opened(ann)
    found(bob)
    for one in (ann, bob):
        one.at_table()
        one.find(READY).first.wait_for()
    expect(ann.find("#scores-list .clock").first).to_be_visible()
    # Whoever is new says quick phrases to strangers, and nothing else.
    ann.press("#tab-chat")
    expect(ann.find("#chat-input")).to_have_count(0)
    if not ann.find("[data-phrase=good-luck]").is_visible():
        ann.press(".chat-phrases summary")
    ann.press("[data-phrase=good-luck]")
    bob.press("#tab-chat")
    expect(bob.find(".chat-text")).to_have_text(["Good luck!"])
    # The server is gone for a while, and both are back by themselves.
    for one in (ann, bob):
        one.forgive(AWAY)
    own_server.kill()
    own_server.start()
    for one in (ann, bob):
        expect(one.find("#banner")).to_be_hidden()
    # What programs play is not drawn: neither of them is at the table.
    ann.leave()
    bob.leave()
    with ann.program() as first, bob.program() as second:
        assert played_out(own_server, match, first, second), "by mail one is told of a turn"
    for one, name in ((ann, "Ann"), (bob, "Bob")):
        one.go(f"/match/{match}")
        final = one.find(f"{DIALOG}.final")
        expect(final).to_contain_text(f"{name} 25.0 →")
        one.press(final.locator("#verify"))
        expect(one.find("#verdict")).to_have_attribute("data-holds", "true")
    bob.go("/account")
    bob.press("#delete-account")
    answer(bob, "Go on")
    answer(bob, "Delete my account")
    expect(bob.find("#notice")).to_have_text("Your account is deleted.")
    ann.go(f"/match/{match}")
    expect(ann.find("#scores-list")).to_contain_text("A former player")
    expect(ann.find("body")).not_to_contain_text("Bob")
