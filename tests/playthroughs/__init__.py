"""Golden playthroughs: every answer that the API gives along one match, as text to read and to compare.

`python -m tests.playthroughs` writes them anew; the difference shows what a change has done to a game.
"""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass
from pathlib import Path

import mistvale as mv
from mistvale.core.match import Match
from mistvale.core.rule import packed

FOLDER = Path(__file__).parent
SEED = 2019


@dataclass(frozen=True)
class Playthrough:
    """One match: a game, one choice of options, a number of seats."""

    game: str
    options: tuple[tuple[str, str], ...]
    seats: int

    @property
    def file(self) -> Path:
        values = [value for _, value in self.options]
        return FOLDER / ("-".join([self.game, *values, str(self.seats)]) + ".txt")

    def text(self) -> str:
        """The whole playthrough."""
        match = mv.open_match(
            self.game,
            seats=self.seats,
            seed=SEED,
            options=dict(self.options),
            names=("Ann", "Bob", "Cleo", "Dan", "Eve")[: self.seats],
        )
        return "\n".join(_lines(match, random.Random(SEED))) + "\n"


def playthroughs() -> list[Playthrough]:
    """Each value of each option once, the others at their defaults; seats by turns."""
    found = []
    for name in mv.games():
        game = mv.game(name)
        defaults = {option.name: option.default for option in game.options}
        choices = [{**defaults, option.name: value} for option in game.options for value in option.values]
        unique = {tuple(choice.items()) for choice in choices or [defaults]}
        for number, options in enumerate(sorted(unique, key=lambda o: (o != tuple(defaults.items()), o))):
            found.append(Playthrough(name, options, game.seats[number % len(game.seats)]))
    return found


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:8]


def _lines(match: Match, dice: random.Random) -> list[str]:
    game = match.game
    lines = [
        f"{game.title}, version {game.version}; options {match.options}; {match.seats} seats; seed {SEED}",
        f"box {match.box.digest}",
        "",
    ]
    told = 0
    while True:
        for number in range(told, match.steps + 1):
            lines += _step(match, number)
        told = match.steps + 1
        lines += _rest(match)
        if match.over:
            break
        seat = dice.choice(match.pending)
        if match.can_undo(seat) and dice.random() < 0.2:
            match.undo(seat)
            told = match.steps + 1
            lines.append(f"<< seat {seat} takes back its last move")
            lines += _rest(match)
        move = dice.choice(match.legal(seat))
        preview = match.preview(seat, move)
        lines.append(f">> seat {seat} plays {move}" + ("" if preview else "; no preview"))
        match.play(seat, move)
    lines += ["", f"over: scores {match.scores}, ranks {match.ranks}", f"digest {match.digest()}"]
    return lines


def _step(match: Match, number: int) -> list[str]:
    """One step: what it was, where it led, and what is told of it, to each viewer where that differs."""
    step = match.step(number)
    name = step.beat or (f"{step.seat} {step.move}" if step.move else "set up")
    state = hashlib.sha256(packed(step.state, match.game.state)).hexdigest()[:8]
    lines = [f"{number:4} {name}  [{state}] epoch {int(step.state['epoch'])}"]
    if number:
        texts = {viewer: match.tell(viewer, number) for viewer in (*range(match.seats), None)}
        said = {text: [v for v, other in texts.items() if other == text] for text in texts.values() if text}
        for text, viewers in said.items():
            who = "all" if len(viewers) == len(texts) else ", ".join("-" if v is None else str(v) for v in viewers)
            lines.append(f"       {who}: {text}")
    return lines


def _rest(match: Match) -> list[str]:
    """Where the table waits: who decides, among what, what each may know."""
    views = " ".join(_digest(match.view(viewer)) for viewer in (*range(match.seats), None))
    undo = [seat for seat in range(match.seats) if match.can_undo(seat)]
    lines = [f"     pending {match.pending} undo {tuple(undo)} scores {match.scores} views {views}"]
    for seat in range(match.seats):
        if legal := match.legal(seat):
            lines.append(f"     {seat} may {', '.join(legal)}")
    return lines
