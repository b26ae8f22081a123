"""A tournament in browsers: opened by its form, entered, played, and looked at when it is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from . import axe, measures
from .people import DESK_BEFORE_DUSK, Person
from .servers import Program, Server
from .test_players import become

Enter = Callable[..., Person]


def check(one: Person) -> None:
    found = axe.violations(one.page) + measures.cut_off(one.page) + measures.small_targets(one.page, one.touch)
    assert found == [], found


def another(program: Program, name: str) -> Program:
    """Somebody who plays over REST, with an account."""
    program.post("/api/account", {"name": name})
    return program


@DESK_BEFORE_DUSK
def test_a_tournament_from_its_form_to_its_file(
    server: Server, person: Enter, program: Program, looks: dict[str, Any]
) -> None:
    ann, bob = person(server, **looks), another(program, "Bob")
    ann.go("/tournaments")
    expect(ann.find("#tournaments")).to_contain_text("you have to be a player")
    become(ann, "Ann")
    ann.go("/lobby")
    ann.press("#tournaments-link")
    ann.find("body[data-ready=yes]").wait_for()
    ann.press("#opening > summary")
    ann.find("#tournament-name").fill("Spring Cup")
    ann.find("#tournament-game").select_option("misty")
    ann.find("#tournament-size").select_option("2")
    check(ann)
    ann.press("#tournament-open")
    ann.page.wait_for_url("**/tournament/*")
    ann.press("#enter")
    expect(ann.find("#tournament")).to_contain_text("One player")
    tournament = ann.page.url.rpartition("/")[2]
    bob.post(f"/api/tournaments/{tournament}/enter", {})
    # Nobody has to load the page again.
    ann.press("#start")
    expect(ann.find("#state")).to_have_text("Round 1 of 1")
    check(ann)
    ann.press("#my-table")
    ann.page.wait_for_url("**/match/*")
    ann.find("body[data-ready=yes]").wait_for()
    match = ann.match
    # A live table waits until all are there; here one press says so, and seals and parts follow by themselves.
    ann.press("#confirm")
    bring(bob, match)
    ann.at_table()
    seat = bob.status(match)["mine"][0]
    bob.post(f"/api/matches/{match}/leave", {"seat": seat})
    ann.go(f"/tournament/{tournament}")
    expect(ann.find("#state")).to_have_text("The tournament is over")
    expect(ann.find(".figures tbody tr").first).to_contain_text("Ann")
    expect(ann.find(".board")).to_contain_text("left")
    with ann.page.expect_download() as download:
        ann.press("#file")
    assert download.value.suggested_filename == f"tournament-{tournament}.json"
    ann.press("text=How places come about")
    check(ann)


def bring(program: Program, match: str) -> None:
    """Be there at a table that waits, and give seal and part."""
    from tests.server.helpers import part_of

    part, seal = part_of("bob")
    seat = program.status(match)["mine"][0]
    program.post(f"/api/matches/{match}/confirm", {"seals": {seat: seal}})
    for _ in range(200):
        status = program.status(match)
        if status["status"] == "sealing" and not any(each.get("due") for each in status["seats"]):
            program.post(f"/api/matches/{match}/parts", {"parts": {seat: part}})
            return
    raise AssertionError("the other never sealed")
