"""A box of one's own: changed, refused, mended, tried and played with; read by all, and marked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.conftest import deep

from . import axe, measures
from .people import DESK_FIRST, Person
from .servers import Server
from .test_language import Reader

Enter = Callable[..., Person]
SECONDS = 120_000
COUNT, ARROW = "#field-cards-0-count", "#field-cards-0-arrow"


def section(one: Person, name: str) -> None:
    """Open a part of the form."""
    part = one.find(f"[data-section='{name}']")
    if part.get_attribute("open") is None:
        part.locator("summary").click()


@pytest.mark.slow
def test_a_box_is_changed_mended_tried_and_played_with(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/")
    ann.press("[data-setup=misty]")
    ann.press("[data-box=misty]")
    ann.page.wait_for_url("**/box/misty")
    expect(ann.find("#try")).to_be_disabled()
    section(ann, "cards")
    ann.find(COUNT).fill("99")
    expect(ann.find(COUNT)).to_have_attribute("aria-invalid", "true")
    expect(ann.find("[data-path='cards.0.count'] .wrong")).to_contain_text("from 0 to 64")
    expect(ann.find("#try")).to_be_disabled()
    ann.find(COUNT).fill("6")
    expect(ann.find("#problems")).to_contain_text("Everything fits")
    expect(ann.find("[data-path='cards.0.count']")).to_have_class("box-field changed")
    expect(ann.find("#problems li")).to_have_count(0)
    for kind in (1, 2, 3):
        ann.find(f"#field-cards-{kind}-count").fill("0")
    expect(ann.find("#problems li")).to_contain_text("for 4 seats there is too little in this box: cards: 48 needed")
    for kind in (1, 2, 3):
        ann.find(f"#field-cards-{kind}-count").fill("4")
    expect(ann.find("#problems li")).to_have_count(0)
    ann.find("#field-cards-0-class").select_option("plain")
    expect(ann.find(ARROW)).to_have_count(0)
    ann.page.locator("[data-path='cards.0.class'] .button").click()
    expect(ann.find(ARROW)).to_have_value("up")
    ann.press("#try")
    expect(ann.find("#trial-state")).to_contain_text("passed", timeout=SECONDS)
    expect(ann.find("#trial-found")).to_contain_text("6 instead of 4")
    address = ann.page.url
    assert len(address.partition("#")[2]) == 64

    bob = person(server)
    bob.go(address.removeprefix(server.address))
    expect(bob.find(COUNT)).to_have_value("6")
    expect(bob.find("#play form")).to_be_visible()

    ann.press("#play button[type=submit]")
    ann.page.wait_for_url("**/match/*")
    ann.at_table()
    ann.press("#own-mark")
    expect(ann.find("#own-box summary")).to_have_text("Own box")
    ann.press("#own-box summary")
    expect(ann.find("#own-box")).to_contain_text("rocket: count")
    program = ann.program()
    [seat] = program.get(f"/api/matches/{ann.match}")["mine"]
    move = program.get(f"/api/matches/{ann.match}/legal?seat={seat}")[0]
    program.post(f"/api/matches/{ann.match}/moves", {"seat": seat, "move": move})


@DESK_FIRST
@pytest.mark.parametrize("game", [deep("misty"), "valdora"])
def test_the_form_is_for_everybody(server: Server, person: Enter, game: str, looks: dict[str, object]) -> None:
    ann = person(server, **looks)
    ann.go(f"/box/{game}")
    expect(ann.find("#fields details").first).to_be_visible()
    ann.page.evaluate("document.querySelectorAll('#fields details').forEach((part) => { part.open = true; })")
    assert not axe.violations(ann.page)
    assert not measures.cut_off(ann.page)
    assert ann.page.evaluate("document.scrollingElement.scrollWidth") <= looks["viewport"]["width"]  # type: ignore[index]


def test_a_file_is_uploaded_and_what_is_typed_last_counts(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/box/misty")
    section(ann, "match")
    field = ann.find("#field-match-pair")
    for text in ("7", "8", "9"):
        field.fill(text)
    expect(ann.find("#problems")).to_contain_text("Everything fits")
    ann.find("#upload").set_input_files({"name": "b.toml", "mimeType": "text/plain", "buffer": b"cards = ["})
    expect(ann.find("#toasts")).to_contain_text("no box file")
    expect(field).to_have_value("9")
    for name, content, said in (
        ("long.toml", b"#" * 20_000_000, "too long"),
        ("other.toml", b'game = "valdora"', "a box for Valdora, not for Misty"),
    ):
        ann.find("#upload").set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})
        expect(ann.find("#toasts")).to_contain_text(said)
        expect(field).to_have_value("9")
        expect(ann.find("#problems")).to_contain_text("Everything fits")
    ann.forgive("400")


def test_whatever_the_page_says_is_from_catalogues(server: Server, person: Enter) -> None:
    reader = Reader(person(server))
    reader.go("/box/misty")
    reader.person.find("#fields details").first.wait_for()
    reader.person.find("#field-match-pair").fill("99")
    expect(reader.person.find("[data-path='match.pair'] .wrong")).not_to_be_empty()
    reader.read("a box")
    assert not reader.found
