"""What whoever runs the server says to everybody, on pages and at tables."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect
from typer.testing import CliRunner

from mistvale.cli import app

from . import axe, measures
from .people import DESK, DIALOG, PHONE, Person
from .servers import Server


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


def test_whoever_is_banned_is_told_at_the_table(own_server: Server, person: Callable[..., Person]) -> None:
    ann = person(own_server, **DESK)
    made = ann.become_player("Ann")
    ann.sit_down("misty")
    ann.at_table()
    admin(own_server, "players", "ban", made["account"]["player"], "--reason", "Insults")
    expect(ann.find("#cover")).to_contain_text("You may only look here")
