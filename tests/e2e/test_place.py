"""The whole of it: two who have never met find each other, play by mail for a rating, and one of them goes for good."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.world import Mailbox

from .people import AWAY, DESK, DIALOG, PATIENCE, PHONE, READY, Person
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
    rated = form.locator("[name=rated]")
    rated.wait_for()
    rated.check(force=True)
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


def say(one: Person, phrase: str) -> None:
    """A quick phrase at the table."""
    one.press("#tab-chat")
    if not one.find(f"[data-phrase={phrase}]").is_visible():
        one.press(".chat-phrases summary")
    one.press(f"[data-phrase={phrase}]")
    if one.touch:
        one.press("#tab-chat")  # which lies over the table there


def by_mail(one: Person, mailbox: Mailbox, address: str) -> None:
    """Be told by mail: given on the account page, and confirmed by the link that comes."""
    one.go("/account")
    one.find("#mail-address").fill(address)
    one.press("#add-mail")
    one.page.goto(link_to(one, mailbox, address, "/mail/confirm#"))
    one.press("#mail-go")
    expect(one.find("#mail-buttons a")).to_be_visible()


def link_to(one: Person, mailbox: Mailbox, address: str, page: str) -> str:
    """What a mail to somebody leads to, once one has come that leads to such a page."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        for to, mail in mailbox.mails:
            found = re.search(rf"{one.server.address}{page}\S*", mail.get_content())
            if to == address and found:
                return found[0]
        one.page.wait_for_timeout(20)
    raise AssertionError(f"no mail to {address} leads to {page}")


def played_out(match: str, *people: Program) -> None:
    """The rest of a match, the first legal move each."""
    for _ in range(1000):
        for one in people:
            status = one.status(match)
            if status["status"] == "over":
                return
            [seat] = status["mine"]
            for move in one.get(f"/api/matches/{match}/legal?seat={seat}")[:1]:
                one.post(f"/api/matches/{match}/moves", {"seat": seat, "move": move})
    raise AssertionError("the match never ended")


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as opened:
        yield opened


@pytest.fixture
def mailing_server(tmp_path: Path, mailbox: Mailbox) -> Iterator[Server]:
    """A server that may be killed, and sends mail."""
    started = Server(tmp_path / "data", mail=mailbox.port)
    yield started
    started.end()


def test_two_strangers_play_by_mail_for_a_rating_and_one_goes(
    mailing_server: Server, mailbox: Mailbox, person: Enter
) -> None:
    ann = person(mailing_server, **{**DESK, "user_agent": "Ann's browser"})
    bob = person(mailing_server, **{**PHONE, "user_agent": "Bob's browser"})
    for one, name in ((ann, "Ann"), (bob, "Bob")):
        become(one, name)
        by_mail(one, mailbox, f"{name}@example.org")
    match = opened(ann)
    found(bob)
    for one in (ann, bob):
        one.at_table()
        one.find(READY).first.wait_for()
    expect(ann.find("#scores-list .clock").first).to_be_visible()
    # Whoever is new says quick phrases to strangers, and nothing else.
    say(ann, "good-luck")
    expect(ann.find("#chat-input")).to_have_count(0)
    say(bob, "thanks")
    for one in (ann, bob):
        expect(one.find(".chat-text")).to_have_text(["Good luck!", "Thank you!"])
    # Bob's move brings it back to Ann, who is told so.
    ann.play_one()
    bob.play_one()
    told = link_to(ann, mailbox, "Ann@example.org", f"/match/{match}")
    # The server is gone for a while, and both are back by themselves, with all that was played and said.
    for one in (ann, bob):
        one.forgive(AWAY)
    mailing_server.kill()
    mailing_server.start()
    for one in (ann, bob):
        expect(one.find("#banner")).to_be_hidden()
        expect(one.find(".chat-text")).to_have_text(["Good luck!", "Thank you!"])
    bob.play_one()
    ann.page.goto(told)
    ann.at_table()
    ann.play_one()
    link_to(bob, mailbox, "Bob@example.org", f"/match/{match}")
    # What programs play is not drawn: neither of them is at the table.
    ann.leave()
    bob.leave()
    with ann.program() as first, bob.program() as second:
        played_out(match, first, second)
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
    with sqlite3.connect(mailing_server.folder / "mistvale.db") as database:
        assert not any("Bob" in line for line in database.iterdump())
