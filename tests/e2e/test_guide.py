"""The guide beside a table: it opens at what is asked, and its pictures are in the colours of the page."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from .people import DIALOG, Person
from .servers import Server


def test_the_guide_opens_at_what_is_asked_now_and_shows_it(server: Server, person: Callable[..., Person]) -> None:
    ann = person(server, color_scheme="dark")
    ann.sit_down("misty")
    ann.at_table()
    ann.wait_ready()
    ann.press("#tab-guide")
    # Whoever listens, or plays by keys, goes on reading there, too.
    here = ann.find("#guide-pick")
    expect(here).to_be_focused()
    expect(here).to_be_in_viewport()
    expect(ann.find("#guide .now")).to_have_count(1)
    pane, top = ann.find("#pane-guide").bounding_box(), here.bounding_box()
    assert pane and top and 0 <= top["y"] - pane["y"] < 30

    # Its pictures wear the colours of the page, leave room before they are there, and can be seen large.
    picture = ann.find("#guide img").first
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_attribute("src", re.compile(r"/guide/misty/table\.svg\?theme=dark&lang=en$"))
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("each => each.naturalWidth") == 620
    before = picture.bounding_box()
    ann.page.emulate_media(color_scheme="light")
    expect(picture).to_have_attribute("src", re.compile(r"theme=light"))
    assert picture.bounding_box() == before, "nothing jumps"
    ann.press(ann.find("#guide .plate").first)
    large = ann.find(f"{DIALOG} img").bounding_box()
    assert before and large and large["width"] > before["width"] * 1.3
