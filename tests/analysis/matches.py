"""Matches to look back at, and quick ways to do so."""

from __future__ import annotations

import functools
import random

import mistvale as mv
from mistvale.analysis import Analysis, Pass, analyse
from mistvale.core.match import open_match

HASTY = Pass("adept", 6, 12)


@functools.cache
def played(name: str, seats: int, seed: int = 1) -> mv.Match:
    """A finished match of a game, at random."""
    match, dice = (
        open_match(mv.game(name), seats=seats, seed=seed, names=["Ann", "Bea", "Cai"][:seats]),
        random.Random(seed),
    )
    while not match.over:
        seat = match.pending[0]
        match.play(seat, dice.choice(match.legal(seat)))
    return match


@functools.cache
def looked(name: str, seats: int, seed: int = 1) -> Analysis:
    """What a hasty look back at it finds."""
    return analyse(played(name, seats, seed), HASTY, seed=3)
