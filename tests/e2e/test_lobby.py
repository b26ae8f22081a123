"""People who have never met find each other: in the lobby, and by quick match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from . import axe, measures, pixels
from .people import DESK, DIALOG, PHONE, READY, Person
from .servers import Program, Server
from .test_language import Reader, reader  # noqa: F401 - a fixture
from .test_players import become

Enter = Callable[..., Person]
OTHER_GAMES = ("misterra", "misty-valley", "secret-valley", "valdora")


def in_lobby(one: Person, name: str) -> Person:
    """Somebody in the lobby who wants to play Misty."""
    one.go("/lobby")
    one.find("body[data-ready]").wait_for()
    one.find("#my-name").fill(name)
    one.find("#my-name").blur()
    for game in OTHER_GAMES:
        one.find(f"#quick-{game}").uncheck(force=True)
    return one


def at_one_table(*people: Person) -> str:
    """The table that all of them came to, and play at."""
    for each in people:
        each.page.wait_for_url("**/match/*")
        each.at_table()
        each.find(READY).first.wait_for()
    [table] = {each.page.url for each in people}
    return str(table)


def test_two_who_have_never_met_sit_down_through_the_lobby(server: Server, person: Enter) -> None:
    ann, bob = in_lobby(person(server), "Ann"), in_lobby(person(server, **PHONE), "Bob")
    expect(bob.find("[data-sit]")).to_have_count(0)
    ann.press("#open-table")
    ann.find(".room-card").wait_for()
    bob.page.locator(".lobby-row", has_text="Ann").locator("[data-sit]").click()
    at_one_table(ann, bob)
    watcher = person(server)
    watcher.go("/lobby")
    expect(watcher.find("#running-list .lobby-row").first).to_contain_text("Bob")


def test_two_who_have_never_met_are_brought_together(server: Server, person: Enter) -> None:
    ann, bob = in_lobby(person(server), "Ann"), in_lobby(person(server), "Bob")
    ann.press("#quick-go")
    expect(ann.find("#quick-told")).to_contain_text("Nobody knows yet")
    ann.press("#quick-stop")
    expect(ann.find("#quick-go")).to_be_focused()
    ann.press("#quick-go")
    ann.find("#quick-stop").wait_for()
    bob.press("#quick-go")
    at_one_table(ann, bob)


def test_who_waits_may_play_against_bots_at_any_moment(server: Server, person: Enter) -> None:
    ann = in_lobby(person(server), "Ann")
    ann.press("#quick-go")
    ann.press("#quick-bots")
    at_one_table(ann)
    with Program(server) as other:
        assert all("Ann" not in str(table["seats"]) for table in other.get("/api/lobby")["open"])


def test_what_the_host_changes_is_agreed_on_and_a_closed_table_says_so(server: Server, person: Enter) -> None:
    ann, bob = in_lobby(person(server), "Ann"), in_lobby(person(server), "Bob")
    ann.press("label[for=quick-seats-3]")
    ann.press("#open-table")
    ann.find(".room-card").wait_for()
    bob.page.locator(".lobby-row", has_text="Ann").locator("[data-sit]").click()
    bob.find("#stand-up").wait_for()
    ann.press("#change-table")
    ann.find(f"{DIALOG} select[name=window]").select_option('"small"')
    ann.press(f"{DIALOG} footer .primary")
    bob.press("#confirm")
    expect(bob.find("#confirm")).to_have_count(0)
    expect(bob.find(".agreed")).to_contain_text("9 panes")
    ann.page.get_by_role("button", name="Make host").click()
    ann.press(f"{DIALOG} footer .primary")
    bob.press("#close-table")
    bob.press(f"{DIALOG} footer .danger")
    for each in (ann, bob):
        expect(each.find(".room-card h2")).to_have_text("This table is closed")


def test_who_has_an_account_may_look_for_a_match_that_counts(server: Server, person: Enter) -> None:
    ann = in_lobby(person(server), "Ann")
    expect(ann.find("#quick-rated")).to_have_count(0)
    become(ann, "Ann")
    in_lobby(ann, "Ann")
    expect(ann.find("#quick-pace-none")).to_be_checked()
    ann.find("#quick-rated").check(force=True)
    expect(ann.find("#quick-pace-none")).to_have_count(0)
    expect(ann.find("#quick-pace-live")).to_be_checked()
    assert axe.violations(ann.page) + measures.cut_off(ann.page) == []
    ann.page.reload()
    expect(ann.find("#quick-rated")).to_be_checked()
    ann.press("#quick-go")
    expect(ann.find(".quick-wish")).to_contain_text("rated")
    ann.press("#quick-stop")
    ann.press("#open-table")
    ann.find(".room-card").wait_for()
    with Program(server) as other:
        [table] = [each for each in other.get("/api/lobby")["open"] if each["match"] == ann.match]
    assert table["rated"] and table["pace"] == "live"


def test_a_rated_table_has_clocks(server: Server, person: Enter) -> None:
    """The form chooses them, and forgets it again when the table is not to count."""
    ann = person(server)
    become(ann, "Ann")
    ann.go("/")
    ann.press("[data-setup=misty]")
    form = ann.find("[data-game=misty] .seating-form")
    pace, rated = form.locator("select[name=pace]"), form.locator("[name=rated]")
    expect(pace).to_have_value("0")
    expect(rated).to_be_visible()
    rated.check(force=True)
    expect(pace).to_have_value("2")
    expect(pace.locator("option[value='0']")).to_be_disabled()
    rated.uncheck(force=True)
    expect(pace).to_have_value("0")
    rated.check(force=True)
    form.locator("li.seating-row").nth(1).locator("select").first.select_option("friend")
    expect(form).to_contain_text("list of programs alone")
    assert axe.violations(ann.page) == []
    form.locator("[name=programs]").check(force=True)
    ann.press("[data-open=misty]")
    ann.find(".room-card").wait_for()
    with ann.program() as same:
        status = same.status(ann.match)
    assert status["rated"] and status["pace"]["kind"] == "live" and status["programs"]
    bob = person(server, **PHONE)
    bob.go(status["seats"][1]["link"])
    expect(bob.find("#join-programs")).to_contain_text("your rating stays as it is")


def test_filters_are_remembered(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/lobby")
    ann.find("#filter-game").select_option("valdora")
    expect(ann.find("#empty-all")).to_be_visible()
    ann.page.reload()
    expect(ann.find("#filter-game")).to_have_value("valdora")
    ann.press("#empty-all")
    expect(ann.find("#filter-game")).to_be_focused()
    expect(ann.find("#filter-game")).to_have_value("")


@pytest.mark.parametrize("looks", [DESK, {**PHONE, "color_scheme": "dark"}], ids=["desk", "phone"])
def test_everybody_can_use_the_lobby(server: Server, person: Enter, looks: dict[str, Any]) -> None:
    with Program(server) as program:
        program.open("me", "anyone", "friend", "bot:random", door="public")
        one = person(server, **looks)
        one.go("/lobby")
        one.find(".lobby-row").first.wait_for()
        found = axe.violations(one.page) + pixels.unreadable(one.page) + measures.cut_off(one.page)
        assert found + measures.small_targets(one.page, finger=bool(looks.get("has_touch"))) == []
        one.press("#quick-go")
        one.find("#quick-stop").wait_for()
        assert axe.violations(one.page) == []


def test_letters_twice_as_large_fit_in_the_lobby(server: Server, person: Enter) -> None:
    with Program(server) as program:
        program.open("me", "anyone", "friend", "bot:random", door="public")
        one = person(server, **PHONE)
        measures.enlarge_letters(one.page)
        one.go("/lobby")
        one.find(".lobby-row").first.wait_for()
        assert measures.cut_off(one.page) == []
        assert one.page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["viewport"]["width"]


def test_the_lobby_has_no_words_of_its_own(server: Server, reader: Reader) -> None:  # noqa: F811 - the fixture
    with Program(server) as program:
        program.client.put("/api/me", json={"name": "Ann"})
        program.open("me", "anyone", "bot:random", door="public")
        reader.aside += ["Random bot", "Player 1"]
        reader.go("/lobby")
        reader.person.find(".lobby-row").first.wait_for()
        reader.read("the lobby")
        reader.person.press("#quick-go")
        reader.person.find("#quick-stop").wait_for()
        reader.read("waiting for others")
