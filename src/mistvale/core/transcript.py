"""A match played by dice, as digests of all its steps: to be compared with the same match played otherwise."""

from __future__ import annotations

import hashlib
import importlib
import json
import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import verbs
from .box import Box
from .chance import seed_words
from .game import MOST_SEATS, Game
from .match import open_match
from .rule import SPECTATOR, packed


def played(
    game: Game, options: Mapping[str, str], seats: int, seed: int, box: Box | None = None, most: int | None = None
) -> list[str]:
    """A match played by dice, or its first `most` steps, and a digest of each: its state, views and worlds."""
    dice, whims = random.Random(seed), random.Random(seed + 1)
    match = open_match(game, seats=seats, seed=seed, options=options, box=box)
    points, moves = np.zeros(MOST_SEATS, np.int32), np.zeros(game.moves.size, np.int32)
    digests: list[str] = []
    while True:
        for number in range(len(digests), match.steps + 1):
            step = match.step(number)
            digest = hashlib.sha256(packed(step.state, game.state) + repr((step.seat, step.move, step.beat)).encode())
            verbs.scores(step.state, match.box.record, points)
            digest.update(points.tobytes())
            if dice.random() < 0.2:
                viewer = dice.randrange(SPECTATOR, seats)
                view, world = match.history.fold(number, viewer), match.history.fold(number, viewer)
                verbs.veil(view, match.box.record, viewer)
                verbs.redeal(world, match.box.record, viewer, seed_words(dice.randbytes(32)))
                digest.update(packed(view, game.state) + packed(world, game.state))
                digest.update(bytes([verbs.audit(world, match.box.record) & 255]))
                if step.move is not None:
                    before = match.step(number - 1).state
                    told = verbs.seen(before, match.box.record, step.seat, step.move.number, viewer)
                    digest.update(repr(int(told)).encode())
                if whims.random() < 0.2:
                    play_on(world, match.box.record, moves, whims)
                    digest.update(packed(world, game.state))
            digests.append(digest.hexdigest()[:16])
        if match.over or (most is not None and match.steps >= most):
            return [*digests, repr((match.scores, match.ranks))]
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))


def play_on(state: Any, box: Any, moves: Any, dice: random.Random, steps: int = 8) -> None:
    """A few steps by dice, from wherever a state stands."""
    for _ in range(steps):
        if verbs.over(state, box):
            return
        mask = int(verbs.pending(state, box))
        if not mask:
            verbs.beat(state, box)
            continue
        seat = dice.choice([seat for seat in range(MOST_SEATS) if mask >> seat & 1])
        count = int(verbs.legal(state, box, seat, moves))
        verbs.play(state, box, seat, int(moves[dice.randrange(count)]))


def report(given: str) -> None:
    """Print the digests of a match at each of the tables asked for: what a process with compiling off is run for."""
    asked = json.loads(given)
    package = importlib.import_module(asked["package"])
    game = next(g for g in vars(package).values() if isinstance(g, Game) and g.name == asked["name"])
    box = game.box(asked["box"], stated_figures=False) if asked["box"] else None
    matches = [played(game, options, seats, asked["seed"], box, most) for options, seats, most in asked["tables"]]
    print(json.dumps(matches))
