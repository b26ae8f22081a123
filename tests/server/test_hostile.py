"""Whatever is sent, there is an answer: nothing breaks, what is refused changes nothing, and nothing is given away."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import nullcontext
from pathlib import Path

import pytest
import sqlalchemy as sa

from mistvale.server import schema

from . import hostile
from .hostile import Accident, Siege

REQUESTS = 5000


@pytest.mark.slow
def test_five_thousand_hostile_requests_are_answered(tmp_path: Path) -> None:
    siege = Siege(tmp_path, seed=7)
    asyncio.run(siege.run(REQUESTS))
    assert siege.told.total() > 0.9 * REQUESTS
    assert siege.reached > 0.3 * siege.told.total(), siege.told


def test_the_siege_finds_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the server told everybody the name of another player's link, or broke, it would be noticed."""
    siege = Siege(tmp_path, seed=7)
    monkeypatch.setattr(hostile.World, "__init__", leaky(hostile.World.__init__))
    with pytest.raises(Accident, match="secret"):
        asyncio.run(siege.run(200))


@pytest.mark.parametrize("table", [schema.chat, schema.channels, schema.tokens, schema.entries])
def test_the_siege_finds_what_a_refusal_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: sa.Table
) -> None:
    siege = Siege(tmp_path, seed=7)

    def leave_something(self: Siege, _asked: str, _answer: object) -> None:
        """A row with whatever fits into its columns."""
        row = {
            each.name: "[]" if isinstance(each.type, sa.JSON) else 1 if each.type.python_type is int else "x"
            for each in table.columns
            if not each.nullable and not isinstance(each.type, sa.Boolean)
        } | {each.name: False for each in table.columns if isinstance(each.type, sa.Boolean)}
        self.app.state.hub.store.submit(lambda connection: connection.execute(sa.insert(table).values(row))).result()

    monkeypatch.setattr(Siege, "check_refusal", leave_something)
    with pytest.raises(Accident, match="something has changed"):
        asyncio.run(siege.run(200))


@pytest.mark.parametrize("guest", [None, "eve"])
def test_what_happens_at_tables_by_itself_is_nobodys_doing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, guest: str | None
) -> None:
    siege, numbers = Siege(tmp_path, seed=7), itertools.count()

    def happen(self: Siege, _asked: str, _answer: object) -> None:
        event = {"match": "x", "number": next(numbers), "kind": "move", "at": "", "guest": guest, "data": {}}
        new = sa.insert(schema.events).values(event)
        self.app.state.hub.store.submit(lambda connection: connection.execute(new)).result()

    monkeypatch.setattr(Siege, "check_refusal", happen)
    with pytest.raises(Accident, match="something has changed") if guest else nullcontext():
        asyncio.run(siege.run(50))


def leaky(begin: object) -> object:
    def made(self: hostile.World, liar: object, legal: object, foreign: object, secrets: object) -> None:
        begin(self, liar, legal, foreign, ("bad-request",))  # type: ignore[operator]

    return made
