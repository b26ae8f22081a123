"""Teaches a small player The Secret Valley by playing against itself, with NumPy alone, and lets it meet a bot.

    python examples/lab/learn_secret_valley.py

It guesses, for each move, by how many points a round will be won, as a sum of numbers that it has learnt: for keeping
and playing a card, one for each card that it sees somewhere; for a place, one for each card beside it, across its
corner, in its row and in its column. It plays the best guess, and now and then any move, and when a round is over all
guesses of that round are moved towards how it ended. Nothing of the cards' own rules is in here.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.progress import Progress

from mistvale import lab
from mistvale.lab.gymnasium import Many

CARDS, SIDE = 24, 9  # room for cards in a state, spaces along a side of its grid
KEEP, PLAY, AT = 0, CARDS, 2 * CARDS  # where the phrases of moves begin: `lab.Setting.phrases`
EMPTY = 2 * CARDS  # a space's code: a card of mine, a card of theirs, or nothing
WATCHED = ("keeper", "place", "grid", "playing", "trick", "turns")  # the parts of an observation that it looks at
LONG, SHORT = 4, 3  # how far the valley of two may reach
STEADY = 8  # moves that a number has to be seen in before it is taken for what it seems
SEEN = 5  # ways in which a card may be seen: see `cards`


def relations() -> Any:
    """Which spaces lie beside a space, across its corner, in its row and in its column, as matrices."""
    row, column = np.divmod(np.arange(SIDE * SIDE), SIDE)
    down, right = abs(row[:, None] - row), abs(column[:, None] - column)
    beside, corner = down + right == 1, (down == 1) & (right == 1)
    return np.stack([beside, corner, (down == 0) & (right > 0), (right == 0) & (down > 0)]).astype(np.float32)


def grown(lines: Any) -> Any:
    """How many lines the valley would reach over with a card in each of them; `lines`: where there are cards now."""
    places = np.arange(SIDE)
    first, last = lines.argmax(axis=1)[:, None], SIDE - 1 - lines[:, ::-1].argmax(axis=1)[:, None]
    return np.maximum(last, places) - np.minimum(first, places) + 1


class Player:
    """Numbers that are learnt, and how they become moves."""

    def __init__(self, seed: int = 0) -> None:
        self.dice = np.random.default_rng(seed)
        self.near = relations()
        self.choosing = np.zeros(
            (2, CARDS, SEEN * CARDS + CARDS + 1), np.float32
        )  # keep or play: by what is seen, and when
        self.placing = np.zeros((CARDS, len(self.near), EMPTY + 1), np.float32)  # of each card: by what lies where

    def cards(self, seen: Any, mask: Any) -> Any:
        """What is seen: each card in hand, mine, mine in the valley, theirs there, or elsewhere; and the time."""
        mine, theirs, lies = seen["keeper"] == 0, seen["keeper"] == 1, seen["place"] >= 0
        offered = (mask[:, KEEP:PLAY] | mask[:, PLAY:AT]) > 0
        ways = np.stack([offered, mine & ~lies, mine & lies, theirs & lies, ~(offered | mine | lies)], axis=1)
        now = np.where(mask[:, KEEP:PLAY].any(axis=1), seen["trick"], seen["turns"])
        when = now[:, None] == np.arange(CARDS + 1)
        return np.concatenate([ways.reshape(len(mask), -1), when], axis=1).astype(np.float32)

    def codes(self, seen: Any) -> Any:
        """What lies on each space."""
        owner = np.take_along_axis(seen["keeper"], np.maximum(seen["grid"], 0), axis=1)
        return np.where(seen["grid"] < 0, EMPTY, seen["grid"] + CARDS * (owner != 0))

    def spaces(self, codes: Any) -> Any:
        """Where a card may be laid: beside another, as long as the valley does not grow too far."""
        lies = (codes != EMPTY).reshape(-1, SIDE, SIDE)
        rows, columns = (grown(lies.any(axis=axis)) for axis in (2, 1))
        tall, wide = rows[:, :, None], columns[:, None, :]
        fits = ((tall <= LONG) & (wide <= SHORT)) | ((tall <= SHORT) & (wide <= LONG))
        beside = (codes != EMPTY).astype(np.float32) @ self.near[0] > 0
        return beside & (codes == EMPTY) & fits.reshape(codes.shape)

    def places(self, cards: Any, codes: Any) -> Any:
        """What is guessed of each space for a card."""
        numbers = self.placing[cards]
        return sum(np.take_along_axis(numbers[:, way], codes, axis=1) @ near for way, near in enumerate(self.near))

    def guesses(self, seen: Any, mask: Any) -> Any:
        """By how much a round will be won with each move."""
        told = np.full(mask.shape, -np.inf, np.float32)
        codes = self.codes(seen)
        cards = self.cards(seen, mask)
        told[:, KEEP:PLAY] = cards @ self.choosing[0].T
        told[:, PLAY:AT] = cards @ self.choosing[1].T
        who, card = np.nonzero(mask[:, PLAY:AT])
        if len(who):  # as good as the best place for it
            best = np.where(self.spaces(codes)[who], self.places(card, codes[who]), -np.inf).max(axis=1)
            told[who, PLAY + card] += np.where(np.isfinite(best), best, 0)
        who = np.flatnonzero(mask[:, AT:].any(axis=1))
        if len(who):
            told[who, AT:] = self.places(seen["playing"][who], codes[who])
        return np.where(mask > 0, told, -np.inf)

    def __call__(self, seen: Any, mask: Any) -> Any:
        """The best moves by its guesses."""
        return self.guesses(seen, mask).argmax(axis=1)

    def explore(self, seen: Any, mask: Any, any_move: float) -> tuple[Any, Any]:
        """The best moves, but for a share of any moves, each with what it guesses of it."""
        told = self.guesses(seen, mask)
        wanted = told.copy()
        stray = self.dice.random(len(mask)) < any_move
        wanted[stray] = np.where(mask[stray] > 0, self.dice.random(mask[stray].shape), -np.inf)
        moves = wanted.argmax(axis=1)
        return moves, told[np.arange(len(moves)), moves]

    def learn(self, played: list[tuple[Any, ...]], pace: float) -> None:
        """Move the guesses for moves of a round towards how it was won: each number by what it was off on average."""
        choosing, placing = (np.zeros((2, *numbers.shape), np.float32) for numbers in (self.choosing, self.placing))
        for seen, mask, moves, guessed, won in played:
            off = won - guessed
            for kind, first in enumerate((KEEP, PLAY)):
                who = np.flatnonzero((moves >= first) & (moves < first + CARDS))
                if len(who):
                    made = moves[who] - first == np.arange(CARDS)[:, None]
                    cards = self.cards({name: seen[name][who] for name in WATCHED}, mask[who])
                    choosing[0, kind] += (made * off[who]) @ cards
                    choosing[1, kind] += made.astype(np.float32) @ cards
            who = np.flatnonzero(moves >= AT)
            if len(who):
                codes = self.codes({name: seen[name][who] for name in WATCHED})
                for way, near in enumerate(self.near):
                    match, space = np.nonzero(near[moves[who] - AT])
                    at = np.ravel_multi_index(
                        (seen["playing"][who][match], way, codes[match, space]), self.placing.shape
                    )
                    for sums, weights in zip(placing, (off[who][match], None), strict=True):
                        sums += np.bincount(at, weights, self.placing.size).reshape(sums.shape)
        self.choosing += pace * choosing[0] / (choosing[1] + STEADY)
        self.placing += pace * placing[0] / (placing[1] + STEADY)


def learn(
    player: Player, rounds: int, n: int = 256, seed: int = 1, tell: Callable[[int], Any] = lambda done: None
) -> None:
    """Let it play against itself for so many rounds, in n matches side by side."""
    batch = lab.Batch("secret-valley", n, seed=seed, reward="lead", differences=True)
    for number in range(rounds):
        left = 1 - number / rounds
        played: list[Any] = []
        while not played or not batch.rewards.any():  # all matches go in step: a round is over in each of them at once
            seen = {name: batch.seen[name].astype(np.int64) for name in WATCHED}
            mask, seats = batch.mask.copy(), batch.seat.copy()
            moves, guessed = player.explore(seen, mask, any_move=0.01 + 0.1 * left)
            batch.step(moves)
            played.append((seen, mask, moves, guessed, seats))
        won = [(*rest, batch.rewards[np.arange(n), seats]) for *rest, seats in played]
        player.learn(won, pace=0.05 * left + 0.005)
        tell(number + 1)


def score(player: Player, opponents: str, matches: int = 400, seed: int = 10**6) -> float:
    """The share of matches that it wins against a bot, at either seat; a tie is half a win."""
    env = Many("secret-valley", matches, opponents=opponents, observation="named", reward="win")
    seen, info = env.reset(seed=seed)
    won, over = np.zeros(matches), np.zeros(matches, bool)
    while not over.all():
        seen, rewards, ended, _, info = env.step(player(seen, info["action_mask"]))
        won = np.where(over, won, rewards)
        over |= ended
    return float(won.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--against", default="novice")
    parser.add_argument("--matches", type=int, default=400)
    chosen = parser.parse_args()
    player, began = Player(), time.monotonic()
    with Progress() as bar:
        task = bar.add_task("playing against itself", total=chosen.rounds)
        learn(player, chosen.rounds, tell=lambda done: bar.update(task, completed=done))
    print(f"learnt for {time.monotonic() - began:.0f} s")
    won = score(player, chosen.against, chosen.matches)
    print(f"wins {won:.1%} of {chosen.matches} matches against {chosen.against} that it has not seen before")


if __name__ == "__main__":
    main()
