"""Everybody can use the pages: by axe-core, by pixels, by the size of what is pressed, in any colours and letters.

Here are few states of each game; `tests/deep/test_accessible.py` has all of them, in light and dark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from . import axe, measures, pixels, shapes, staged
from .people import DESK, DIALOG, GUEST, PHONE, Person
from .servers import Program, Server

Enter = Callable[..., Person]
PANES = ("cards", "guide", "about", "log")


class House:
    """One guest's tables: set once, looked at by many."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.program = Program(server)
        self._tables: dict[tuple[str, str], str] = {}

    def table(self, game: str, state: str = "half_played") -> str:
        """The path of a table in a state that is a word of `staged`."""
        if (game, state) not in self._tables:
            self._tables[game, state] = getattr(staged, state)(self.program, game)
        return f"/match/{self._tables[game, state]}"

    def let_in(self, one: Person) -> Person:
        """Somebody who comes in as that guest."""
        cookie = self.program.client.cookies[GUEST]
        one.context.add_cookies([{"name": GUEST, "value": cookie, "url": self.server.address}])
        return one


@pytest.fixture(scope="module")
def house(server: Server) -> Iterator[House]:
    opened = House(server)
    yield opened
    opened.program.client.close()


def sit(one: Person, path: str) -> None:
    one.go(path)
    one.at_table()


def in_dialog(one: Person, button: str) -> None:
    one.press(button)
    one.find(DIALOG).wait_for()


def close(one: Person) -> None:
    one.press(f"{DIALOG} footer .button >> nth=-1")
    expect(one.find(DIALOG)).to_have_count(0)


def panes(one: Person) -> Iterator[str]:
    """Each pane beside a table in turn, opened."""
    for name in PANES:
        one.press(f"#tab-{name}")
        expect(one.find(f"#pane-{name}")).not_to_be_empty()
        if name == "guide":
            one.find("#guide > *").first.wait_for()
        yield name


def check(page: Page, where: str, found: dict[str, list[str]]) -> None:
    """Note what axe finds."""
    if wrong := axe.violations(page):
        found[where] = wrong


def test_nothing_is_wrong_by_axe(house: House, person: Enter) -> None:
    found: dict[str, list[str]] = {}
    ann = house.let_in(person(house.server))
    match = house.table("misty")
    ann.go("/")
    check(ann.page, "home", found)
    in_dialog(ann, "[data-guide=misterra]")
    check(ann.page, "a guide", found)
    close(ann)
    sit(ann, match)
    for pane in panes(ann):
        check(ann.page, pane, found)
    in_dialog(ann, "#settings")
    check(ann.page, "settings", found)
    assert not found


def test_texts_on_drawings_can_be_read(house: House, person: Enter) -> None:
    """This game has the most kinds of them; axe can't say anything about those."""
    ann = house.let_in(person(house.server, **DESK, color_scheme="dark"))
    sit(ann, house.table("misterra"))
    at_dusk = pixels.unreadable(ann.page)
    ann.page.emulate_media(color_scheme="light")
    assert not at_dusk + pixels.unreadable(ann.page)


def test_what_is_too_faint_is_found(person: Enter, server: Server) -> None:
    """Grey on grey, white on a drawing, and a letter with an edge, which is as good as its edge."""
    ann = person(server)
    ann.page.goto("about:blank")
    ann.page.set_content(
        """<body style="background: #777"><p style="color: #888">grey</p><p style="color: #fff">white</p>
        <svg viewBox="0 0 300 100"><rect width="300" height="100" fill="#ddd"/>
        <text x="10" y="40" fill="#fff">bare</text>
        <text x="90" y="40" fill="#fff" stroke="#222" stroke-width="2" paint-order="stroke">edged</text></svg>"""
    )
    faint = {text.says: text.contrast < text.needed for text in pixels.texts(ann.page)}
    assert faint == {"grey": True, "white": True, "bare": True, "edged": False}


def test_fingers_meet_what_they_play(house: House, person: Enter) -> None:
    """These two have the smallest things to play."""
    bob = house.let_in(person(house.server, **PHONE))
    for path in (house.table("misty-valley"), house.table("valdora", "opened")):
        sit(bob, path)
        bob.wait_ready()
        assert not measures.small_targets(bob.page, finger=True)
    for _ in panes(bob):
        assert not measures.small_targets(bob.page, finger=True)


@pytest.mark.parametrize("looks", [DESK, PHONE], ids=["desk", "phone"])
def test_letters_twice_as_large_fit(house: House, person: Enter, looks: dict[str, Any]) -> None:
    ann = house.let_in(person(house.server, **looks))
    found: dict[str, list[str]] = {}
    measures.enlarge_letters(ann.page)
    sit(ann, house.table("misty"))
    large = ann.page.evaluate("getComputedStyle(document.querySelector('#prompt-text')).fontSize")
    assert float(large.removesuffix("px")) > 1.6 * 16
    found["table"] = measures.cut_off(ann.page)
    in_dialog(ann, "#settings")
    found["settings"] = measures.cut_off(ann.page)
    ann.go("/")
    found["home"] = measures.cut_off(ann.page)
    wide = ann.page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= looks["viewport"]["width"], "the page scrolls sideways"
    assert not any(found.values()), found


def test_what_is_cut_off_is_found(person: Enter, server: Server) -> None:
    ann = person(server)
    ann.page.goto("about:blank")
    ann.page.set_content(
        """<body><div id="low" style="height: 24px; overflow: hidden">one<br>two</div>
        <div style="height: 24px; margin-top: 30px; overflow: auto">three<br>four</div>
        <p style="position: absolute; top: 190px; left: 9px">five</p>
        <p style="position: absolute; top: 190px; left: 12px">six</p>"""
    )
    assert measures.cut_off(ann.page) == ["two in low", "five over six"]


# What is told apart by a colour of its own in forced colours, as it is on the page: ground, ink, border, outline.
WORN = """(selectors) => selectors.map((one) => {
  const worn = getComputedStyle(document.querySelector(one));
  const parts = ['backgroundColor', 'color', 'borderTopColor', 'borderTopWidth', 'borderTopStyle', 'stroke'];
  return parts.map((part) => worn[part]).join(' ');
})"""
APART = [
    ("#tab-log", "#tab-cards"),
    (".score.me", ".score:not(.me)"),
    (".can-play .mark-corners", ".can-play .mark-casing"),
]
CHOSEN = [
    ("#set-theme-auto + label", "#set-theme-dark + label"),
    ("#set-sound", "#set-confirm"),
]


def test_in_forced_colours_everything_is_told_apart(house: House, person: Enter) -> None:
    ann = house.let_in(person(house.server, sound=True, **DESK, forced_colors="active", color_scheme="dark"))
    sit(ann, house.table("misty"))
    ann.wait_ready()
    for pair in APART:
        one, other = ann.page.evaluate(WORN, list(pair))
        assert one != other, pair
    ann.page.keyboard.press("ArrowRight")
    held = ".sprite:focus-visible .ring"
    ring, corners = ann.page.evaluate(WORN, [held, ".can-play .mark-corners"])
    assert ring != corners, "the keyboard's ring is no target's mark"
    in_dialog(ann, "#settings")
    for pair in CHOSEN:
        one, other = ann.page.evaluate(WORN, list(pair))
        assert one != other, pair


def test_the_chosen_theme_and_stillness_are_there_before_any_module(server: Server, person: Enter) -> None:
    ann = person(server, **DESK, color_scheme="light")
    ann.go("/")
    ann.page.evaluate(
        "localStorage.setItem('mistvale.settings', JSON.stringify({theme: 'dark', speed: 'off', sound: false}))"
    )
    # Modules come late, or never: the theme does not wait for them.
    ann.page.route("**/home.js", lambda route: route.abort())
    ann.forgive("home.js")
    ann.page.goto("/")
    assert ann.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    expect(ann.find("meta[name=color-scheme]")).to_have_attribute("content", "dark")
    # Nor does stillness, for those whose system asks for it: the mist of this page drifts otherwise.
    moving = "document.getAnimations().length"
    assert ann.page.evaluate(moving) > 0
    # It settles within a minute: a page that only waits draws nothing.
    assert ann.page.evaluate("document.getAnimations().every(one => one.effect.getComputedTiming().endTime < 60000)")
    ann.page.emulate_media(reduced_motion="reduce")
    assert ann.page.evaluate(moving) == 0


def test_no_two_things_differ_by_colour_alone(person: Enter, server: Server) -> None:
    """Of each family that is told apart by colour no two are alike to those who see none."""
    ann = person(server)
    ann.page.goto("about:blank")
    assert not shapes.alike(ann.page)
