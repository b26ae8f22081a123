"""Where a player loses points: from kept analyses, for the player alone, or those whom the player lets see it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from pydantic import TypeAdapter

import mistvale as mv
from mistvale.server import schema
from mistvale.server.analyses import rules_of_game
from mistvale.server.engine import writing
from mistvale.server.models.profiles import GameInsights

from .helpers import Guest, House, check_told
from .test_analyses import SMALL
from .test_players_profiles import befriend, handle, player, profile
from .test_playing_on import on


def seen(viewer: Guest, of: Guest, expect: int = 200, query: str = "") -> Any:
    found = viewer.get(f"/api/players/{handle(of)}/insights{query}", expect)
    if expect == 200:
        check_told(found, TypeAdapter(list[GameInsights]))
    return found


def analysed(house: House, guest: Guest, *losses: float, match: str = "", rules: str = "") -> str:
    """A match that is over, and what was kept of looking back at it."""
    if not match:
        match = guest.open("me", "bot:random", **SMALL)["match"]
    guest.play_out(match)
    decisions = [
        {"number": n, "seat": 0, "played": "pick star", "lost": {"lead": [lost, 0.1], "win": [0, 0]}, "mark": ""}
        for n, lost in enumerate(losses)
    ]
    found = {"decisions": decisions, "total": len(decisions)}
    row = {"match": match, "level": "friend", "rules": rules or rules_of_game(mv.game("misty")), "found": found}
    with writing(house.app.state.hub.store.engine) as connection:
        connection.execute(sa.insert(schema.analyses).values(**row, at="2026-01-01T12:00:00Z"))
    return match


def test_insights_rest_on_the_matches_that_were_looked_back_at(house: House) -> None:
    ann = player(house, "Ann")
    assert seen(ann, ann) == []
    analysed(house, ann, 1.0, 2.0)
    analysed(house, ann, 3.0, 0.0)
    [misty] = seen(ann, ann)
    assert (misty["game"], misty["title"], misty["matches"]) == ("misty", "Misty", 2)
    assert (misty["all"]["decisions"], misty["all"]["lost"][0]) == (4, 3.0)
    assert [(each["name"], each["label"]) for each in misty["kinds"]] == [("pick", "Picking a card")]
    assert [each["name"] for each in misty["parts"]] == ["opening", "middle", "end"]
    [german] = seen(ann, ann, query="?lang=de")
    assert german["kinds"][0]["label"] == "Eine Karte wählen"


def test_what_does_not_tell_of_the_player_is_left_out(house: House) -> None:
    ann = player(house, "Ann")
    first = analysed(house, ann, 1.0)
    analysed(house, ann, 50.0, match=on(ann, first, as_it_lay=True)["match"])  # what was hidden was known
    analysed(house, ann, 50.0, match=ann.open("me", "me", **SMALL)["match"])  # both sides are hers
    analysed(house, ann, 50.0, rules="misty 0")  # older rules
    analysed(house, ann, 3.0, match=on(ann, first)["match"])
    [misty] = seen(ann, ann)
    assert (misty["matches"], misty["all"]["lost"][0]) == (2, 2.0)


def test_only_the_player_sees_it_unless_others_may(house: House) -> None:
    ann, bob, cy = (player(house, name) for name in ("Ann", "Bob", "Cy"))
    analysed(house, ann, 1.0)
    befriend(ann, bob)
    assert profile(ann, ann)["insights"] and not profile(bob, ann)["insights"]
    assert seen(bob, ann, 403)["error"] == "forbidden"
    ann.put("/api/account/privacy", {"insights": "friends"})
    assert profile(bob, ann)["insights"] and seen(bob, ann) == seen(ann, ann)
    for other in (cy, house.guest()):
        assert not profile(other, ann)["insights"]
        assert seen(other, ann, 403)["error"] == "forbidden"
    ann.put("/api/account/privacy", {"insights": "all", "profile": "nobody"})
    assert seen(cy, ann, 403)["error"] == "forbidden", "who shows no profile shows nothing of it"
    ann.put("/api/account/privacy", {"insights": "all"})
    assert len(seen(cy, ann)) == 1
    ann.put(f"/api/blocks/{handle(cy)}", {})
    assert seen(cy, ann, 404)["error"] == "not-found"
    assert ann.put("/api/account/privacy", {"insights": "some"}, 400)["error"] == "bad-request"
