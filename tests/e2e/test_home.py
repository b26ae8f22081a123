"""The first page: the games in sight, what waits for me first, and what one wants to know before one sits down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import mistvale as mv
from mistvale.core.text import languages
from mistvale.server.anchors import bot_ratings

from .people import DESK, DIALOG, PHONE, Person
from .servers import Server

Enter = Callable[..., Person]


def test_all_games_are_in_sight_on_a_desk(server: Server, person: Enter) -> None:
    """Also when a table waits: it stands first, and one press goes on there."""
    ann = person(server)
    ann.go("/")
    expect(ann.find("#waiting")).to_be_hidden()
    with ann.program() as same:
        tables = [same.open("me", "bot:random")["match"] for _ in range(4)]
    ann.page.reload()
    ann.find("body[data-ready=yes]").wait_for()
    expect(ann.find("[data-resume]")).to_have_count(3)
    games = ann.find(".game-card [data-play]")
    assert games.count() >= 5
    for play in games.all():
        expect(play).to_be_in_viewport(ratio=1)
    assert heights(ann) == [1, 1, 1]
    assert ann.find("[data-resume]").first.bounding_box()["y"] < games.first.bounding_box()["y"]  # type: ignore[index]
    expect(ann.find("#tables-list .table-row.mine")).to_have_count(1)
    ann.press("[data-resume] >> nth=0")
    ann.at_table()
    assert ann.match in tables


def heights(ann: Person) -> list[int]:
    """At how many heights the buttons of the cards lie, kind by kind."""
    kinds = [ann.find(f".game-card [{each}]").all() for each in ("data-play", "data-setup", "data-learn")]
    return [len({(button.bounding_box() or {})["y"] for button in buttons}) for buttons in kinds]


def test_buttons_lie_at_one_height_in_every_language(server: Server, person: Enter) -> None:
    """Also where the words above them take a line more on one card than on its neighbour."""
    ann = person(server)
    found = {}
    for lang in sorted(languages("mistvale.client")):
        ann.go(f"/?lang={lang}")
        found[lang] = heights(ann)
    assert {lang: each for lang, each in found.items() if each != [1, 1, 1]} == {}


def test_what_one_wants_to_know_before_one_sits_down(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/")
    card = ann.find("[data-game=misty]")
    for fact in ("2 to 4 players", "20 min", "Light", "against a bot"):
        expect(card).to_contain_text(fact)
    expect(ann.find("[data-game=valdora] .against")).to_have_text("against two bots, at once")


def test_levels_stand_in_order_and_tools_apart(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/")
    ann.press("[data-setup=misty]")
    field = ann.find(".seating-row.bot .bot-field")
    levels = [option.get_attribute("value") for option in field.locator("optgroup >> nth=0").locator("option").all()]
    assert levels == ["friend", "novice", "adept", "expert", "grandmaster"]
    tools = [option.get_attribute("value") for option in field.locator("optgroup >> nth=1").locator("option").all()]
    assert tools == ["random", "greedy"]
    assert "Friend" not in field.locator("select").inner_text()
    told = field.locator(".hint").inner_text()
    assert f"Its rating at a table for 2: {bot_ratings(mv.game('misty'), 'novice')[2]}." in told
    field.locator("select").select_option("expert")
    expect(field.locator(".hint")).not_to_have_text(told)
    expect(field.locator(".hint")).not_to_be_empty()


def test_a_name_is_asked_for_before_one_invites(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/")
    ann.press("[data-setup=misty]")
    ann.find(".seating-row").nth(1).locator("select").first.select_option("friend")
    ann.press("[data-open=misty]")
    expect(ann.find(f"{DIALOG} #introduce")).to_be_focused()
    ann.page.keyboard.type("Ann")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url("**/match/*")
    expect(ann.find(".seat-row").first).to_contain_text("Ann")
    with ann.program() as same:
        assert same.get("/api/me")["name"] == "Ann"


def test_the_seal_lies_behind_details(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/")
    ann.press("[data-play=misty]")
    ann.at_table()
    ann.press("#tab-about")
    expect(ann.find(".seal summary")).to_be_visible()
    expect(ann.find(".seal .link-field")).to_be_hidden()
    ann.press(".seal summary")
    expect(ann.find(".seal .link-field")).to_be_visible()


def test_a_language_is_picked_by_its_own_name_and_stays(server: Server, person: Enter) -> None:
    """Also where the address asked for another one, and on a table, in the settings."""
    ann = person(server)
    ann.go("/?lang=fr")
    expect(ann.find("html")).to_have_attribute("lang", "fr")
    expect(ann.find("#language option")).to_contain_text(["Català", "Čeština", "Deutsch", "English", "Español"])
    ann.find("#language select").select_option("hu")
    expect(ann.find("html")).to_have_attribute("lang", "hu")
    expect(ann.find("#language select")).to_have_value("hu")
    assert "lang=" not in ann.page.url
    bea = ann.context.new_page()  # another tab: the choice is the browser's
    bea.goto("/")
    expect(bea.locator("html")).to_have_attribute("lang", "hu")
    bea.close()
    ann.sit_down("misty")
    ann.at_table()
    ann.press("#settings")
    ann.find(f"{DIALOG} select.language").select_option("cs")
    expect(ann.find("html")).to_have_attribute("lang", "cs")
    ann.at_table()
    assert ann.scene()["lang"] == "cs"


@pytest.mark.parametrize("looks", [DESK, PHONE], ids=["desk", "phone"])
def test_the_lobby_is_one_press_away_while_a_table_waits(server: Server, person: Enter, looks: dict[str, Any]) -> None:
    """Tables that wait come first, in place of the words of welcome; the way to others stays."""
    ann = person(server, **looks)
    ann.sit_down("misty", seed=5)
    ann.go("/")
    ann.find(".waiting-row").first.wait_for()
    ann.press(ann.find("a[href=lobby]").locator("visible=true").first)
    ann.page.wait_for_url("**/lobby")
