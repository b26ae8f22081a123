"""Hints and thoughts: the best moves, marked on the table where it allows that, and a sign of a bot that thinks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.conftest import deep

from .people import Person
from .servers import Server
from .together import BOT

Enter = Callable[..., Person]


def sit_down(ann: Person) -> None:
    """A table of The Secret Valley against a bot, with Ann to move."""
    ann.sit_down("secret-valley", bot=BOT, seed=7)
    ann.wait_ready()


@pytest.mark.parametrize("way", ["bulb", deep("key")])
def test_the_best_moves_are_marked_and_the_first_is_played(server: Server, person: Enter, way: str) -> None:
    ann = person(server)
    sit_down(ann)
    expect(ann.find("#hint")).to_be_visible()
    if way == "bulb":
        ann.press("#hint")
    else:
        ann.page.keyboard.press("h")
    rows = ann.find("#hints .hint-move")
    rows.first.wait_for()
    told = next(message["moves"] for message in ann.heard if "moves" in message)
    assert 2 <= len(told) <= 3
    assert rows.locator("b").all_inner_texts() == [str(n + 1) for n in range(len(told))]
    worths = rows.locator("output").all_inner_texts()
    assert all(re.fullmatch(r"[+\u2212±]\d+\.\d", worth) for worth in worths), worths
    assert [float(worth[1:]) for worth in worths] == [abs(each["worth"]) for each in told]
    assert all(each["why"] for each in told)
    assert rows.locator(".hint-why").all_inner_texts() == [" ".join(each["why"]) for each in told]
    # On the table each has its number: on what is to be pressed, or on a button beside the prompt.
    marked = ann.find(".hint-marks text").all_text_contents()
    marked += [node.get_attribute("data-hinted") or "" for node in ann.find("[data-hinted]").all()]
    assert sorted(marked) == [str(n + 1) for n in range(len(told))]

    moves = ann.moves
    ann.press(rows.first)
    expect(ann.find("#hints")).to_be_hidden()
    ann.wait_answered()
    assert ann.moves == moves + 1
    assert [message["move"] for message in ann.said if message["type"] == "move"] == [told[0]["move"]]
    expect(ann.find(".hint-marks > *")).to_have_count(0)


def test_a_table_without_hints_has_no_bulb(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/")
    ann.press("[data-setup=secret-valley]")
    ann.find("input[name=hints]").uncheck()
    ann.press("[data-open=secret-valley]")
    ann.at_table()
    ann.wait_ready()
    expect(ann.find("#hint")).to_be_hidden()
    ann.page.keyboard.press("h")
    ann.play_one()
    assert not [message for message in ann.said if message["type"] == "hint"]
    ann.wait_ready()
    expect(ann.find("#hint")).to_be_hidden()


def test_a_bot_shows_that_it_thinks(server: Server, person: Enter) -> None:
    ann = person(server)
    with ann.program() as program:
        opened = program.post("/api/matches", {"game": "valdora", "seats": [{"kind": "bot", "bot": "grandmaster"}] * 3})
    ann.go(f"/match/{opened['match']}")
    expect(ann.find("#scores-list .spinner").first).to_have_attribute("title", "is thinking")
