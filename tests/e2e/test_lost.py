"""An address where there is no page: it says so in the reader's language, and leads home."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from .people import DESK, DESK_FIRST, Person
from .servers import Server

Enter = Callable[..., Person]
MISSING = r"404 \(Not Found\)"  # Chromium logs it for whatever is not there


@DESK_FIRST
def test_a_page_that_does_not_exist_leads_home(server: Server, person: Enter, looks: dict[str, object]) -> None:
    ann = person(server, **looks, locale="de-DE")
    ann.forgive(MISSING)
    answer = ann.page.goto("/play/xyz")
    assert answer is not None and answer.status == 404
    ann.find("body[data-ready=yes]").wait_for()
    expect(ann.page).to_have_title("Hier ist nichts · Mistvale")
    expect(ann.find("h1")).to_have_text("Hier ist nichts")
    expect(ann.find("#settings")).to_be_visible()
    # Another language is picked as on every other page.
    ann.find("#language select").select_option("hu")
    expect(ann.find("h1")).to_have_text("Itt nincs semmi")
    ann.find("body[data-ready=yes]").wait_for()
    ann.press("#lost-home")
    ann.page.wait_for_url(f"{server.address}/")
    expect(ann.find("[data-play=misty]")).to_be_visible()


def test_a_game_that_does_not_exist_has_no_page_for_boxes(server: Server, person: Enter) -> None:
    ann = person(server, **DESK)
    ann.forgive(MISSING)
    ann.go("/box/chess")
    expect(ann.find("h1")).to_have_text("There is nothing here")


def test_a_link_to_no_seat_leads_home(server: Server, person: Enter) -> None:
    """It has no picture of a game: there is none."""
    ann = person(server)
    ann.forgive(MISSING)
    ann.go("/join/nosuch")
    expect(ann.find("#join-title")).to_have_text("This link leads nowhere")
    expect(ann.find("#join-cover")).to_be_hidden()
    ann.press("#join-home")
    ann.page.wait_for_url(f"{server.address}/")


@DESK_FIRST
def test_where_there_is_no_table_nothing_stands_beside_it(
    server: Server, person: Enter, looks: dict[str, object]
) -> None:
    ann = person(server, **looks)
    ann.forgive(MISSING)
    ann.page.goto("/match/nosuch")
    expect(ann.find("#cover h2")).to_have_text("There is no such table")
    for idle in ("#panel", "#sound", "#read", "#fold"):
        expect(ann.find(idle)).to_be_hidden()
    # The one sign that is left does something.
    ann.press("#settings")
    expect(ann.find("dialog[open]")).to_be_visible()
