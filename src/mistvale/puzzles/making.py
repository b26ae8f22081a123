"""How puzzles are made: found while experts play, and checked at eight times grandmaster, twice.

A position becomes a puzzle if an expert holds one move to be clearly best and those who look less far take another;
if two searches of eight times grandmaster's size, with different seeds, agree; and if rollouts in worlds that no
search has seen leave no doubt that it gains something, in as many worlds as that takes, and costs no chance to win.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..analysis import valuing
from ..arena.spreading import spread
from ..bots import levels
from ..bots.levels import Level, Thought
from ..core.game import Game
from ..core.game import game as find_game
from ..core.match import Match, Seat, open_match
from ..core.moves import Move
from .asking import GLANCE, GLANCED
from .shelf import TRIES, Puzzle, beyond_doubt

FINDER = levels.level("expert")
CHECK = levels.level("grandmaster:trees=32")
"""Eight times as many simulations as grandmaster has."""
SEEDS = 1, 2  # of the two checks
LOWER = ("friend", "novice", "adept")
"""Those who look less far."""
MOST_FOUND = 0.5  # how often these may find it, on average
CHOICES = 3  # moves that there are to choose from, at least
LIKELY = 1.0  # standard errors by which the best has to be ahead of the next, for the finder
CLEAR = 3.0  # the same for those who check
WORLDS = 800  # of the rollouts, at first; twice as many, and again, where it is close
MOST_WORLDS = 8 * WORLDS
A_MATCH = 2  # puzzles of one match, at most


@dataclass(frozen=True)
class Plan:
    """A match in which puzzles are looked for."""

    game: str
    seats: int
    seed: int


def look(plan: Plan) -> list[Puzzle]:
    """Puzzles of a match between experts, from anywhere in it: enough of one match, and the checks are dear."""
    tried = list(moments(plan))
    random.Random(plan.seed).shuffle(tried)
    found: list[Puzzle] = []
    for match, seat in tried:
        if puzzle := of_moment(match, seat, plan.seed):
            found.append(puzzle)
            if len(found) == A_MATCH:
                break
    return found


def moments(plan: Plan) -> Iterator[tuple[Match, Seat]]:
    """Every decision of a match between experts that catches the eye, with the match as it then was."""
    match = open_match(find_game(plan.game), plan.seats, plan.seed)
    dice = random.Random(plan.seed)
    while not match.over:
        seat = match.seat(match.pending[0])
        move = seat.legal[0]
        if len(seat.legal) > 1:
            thoughts, mixes = levels.search(seat, FINDER, dice.getrandbits(60))
            move = levels.drawn(thoughts, dice.getrandbits(60)) if mixes else levels.favourite(thoughts).move
            if not mixes and is_fresh(match) and len(seat.legal) >= CHOICES and is_clear(thoughts, LIKELY):
                then = match.copy()
                yield then, then.seat(seat.number)
        match.play(seat.number, move)


def is_fresh(match: Match) -> bool:
    """Whether nobody has moved in this epoch yet: what was done in it, and by whom, a position does not tell."""
    begun = match.step(match.steps).epoch_start
    return all(match.step(number).move is None for number in range(begun + 1, match.steps + 1))


def ahead(thoughts: list[Thought]) -> tuple[Thought, Thought]:
    """The best move, and the next."""
    best = levels.favourite(thoughts)
    others = [each for each in thoughts if each.move != best.move and each.visits > 0]
    return best, max(others, key=lambda each: each.worth) if others else best


def is_clear(thoughts: list[Thought], sure: float) -> bool:
    best, second = ahead(thoughts)
    return best.worth - second.worth > sure * math.hypot(best.error, second.error)


def of_moment(match: Match, seat: Seat, seed: int) -> Puzzle | None:
    """The puzzle that a decision makes, if it makes one."""
    tried = {name: [_choice(seat, levels.level(name), seed + n) for n in range(TRIES)] for name in LOWER}
    best = checked(seat, tried)
    if best is None:
        return None
    move, gap = best
    others = [other for moves in tried.values() for other in moves if other != move]
    tempting = max(others, key=others.count)
    gained = gain(seat, move, tempting, seed)
    puzzle = Puzzle(
        game=match.game.name,
        position=match.position(),
        seats=match.seats,
        seat=seat.number,
        best=str(move),
        tempting=str(tempting),
        gain=_rounded(gained.lead),
        chance=_rounded(gained.win),
        gap=round(gap, 2),
        found={name: moves.count(move) / TRIES for name, moves in tried.items()},
    )
    return puzzle if puzzle.is_sure else None


def checked(seat: Seat, tried: dict[str, list[Move]]) -> tuple[Move, float] | None:
    """The move that all who check find clearly best and lower levels seldom find, and by how much it is ahead."""
    found: set[Move] = set()
    gap = math.inf
    for level, seed in ((GLANCE, GLANCED), *((CHECK, seed) for seed in SEEDS)):
        thoughts, mixes = levels.search(seat, level, seed)
        best, second = ahead(thoughts)
        found.add(best.move)
        gap = min(gap, best.worth - second.worth)
        if mixes or len(found) > 1 or not is_clear(thoughts, CLEAR) or is_obvious(best.move, tried):
            return None
    return found.pop(), gap


def gain(seat: Seat, best: Move, tempting: Move, seed: int) -> valuing.Worth:
    """What a move is worth more than the one that tempts: more worlds are looked at while it may as well be nothing."""
    valuer = valuing.of_seat(seat, [best.number, tempting.number], seed)
    valuer.look(WORLDS)
    while beyond_doubt(_rounded(valuer.difference(0, 1)[seat.number].lead)) == 0 and valuer.worlds < MOST_WORLDS:
        valuer.look(valuer.worlds)
    return valuer.difference(0, 1)[seat.number]


def is_obvious(move: Move, tried: dict[str, list[Move]]) -> bool:
    """Whether those who look less far find it, too."""
    return sum(moves.count(move) for moves in tried.values()) > MOST_FOUND * TRIES * len(tried)


def _choice(seat: Seat, level: Level, seed: int) -> Move:
    thoughts, mixes = levels.search(seat, level, seed)
    return levels.drawn(thoughts, seed) if mixes else levels.favourite(thoughts).move


def _rounded(estimate: valuing.Estimate) -> tuple[float, float]:
    return round(estimate.mean, 3), round(estimate.error, 3)


# ---------------------------------------------------------------- many of them


def main_seats(game: Game) -> int:
    """How many sit at the tables at which puzzles are looked for: two, or as few as can play against each other."""
    return next((count for count in game.seats if count > 1), game.seats[0])


def make(
    game: str,
    count: int,
    first: int = 1,
    known: Sequence[Puzzle] = (),
    workers: int | None = None,
    minutes: float = math.inf,
    progress: Callable[[int, int], None] = lambda done, count: None,
    keep: Callable[[list[Puzzle]], None] = lambda found: None,
) -> list[Puzzle]:
    """So many puzzles of a game, those that are known first; fewer if time runs out.

    All that there are so far are given to `keep` whenever there are more, since looking for them takes hours.

    Matches have the seeds from `first` on. They end when they like, so which of them come first is no matter of chance
    alone; all puzzles that are made are as good.
    """
    found = {each.id: each for each in known}
    until = time.monotonic() + 60 * minutes
    plans = Endless(game, main_seats(find_game(game)), first)
    progress(len(found), count)
    if len(found) >= count:
        return list(found.values())[:count]
    for new in spread(look, plans, workers):
        if new:
            found |= {each.id: each for each in new}
            keep(list(found.values())[:count])
        progress(min(len(found), count), count)
        if len(found) >= count or time.monotonic() > until:
            break
    return list(found.values())[:count]


class Endless(Sequence[Plan]):
    """Match after match, as many as one likes."""

    def __init__(self, game: str, seats: int, first: int) -> None:
        self._game, self._seats, self._first = game, seats, first

    def __len__(self) -> int:
        return 1 << 30

    def __getitem__(self, place: Any) -> Any:
        return Plan(self._game, self._seats, self._first + place)
