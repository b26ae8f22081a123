"""What whoever runs a server can ask about ratings, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from mistvale.server import agreement, schema
from mistvale.server.admin import settings_of

from .helpers import House, fast_settings
from .test_players_admin import mistvale
from .test_players_profiles import handle
from .test_rated_tables import player, rated_match


def test_ratings_are_rebuilt_beside_a_server_that_runs(tmp_path: Path) -> None:
    at = ("--data", str(tmp_path))
    with House(fast_settings(tmp_path)) as house:
        rated_match(player(house, "Ann", "a"), player(house, "Bob", "b"))
        status, first = mistvale("admin", "ratings", "rebuild", *at)
        assert status == 0 and "1 match counted again: all ratings are as they were." in first
        store = house.app.state.hub.store
        store.submit(lambda connection: connection.execute(sa.update(schema.ratings).values(mu=1))).result()
        status, second = mistvale("admin", "ratings", "rebuild", *at)
        assert status == 0 and "were not as they should have been" in second
        assert first.split()[-1] == second.split()[-1], "the digest is that of the right ones"
    assert "ratings-rebuilt" in mistvale("admin", "audit", *at)[1]


def test_how_often_players_agree_with_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = ("--data", str(tmp_path))
    with House(fast_settings(tmp_path)) as house:
        ann, bob = player(house, "Ann", "a"), player(house, "Bob", "b")
        rated_match(ann, bob)
        last = rated_match(ann, bob)

    def contrary(decision: agreement.Decision, level: str) -> str:
        """Agrees with the first seat, and never with the other."""
        legal = [str(move) for move in decision.match.legal(decision.seat)]
        assert decision.move in legal and len(legal) > 1 and level == "friend"
        return decision.move if decision.seat == 0 else next(move for move in legal if move != decision.move)

    monkeypatch.setattr(agreement, "best", contrary)
    told: list[tuple[int, int]] = []
    found, everybody = agreement.agreement(
        settings_of(tmp_path), "", 1, "friend", lambda done, total: told.append((done, total))
    )
    assert [(each.name, each.share, each.matches) for each in found] == [("Ann", 1.0, {last}), ("Bob", 0.0, {last})]
    assert 0 < everybody.share < 1 and told == [(0, 1), (1, 1)]
    status, said = mistvale("admin", "players", "agreement", handle(bob), "--level", "friend", *at)
    assert status == 0 and "Bob" in said and "Ann" not in said and "0.0 %" in said and "all at these tables" in said
    for wrong in ((), (handle(bob), "--all"), ("nobody234567",), ("--all", "--level", "chess")):
        assert mistvale("admin", "players", "agreement", *wrong, *at)[0] == 1


def test_the_bot_is_asked_what_it_would_choose(tmp_path: Path) -> None:
    import mistvale as mv

    match = mv.open_match("misty", seats=2, seed=1)
    seat = match.pending[0]
    decision = agreement.Decision(match, seat, "")
    chosen = agreement.best(decision, "friend")
    assert chosen in [str(move) for move in match.legal(seat)] and chosen == agreement.best(decision, "friend")
