"""Anchors: how strong the house bots are, on the scale of ratings. They never move.

There is one for each game, number of seats, bot, version of the rules and version of the bot, measured by
`tools/anchors.py` in the arena and kept in `anchors.toml`. A match against a bot that has none counts for nobody.
"""

from __future__ import annotations

import functools
import tomllib
from importlib.resources import files
from typing import NamedTuple

from mistvale.bots import version
from mistvale.core.game import Game
from mistvale.core.game import game as find_game

from .skill import UNIT, Rating

FILE = "anchors.toml"
TWO, MORE = "2", "3+"


class Place(NamedTuple):
    """Where an anchor holds."""

    game: str
    seats: int
    bot: str
    rules: int
    version: int = 1  # of the bot

    @property
    def stands(self) -> bool:
        """Whether the bot still plays so."""
        return self.version == version(self.bot, find_game(self.game))


def pool_of(seats: int) -> str:
    """The kind of table that ratings are kept apart for: for two, or for more."""
    return TWO if seats <= 2 else MORE


@functools.cache
def anchors() -> dict[Place, Rating]:
    """All anchors."""
    read = tomllib.loads((files("mistvale.server") / FILE).read_text("utf-8"))
    return {
        Place(each["game"], each["seats"], each["bot"], each["rules"], each.get("version", 1)): Rating(
            each["mu"], each["sigma"]
        )
        for each in read.get("anchor", ())
    }


def anchor(game: str, seats: int, bot: str, rules: int) -> Rating | None:
    """How strong a house bot is at such a table, as it plays now; None if nobody has measured it."""
    return anchors().get(Place(game, seats, bot, rules, version(bot, find_game(game))))


def bot_ratings(game: Game, bot: str) -> dict[int, float]:
    """A bot's ratings at tables of every size at which it was measured, to the tenth."""
    found = {seats: anchor(game.name, seats, bot, game.version) for seats in game.seats}
    return {seats: round(mark.mu / UNIT, 1) for seats, mark in found.items() if mark is not None}
