"""Several people at one table: in browsers of their own, looking on, and at one screen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest
from playwright.sync_api import expect

from .people import DIALOG, Person
from .servers import Program, Server

Enter = Callable[..., Person]


def open_for_a_friend(host: Person, name: str = "Ann") -> str:
    """Open a table from the home page; gives the friend's link."""
    host.go(f"{host.server.base_path}/")
    host.find("#my-name").fill(name)
    host.find("[data-setup=misty]").click()
    host.find("select[name=window]").select_option('"small"')
    host.find(".seating-row").nth(1).locator("select").first.select_option("friend")
    host.find("[data-open=misty]").click()
    host.page.wait_for_url("**/match/*")
    return host.find(".room-card .seat-row .link-field").input_value()


def take_seat(guest: Person, link: str, name: str) -> None:
    guest.go(link)
    guest.find("#join-name").fill(name)
    guest.find("#join-go").click()
    guest.at_table()


def pick_of(scene: dict[str, Any], seat: int) -> dict[str, Any] | None:
    """The card a seat has laid down, as the scene shows it."""
    return next((sprite for sprite in scene["sprites"] if sprite["key"] == f"pick-{seat}"), None)


@pytest.fixture
def prefixed(tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path / "data", base_path="/games")
    yield started
    started.end()


@pytest.mark.slow
def test_a_table_under_a_prefix(prefixed: Server, person: Enter) -> None:
    """From the first page through a friend's link to a move and back, nothing is asked for outside of it."""
    ann, bob = person(prefixed), person(prefixed)
    asked: list[str] = []
    for each in (ann, bob):
        each.context.on("request", lambda request: asked.append(urlparse(request.url).path))
        each.page.on("websocket", lambda socket: asked.append(urlparse(socket.url).path))
    link = open_for_a_friend(ann)
    assert urlparse(link).path.startswith("/games/join/")
    take_seat(bob, link, "Bob")
    ann.at_table()
    assert [each.play_one() for each in (ann, bob)] == ["play", "play"]
    ann.press("header .brand")
    ann.find("[data-resume]").click()
    ann.at_table()
    ann.page.goto("/games/docs")
    expect(ann.find("#calls")).to_contain_text("/api/me")
    assert asked and [path for path in asked if not path.startswith("/games/")] == []


@pytest.mark.slow
def test_two_browsers_draft_at_the_same_time(server: Server, person: Enter) -> None:
    ann, bob, eve = person(server), person(server), person(server)
    link = open_for_a_friend(ann)
    take_seat(bob, link, "Bob")
    ann.at_table()
    eve.go(f"/match/{ann.match}")
    eve.at_table()
    expect(eve.find("#role")).to_have_text("You are watching")
    expect(ann.find("#scores-list")).to_contain_text("Bob")

    # The first cards lie open by themselves; both draft now, and neither waits for the other.
    ann.wait_ready()
    bob.wait_ready()
    before = len(bob.heard), len(eve.heard)
    ann.play_one()
    expect(ann.find("#stage [data-key=pick-0]")).to_be_attached()
    picked = pick_of(ann.scene(), 0)
    assert picked and picked["face"] == "up"
    for other, since in zip((bob, eve), before, strict=True):
        expect(other.find("#stage [data-key=pick-0]")).to_be_attached()
        assert_hidden(other, since, picked)
    assert eve.find(".can-play").count() == 0
    expect(bob.find("#prompt")).to_have_attribute("data-mine", "yes")

    # What nobody has seen may be taken back.
    step = ann.step
    ann.find("#undo").click()
    expect(bob.find("#stage [data-key=pick-0]")).not_to_be_attached()
    expect(ann.find("#undo")).to_be_hidden()
    assert ann.step < step or ann.scene()["panels"]["prompt"]["mine"]
    ann.play_one(1)
    bob.play_one(1)
    expect(ann.find("#prompt")).to_have_attribute("data-mine", "yes")

    # On until a round has been counted, which all of them look at.
    with ann.program() as anns, bob.program() as bobs:
        while not ann.find(DIALOG).count():
            for seat, program in enumerate((anns, bobs)):
                for move in program.get(f"/api/matches/{ann.match}/legal?seat={seat}")[:1]:
                    program.post(f"/api/matches/{ann.match}/moves", {"seat": seat, "move": move})
    expect(ann.find(DIALOG)).to_contain_text("Bob")
    expect(bob.find(DIALOG)).to_contain_text("Ann")
    expect(eve.find(DIALOG)).to_contain_text("Ann")


def assert_hidden(by: Person, since: int, picked: dict[str, Any]) -> None:
    """Nothing that came to this page tells what the rival has picked."""
    came = by.frames(since)
    assert came
    for frame in came:
        theirs = [sprite for sprite in frame["scene"]["sprites"] if sprite["group"] == "window-0"]
        assert any(sprite["key"] == "pick-0" and sprite["face"] == "down" for sprite in theirs)
        assert picked["symbol"] not in {sprite["symbol"] for sprite in theirs}
        assert picked["label"] not in frame["text"] + json.dumps(frame["scene"]["panels"]["log"])


def test_a_curtain_falls_between_two_hands(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/")
    ann.find("[data-setup=misty]").click()
    ann.find(".seating-row").nth(1).locator("select").first.select_option("here")
    for row, name in enumerate(("Ann", "Ben")):
        ann.find(".seating-row").nth(row).locator("input").fill(name)
    ann.find("[data-open=misty]").click()
    ann.page.wait_for_url("**/match/*")
    for name, seat in (("Ann", 0), ("Ben", 1)):
        expect(ann.find("#curtain")).to_contain_text(name)
        assert ann.find("#stage .sprite").count() == 0, "nothing is drawn behind the curtain"
        assert not [m for m in ann.heard if m["type"] == "frames" and m["seat"] == seat], "nor sent yet"
        ann.find("#curtain-open").click()
        expect(ann.find("#curtain")).to_be_hidden()
        ann.play_one()
    expect(ann.find("#curtain, #prompt[data-mine=yes]").first).to_be_attached()


@pytest.mark.slow
def test_a_seat_is_left_to_a_bot(server: Server, person: Enter, program: Program) -> None:
    ann = person(server)
    link = open_for_a_friend(ann)
    program.post(f"/api{link[link.index('/join/') :]}", {"name": "Program"})
    ann.at_table()
    ann.play_one()
    ann.find("#tab-about").click()
    ann.find("#about .button.quiet").filter(has_text="Leave").click()
    ann.find(f"{DIALOG} select").select_option("random")
    ann.find(f"{DIALOG} .button.danger").click()
    expect(ann.find("#role")).to_be_visible()
    expect(ann.find("#about .seat-row.bot")).to_have_count(1)
    match = ann.match
    ann.leave()
    assert program.play(match)["status"] == "over", "the bot plays on"
    ann.come_back()
    expect(ann.find(f"{DIALOG}").first).to_be_visible()
