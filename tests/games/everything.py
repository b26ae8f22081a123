"""All that is done with games while people play, in a process that notes what it has to compile for it.

`python -m tests.games.everything` prints, as JSON, each rule that was compiled and what was being done then, and which
moves and beats were met on the way.
"""

from __future__ import annotations

from numba.core import event

compiled = event.RecordingListener()
event.register("numba:compile", compiled)

import itertools  # noqa: E402 - nothing may be compiled before somebody listens
import json  # noqa: E402
import random  # noqa: E402
import sys  # noqa: E402

import mistvale as mv  # noqa: E402
from mistvale.bots import LEVELS  # noqa: E402
from mistvale.core.laws import few_tables  # noqa: E402
from mistvale.core.moves import Move  # noqa: E402
from mistvale.core.text import languages  # noqa: E402
from tests.games.valdora.test_laws import lively_box  # noqa: E402

QUICK = ":trees=1,simulations=4"  # the same code as a whole level, and soon done
LOOKS = 6  # at a match that is being replayed
SEEDS = {"misty": 1, "misterra": 1, "misty-valley": 2, "valdora": 11}  # with which most comes up
BOXES = {"valdora": lively_box}  # with what else belongs into it, dice take thousands of turns to the end


class Player:
    """Plays a match with dice, and does all else that can be done when something new comes up."""

    def __init__(self, game: mv.Game, options: dict[str, str], seats: int, seed: int, met: set[str]) -> None:
        """`met` are the moves and beats that have come up so far."""
        box = BOXES[game.name]() if game.name in BOXES else None
        self.langs = itertools.cycle(sorted(languages(game.package)))
        self.match = mv.open_match(game.name, seats=seats, seed=seed, options=options, box=box)
        self.dice = random.Random(seed)
        self.met = met

    def play(self) -> None:
        self.draw(self.match)
        while not self.match.over:
            seat = self.dice.choice(self.match.pending)
            moves = {move.split()[0]: move for move in self.match.legal(seat)}
            if moves.keys() <= self.met:
                self.match.play(seat, self.dice.choice(self.match.legal(seat)))
            else:
                self.met.update(moves)
                self.try_all(seat, list(moves.values()))
        self.draw(self.match)
        self.replay()

    def try_all(self, seat: int, moves: list[Move]) -> None:
        """Draw the table, look at what moves would do, and take one back."""
        self.draw(self.match)
        for move in moves:
            self.match.preview(seat, move)
        self.match.play(seat, moves[-1])
        self.draw(self.match)
        if self.match.can_undo(seat):
            self.match.undo(seat)

    def ask_bots(self) -> None:
        """Each of them, and for hints."""
        seat = self.match.seat(self.match.pending[0])
        levels = {level.name for level in LEVELS}
        for name in mv.bots():
            mv.bot(name + QUICK if name in levels else name, seed=1).choose(seat)
        mv.analyse(seat, "grandmaster" + QUICK, seed=1)

    def draw(self, match: mv.Match, step: int | None = None) -> None:
        """As every viewer sees it, each in the next language: what a sentence lacks is found, too."""
        for viewer in (*range(match.seats), None):
            match.scene(viewer, next(self.langs), step).json()

    def replay(self) -> None:
        """From its record, and at some of its steps, the first of each kind of beat among them."""
        again = mv.load(self.match.record(), box=self.match.box)
        again.view(0)
        beats = {b: n for n in range(again.steps, 0, -1) if (b := again.step(n).beat) and b not in self.met}
        self.met.update(beats)
        for step in {*range(1, again.steps, max(1, again.steps // LOOKS)), *beats.values()}:
            again.scene(self.dice.randrange(again.seats), next(self.langs), step).json()
            again.tell(None, step, next(self.langs))


def newly_compiled() -> set[str]:
    """The rules that were compiled since this was asked last."""
    rules = [entry.data["dispatcher"].py_func for _, entry in compiled.buffer if entry.is_start]
    compiled.buffer.clear()
    return {f"{rule.__module__}.{rule.__name__}" for rule in rules}


def main() -> None:
    told: dict[str, dict[str, list[str]]] = {}
    for name in sys.argv[1:] or mv.games():
        game, rules = mv.game(name), newly_compiled()
        met: set[str] = set()
        for number, (options, seats) in enumerate(few_tables(game)):
            player = Player(game, options, seats, SEEDS.get(name, 0) + number, met)
            if not number:
                player.ask_bots()  # they are compiled for the game, not for its options
            player.play()
            rules |= newly_compiled()
        told[name] = {"compiled": sorted(rules), "met": sorted(met)}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
