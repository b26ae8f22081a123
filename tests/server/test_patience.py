"""Second thoughts: a pick against bots can be taken back for a moment, and is final after it."""

from __future__ import annotations

import time
from pathlib import Path

from .helpers import PATIENCE, Guest, House, fast_settings


def wait_until_final(guest: Guest, match: str, step: int) -> float:
    """The seconds until something was revealed after a step."""
    began = time.monotonic()
    while guest.status(match)["step"] <= step + 1:
        assert time.monotonic() < began + PATIENCE, "the bots never answered"
        time.sleep(0.01)
    return time.monotonic() - began


def pick(guest: Guest, match: str) -> int:
    """Pick the first card; the step it led to."""
    legal = guest.get(f"/api/matches/{match}/legal?seat=0")
    done = guest.post(f"/api/matches/{match}/moves", {"seat": 0, "move": legal[0]})
    return int(done["step"])


def test_a_pick_can_be_taken_back_until_bots_make_it_final(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, second_thoughts=0.6)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "bot:random", "bot:random")["match"]
        time.sleep(0.3)  # bots had time enough to pick, both of them
        pick(ann, match)
        time.sleep(0.2)
        ann.post(f"/api/matches/{match}/undo", {"seat": 0})
        time.sleep(0.8)
        status = ann.status(match)
        assert status["seats"][0]["pending"], "nobody was in a hurry while Ann thought again"
        waited = wait_until_final(ann, match, pick(ann, match))
        assert 0.4 < waited < 5


def test_without_it_bots_answer_at_once(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "bot:random")["match"]
        for _ in range(500):
            if not ann.status(match)["seats"][1]["pending"]:
                return
            time.sleep(0.01)
    raise AssertionError("the bot waits for nothing")


def test_one_bot_of_two_does_not_wait(tmp_path: Path) -> None:
    """Only the last one holds back: who of them has picked is to be seen."""
    with House(fast_settings(tmp_path, second_thoughts=30.0)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "bot:random", "bot:random")["match"]
        end = time.monotonic() + PATIENCE
        while sum(seat["pending"] for seat in ann.status(match)["seats"][1:]) != 1:
            assert time.monotonic() < end
            time.sleep(0.01)
        time.sleep(0.3)
        assert sum(seat["pending"] for seat in ann.status(match)["seats"][1:]) == 1


def test_a_match_against_bots_comes_to_its_end(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, second_thoughts=0.001)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "bot:random")["match"]
        end = time.monotonic() + 4 * PATIENCE
        while (status := ann.status(match))["status"] != "over":
            assert time.monotonic() < end
            if status["seats"][0]["pending"]:
                pick(ann, match)
