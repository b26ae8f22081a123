"""Boxes drawn from what the forms of games allow."""

from __future__ import annotations

import random

from mistvale import Game
from mistvale.core.box import Choice, Range, Value
from mistvale.core.box_form import open_form


def picked(choice: Choice, dice: random.Random) -> Value:
    """A value that a field may have; the ends are drawn more often."""
    if isinstance(choice, Range):
        return dice.choice([choice.least, choice.most, dice.randint(choice.least, choice.most)])
    return dice.choice(choice.words)


def changes_of(game: Game, dice: random.Random, count: int) -> dict[str, Value]:
    """So many changes: each may stand where it is, and they need not go together."""
    fields = sorted(open_form(game).fields.items())
    return {path: picked(field.choice, dice) for path, field in dice.sample(fields, count)}


def fitting(game: Game, dice: random.Random, count: int) -> dict[str, Value]:
    """Changes that go together: what is too many is left out again."""
    changes = changes_of(game, dice, count)
    while open_form(game, changes).problems:
        del changes[dice.choice(sorted(changes))]
    return changes
