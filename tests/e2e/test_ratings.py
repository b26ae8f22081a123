"""Ratings on a profile, seals verified with one press, the ladder, and the match of the day."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from . import axe, measures
from .people import DESK, DESK_FIRST, DIALOG, PHONE, Person
from .servers import Program, Server

Enter = Callable[..., Person]
RATED = {"hints": False, "rated": True, "pace": {"kind": "live", "bank": 600_000, "decision": 30_000}}


def rated_matches(one: Person, count: int) -> list[str]:
    """Some matches against a house bot, each opened by the page's player, and played to its end."""
    made = []
    with one.program() as program:
        for _ in range(count):
            match = program.open("me", "bot:random", **RATED)["match"]
            program.play(match)
            made.append(match)
    return made


def past_day(server: Server) -> str:
    """Let there have been a match of yesterday."""
    day = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()
    part = bytes(range(32))
    file = next(path for path in Path(server.folder).iterdir() if path.suffix == ".db")
    with sqlite3.connect(file) as database:
        row = (day, "misterra", part.hex(), hashlib.sha256(part).hexdigest())
        database.execute("INSERT OR IGNORE INTO dailies (day, game, part, seal) VALUES (?, ?, ?, ?)", row)
    database.close()
    return day


def test_a_rated_match_is_verified_with_one_press_and_moves_a_rating(server: Server, person: Enter) -> None:
    ann = person(server, **DESK)
    ann.become_player("Ann")
    ann.go("/lobby")
    # Opened as the page opens it, so that this browser draws a part of the seed.
    ann.page.evaluate(
        """async () => {
          const { openTable } = await import('./static/seating.js');
          await openTable({ game: 'misty', options: { window: 'small' }, hints: false, rated: true,
            pace: { kind: 'live', decision: 30000 }, seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }] });
        }"""
    )
    ann.page.wait_for_url("**/match/*")
    ann.find("body[data-ready=yes]").wait_for()
    ann.find("#stage [data-key]").first.wait_for()
    match = ann.match
    ann.leave()
    with ann.program() as program:
        program.play(match)
    ann.come_back()
    final = ann.find(f"{DIALOG}.final")
    expect(final).to_contain_text("Ann 25.0 →")
    ann.press(final.locator("#verify"))
    expect(ann.find("#verdict")).to_have_attribute("data-holds", "true")
    expect(ann.find("#verdict")).to_contain_text("Your part and the server's part make this seed")
    expect(ann.find(".proof")).to_contain_text("this browser saw the seal then")
    assert axe.violations(ann.page) == []


@DESK_FIRST
def test_a_profile_shows_ratings_over_time(server: Server, person: Enter, looks: dict[str, Any]) -> None:
    ann = person(server, **looks)
    handle = ann.become_player("Ann")["account"]["player"]
    rated_matches(ann, 3)
    ann.go(f"/player/{handle}")
    rating = ann.find("[data-rating='misty 2']")
    expect(rating.locator(".rating-value")).to_contain_text("±")
    expect(rating).to_contain_text("3 rated matches")
    expect(rating.locator(".course-dot")).to_have_count(3)
    assert rating.locator("svg desc").text_content() is not None
    ann.press(rating.locator("summary"))
    expect(rating.locator("tbody tr")).to_have_count(3)
    found = axe.violations(ann.page) + measures.cut_off(ann.page)
    assert found == [], found
    ann.go("/ladder")
    ann.find("#ladder-game").select_option("misty")
    expect(ann.find("#lines")).to_contain_text("Ann")
    expect(ann.find("#lines")).to_contain_text("Expert bot")
    assert axe.violations(ann.page) + measures.cut_off(ann.page) == []


def test_programs_have_a_list_of_their_own(server: Server, person: Enter) -> None:
    ann = person(server, **PHONE)
    ann.become_player("Ann")
    with ann.program() as program:
        handle = program.get("/api/account")["player"]
        token = program.post("/api/account/tokens", {"name": "Deep Mist", "scopes": ["play", "host"]})["token"]
    with Program(server) as robot:
        robot.client.headers["authorization"] = f"Bearer {token}"
        robot.play(robot.open("me", "bot:random", programs=True, **RATED)["match"])
    ann.go("/ladder")
    ann.find("#ladder-game").select_option("misty")
    expect(ann.find("#lines")).not_to_contain_text("Deep Mist")
    ann.find("#ladder-kind").select_option("programs")
    expect(ann.page.locator("#lines tr", has_text="Deep Mist")).to_contain_text("a program of Ann")
    expect(ann.find("#lines")).to_contain_text("Expert bot")
    found = axe.violations(ann.page) + measures.cut_off(ann.page) + measures.small_targets(ann.page, finger=True)
    assert found == [], found
    ann.page.reload()
    expect(ann.find("#ladder-kind")).to_have_value("programs")
    ann.go(f"/player/{handle}")
    expect(ann.find("#profile")).to_contain_text("Deep Mist")
    expect(ann.find("#filters")).to_be_hidden()
    assert axe.violations(ann.page) + measures.cut_off(ann.page) == []


@DESK_FIRST
def test_the_match_of_the_day(server: Server, person: Enter, looks: dict[str, Any]) -> None:
    ann = person(server, **looks)
    ann.go("/")
    ann.press(".home-nav >> text=The match of the day")
    ann.find("body[data-ready=yes]").wait_for()
    expect(ann.find("#daily")).to_contain_text("you have to be a player")
    ann.become_player("Ann")
    ann.go("/daily")
    ann.press("#try")
    ann.page.wait_for_url("**/match/*")
    ann.find("body[data-ready=yes]").wait_for()
    match = ann.match
    ann.leave()
    with ann.program() as program:
        program.play(match)
        score = program.status(match)["scores"][0]
    eve = person(server, **DESK)
    eve.page.goto(f"/match/{match}")
    expect(eve.find("#cover")).to_contain_text("when the day is over")
    ann.come_back()
    final = ann.find(f"{DIALOG}.final")
    expect(final).to_contain_text("Replay and record are there when the day is over")
    expect(final.locator("text=Download record")).to_have_count(0)
    expect(final.locator("[data-value=analysis]")).to_have_count(0)
    ann.go("/daily")
    expect(ann.find("#my-place")).to_contain_text(f"You have made {score} points")
    expect(ann.find(".figures")).to_contain_text("Ann (you)")
    assert axe.violations(ann.page) + measures.cut_off(ann.page) == []
    day = past_day(server)
    ann.press(f".card nav >> a[href='?day={day}']")
    ann.press("#verify")
    expect(ann.find("#proof")).to_contain_text("The part makes the seed that everybody played")
    expect(ann.find(".proof-false")).to_have_count(0)
    assert axe.violations(ann.page) + measures.cut_off(ann.page) == []
