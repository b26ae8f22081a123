"""Variations of a finished match: a link leads to a step, what was played on is a tree, and one writes beside it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from . import axe
from .people import GUEST, Person
from .servers import Program, Server

Enter = Callable[..., Person]


@pytest.mark.slow
def test_a_step_is_shared_and_what_was_played_on_is_found(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/")
    cookie = next(each["value"] for each in ann.context.cookies() if each["name"] == GUEST)
    with Program(server, cookie) as program:
        match = program.open("me", "bot:random", seed=40923)["match"]
        steps = program.play(match)["step"]
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        on = program.post(f"/api/matches/{match}/on", {"step": 20, "as_it_lay": True, "seats": seats})["match"]
        program.play(on)

    ann.go(f"/match/{match}#step-12")
    expect(ann.find("#replay-count")).to_have_text(f"13 / {steps + 1}")
    ann.press("#tab-variations")
    expect(ann.find("#variation-tree li")).to_have_count(2)
    expect(ann.find("#variation-step .link-field")).to_have_value(f"{server.address}/match/{match}#step-12")

    ann.find("#comment-text").fill("Here it <b>turned</b>.")
    expect(ann.find("#comment-about")).to_have_value("step")
    ann.press(".comment-write [type=submit]")
    expect(ann.find("#comments li.here .chat-text")).to_have_text("Here it <b>turned</b>.")
    assert axe.violations(ann.page) == []
    ann.press("#replay-last")
    expect(ann.find("#comments li.here")).to_have_count(0)
    ann.press("#comments li .chat-head button")
    expect(ann.find("#replay-count")).to_have_text(f"13 / {steps + 1}")

    # To the variation, at the step where it leaves; and back.
    ann.press(f"#variation-tree [data-match='{on}']")
    ann.page.wait_for_url(f"**/match/{on}#step-20")
    expect(ann.find("#replay-count")).to_contain_text("21 / ")
    ann.press("#tab-about")
    ann.press("#played-on a")
    ann.page.wait_for_url(f"**/match/{match}#step-20")
    expect(ann.find("#replay-count")).to_have_text(f"21 / {steps + 1}")

    ann.press("#tab-variations")
    ann.press("#comments .chat-more")
    ann.press("dialog[open] .button:has-text('Take it away')")
    ann.press("dialog[open] .button.danger")
    expect(ann.find("#comments")).to_have_count(0)


# The tabs of a match that is over: how many of them stand in each row.
ROWS = """(names) => {
  for (const name of names) document.querySelector(`#tab-${name}`).hidden = false;
  const rows = {};
  for (const tab of document.querySelectorAll('.tabs button:not([hidden])')) {
    const { top } = tab.getBoundingClientRect();
    rows[top] = (rows[top] ?? 0) + 1;
  }
  return Object.values(rows);
}"""


def test_no_tab_stands_alone_in_a_row(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.sit_down("misty")
    ann.wait_ready()
    assert ann.page.evaluate(ROWS, ["analysis", "variations"]) == [3, 3]
    assert ann.page.evaluate(ROWS, ["chat"]) == [4, 3]
