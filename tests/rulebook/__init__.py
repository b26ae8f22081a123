"""The statements of the rulebooks, game by game: each is a position that is drawn, and what comes of it."""

from __future__ import annotations

from typing import Any

import mistvale as mv
from mistvale.core.rule import packed


def position(table: mv.Match, state: Any) -> mv.Match:
    """A match of the same kind as `table` that begins with this record: by the public door, so it has to add up."""
    game = table.game
    found = mv.position(game.name, state=packed(state, game.state), options=table.options, box=table.box)
    return found.called(table.names)
