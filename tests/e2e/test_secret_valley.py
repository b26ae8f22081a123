"""A whole match of The Secret Valley: somebody at a desk, somebody with a phone, and two bots."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from .people import DIALOG, PHONE, READY, Person
from .servers import Server

Enter = Callable[..., Person]
MOST_TURNS = 400


def go_on(one: Person, which: int) -> bool:
    """Play one move or go past a summary, if there is either; whether there was."""
    if one.find(DIALOG).count():
        if one.find(f"{DIALOG}.final").count():
            return False
        one.press(f"{DIALOG} .button.primary")
        one.find(DIALOG).wait_for(state="detached")
        return True
    if one.find(READY).count():
        one.play_one(which)
        return True
    return False


def test_three_rounds_by_two_people_and_two_bots(server: Server, person: Enter) -> None:
    ann, bob = person(server), person(server, **PHONE)
    ann.go("/")
    with ann.program() as program:
        seats = [
            {"kind": "me", "name": "Ann"},
            {"kind": "friend"},
            *({"kind": "bot", "bot": "greedy"} for _ in range(2)),
        ]
        opened = program.post("/api/matches", {"game": "secret-valley", "options": {}, "seats": seats, "seed": 7})
        bob.go(opened["seats"][1]["link"])
        bob.find("#join-name").fill("Bob")
        bob.find("#join-go").click()
        bob.at_table()
        ann.go(f"/match/{opened['match']}")
        ann.at_table()
        for turn in range(MOST_TURNS):
            moved = [go_on(each, turn) for each in (ann, bob)]
            if not any(moved):
                if program.get(f"/api/matches/{opened['match']}")["status"] == "over":
                    break
                ann.page.wait_for_timeout(20)
        status = program.get(f"/api/matches/{opened['match']}")
    assert status["status"] == "over"
    assert sorted(status["ranks"])[0] == 1
    for each in (ann, bob):
        expect(each.find(DIALOG)).to_contain_text("Ann")
        expect(each.find(DIALOG)).to_contain_text("Bob")
    # A phone shows it all without scrolling sideways.
    assert bob.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
