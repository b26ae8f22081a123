"""Clocks at the table, and what comes of being out of time: as people see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from . import axe
from .people import DESK_FIRST, DIALOG, PHONE, Person
from .servers import Program, Server
from .test_players import become

Enter = Callable[..., Person]
LIVE = {"kind": "live", "decision": 15_000, "bank": 180_000}
DAY = 24 * 3600 * 1000


@pytest.fixture
def bob(server: Server) -> Iterator[Program]:
    with Program(server) as opened:
        yield opened


def against(ann: Person, bob: Program, **more: Any) -> str:
    """Ann sits at a table with clocks, in a browser; Bob plays without one."""
    with ann.program() as same:
        opened = same.open("me", "friend", **{"pace": LIVE} | more)
    bob.post(f"/api{opened['seats'][1]['link']}", {"name": "Bob"})
    match: str = opened["match"]
    ann.go(f"/match/{match}")
    ann.at_table()
    return match


def settle(server: Server, bob: Program, match: str, seconds: float) -> None:
    """Time goes by; whoever does anything at the table, even what is refused, sees to what is due."""
    server.later(seconds)
    bob.client.post(f"/api/matches/{match}/moves", json={"seat": 1, "move": "nothing"})


def left(bob: Program, match: str) -> float:
    """The seconds that the first seat has, however long a busy machine has taken for all that went before."""
    clock = bob.status(match)["clocks"][0]
    return (clock["decision"] + clock["bank"]) / 1000


def test_a_pace_is_chosen_when_a_table_is_opened(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/")
    ann.press("[data-setup=misty]")
    pace = ann.find("[data-game=misty] select[name=pace]")
    assert pace.input_value() == "0", "nobody is in a hurry who does not say so"
    expect(ann.find("[name=pace-decision]")).to_be_hidden()
    pace.select_option(label="Other times…")
    ann.find("[name=pace-decision]").fill("6")
    ann.find("[name=pace-bank]").fill("2")
    ann.press("[data-open=misty]")
    ann.at_table()
    with ann.program() as same:
        status = same.status(ann.match)
    assert status["pace"] == {"kind": "live", "decision": 6000, "bank": 120_000}
    expect(ann.find("#scores-list .clock")).to_have_count(1)
    ann.go("/")
    ann.press("[data-setup=misty]")
    assert ann.find("[name=pace-bank]").input_value() == "2", "what was chosen is remembered"


def test_without_a_pace_there_is_no_clock(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.sit_down("misty")
    ann.wait_ready()
    expect(ann.find(".clock")).to_have_count(0)
    assert not any("clocks" in str(message) for message in ann.heard)


@DESK_FIRST
def test_clocks_stand_beside_the_seats_and_run(
    server: Server, person: Enter, bob: Program, looks: dict[str, Any]
) -> None:
    ann = person(server, **looks)
    match = against(ann, bob)
    clocks = ann.find("#chips .clock" if looks is PHONE else "#scores-list .clock")
    expect(clocks).to_have_count(2)
    expect(clocks.first).to_be_in_viewport(ratio=1)
    expect(clocks.nth(0)).to_have_attribute("data-running", "yes")
    face = clocks.nth(0).locator("b")
    expect(face).not_to_have_text(face.inner_text())  # it runs by itself
    legal = bob.get(f"/api/matches/{match}/legal?seat=1")
    bob.post(f"/api/matches/{match}/moves", {"seat": 1, "move": legal[0]})
    expect(clocks.nth(1)).to_have_attribute("data-running", "no")
    server.later(left(bob, match) - 9)
    bob.post(f"/api/matches/{match}/cancel", {})  # whatever happens tells the time anew
    expect(clocks.nth(0)).to_have_attribute("data-low", "yes")
    assert "." in face.inner_text(), "tenths in the last ten seconds"
    assert axe.violations(ann.page) == []


def test_out_of_time_one_looks_on_and_takes_the_seat_back(server: Server, person: Enter, bob: Program) -> None:
    ann = person(server)
    match = against(ann, bob)
    ann.wait_ready()
    legal = bob.get(f"/api/matches/{match}/legal?seat=1")
    bob.post(f"/api/matches/{match}/moves", {"seat": 1, "move": legal[0]})
    settle(server, bob, match, 200)
    expect(ann.find("#toasts")).to_contain_text("ran out of time")
    expect(ann.find("#role")).to_be_visible()
    ann.press("#back")
    expect(ann.find("#back")).to_be_hidden()
    expect(ann.find("#role")).to_be_hidden()
    with ann.program() as same:
        assert same.status(match)["mine"] == [0]


def test_a_rated_match_for_two_that_somebody_leaves_is_over(server: Server, person: Enter, bob: Program) -> None:
    ann = person(server)
    become(ann, "Ann")
    bob.post("/api/account", {"name": "Bob"})
    bob.client.headers["user-agent"] = "Bob's browser"
    match = against(ann, bob, rated=True, hints=False)
    ann.wait_ready()
    bob.post(f"/api/matches/{match}/leave", {"seat": 1})
    dialog = ann.find(DIALOG)
    expect(dialog).to_contain_text("Bob left.")
    expect(dialog).to_contain_text("2. Bob")
    assert axe.violations(ann.page) == []
    ann.page.keyboard.press("Escape")
    expect(ann.find("#prompt-text")).to_have_text("Bob left.")
    expect(ann.find("#prompt")).to_have_attribute("data-mine", "no")
    expect(ann.find(".clock:visible")).to_have_count(0)
    ann.press("#result")
    ann.press(f"{DIALOG} [data-value=replay]")
    expect(ann.find("#replay")).to_be_visible()


def test_a_match_is_cancelled_when_both_want_it(server: Server, person: Enter, bob: Program) -> None:
    ann = person(server)
    match = against(ann, bob)
    ann.wait_ready()
    bob.post(f"/api/matches/{match}/cancel", {})
    expect(ann.find("#toasts")).to_contain_text("Bob wants to cancel")
    ann.press("#tab-about")
    ann.press(
        ann.find(
            "#about button",
        ).filter(has_text="Cancel the match")
    )
    ann.press(f"{DIALOG} [data-value=true]")
    expect(ann.find(DIALOG)).to_contain_text("It has no result")


def test_a_holiday_by_mail_stops_the_clock(server: Server, person: Enter, bob: Program) -> None:
    ann = person(server)
    against(ann, bob, pace={"kind": "mail", "decision": 3 * DAY})
    ann.wait_ready()
    clock = ann.find("#scores-list .clock").first
    expect(clock).to_contain_text("2 d 23 h")
    ann.press("#tab-about")
    ann.press(ann.find("#about button").filter(has_text="Take a holiday"))
    expect(clock).to_contain_text("on holiday")
    expect(clock).to_have_attribute("data-running", "no")
    ann.press(ann.find("#about button").filter(has_text="back from my holiday"))
    expect(clock).to_have_attribute("data-running", "yes")
