"""A server that is killed, and one that cannot write: pages go on by themselves, and say why they wait."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import AWAY, READY, Person
from .servers import Server

Enter = Callable[..., Person]


@pytest.mark.slow
def test_a_page_goes_on_after_the_server_was_killed(own_server: Server, person: Enter) -> None:
    ann = person(own_server)
    ann.forgive(AWAY)
    ann.sit_down("misty")
    ann.play_on(7)
    with ann.program() as same:
        before = same.status(ann.match)
    # Not while a bot decides: then there would be nothing to play.
    assert ann.wait_ready() == "play"
    step, moves = ann.step, ann.moves
    own_server.kill()
    expect(ann.find("#banner")).to_be_visible()
    # Played into the void: it is sent again when somebody hears it.
    ann.press_target()
    expect(ann.find("body[data-sent=yes]")).to_be_attached()
    own_server.start()
    expect(ann.find("#banner")).to_be_hidden()
    expect(ann.find("body[data-sent=yes]")).not_to_be_attached()
    ann.wait_ready()
    assert ann.moves == moves + 1, "what was not answered was sent again"
    with ann.program() as same:
        after = same.status(ann.match)
        answers = {message["id"]: message for message in ann.heard if message["type"] == "ok"}
        for move in [m for m in ann.said if m["type"] == "move" and m["id"] in answers]:
            # Sent once more, a move that was kept gets its first answer again.
            wish = {key: move[key] for key in ("seat", "move", "id")}
            assert same.post(f"/api/matches/{ann.match}/moves", wish)["step"] == answers[move["id"]]["step"]
    assert after["step"] > before["step"] >= 0 and ann.step >= step
    assert after["mine"] == [0], "the seat is still held"
    ann.play_on(3)


@pytest.mark.slow
def test_a_seat_that_was_left_while_the_page_was_away(own_server: Server, person: Enter) -> None:
    ann = person(own_server)
    ann.forgive(AWAY)
    ann.sit_down("misty")
    ann.play_one()
    own_server.kill()
    expect(ann.find("#banner")).to_be_visible()
    own_server.start()
    with ann.program() as same:
        same.post(f"/api/matches/{ann.match}/leave", {"seat": 0, "bot": "random"})
    expect(ann.find("#role")).to_be_visible()
    expect(ann.find("#banner")).to_be_hidden()
    expect(ann.find(".toast.error")).to_have_count(0)
    expect(ann.find("#stage .sprite").first).to_be_attached()


@pytest.mark.slow
def test_a_refused_move_is_shown_with_its_reason(own_server: Server, person: Enter) -> None:
    ann = person(own_server)
    ann.sit_down("misty")
    ann.play_one()
    ann.wait_ready()
    moves = ann.moves
    own_server.read_only(True)
    ann.press_target()
    expect(ann.find(".toast.error")).to_contain_text("read-only")
    assert ann.moves == moves and ann.find(READY).count()
    home = person(own_server)
    home.go("/")
    expect(home.find("#notice")).to_contain_text("read-only")
    own_server.read_only(False)
    with ann.program() as same:
        for _ in range(200):
            if same.get("/health")["status"] == "ok":
                break
            ann.page.wait_for_timeout(20)
    ann.play_on(2)


def test_a_part_that_cannot_be_kept_is_revealed_later(own_server: Server, person: Enter) -> None:
    ann = person(own_server)
    ann.forgive("ERR_FAILED")
    ann.go("/")
    # Stopped on the way to the table, which waits for her part of the seed.
    ann.page.route("**/match/*", lambda route: route.abort())
    with ann.page.expect_request("**/match/*") as wanted:
        ann.find("[data-play=misty]").click()
    ann.page.unroute("**/match/*")
    own_server.read_only(True)
    ann.page.goto(wanted.value.url)
    expect(ann.find("#cover")).to_be_visible()
    while not any(message.get("error") == "read-only" for message in ann.heard):
        ann.page.wait_for_timeout(20)
    own_server.read_only(False)
    ann.at_table()
    ann.play_on(2)
