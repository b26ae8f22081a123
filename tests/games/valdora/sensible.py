"""A player with some sense and many whims, so that matches come to their last round by all the ways there are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from mistvale.core.match import Match
from mistvale.core.moves import Move
from mistvale.core.rule import NOTHING
from mistvale.games.valdora.rules.delivering import face_of
from mistvale.games.valdora.state import (
    CATALOGUE,
    COLOURS,
    COMMISSIONS,
    EQUIPMENT,
    GEMS,
    GOLD,
    MINE,
    NO_GEM,
    PALACE,
    ROAD,
)

WHIM = 0.15  # how often any move will do
ORDER = ("deliver", "load", "buy", "silver", "return", "turn", "drop", "provisions", "done")
SHY = {
    "return": 0.3,
    "turn": 0.7,
    "drop": 0.2,
    "provisions": 0.3,
}  # how often one does that when nothing better is there


def choose(match: Match, seat: int, moves: Sequence[Move], dice: random.Random) -> Move:
    """Mostly what leads to a delivery, now and then anything."""
    return decide(match.raw, match.box.record, seat, moves, dice)


def decide(state: Any, box: Any, seat: int, moves: Sequence[Move], dice: random.Random) -> Move:
    """The same from a state, of which no more is read than the seat may know."""
    if dice.random() < WHIM:
        return dice.choice(moves)
    if moves[0].startswith("go "):
        worths = [(worth_of_stop(state, box, seat, move.number) + dice.random(), move) for move in moves]
        return max(worths, key=lambda pair: pair[0])[1]
    for verb in ORDER:
        fitting = [move for move in moves if move.split()[0] == verb and is_good(state, box, seat, move)]
        if fitting and dice.random() < SHY.get(verb, 1.0):
            return dice.choice(fitting)
    return dice.choice(moves)


def held_commissions(state: Any, seat: int) -> list[int]:
    """A seat's unfinished commissions."""
    return [int(code) for code in state["commissions"][seat] if int(code) != NOTHING]


def gems_wanted(state: Any, box: Any, seat: int, code: int) -> set[int]:
    """The gems that a commission of the seat lacks."""
    asked, carried = box["asks"][face_of(box, code)], state["cargo"][seat].tolist()
    return {gem for gem in range(len(GEMS)) if int(asked[gem]) > carried.count(gem)}


def can_finish(state: Any, box: Any, seat: int, code: int) -> bool:
    """Whether a commission of the seat lacks nothing."""
    enough = int(state["coins"][seat]) >= int(box["asks_coins"][face_of(box, code)])
    return enough and not gems_wanted(state, box, seat, code)


def wanted_gems(state: Any, box: Any, seat: int) -> set[int]:
    """What the seat's commissions lack."""
    return {gem for code in held_commissions(state, seat) for gem in gems_wanted(state, box, seat, code)}


def is_good(state: Any, box: Any, seat: int, move: Move) -> bool:
    """Cart and horse are for what is asked for; a catalogue is left when there is nothing to pay with."""
    words = move.split()
    if words[0] == "load" and words[-1] in ("cart", "horse"):
        return GEMS.index(words[1]) in wanted_gems(state, box, seat)
    if words[0] == "turn":
        in_catalogue = int(box["book_kind"][int(box["book"][int(state["at"][seat])])]) == CATALOGUE
        able = GOLD in state["cargo"][seat] if in_catalogue else len(held_commissions(state, seat)) < int(box["held"])
        return bool(able) and int(state["coins"][seat]) > 1
    return True


def worth_of_stop(state: Any, box: Any, seat: int, space: int) -> float:
    """How much a seat wants to be on a space."""
    kind, coins, cargo = int(box["kind"][space]), int(state["coins"][seat]), state["cargo"][seat]
    held = held_commissions(state, seat)
    if kind == PALACE:
        clients = [c for c in held if int(box["asker"][face_of(box, c)]) == int(box["client"][space])]
        return 9.0 if any(can_finish(state, box, seat, code) for code in clients) else -1.0
    if kind == MINE:
        return 4.0 if coins < 2 else 0.0
    if kind == ROAD or int(box["ships"][space]):
        lying = state["gems"][space] if kind == ROAD else state["discard"]
        wanted = wanted_gems(state, box, seat) | {GOLD}
        free = {int(box["carries"][card]) for card in range(len(EQUIPMENT)) if int(cargo[card]) == NO_GEM}
        free |= {*range(len(GEMS))} if -1 in free and coins > 2 else set()
        return 1.5 * sum(1 for gem in wanted & free if int(lying[gem])) + 0.5
    book = int(box["book"][space])
    if int(box["book_kind"][book]) == COMMISSIONS:
        return (3.0 if len(held) < int(box["held"]) else 1.5) if coins > 0 else 0.0
    return 3.5 if GOLD in cargo and (cargo == -1).any() else 0.0


class Witness:
    """Chooses like `choose`, by dice of its own, and counts what it has seen happen."""

    def __init__(self, seed: int) -> None:
        self.seen: Counter[str] = Counter()
        self.dice = random.Random(seed)

    def __call__(self, match: Match, seat: int, moves: Sequence[Move], dice: random.Random) -> Move:
        move = choose(match, seat, moves, self.dice)
        state, box = match.raw, match.box.record
        words = move.split()
        self.seen[words[0]] += 1
        if "from" in words:
            self.seen[f"{words[0]} from {words[-1]}"] += 1
        if words[0] == "buy":
            self.seen[f"buy {words[1]}"] += 1
        step = match.step(match.steps)
        if step.beat is not None:
            self.seen[f"beat {step.beat}"] += 1
        self.seen["last round"] += int(state["last_round"])
        self.seen["empty pile"] += bool((state["pile"] == 0).any())
        self.seen["no craftsmen at all"] += not state["pile"].any()
        self.seen["substitute"] += self.has_substitute(state, box)
        self.seen["full hand"] += len(held_commissions(state, seat)) == int(box["held"])
        self.seen["provisions used"] += (
            words[0] == "go" and not int(box["reach"][int(state["at"][seat])]) >> move.number & 1
        )
        return move

    def has_substitute(self, state: Any, box: Any) -> bool:
        """Whether some seat has more craftsmen of a colour than commissions finished for that client."""
        for seat in range(int(state["seats"])):
            finished: Counter[int] = Counter()
            for code, count in enumerate(state["under"][seat]):
                if int(count):
                    finished[int(box["asker"][face_of(box, code)])] += int(count)
            if any(int(state["craftsmen"][seat, colour]) > finished[colour] for colour in range(len(COLOURS))):
                return True
        return False
