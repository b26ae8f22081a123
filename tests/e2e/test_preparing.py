"""Rules that are still being compiled: a bar at the button, one at the table for the bots, and no other wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .people import Person
from .servers import START, Program, Server

# A workshop that has done a stage once there is a file called so.
SLOW = """
import sys, threading, time
from pathlib import Path
from mistvale import workshop
from mistvale.server import run
here = Path(sys.argv[1])
class Slow(workshop.Workshop):
    def start(self):
        threading.Thread(target=self.keep_telling, daemon=True).start()
    def keep_telling(self):
        while not self.closed:
            time.sleep(0.05)
            self.told()
    def is_ready(self, game, stage="play"):
        return (here / stage).exists()
    def progress(self, game, stage="play"):
        return (3, 10)
    def wait_for_all(self, tell=None, hurry=True):
        pass
    def close(self):
        pass
run.Workshop = Slow
"""


class SlowServer(Server):
    """One whose rules are ready when a test says so."""

    script = SLOW + START

    def finish(self, stage: str) -> None:
        (self.folder / stage).touch()

    def start_cold(self) -> None:
        """Start again on a machine that has not compiled anything."""
        self.kill()
        (self.folder / "play").unlink()
        self.start()


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[SlowServer]:
    started = SlowServer(tmp_path / "data")
    yield started
    started.end()


def test_whoever_presses_play_sees_how_far_the_rules_are(slow: SlowServer, person: Callable[..., Person]) -> None:
    ann = person(slow)
    ann.go("/")
    ann.press("[data-play=misty]")
    bar = ann.find("[data-game=misty] .preparing progress")
    expect(bar).to_be_visible()
    expect(bar).to_have_js_property("value", 3)
    expect(bar).to_have_js_property("max", 10)
    slow.finish("play")
    ann.at_table()
    ann.wait_ready()
    expect(ann.find(".preparing.bots")).to_be_visible()
    ann.play_one()
    expect(ann.find(".preparing.bots")).to_be_visible()
    slow.finish("search")
    expect(ann.find(".preparing.bots")).to_have_count(0)
    ann.wait_ready()


def test_a_friend_with_a_link_sees_it_too(slow: SlowServer, person: Callable[..., Person]) -> None:
    slow.finish("play")
    with Program(slow) as ann:
        link = ann.open("me", "friend")["seats"][1]["link"]
    slow.start_cold()
    bob = person(slow)
    bob.page.goto(link)
    expect(bob.find(".preparing progress")).to_be_visible()
    slow.finish("play")
    bob.press("#join-go")
    bob.page.wait_for_url("**/match/*")
