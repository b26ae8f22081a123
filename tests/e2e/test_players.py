"""Players: an account kept by passkeys, codes and links, on several devices; profiles, friends, invitations.

Chromium has an authenticator of its own for tests: what a fingerprint would do is done at once.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from playwright.sync_api import CDPSession, expect

from . import axe, measures
from .people import DESK, DIALOG, GUEST, PHONE, Person
from .servers import Program, Server

Enter = Callable[..., Person]
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
CODE = re.compile(r"^\w{4}(-\w{4}){3}$")


def by_name(server: Server) -> Server:
    """The same server as one finds it under a name: passkeys belong to names, not to addresses."""
    return cast(Server, SimpleNamespace(address=server.address.replace("127.0.0.1", "localhost")))


class Finger:
    """An authenticator in somebody's browser; what it holds can be carried to another one, as clouds do."""

    def __init__(self, one: Person) -> None:
        self.session: CDPSession = one.context.new_cdp_session(one.page)
        self.session.send("WebAuthn.enable")
        added = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self.id = added["authenticatorId"]

    def held(self) -> list[dict[str, Any]]:
        found = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        return cast(list[dict[str, Any]], found["credentials"])

    def hold(self, credentials: list[dict[str, Any]]) -> None:
        for each in credentials:
            self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": each})


def answer(one: Person, button: str) -> None:
    one.press(f"{DIALOG} footer >> text={button}")


def become(one: Person, name: str, passkey: bool = False) -> list[str]:
    """Become a player on the account page; gives the recovery codes."""
    one.go("/account")
    one.find("#player-name").fill(name)
    one.press("#become")
    one.find(f"{DIALOG} code").first.wait_for()
    codes = one.find(f"{DIALOG} code").all_inner_texts()
    answer(one, "I have kept them")
    if one.page.evaluate("location.hostname") == "localhost":
        answer(one, "Add a passkey" if passkey else "Later")
    one.find("body[data-player=yes]").wait_for()
    return codes


def sign_out(one: Person) -> None:
    one.press("#sign-out")
    one.find("body[data-player=no]").wait_for()


def signed_in_as(one: Person, name: str) -> None:
    one.find("body[data-player=yes]").wait_for()
    expect(one.find("#player-name")).to_have_value(name)


def test_a_guest_becomes_a_player_and_comes_back_by_passkey(server: Server, person: Enter) -> None:
    ann = person(by_name(server), **DESK)
    finger = Finger(ann)
    ann.go("/")
    ann.press("#account-link")
    ann.find("body[data-player=no]").wait_for()
    with ann.program() as program:
        kept = program.open("me", "bot:random")["match"]
    codes = become(ann, "Ann", passkey=True)
    assert len(set(codes)) == 10 and all(map(CODE.match, codes))
    expect(ann.find("#passkeys li")).to_have_count(1)
    expect(ann.find("#codes-left")).to_contain_text("10")
    ann.go("/")
    expect(ann.find("#my-name")).to_have_value("Ann")
    expect(ann.find(f"[data-resume='{kept}']")).to_be_visible()
    ann.go("/account")
    sign_out(ann)
    ann.press("#by-passkey")
    signed_in_as(ann, "Ann")

    phone = person(by_name(server), **PHONE)
    Finger(phone).hold(finger.held())
    phone.go("/account")
    phone.press("#by-passkey")
    signed_in_as(phone, "Ann")
    expect(phone.find("#sessions li")).to_have_count(2)
    phone.go("/")
    expect(phone.find(f"[data-resume='{kept}']")).to_be_visible()


def test_a_link_and_a_number_let_another_device_in(server: Server, person: Enter) -> None:
    """On a bare address, where there are no passkeys: the page says why."""
    ann, phone = person(server, **DESK), person(server, **PHONE)
    become(ann, "Ann")
    expect(ann.find("#why-not")).to_contain_text("HTTPS")
    ann.press("#add-device")
    expect(ann.find(f"{DIALOG} .qr")).to_be_visible()
    link = ann.find(f"{DIALOG} .link-field").input_value()
    phone.go("/account")
    phone.press("summary")
    phone.find("#sign-in-link").fill(link)
    phone.press("text=Open the link")
    expect(phone.find("#device-number")).to_have_text(re.compile(r"^\d{3}$"))
    number = phone.find("#device-number").inner_text()
    # Loaded again, it shows the same.
    phone.page.reload()
    expect(phone.find("#device-number")).to_have_text(number)
    assert link.partition("#")[2] not in server.said
    ann.find("#link-number").fill(number)
    ann.press("#link-confirm")
    signed_in_as(phone, "Ann")
    expect(ann.find("#sessions li")).to_have_count(2)
    expect(phone.find("#sessions")).to_contain_text("this one")
    # The same link is of no use to anybody else.
    eve = person(server, **PHONE)
    eve.forgive("404")
    eve.go(f"/device#{link.partition('#')[2]}")
    expect(eve.find("#device-title")).to_have_text("This link does not work")
    ann.press("#end-others")
    answer(ann, "Sign out all others")
    expect(ann.find("#sessions li")).to_have_count(1)


def test_a_wrong_number_ends_the_link(server: Server, person: Enter) -> None:
    ann, eve = person(server, **DESK), person(server, **PHONE)
    become(ann, "Ann")
    ann.press("#add-device")
    eve.go("/device#" + ann.find(f"{DIALOG} .link-field").input_value().partition("#")[2])
    ann.forgive("403")
    eve.forgive("404")
    ann.find("#link-number").fill("000")
    ann.press("#link-confirm")
    expect(ann.find(DIALOG)).to_have_count(0)
    expect(eve.find("#device-title")).to_have_text("This link does not work")
    expect(ann.find("#sessions li")).to_have_count(1)


def test_a_code_lets_one_in_and_ends_the_others_at_their_tables(server: Server, person: Enter) -> None:
    ann, new = person(server, **DESK), person(server, **DESK)
    code, other, *_ = ann.become_player("Ann")["codes"]
    table = ann.sit_down("misty")["match"]
    new.go("/account")
    new.press("summary")
    new.find("#sign-in-code").fill("wrong-code")
    new.forgive("403")
    new.press("#by-code")
    expect(new.find(".toast.error")).to_be_visible()
    new.find("#sign-in-code").fill(code)
    new.press("#by-code")
    signed_in_as(new, "Ann")
    expect(new.find("#codes-left")).to_contain_text("9")
    expect(new.find("#account")).to_contain_text("A recovery code was used")
    # At the old table nobody plays on in that name.
    expect(ann.find("#cover")).to_contain_text("You were signed out here", timeout=3000)
    ann.go(f"/match/{table}")
    expect(ann.find("#role")).to_be_visible()
    # As a link of whoever runs the server has it: not before one presses.
    ann.go(f"/recover#{other}")
    ann.press("#recover")
    signed_in_as(ann, "Ann")
    expect(ann.find("#sessions li")).to_have_count(1)


def test_a_session_is_ended_from_another_device(server: Server, person: Enter) -> None:
    ann, far = person(server, **DESK), person(server, **DESK)
    become(ann, "Ann")
    with ann.program() as here, Program(server) as there:
        opened = here.post("/api/account/links", {})
        secret = {"secret": opened["link"].partition("#")[2]}
        number = there.post("/api/sign-in/link", secret)
        here.post(f"/api/account/links/{opened['id']}/confirm", number)
        there.post("/api/sign-in/link/finish", secret)
        cookie = there.client.cookies["mistvale"]
    far.context.add_cookies([{"name": "mistvale", "value": cookie, "url": server.address}])
    far.sit_down("misty")
    ann.page.reload()
    expect(ann.find("#account")).to_contain_text("was added by a link")
    ann.press("text=Got it")
    expect(ann.find("#account")).not_to_contain_text("was added by a link")
    ann.press("#sessions .button")
    expect(far.find("#cover")).to_contain_text("You were signed out here", timeout=3000)
    expect(ann.find("#sessions li")).to_have_count(1)


def test_what_is_grave_wants_a_fresh_proof(own_server: Server, person: Enter) -> None:
    """As if more than five minutes had passed: the page asks in place, and goes on then."""
    ann = person(by_name(own_server), **DESK)
    Finger(ann)
    codes = become(ann, "Ann", passkey=True)
    grown_old(own_server)
    ann.forgive("403")
    ann.press("#new-codes")
    answer(ann, "Use a passkey")
    new = ann.find(f"{DIALOG} code")
    expect(new).to_have_count(10)
    code = new.first.inner_text()
    assert code not in codes
    answer(ann, "I have kept them")
    # And away with it: asked twice, and proved by a code this time.
    ann.find("#codes-left").wait_for()
    grown_old(own_server)
    ann.press("#delete-account")
    answer(ann, "Go on")
    answer(ann, "Delete my account")
    answer(ann, "Use a recovery code")
    ann.find(f"{DIALOG} input").fill(code)
    answer(ann, "Confirm")
    expect(ann.find("#notice")).to_have_text("Your account is deleted.")
    ann.press("#by-passkey")
    expect(ann.find(".toast.error")).to_be_visible()


def test_all_that_an_account_holds_can_be_changed_and_taken_along(server: Server, person: Enter) -> None:
    ann = person(by_name(server), **DESK)
    Finger(ann)
    become(ann, "Ann", passkey=True)
    ann.press("#passkeys >> text=Rename")
    ann.find(f"{DIALOG} input").fill("Laptop")
    answer(ann, "Done")
    expect(ann.find("#passkeys li")).to_contain_text("Laptop")
    ann.find("#privacy-profile").select_option("nobody")
    ann.find("#privacy-playing").select_option("friends")
    with ann.page.expect_download() as given:
        ann.press("text=Download my data")
    kept = json.loads(Path(given.value.path()).read_text())
    assert [each["name"] for each in kept["passkeys"]] == ["Laptop"]
    ann.go("/account")
    expect(ann.find("#privacy-profile")).to_have_value("nobody")
    expect(ann.find("#privacy-playing")).to_have_value("friends")
    ann.press("#passkeys >> text=Remove")
    answer(ann, "Remove")
    expect(ann.find("#passkeys")).to_have_count(0)


def grown_old(server: Server) -> None:
    """Let five minutes pass for every proof."""
    file = next(path for path in Path(server.folder).iterdir() if path.suffix in (".db", ".sqlite", ".sqlite3"))
    with sqlite3.connect(file) as database:
        database.execute("UPDATE sessions SET verified = verified - 600")
    database.close()


def finished(*programs: Program) -> str:
    """A match of these people that is over; the first one is the host."""
    opened = programs[0].open("me", *["friend"] * (len(programs) - 1))
    match: str = opened["match"]
    for seat, each in enumerate(programs[1:], 1):
        each.post(f"/api{opened['seats'][seat]['link']}", {"name": each.get("/api/me")["name"]})
    while programs[0].status(match)["status"] != "over":
        for seat, each in enumerate(programs):
            while legal := each.get(f"/api/matches/{match}/legal?seat={seat}"):
                each.post(f"/api/matches/{match}/moves", {"seat": seat, "move": legal[0]})
    return match


class Played:
    """Two players, one of whom is met in the tests, and a match of theirs that is over: it takes a while, so once."""

    def __init__(self, server: Server) -> None:
        with Program(server) as bob, Program(server) as cid:
            self.bob = str(bob.post("/api/account", {"name": "Bob"})["account"]["player"])
            cid.post("/api/account", {"name": "Cid"})
            self.match = finished(bob, cid)
            self.cookie = {"name": GUEST, "value": bob.client.cookies[GUEST], "url": server.address}


@pytest.fixture(scope="module")
def played(server: Server) -> Played:
    return Played(server)


def test_profiles_friends_and_invitations(server: Server, played: Played, person: Enter) -> None:
    ann, bob = person(server, **DESK), person(server, **PHONE)
    ann.become_player("Ann")
    bob.context.add_cookies([cast(Any, played.cookie)])
    bobs, match = played.bob, played.match
    ann.go(f"/player/{bobs}")
    expect(ann.find("h1")).to_have_text("Bob")
    expect(ann.find(".figures").first).to_contain_text("Misty")
    expect(ann.find(f"[data-match='{match}']")).to_contain_text("Cid")
    ann.find("#filter-text").fill("nobody of this name")
    expect(ann.find("#matches li")).to_have_count(0)
    ann.find("#filter-text").fill("cid")
    expect(ann.find(f"[data-match='{match}']")).to_be_visible()
    ann.press("#follow")
    expect(ann.find("#tie")).to_have_text("you follow")
    # From the waiting room, by name.
    with ann.program() as one:
        table = one.open("me", "friend")["match"]
    ann.go(f"/match/{table}")
    ann.press("#cover >> text=Invite a friend")
    answer(ann, "Invite")
    expect(ann.find(".toast")).to_contain_text("Bob is invited")
    # Taken back, and asked once more.
    ann.press("#cover >> text=Take the invitation back: Bob")
    expect(ann.find("#cover")).not_to_contain_text("Take the invitation back")
    bob.go("/")
    expect(bob.find("#invitations")).to_be_hidden()
    ann.press("#cover >> text=Invite a friend")
    answer(ann, "Invite")
    expect(ann.find("#cover")).to_contain_text("Take the invitation back: Bob")
    ann.go("/")
    expect(ann.find("#friends-list")).to_contain_text("Bob")
    bob.go("/")
    expect(bob.find("#invitations")).to_contain_text("Ann invites you")
    bob.press("#invitations >> text=Decline")
    expect(bob.find("#invitations")).to_be_hidden()
    # And from the profile.
    ann.go(f"/player/{bobs}")
    ann.press(f"[data-invite='{table}']")
    bob.go("/")
    bob.press("#invitations >> text=Take a seat")
    bob.press("#join-go")
    bob.at_table()
    # And to a seat of a new table that is nobody else's.
    ann.go("/")
    ann.press("[data-setup='misty']")
    seat = ann.find("[data-game='misty'] .seating-row").nth(1)
    seat.locator("select").first.select_option("player")
    expect(seat.locator("select").nth(1)).to_have_value(bobs)
    ann.press("[data-open='misty']")
    expect(ann.find("#cover")).to_contain_text("Invited: the seat is kept")
    expect(ann.find("#cover .seat-row.open b")).to_have_text("Bob")
    bob.go("/")
    bob.press("#invitations >> text=Take a seat")
    bob.press("#join-go")
    bob.at_table()
    ann.at_table()
    ann.go(f"/player/{bobs}")
    ann.forgive("404")
    ann.press("#block")
    answer(ann, "Block")
    expect(ann.find("#account")).to_contain_text("Blocked")
    ann.go(f"/player/{bobs}")
    expect(ann.find("h1")).to_have_text("Nothing to see here")
    ann.go("/account")
    ann.press("#account >> text=Unblock")
    expect(ann.find("#account")).not_to_contain_text("Blocked")
    ann.go(f"/player/{bobs}")
    expect(ann.find("h1")).to_have_text("Bob")


@pytest.mark.parametrize("looks", [{**DESK, "color_scheme": "dark"}, PHONE], ids=["desk", "phone"])
def test_everybody_can_use_these_pages(server: Server, played: Played, person: Enter, looks: dict[str, Any]) -> None:
    ann = person(by_name(server), **looks)
    Finger(ann)
    found: dict[str, Any] = {}

    def check(where: str) -> None:
        found[where] = axe.violations(ann.page) + measures.cut_off(ann.page)
        if ann.touch:
            found[where] += measures.small_targets(ann.page, finger=True)

    ann.go("/account")
    ann.press("summary")
    check("a guest's account")
    ann.find("#player-name").fill("Ann")
    ann.press("#become")
    ann.find(f"{DIALOG} code").first.wait_for()
    check("codes")
    answer(ann, "I have kept them")
    answer(ann, "Add a passkey")
    ann.find("#passkeys").wait_for()
    check("a player's account")
    ann.press("#add-device")
    ann.find(f"{DIALOG} .qr").wait_for()
    check("a link")
    ann.page.keyboard.press("Escape")
    ann.go(f"/player/{played.bob}")
    ann.find(".match-line").wait_for()
    check("a profile")
    ann.forgive("404")
    ann.go("/device#nothing")
    check("a device")
    measures.enlarge_letters(ann.page)
    for path in ("/account", f"/player/{played.bob}"):
        ann.go(path)
        found[f"{path} in large letters"] = measures.cut_off(ann.page)
    wide = ann.page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= looks["viewport"]["width"], "the page scrolls sideways"
    assert not any(found.values()), found
