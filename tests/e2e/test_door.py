"""What whoever runs the server says to everybody, on pages and at tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect
from typer.testing import CliRunner

from mistvale.cli import app

from . import axe, measures, pixels
from .people import DESK, DESK_BEFORE_DUSK, DIALOG, PHONE, Person
from .servers import Program, Server


def admin(server: Server, *words: str) -> None:
    """A command beside the server, as its host would type it."""
    done = CliRunner().invoke(app, ["admin", *words, "--data", str(server.folder)], env={"MISTVALE_DATABASE": None})
    assert done.exit_code == 0, done.output


def test_announcements_hang_at_tables_and_pages_until_they_are_read(
    own_server: Server, person: Callable[..., Person]
) -> None:
    ann, bob = person(own_server, **DESK), person(own_server, **PHONE)
    ann.sit_down("misty")
    ann.at_table()
    admin(own_server, "announce", "The club meets at eight")
    expect(ann.find(".door")).to_contain_text("The club meets at eight")
    bob.go("/")
    expect(bob.find(".door")).to_contain_text("The club meets at eight")
    for one in (ann, bob):
        assert axe.violations(one.page) + measures.cut_off(one.page) == []
    bob.press(".door button")
    expect(bob.find(".door")).to_be_hidden()
    bob.go("/account")
    expect(bob.find(".door")).to_be_hidden()
    ann.page.reload()
    expect(ann.find(".door")).to_contain_text("The club meets at eight")
    # No new tables: whoever plays, plays on.
    admin(own_server, "maintenance", "Back at nine.")
    expect(ann.find(".door")).to_contain_text("Back at nine.")
    bob.forgive("503")
    bob.go("/")
    bob.press("[data-play=misty]")
    expect(bob.find(".toast.error")).to_contain_text("Back at nine.")


def test_an_administrator_looks_after_the_server_on_its_page(own_server: Server, person: Callable[..., Person]) -> None:
    ann, bob = person(own_server, **PHONE), person(own_server, **DESK)
    anns, _ = ann.become_player("Ann"), bob.become_player("Bob")
    ann.forgive("404")
    ann.go("/admin")
    expect(ann.find("#admin")).to_contain_text("nothing here for you")
    admin(own_server, "players", "promote", anns["account"]["player"])
    ann.go("/admin")
    ann.press("#announce")
    ann.find(f"{DIALOG} input[type=text]").fill("Hello there")
    ann.press(f"{DIALOG} footer >> text=Done")
    expect(ann.find("#admin")).to_contain_text("Hello there")
    bob.go("/")
    expect(bob.find(".door")).to_contain_text("Hello there")
    ann.find("#find-player").fill("bob")
    ann.press("#find")
    ann.press("#players >> text=Ban")
    ann.find(f"{DIALOG} input[type=text]").fill("Insults")
    ann.press(f"{DIALOG} footer >> text=Done")
    expect(ann.find("#players")).to_contain_text("Insults")
    found = axe.violations(ann.page) + measures.cut_off(ann.page) + measures.small_targets(ann.page, finger=True)
    assert found == []
    bob.forgive("403")
    bob.press("[data-play=misty]")
    expect(bob.find(".toast.error")).to_contain_text("Insults")


@DESK_BEFORE_DUSK
def test_an_administrator_looks_at_reports(
    own_server: Server, person: Callable[..., Person], looks: dict[str, Any]
) -> None:
    ann = person(own_server, **looks)
    made = ann.become_player("Ann")
    admin(own_server, "players", "promote", made["account"]["player"])
    with Program(own_server) as bob, Program(own_server) as cy:
        for one, name in ((bob, "Bob"), (cy, "Cy")):
            one.post("/api/account", {"name": name})
        opened = bob.open("me", "friend")
        cy.post(f"/api{opened['seats'][1]['link']}", {"name": "Cy"})
        say = f"/api/matches/{opened['match']}/chat"
        for one, text in ((bob, "how are you?"), (cy, "you fool"), (cy, "and a fool again")):
            assert one.client.post(say, json={"text": text}).is_success
        for number in (1, 2):
            report = {"side": "seats", "number": number, "why": "insult"}
            assert bob.client.post(f"{say}/report", json=report).is_success
    ann.go("/admin")
    first = ann.find("#reports li.report").first
    expect(first).to_contain_text("you fool")
    expect(first.locator(f"a[href$='/match/{opened['match']}']")).to_be_visible()
    expect(ann.find("#reports")).not_to_contain_text("how are you?")
    finger = bool(looks.get("has_touch"))
    found = axe.violations(ann.page) + pixels.unreadable(ann.page) + measures.cut_off(ann.page)
    assert found + measures.small_targets(ann.page, finger) == []
    ann.press(first.locator("text=Lines around it"))
    expect(ann.find(DIALOG)).to_contain_text("how are you?")
    expect(ann.find(f"{DIALOG} mark")).to_have_text("you fool")
    assert axe.violations(ann.page) == []
    ann.press(f"{DIALOG} footer >> text=Done")
    ann.press(first.locator("[data-outcome=dismissed]"))
    ann.find(f"{DIALOG} input").fill("no harm done")
    ann.press(f"{DIALOG} footer >> text=Done")
    expect(ann.find("#reports li.report")).to_have_count(1)
    expect(ann.find("#audit")).to_contain_text("no harm done")
    ann.press("#reports [data-ban]")
    ann.find(f"{DIALOG} input[type=text]").fill("Insults")
    ann.press(f"{DIALOG} footer >> text=Done")
    expect(ann.find("#players")).to_contain_text("Insults")
    ann.press("#closed-reports")
    expect(ann.find("#reports")).to_contain_text("Dismissed on")
    ann.find("#table-status").select_option("waiting")
    ann.press("#find-tables")
    expect(ann.find("#tables")).to_contain_text("no such tables")


def test_whoever_is_banned_is_told_at_the_table(own_server: Server, person: Callable[..., Person]) -> None:
    ann = person(own_server, **DESK)
    made = ann.become_player("Ann")
    ann.sit_down("misty")
    ann.at_table()
    admin(own_server, "players", "ban", made["account"]["player"], "--reason", "Insults")
    expect(ann.find("#cover")).to_contain_text("You may only look here")
    ann.go("/lobby")
    expect(ann.find("#banner")).to_have_text("You may only look here")
