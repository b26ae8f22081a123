"""Whoever reads or changes a live table knows what other processes have appended, also when nobody heard of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mistvale.server
from mistvale.server import hints
from mistvale.server.hub import Hub

from .helpers import Guest, House, same_guest

OFFERED: dict[str, Any] = {"options": {"window": "small"}, "seed": 7}


@pytest.fixture
def deaf_houses(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> tuple[House, House]:
    """Two servers on one store, of which neither hears what the other says."""
    monkeypatch.setattr(Hub, "_heard", lambda hub, payload: None)
    houses: tuple[House, House] = request.getfixturevalue("houses")
    return houses


def loaded(there: House, guest: Guest, match: str) -> Guest:
    """The same guest at the other server, which has the table in memory as it stands."""
    elsewhere = same_guest(guest, there)
    elsewhere.status(match)
    return elsewhere


@pytest.fixture
def opened(deaf_houses: tuple[House, House]) -> tuple[Guest, Guest, str]:
    """A guest here and there, and the table it plays alone, which both servers have in memory."""
    here, there = deaf_houses
    ann = here.guest("Ann")
    match = ann.open("me", "here", **OFFERED)["match"]
    return ann, loaded(there, ann, match), match


def picked(ann: Guest, match: str) -> str:
    """Seat 0 picks a card; which."""
    move = ann.legal(match, 0)[0]
    ann.move(match, 0, move)
    return move


# ---------------------------------------------------------------- those who read


def status(guest: Guest, match: str) -> Any:
    return guest.status(match)["seats"][0]["pending"]


def own_tables(guest: Guest, match: str) -> Any:
    return [each["seats"][0]["pending"] for each in guest.get("/api/matches")]


def legal(guest: Guest, match: str) -> Any:
    return guest.legal(match, 0)


def view(guest: Guest, match: str) -> Any:
    return guest.get(f"/api/matches/{match}/view?seat=0")


def scene(guest: Guest, match: str) -> Any:
    return guest.get(f"/api/matches/{match}/scene?seat=0")


def watched(guest: Guest, match: str) -> Any:
    with guest.at(match, 0) as line:
        return line.until("frames")["frames"][-1]["scene"]


def previewed(guest: Guest, match: str) -> Any:
    with guest.at(match, 0) as line:
        line.until("frames")
        return line.ask(type="preview", id="p", seat=0, move="pick rocket").get("error")


def hinted(guest: Guest, match: str) -> Any:
    answer = guest.client.get(f"/api/matches/{match}/hints?seat=0").json()
    return answer.get("error"), answer.get("step")


READERS = [status, own_tables, legal, view, scene, watched, previewed, hinted]


@pytest.mark.parametrize("read", READERS)
def test_who_reads_sees_a_move_that_nobody_heard_of(
    opened: tuple[Guest, Guest, str], read: Callable[[Guest, str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "think", lambda match, seat, stop: [])
    ann, elsewhere, match = opened
    before = read(elsewhere, match)
    picked(ann, match)
    after = read(elsewhere, match)
    assert after != before and after == read(ann, match)


@pytest.mark.parametrize("what", ["record", "frames"])
def test_who_reads_afterwards_sees_an_end_that_nobody_heard_of(opened: tuple[Guest, Guest, str], what: str) -> None:
    ann, elsewhere, match = opened
    assert elsewhere.get(f"/api/matches/{match}/{what}", 409)["error"] == "not-over"
    ann.play_out(match)
    assert elsewhere.get(f"/api/matches/{match}/{what}") == ann.get(f"/api/matches/{match}/{what}")


def test_an_invitation_tells_that_somebody_has_sat_down(deaf_houses: tuple[House, House]) -> None:
    here, there = deaf_houses
    ann, bob = here.guest("Ann"), here.guest("Bob")
    match = ann.open("me", "friend")
    link = match["seats"][1]["link"]
    elsewhere = loaded(there, ann, match["match"])
    bob.join(link, "Bob")
    assert elsewhere.get(f"/api{link}")["taken"]


def test_a_hint_for_a_turn_that_is_over_elsewhere_is_none(
    opened: tuple[Guest, Guest, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, elsewhere, match = opened

    def think_long(*_: Any) -> list[Any]:
        picked(ann, match)
        return []

    monkeypatch.setattr(hints, "think", think_long)
    assert elsewhere.get(f"/api/matches/{match}/hints?seat=0", 409)["error"] == "not-pending"


def test_a_table_that_is_gone_is_not_found_by_who_has_it_in_memory(opened: tuple[Guest, Guest, str]) -> None:
    import sqlalchemy as sa

    from mistvale.server import schema

    ann, elsewhere, match = opened
    with ann.client.app.state.hub.store.engine.begin() as connection:  # type: ignore[attr-defined]
        for table in (schema.events, schema.holders, schema.matches):
            connection.execute(sa.delete(table))
    assert elsewhere.get(f"/api/matches/{match}", 404)["error"] == "not-found"


# ---------------------------------------------------------------- those who change


def test_who_moves_is_not_refused_for_what_is_past(opened: tuple[Guest, Guest, str]) -> None:
    """Here both have picked, and the next cards are out; there seat 0 has picked, and its next move is none yet."""
    ann, elsewhere, match = opened
    picked(ann, match)
    assert elsewhere.legal(match, 0) == [], "seat 0 waits, as far as is known there"
    ann.move(match, 1, ann.legal(match, 1)[0])
    assert elsewhere.move(match, 0, ann.legal(match, 0)[0])["ok"]


def test_who_asks_for_a_rematch_gets_that_of_the_others(opened: tuple[Guest, Guest, str]) -> None:
    ann, elsewhere, match = opened
    ann.play_out(match)
    again = ann.post(f"/api/matches/{match}/rematch", {})
    assert elsewhere.post(f"/api/matches/{match}/rematch", {})["match"] == again["match"]


# ---------------------------------------------------------------- the door itself


def test_nobody_goes_round_the_door() -> None:
    """The lock is the live table's own; those who answer guests read no table but the one that `still` gives them."""
    folder = Path(mistvale.server.__file__).parent
    sources = {file.name: file.read_text("utf-8") for file in folder.glob("*.py")}
    locks = [name for name, text in sources.items() if re.search(r"live\._?lock|self\._lock = ", text)]
    assert locks == ["live.py"]
    reading = [
        name
        for name in (
            *("api.py", "account_api.py", "people_api.py", "chat_api.py", "rating_api.py", "lobby_api.py"),
            *("stakes.py", "programs.py", "ws.py", "hints.py", "pages.py"),
        )
        if "live.table" in sources[name]
    ]
    assert reading == []
