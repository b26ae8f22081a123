"""What a coach says beside a first match, and when: `coach.toml` of a game, its words `coach.<id>` in the catalogue."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from ..core.game import Game
from ..core.game import game as find_game
from .files import check_ids, filled, read_tables

FILE = "coach.toml"


@dataclass(frozen=True)
class Tip:
    """Something that is new to a newcomer, and what shows that it has come up. Patterns as in `place *`."""

    id: str
    moves: tuple[str, ...] = ()  # such a move can be made now
    sprites: tuple[str, ...] = ()  # a sprite with such a key lies on the table
    beats: tuple[str, ...] = ()  # this has just happened by itself
    signs: tuple[str, ...] = ()  # the prompt says that this is so
    times: int = 1  # how often it is said before the coach takes it as known

    def words(self, game: Game, lang: str) -> str:
        """What is said."""
        return game.words(lang)(f"coach.{self.id}")


@functools.cache
def tips(name: str) -> tuple[Tip, ...]:
    """All that the coach of a game can say, what matters most first."""
    game = find_game(name)
    found = tuple(filled(Tip, table, f"{name}/{FILE}") for table in read_tables(game, FILE, "tips"))
    check_ids([tip.id for tip in found], f"{name}/{FILE}")
    for tip in found:
        if not (tip.moves or tip.sprites or tip.beats or tip.signs):
            raise ValueError(f"{name}/{FILE}: {tip.id} does not say when")
        if strange := set(tip.beats) - set(game.beats):
            raise ValueError(f"{name}/{FILE}: {tip.id}: no beat of the game: {', '.join(sorted(strange))}")
    return found
