"""A bot that fails: the page says so, and offers what helps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .people import Person
from .servers import START, Server

TORN = """
import threading
from mistvale.bots import BOTS
class Torn:
    name = "novice"
    def choose(self, seat, stop=None):
        raise RuntimeError("torn")
BOTS["novice"] = lambda seed: Torn()
"""


class TornServer(Server):
    """One whose novice cannot move."""

    script = TORN + START


@pytest.fixture
def torn(tmp_path: Path) -> Iterator[Server]:
    started = TornServer(tmp_path / "data")
    yield started
    started.end()


def test_a_bot_that_cannot_move_is_shown_and_replaced(torn: Server, person: Callable[..., Person]) -> None:
    ann = person(torn)
    with ann.program() as program:
        match = program.open("me", "bot:novice")["match"]
    ann.go(f"/match/{match}")
    ann.at_table()
    ann.play_one()
    expect(ann.find("#prompt-text")).to_contain_text("Cannot move: Novice bot")
    expect(ann.find("#scores-list .failed")).to_have_attribute("title", "cannot move")
    ann.press("#tab-about")
    about = ann.find("#about")
    expect(about).to_contain_text("cannot move")
    heard = len(ann.heard)
    ann.press(about.get_by_role("button", name="Try again"))
    ann.page.wait_for_function("() => document.body.dataset.sent === 'no'")
    expect(about.get_by_role("button", name="Let another bot play")).to_be_visible()
    assert any(message["type"] == "status" for message in ann.heard[heard:])
    ann.press(about.get_by_role("button", name="Let another bot play"))
    ann.find("dialog[open] select").select_option("random")
    ann.press(ann.find("dialog[open] button.primary"))
    expect(ann.find("#prompt-text")).not_to_contain_text("Cannot move")
    ann.wait_ready()
    expect(about).not_to_contain_text("cannot move")
