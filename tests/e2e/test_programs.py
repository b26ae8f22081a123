"""Programs: their tokens on the page of the account, and what people read before they meet one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import expect

from . import axe, measures
from .people import DESK, DESK_FIRST, DIALOG, PHONE, Person
from .servers import Server
from .test_players import answer, become

Enter = Callable[..., Person]


def make_token(one: Person, name: str) -> str:
    """A new token, by the page; what it is."""
    one.press("#add-token")
    one.find("#token-name").fill(name)
    answer(one, "Make the token")
    field = one.find(f"{DIALOG} .link-field")
    field.wait_for()
    token = field.input_value()
    answer(one, "I have kept it")
    one.find("#tokens li").first.wait_for()
    return token


def fits(one: Person, finger: bool) -> None:
    assert axe.violations(one.page) == []
    assert measures.small_targets(one.page, finger) == [] and measures.cut_off(one.page) == []


@DESK_FIRST
def test_a_token_is_made_shown_once_renewed_and_revoked(server: Server, person: Enter, looks: dict[str, Any]) -> None:
    ann = person(server, **looks)
    finger = looks is PHONE
    become(ann, "Ann")
    ann.press("#add-token")
    fits(ann, finger)
    ann.page.keyboard.press("Escape")
    token = make_token(ann, "Deep Mist")
    assert re.fullmatch(r"mvt_[\w-]{43}", token) and token not in ann.page.content()
    expect(ann.find("#tokens li")).to_contain_text("Deep Mist")
    expect(ann.find("#tokens li")).to_contain_text("never used")
    fits(ann, finger)
    with httpx.Client(base_url=server.address, headers={"authorization": f"Bearer {token}"}) as client:
        assert client.get("/api/me").json()["name"] == "Deep Mist"
        ann.press("#tokens button >> text=Renew")
        answer(ann, "Renew")
        other = ann.find(f"{DIALOG} .link-field").input_value()
        answer(ann, "I have kept it")
        assert other != token and client.get("/api/me").status_code == 401
    expect(ann.find("#tokens li")).to_contain_text("last used")
    ann.press("#tokens button >> text=Revoke")
    answer(ann, "Revoke")
    expect(ann.find("#tokens")).to_have_count(0)


def test_a_token_without_a_name_is_not_made(server: Server, person: Enter) -> None:
    ann = person(server, **DESK)
    become(ann, "Ann")
    ann.press("#add-token")
    answer(ann, "Make the token")
    expect(ann.find("#toasts")).to_contain_text("needs a name")
    expect(ann.find("#tokens")).to_have_count(0)


@DESK_FIRST
def test_people_agree_to_programs_before_they_sit_down(server: Server, person: Enter, looks: dict[str, Any]) -> None:
    ann, bob = person(server, **DESK), person(server, **looks)
    become(ann, "Ann")
    token = make_token(ann, "Deep Mist")
    with ann.program() as program:
        table = program.open("me", "friend", "friend", programs=True)
    match, links = table["match"], [seat.get("link") for seat in table["seats"]]
    ann.go(f"/match/{match}")
    expect(ann.find("#cover .agree")).to_contain_text("Programs may sit at this table")
    headers = {"authorization": f"Bearer {token}"}
    httpx.post(f"{server.address}/api{links[1]}", json={}, headers=headers).raise_for_status()
    expect(ann.find("#cover .seat-list")).to_contain_text("Deep Mist")
    expect(ann.find("#cover .seat-list")).to_contain_text("a program of Ann")

    bob.go(links[2])
    expect(bob.find("#join-programs")).to_contain_text("Programs of other players may sit at this table")
    expect(bob.find("#join-go")).to_have_text("Agree and take the seat")
    expect(bob.find("#join-go")).to_have_accessible_description(re.compile("Programs of other players"))
    fits(bob, looks is PHONE)
    bob.find("#join-name").fill("Bob")
    bob.press("#join-go")
    bob.at_table()
    if looks is DESK:
        expect(bob.find("#scores-list")).to_contain_text("a program of Ann")


def test_programs_are_let_in_only_if_the_host_says_so(server: Server, person: Enter) -> None:
    """The switch is there once somebody is to come by a link, and off until it is pressed."""
    ann = person(server, **DESK)
    ann.go("/")
    ann.find("#my-name").fill("Ann")
    ann.find("#my-name").blur()
    ann.press("[data-setup=misty]")
    switch = ann.find("input[name=programs]")
    expect(switch).to_be_hidden()
    ann.find(".seating-row").nth(1).locator("select").first.select_option("friend")
    expect(switch).to_be_visible()
    expect(switch).not_to_be_checked()
    switch.check()
    ann.press("[data-open=misty]")
    ann.find("#cover .agree").wait_for()
    with ann.program() as program:
        assert program.status(ann.match)["programs"] is True
